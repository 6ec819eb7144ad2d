// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CounterControl;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.WaitCause;
import fairlead.machine.Arbitration;
import fairlead.machine.LongTable;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.Stamps;
import fairlead.verdict.Checker.Packet;

/**
 * The verdict `router_counters`: judges the performance counters of a run by the packets that entered and left the
 * network. What an injection port has moved are the flits that entered by it. What came into a router has left it, to a
 * neighbour or to the node. The links of a dimension have carried each flit over its shortest way in this dimension.
 * The queues of a NIC have prepared the requests that entered, and consumed the flits that left. All cycles are
 * counted, and no flit has waited longer than its packet was under way. Where heads pass stages of the router in their
 * buffers, all of this holds of packets as of flits: each head has had its stages once in each router.
 */
public final class RouterAccount {
    private static final int COUNTERS = HwLayout.ROW_COUNTERS;
    private static final int BLOCKED = 1;
    private static final int STAGE = BLOCKED + WaitCause.STAGE; // no blocked cycles
    private static final int CLASSES = HwLayout.CLASSES;
    private static final int LINKS = HwLayout.LINKS;
    private static final int LOCALS = CLASSES * HwLayout.MOST_PORTS;
    private static final int INJECTION = LINKS * CLASSES; // first row of the injection ports
    private static final int ROUTED = HwLayout.FIRST_SEND_ROW; // rows of the router
    private static final int ROWS = HwLayout.CYCLES_ROW + 1;
    private static final int DIMENSIONS = LINKS / 2;

    private final MachineConfig config;
    private final Shape shape;
    private final Stamps stamps;
    private final Violations violations = new Violations();
    private final long[] on; // cycle of the command that switched a node's counters on, or -1
    private final Traffic flits;
    private final Traffic heads;
    private final long[] prepared; // by node: requests of operations that entered, and fences that were armed
    private final long[] underWay = new long[CLASSES]; // flits times cycles
    private boolean judges = true; // whether the counters were switched once
    private long[] counters;
    private long compared;

    public RouterAccount(MachineConfig config) {
        this(config, HwLayout.HEAD_STAGES);
    }

    /** @param headStages cycles in stages that the counters have of a head in each router */
    RouterAccount(MachineConfig config, int headStages) {
        this.config = config;
        shape = config.shape();
        stamps = config.stamps();
        on = Checker.never(shape.nodes());
        flits = new Traffic("flits", 0, 1);
        heads = new Traffic("cycles in stages", STAGE, headStages);
        prepared = new long[shape.nodes()];
    }

    /** A performance counter of the routers, and what the packets of the run must have added to it at each port. */
    private final class Traffic {
        private final String name;
        private final int counter; // of a row of the router
        private final int each; // of a flit or head
        private final long[] entered = new long[shape.nodes() * LOCALS]; // by node and injection port
        private final long[] left = new long[shape.nodes() * LOCALS]; // by node and ejection port
        private final long[] carried = new long[CLASSES * DIMENSIONS]; // times shortest hops

        private Traffic(String name, int counter, int each) {
            this.name = name;
            this.counter = counter;
            this.each = each;
        }

        private void add(Packet p, int port, long[] ports, int count) {
            if (port >= 0 && port < LOCALS) {
                ports[p.node * LOCALS + port] += each * count;
            }
            for (int d = 0; ports == left && p.src >= 0 && d < DIMENSIONS; d++) {
                carried[(int) Header0.cls(p.w0) * DIMENSIONS + d] +=
                        (long) each * count * Packet.hops(shape, d, p.src, p.node);
            }
        }
    }

    void command(CommandBuffer commands, int i) {
        if (commands.op(i) == TileCommand.COUNT_CONTROL) {
            int node = commands.node(i);
            judges &= on[node] < 0 && CounterControl.on(commands.word(i, 0)) != 0;
            on[node] = commands.cycle(i);
        }
    }

    void armed(int node) {
        prepared[node]++;
    }

    void injected(Packet p) {
        int port = p.unit - EventUnit.TX_REQ0;
        flits.add(p, port, flits.entered, p.flits());
        heads.add(p, port, heads.entered, 1);
        prepared[p.node] += p.type <= PacketType.MSG ? 1 : 0;
    }

