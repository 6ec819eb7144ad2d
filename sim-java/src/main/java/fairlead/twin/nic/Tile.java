// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.ClassRoute;
import fairlead.hw.HwLayout.HostResource;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.machine.OptionalUnit;
import fairlead.twin.router.Packets;
import fairlead.twin.router.PartitionPorts;
import fairlead.twin.router.TorusRouter;

/**
 * The connected NIC units of one node (docs/spec/tile.md); its router belongs to {@link
 * fairlead.twin.router.TorusRouter}. In each cycle t in which the node is awake, the caller first gives the inputs of
 * t by {@link #command}, {@link #eject}, {@link #injectCredit}, {@link #readReply}, {@link #writeAck}, {@link #giIn}
 * and those of {@link #tree} in any order, and then calls {@link #cycle}.
 */
public final class Tile {
    private static final boolean HAS_BARRIER = HwLayout.BARRIER_UNIT > 0;
    private static final int LEG_BITS = HwLayout.TREE_LINKS * HwLayout.PATTERN_BITS;
    private static final int LEG = (1 << LEG_BITS) - 1;
    private static final long TREE = 1L << ClassRoute.MEMBER_LSB | 0b110L << ClassRoute.CHILDREN_LSB;
    private static final long PARENT = 1L << ClassRoute.PARENT_LSB;

    private final HostGuard guard;
    private final Attention attention;
    // the DMA engine (docs/spec/dma-engine.md)
    private final DmaTx tx;
    private final DmaRx rx;
    private final NicCauses waits = new NicCauses();
    private final Self self = new Self();
    private final DlaArbiter dla;
    private final FenceUnit fence;
    private final EpochUnit epoch;
    private final BarrierUnit barrier;
    private final BarrierLeg leg; // null: the barrier has wires of its own
    private final ClassRouteBarriers routed; // null: this structure has none
    public final TreePort tree;
    private final PerfCounters counters;
    private long pins; // giIn
    private long shown; // giOut
    private boolean commanded; // in this cycle
    private boolean countsDue; // its edge has an effect

    /** The counter of this node's unfinished operations on itself. */
    private static final class Self implements Ports.SelfTraffic {
        private int unfinished;
        private int change;

        @Override
        public void produced() {
            change++;
        }

        @Override
        public void consumed() {
            change--;
        }

        @Override
        public boolean outstanding() {
            return unfinished != 0;
        }

        void edge() {
            unfinished += change;
            change = 0;
            assert unfinished >= 0 : "DE_P1: an operation on this node itself was consumed twice";
        }
    }

    /**
     * Makes and connects the units.
     *
     * @param node rank of the node
     * @param events receives the events of {@link #cycle}
     * @param links receives what the node sends on the collective network
     * @param classRoutes register CLASS_ROUTES of the node
     * @param counts counts of the node's router
     */
    public Tile(
            int node,
            MachineConfig machine,
            Capabilities limits,
            Packets packets,
            PartitionPorts.InjectionLinks router,
            MemoryPorts memory,
            EventPorts events,
            TreeFlit.TreeLinks links,
            long classRoutes,
            TorusRouter.WaitCounts counts) {
        int me = machine.shape().coord(node);
        guard = new HostGuard(events);
        TileContext context = new TileContext(node, me, machine, limits, packets, router, memory, guard);
        attention = context.attention();
        dla = new DlaArbiter(context);
        fence = new FenceUnit(context, dla, self);
        epoch = new EpochUnit(context);
        barrier = new BarrierUnit(context, 0);
        leg = machine.barrier().isTree() ? new BarrierLeg(node == 0 ? TREE : TREE | PARENT) : null;
        if (leg != null) {
            barrier.giIn(leg.all());
        }
        routed = HAS_BARRIER && HwLayout.COLLECTIVE_UNITS > 0 ? new ClassRouteBarriers(context, classRoutes) : null;
        tree = new TreePort(context, classRoutes, links);
        counters = new PerfCounters(node, counts, waits, guard);
        Ports.Beside beside = new Ports.Beside(epoch.origin, epoch.target, fence, dla, self);
        rx = new DmaRx(context, beside);
        tx = new DmaTx(
                context,
                beside,
                new Ports.ControlSource[] {fence.control, epoch.origin.control},
                new Ports.ControlSource[] {epoch.target.control, rx.creditSend()},
                rx);
        rx.connect(tx);
        shown = patterns();
    }

    /** Receives the command on the pins, a HwLayout.TileCommand in the name of `owner`; at most one a cycle. */
    public void command(int owner, int op, long w0, long w1, long w2, long w3) {
        commanded = true;
        if (guard.admits(owner, op, w0, w1, w2, w3)) {
            boolean ofTask = op == TileCommand.TASK_RESET || op == TileCommand.TASK_GRANT;
            long second = ofTask ? HostResource.task(w0) : w2;
            obey(owner, guard.op(), guard.word(), w1, second, w3);
        }
    }

    private void obey(int owner, int op, long w0, long w1, long w2, long w3) {
        if (OptionalUnit.isOfAbsent(op)) {
            tx.refuse(w0);
            return;
        }
        switch (op) {
            case TileCommand.EPOCH_OPEN, TileCommand.EPOCH_CLOSE -> epoch.origin.command(op, w0);
            case TileCommand.EPOCH_ADMIT -> epoch.target.admit(w0);
            case TileCommand.BAR_ENTER, TileCommand.BAR_LEAVE, TileCommand.BAR_ADD, TileCommand.BAR_READ -> {
                if (BarrierCommand.barrier(w0) == 0) {
                    barrier.command(op, w0);
                } else if (routed != null) {
                    routed.command(op, w0);
                }
            }
            case TileCommand.TREE_GIVE,
                    TileCommand.TREE_BODY,
                    TileCommand.TREE_READ,
                    TileCommand.TREE_ABORT,
                    TileCommand.DEVICE_LOCK,
                    TileCommand.DEVICE_UNLOCK,
                    TileCommand.DEVICE_READ_HEADER,
                    TileCommand.DEVICE_DRAIN -> tree.command(owner, op, w0, w1, w2);
            case TileCommand.COUNT_CONTROL, TileCommand.COUNT_READ -> {
                counters.command(op, w0);
                countsDue = true;
            }
            default -> { // each of these knows its own commands
                dla.command(owner, op, w0, w1, (int) w3);
                tx.command(owner, op, w0, w1, w2, w3);
                if (!rx.command(op, w0, w1)) {
                    guard.empty(owner);
                }
            }
        }
    }

    /** Receives the flit on ejection link `port`: 0 and 1 for requests, 2 and 3 for responses. */
    public void eject(int port, int flit) {
        rx.eject(port, flit);
    }

    public void injectCredit(int port) {
        tx.injectCredit(port);
    }

    // ---- answers of the memory; each call precedes the step of the cycle in which the answer is on the pins

    /** Receives the data of a read; bytes beyond the requested length are zero. */
    public void readReply(int port, int ctx, long d0, long d1) {
        tx.readReply(port, ctx, d0, d1);
    }

    /** @param old the 64 bits before an atomic; undefined after a write */
    public void writeAck(int port, long old) {
        rx.writeAck(port, old);
    }

    /** Notes that the status of the DLA is in memory. */
    public void statusAck() {
        dla.statusAck();
    }

    /** Returns whether a store must wait (DLA_BYPASS); all later commands at the host interface then wait, too. */
    public boolean storeStall() {
        return dla.storeStall();
    }

    /**
     * Returns, once, the number of cycles after which the tile must be awake even without an input; 0 if there is none.
     */
    public int alarm() {
        return dla.alarm();
    }

    /**
     * Receives the patterns on the pins of a mask when some of them have changed: bits 9b + 8 to 9b of barrier b; on
     * wires the OR of all nodes in bits 2:0.
     */
    public void giIn(long mask, long patterns) {
        if (!HAS_BARRIER) {
            return;
        }
        long before = pins;
        pins = pins & ~mask | patterns;
        if (leg == null) {
            barrier.giIn((int) pins & (1 << HwLayout.PATTERN_BITS) - 1);
        } else {
            leg.in((int) pins & LEG);
        }
        if (routed != null && (pins ^ before) >>> LEG_BITS != 0) {
            routed.in(pins >>> LEG_BITS);
        }
    }

    /** Returns the patterns that this node shows, in the places of {@link #giIn}. */
    public long giOut() {
        return shown;
    }

    private long patterns() {
        long own = leg == null ? barrier.giOut() : leg.out();
        return routed == null ? own : routed.out() << LEG_BITS | own;
    }

    public void cycle(long t) {
        boolean changed = leg != null && leg.edge(barrier.giOut());
        dmaStep(t);
        boolean others = attention.besideDma();
        if (others) {
            fence.step();
        }
        assert attention.edges(true);
        self.edge();
        tx.edge(t);
        rx.edge(t);
        if (others) {
            dla.edge(t);
            fence.edge(t);
            epoch.edge(t);
            barrier.edge(t);
        }
        if (attention.has(Attention.TREE)) {
            tree.edge(t);
        }
        if (commanded) {
            commanded = false;
            guard.edge();
            fence.granted(guard.lanes());
        }
        if (countsDue) {
            counters.edge(t);
            countsDue = counters.busy();
        }
        assert attention.edges(false);
        boolean routes = attention.has(Attention.ROUTES);
        if (routes) {
            routed.edge(t);
        }
        if (changed) {
            barrier.giIn(leg.all());
        }
        if (others || routes || leg != null) {
            shown = patterns();
        }
    }

    private void dmaStep(long t) {
        boolean counts = waits.begin(t);
        if (counts) {
            tx.look(waits);
            rx.look(waits);
        }
        tx.step(t);
        rx.step(t);
        if (counts) {
            tx.tell(waits);
            waits.end(tx.prepared, rx.taken);
        }
    }

    /** Returns false only if a cycle without input would change nothing. */
    public boolean busy() {
        return tx.busy()
                || rx.busy()
                || countsDue
                || leg != null && leg.isBusy(barrier.giOut())
                || attention.has(Attention.TREE)
                || attention.has(Attention.ROUTES) && routed.busy()
                || attention.besideDma() && (dla.busy() || fence.busy() || epoch.busy() || barrier.busy());
    }
}