    /** @param entered cycle in which the head entered the network, or {@link LongTable#ABSENT} */
    void delivered(Packet p, long entered) {
        int port = p.unit - EventUnit.RX_REQ0;
        flits.add(p, port, flits.left, p.flits());
        heads.add(p, port, heads.left, 1);
        if (entered != LongTable.ABSENT) {
            underWay[(int) Header0.cls(p.w0)] += p.flits() * (p.cycle - stamps.cycle(entered, Header0.stamp(p.w0)));
        }
    }

    /**
     * Judges the counters.
     *
     * @param read the counters, by (node * rows + row) * HwLayout.ROW_COUNTERS + counter
     * @param cycle cycle in which they were switched off
     * @param drained whether no packet is in the network
     */
    public Verdict finish(long[] read, long cycle, boolean drained) {
        counters = read;
        boolean all = drained && judges;
        for (int node = 0; node < shape.nodes(); node++) {
            for (int row = 0; row < HwLayout.CYCLES_ROW; row++) {
                causes(node, row);
                if (all) {
                    time(node, row);
                }
            }
            if (all) {
                same(node, "counted", flits(node, HwLayout.CYCLES_ROW), cycle - on[node], "cycles");
                flow(node, flits);
                flow(node, heads);
                nic(node);
            }
        }
        for (int cls = 0; all && cls < CLASSES; cls++) {
            network(cls, flits);
            network(cls, heads);
            waits(cls);
        }
        return Verdict.of("router_counters", compared, violations, "sums of counters");
    }

    private long counter(int node, int row, int which) {
        return counters[(node * ROWS + row) * COUNTERS + which];
    }

    private long flits(int node, int row) {
        return counter(node, row, 0);
    }

    private long waited(int node, int row) {
        return counter(node, row, BLOCKED) + (heads.each > 0 ? counter(node, row, STAGE) : 0);
    }

    private static int row(int link, int cls) {
        return link * CLASSES + cls;
    }

    private void require(boolean holds, int node, String what, Object... values) {
        compared++;
        if (!holds) {
            violations.add("node " + node + ": " + String.format(what, values));
        }
    }

    private void same(int node, String who, long counted, long due, String what) {
        require(counted == due, node, "%s %s of %s %s", who, counted, due, what);
    }

    private static String text(int row) {
        if (row >= HwLayout.FIRST_RECEIVE_ROW) {
            return "row of ejection port " + (row - HwLayout.FIRST_RECEIVE_ROW);
        }
        if (row >= ROUTED) {
            return "row of source " + (row - ROUTED) + " of requests";
        }
        return row < INJECTION
                ? "row of link " + row / CLASSES + ", class " + row % CLASSES
                : "row of injection port " + (row - INJECTION);
    }

    /** Each blocked cycle has one cause, and causes that the machine cannot have do not occur. */
    private void causes(int node, int row) {
        String name = text(row);
        long sum = 0;
        for (int counter = BLOCKED + 1; counter < COUNTERS; counter++) {
            boolean isStage = counter == STAGE && row < ROUTED && heads.each > 0;
            sum += isStage ? 0 : counter(node, row, counter);
        }
        long blocked = counter(node, row, BLOCKED);
        require(sum == blocked, node, "%s has %s blocked cycles and %s with a cause", name, blocked, sum);
        if (row < ROUTED) {
            boolean slow = config.linkInterval() > 1 || config.linkChunk() > 1;
            boolean free = slow || counter(node, row, BLOCKED + WaitCause.LINK) == 0;
            require(free, node, "%s has waited for a link, and all links are as fast as the router", name);
            boolean byAge = config.arbitration() == Arbitration.AGE;
            boolean none = byAge || counter(node, row, BLOCKED + WaitCause.CONNECTION) == 0;
            require(none, node, "%s has waited for a connection, which this arbitration does not keep", name);
        }
    }

    /**
     * A port takes one flit a cycle, and a row of the router has as many waits a cycle as VCs, if flits come by it. A
     * queue of the NIC has one head, which moves or waits.
     */
    private void time(int node, int row) {
        String name = text(row);
        long cycles = flits(node, HwLayout.CYCLES_ROW);
        long moved = flits(node, row);
        long blocked = counter(node, row, BLOCKED);
        if (row >= ROUTED) {
            boolean fits = moved + blocked <= cycles && (moved > 0 || blocked == 0);
            require(fits, node, "%s has moved %s times and waited %s of %s cycles", name, moved, blocked, cycles);
            return;
        }
        long most = moved == 0 ? 0 : (row < INJECTION ? HwLayout.VCS_PER_CLASS : 1) * cycles;
        require(moved <= cycles, node, "%s has moved %s flits in %s cycles", name, moved, cycles);
        String what = "%s has %s blocked cycles of %s flits in %s cycles";
        require(waited(node, row) <= most, node, what, name, blocked, moved, cycles);
    }

    /** What the sources of requests have prepared has entered, and what the receivers have consumed has left. */
    private void nic(int node) {
        long sum = 0;
        for (int row = ROUTED; row < HwLayout.FIRST_RECEIVE_ROW; row++) {
            sum += flits(node, row);
        }
        String what = "FIFOs and store path have prepared %s requests, and %s have entered";
        require(sum == prepared[node], node, what, sum, prepared[node]);
        for (int port = 0; port < LOCALS; port++) {
            long taken = flits(node, HwLayout.FIRST_RECEIVE_ROW + port);
            long out = flits.left[node * LOCALS + port];
            same(node, "ejection port " + port + " has consumed", taken, out, "flits");
        }
    }

    /** What enters by an injection port, and what comes into a router and leaves it. */
    private void flow(int node, Traffic traffic) {
        if (traffic.each == 0) {
            return;
        }
        for (int port = 0; port < LOCALS; port++) {
            long counted = counter(node, INJECTION + port, traffic.counter);
            long sent = traffic.entered[node * LOCALS + port];
            same(node, "injection port " + port + " has counted", counted, sent, traffic.name);
        }
        for (int cls = 0; cls < CLASSES; cls++) {
            long in = 0;
            long out = 0;
            for (int port = cls * HwLayout.MOST_PORTS; port < (cls + 1) * HwLayout.MOST_PORTS; port++) {
                in += counter(node, INJECTION + port, traffic.counter);
                out += traffic.left[node * LOCALS + port];
            }
            for (int link = 0; link < LINKS; link++) {
                in += counter(node, row(link, cls), traffic.counter);
                if (shape.hasLink(node, link)) {
                    out += counter(shape.neighbour(node, link), row(link ^ 1, cls), traffic.counter);
                }
            }
            String what = "%s %s of class %s came into the router, and %s left it";
            require(in == out, node, what, in, traffic.name, cls, out);
        }
    }

    private void network(int cls, Traffic traffic) {
        long[] sums = new long[DIMENSIONS];
        for (int node = 0; node < shape.nodes(); node++) {
            for (int link = 0; link < LINKS; link++) {
                sums[link >> 1] += counter(node, row(link, cls), traffic.counter);
            }
        }
        for (int d = 0; d < DIMENSIONS && traffic.each > 0; d++) {
            long due = traffic.carried[cls * DIMENSIONS + d];
            String what = traffic.name + " of class " + cls;
            same(0, "the links of dimension " + d + " have counted", sums[d], due, what);
        }
    }

    /** No flit waits, or is in a stage, longer than its packet is under way. */
    private void waits(int cls) {
        long blocked = 0;
        for (int node = 0; node < shape.nodes(); node++) {
            for (int link = 0; link < LINKS; link++) {
                blocked += waited(node, row(link, cls));
            }
            for (int port = 0; port < HwLayout.MOST_PORTS; port++) {
                blocked += waited(node, INJECTION + cls * HwLayout.MOST_PORTS + port);
            }
        }
        String what = "flits of class %s have waited %s cycles, and were under way for %s";
        require(blocked <= underWay[cls], 0, what, cls, blocked, underWay[cls]);
    }
}
