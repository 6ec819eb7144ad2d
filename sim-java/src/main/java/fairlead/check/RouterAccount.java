// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.engine.api.Arbitration;
import fairlead.engine.api.CommandBuffer;
import fairlead.engine.api.EventCursor;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Mix;
import fairlead.engine.api.Shape;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CounterControl;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.WaitCause;
import java.util.Arrays;

/**
 * The verdict `router_counters`: judges the performance counters of a run by the packets that entered and left the
 * network. What an injection port has moved are the flits that entered by it. What came into a router has left it, to a
 * neighbour or to the node. The links of a dimension have carried each flit over its shortest way in this dimension. The
 * queues of a NIC have prepared the requests that entered, and consumed the flits that left. All cycles are counted, and
 * no flit has waited longer than its packet was under way.
 */
public final class RouterAccount {
    static final String NAME = "router_counters";

    private static final int COUNTERS = HwLayout.ROW_COUNTERS;
    private static final int BLOCKED = 1;
    private static final int CLASSES = HwLayout.CLASSES;
    private static final int LINKS = HwLayout.LINKS;
    private static final int LOCALS = CLASSES * HwLayout.LOCAL_PORTS;
    private static final int ROUTED = HwLayout.FIRST_SEND_ROW; // rows of the router
    private static final int ROWS = HwLayout.CYCLES_ROW + 1;
    private static final int DIMENSIONS = LINKS / 2;

    private final MachineConfig config;
    private final Shape shape;
    private final Violations violations = new Violations();
    private final InFlight inFlight = new InFlight();
    private final long[] on; // cycle of the command that switched a node's counters on, or -1
    private final long[] entered; // flits, by node and injection port
    private final long[] left; // flits, by node and ejection port
    private final long[] prepared; // by node: requests of operations that entered, and fences that were armed
    private final long[] carried = new long[CLASSES * DIMENSIONS]; // flits times shortest hops
    private final long[] underWay = new long[CLASSES]; // flits times cycles
    private boolean judges = true; // whether the counters were switched once
    private long[] counters;
    private long compared;

    public RouterAccount(final MachineConfig config) {
        this.config = config;
        shape = config.shape();
        on = new long[shape.nodes()];
        Arrays.fill(on, -1);
        entered = new long[shape.nodes() * LOCALS];
        left = new long[shape.nodes() * LOCALS];
        prepared = new long[shape.nodes()];
    }

    /** Notes the commands that software is about to give to the engine. */
    public void commands(final CommandBuffer commands) {
        for (int i = 0; i < commands.count(); i++) {
            if (commands.op(i) == TileCommand.COUNT_CONTROL) {
                final int node = commands.node(i);
                judges &= on[node] < 0 && CounterControl.on(commands.word(i, 0)) != 0;
                on[node] = commands.cycle(i);
            }
        }
    }

    /** Passes a batch of events, and rewinds the cursor. */
    public void events(final EventCursor batch) {
        batch.rewind();
        while (batch.next()) {
            final int kind = batch.kind();
            if (batch.node() >= shape.nodes()) {
                continue;
            }
            if (kind == EventKind.PACKET_INJECTED || kind == EventKind.PACKET_DELIVERED) {
                packet(kind == EventKind.PACKET_INJECTED, batch);
            } else if (kind == EventKind.FLUSH_ARMED) {
                prepared[batch.node()]++;
            }
        }
        batch.rewind();
    }

    private void packet(final boolean enters, final EventCursor e) {
        final long head = e.a();
        final long key = Mix.mix64(head ^ Mix.mix64(e.b()));
        final int flits = Routes.flits(head);
        final int cls = (int) Header0.cls(head);
        if (enters) {
            final int port = e.unit() - EventUnit.TX_REQ0;
            if (port >= 0 && port < LOCALS) {
                entered[e.node() * LOCALS + port] += flits;
            }
            prepared[e.node()] += Header0.ptype(head) <= PacketType.MSG ? 1 : 0;
            inFlight.add(key, e.cycle());
            return;
        }
        final int ejection = e.unit() - EventUnit.RX_REQ0;
        if (ejection >= 0 && ejection < LOCALS) {
            left[e.node() * LOCALS + ejection] += flits;
        }
        final int origin = Routes.rank(shape, Header0.src(head));
        if (origin >= 0) {
            for (int d = 0; d < DIMENSIONS; d++) {
                carried[cls * DIMENSIONS + d] += (long) flits * Routes.hops(shape, d, origin, e.node());
            }
        }
        final long since = inFlight.remove(key);
        if (since != InFlight.ABSENT) {
            underWay[cls] += flits * (e.cycle() - since + (since - Header0.stamp(head) & Header0.STAMP_MASK));
        }
    }

    /**
     * Judges the counters.
     *
     * @param read the counters, by (node * rows + row) * HwLayout.ROW_COUNTERS + counter
     * @param cycle cycle in which they were switched off
     * @param drained whether no packet is in the network
     */
    public Verdict finish(final long[] read, final long cycle, final boolean drained) {
        counters = read;
        for (int node = 0; node < shape.nodes(); node++) {
            for (int row = 0; row < HwLayout.CYCLES_ROW; row++) {
                causes(node, row);
                if (drained && judges) {
                    time(node, row);
                }
            }
            if (drained && judges) {
                final long cycles = cycles(node);
                require(
                        cycles == cycle - on[node],
                        node,
                        "counted " + cycles + " of " + (cycle - on[node]) + " cycles");
                flow(node);
                nic(node);
            }
        }
        if (drained && judges) {
            for (int cls = 0; cls < CLASSES; cls++) {
                network(cls);
            }
        }
        return Verdict.of(NAME, compared, violations, "sums of counters");
    }

    private long counter(final int node, final int row, final int which) {
        return counters[(node * ROWS + row) * COUNTERS + which];
    }

    private long flits(final int node, final int row) {
        return counter(node, row, 0);
    }

    private long cycles(final int node) {
        return counter(node, HwLayout.CYCLES_ROW, 0);
    }

    private static int row(final int link, final int cls) {
        return link * CLASSES + cls;
    }

    private void require(final boolean holds, final int node, final String what) {
        compared++;
        if (!holds) {
            violations.add("node " + node + ": " + what);
        }
    }

    private static String text(final int row) {
        if (row >= HwLayout.FIRST_RECEIVE_ROW) {
            return "row of ejection port " + (row - HwLayout.FIRST_RECEIVE_ROW);
        }
        if (row >= ROUTED) {
            return "row of source " + (row - ROUTED) + " of requests";
        }
        return row < LINKS * CLASSES
                ? "row of link " + row / CLASSES + ", class " + row % CLASSES
                : "row of injection port " + (row - LINKS * CLASSES);
    }

    /** Each blocked cycle has one cause, and causes that the machine cannot have do not occur. */
    private void causes(final int node, final int row) {
        long sum = 0;
        for (int counter = BLOCKED + 1; counter < COUNTERS; counter++) {
            sum += counter(node, row, counter);
        }
        final long blocked = counter(node, row, BLOCKED);
        require(sum == blocked, node, text(row) + " has " + blocked + " blocked cycles and " + sum + " with a cause");
        if (row >= ROUTED) {
            return;
        }
        final boolean slow = config.linkInterval() > 1 || config.linkChunk() > 1;
        require(
                slow || counter(node, row, BLOCKED + WaitCause.LINK) == 0,
                node,
                text(row) + " has waited for a link, and all links are as fast as the router");
        require(
                config.arbitration() == Arbitration.AGE || counter(node, row, BLOCKED + WaitCause.CONNECTION) == 0,
                node,
                text(row) + " has waited for a connection, which this arbitration does not keep");
    }

    /**
     * A port takes one flit a cycle, and a row of the router has as many waits a cycle as VCs, if flits come by it. A
     * queue of the NIC has one head, which moves or waits.
     */
    private void time(final int node, final int row) {
        final long cycles = cycles(node);
        final long flits = flits(node, row);
        final long blocked = counter(node, row, BLOCKED);
        if (row >= ROUTED) {
            require(
                    flits + blocked <= cycles && (flits > 0 || blocked == 0),
                    node,
                    text(row) + " has moved " + flits + " times and waited " + blocked + " of " + cycles + " cycles");
            return;
        }
        final int vcs = row < LINKS * CLASSES ? HwLayout.VCS_PER_CLASS : 1;
        require(flits <= cycles, node, text(row) + " has moved " + flits + " flits in " + cycles + " cycles");
        require(
                blocked <= (flits == 0 ? 0 : vcs * cycles),
                node,
                text(row) + " has " + blocked + " blocked cycles of " + flits + " flits in " + cycles + " cycles");
    }

    /** What the sources of requests have prepared has entered, and what the receivers have consumed has left. */
    private void nic(final int node) {
        long sum = 0;
        for (int row = ROUTED; row < HwLayout.FIRST_RECEIVE_ROW; row++) {
            sum += flits(node, row);
        }
        require(
                sum == prepared[node],
                node,
                "FIFOs and store path have prepared " + sum + " requests, and " + prepared[node] + " have entered");
        for (int port = 0; port < LOCALS; port++) {
            final long taken = flits(node, HwLayout.FIRST_RECEIVE_ROW + port);
            final long out = left[node * LOCALS + port];
            require(taken == out, node, "ejection port " + port + " has consumed " + taken + " of " + out + " flits");
        }
    }

    /** What enters by an injection port, and what comes into a router and leaves it. */
    private void flow(final int node) {
        for (int port = 0; port < LOCALS; port++) {
            final long moved = flits(node, LINKS * CLASSES + port);
            final long sent = entered[node * LOCALS + port];
            require(moved == sent, node, "injection port " + port + " has moved " + moved + " of " + sent + " flits");
        }
        for (int cls = 0; cls < CLASSES; cls++) {
            long in = 0;
            for (int port = 0; port < HwLayout.LOCAL_PORTS; port++) {
                in += flits(node, LINKS * CLASSES + cls * HwLayout.LOCAL_PORTS + port);
            }
            long out = 0;
            for (int port = 0; port < HwLayout.LOCAL_PORTS; port++) {
                out += left[node * LOCALS + cls * HwLayout.LOCAL_PORTS + port];
            }
            for (int link = 0; link < LINKS; link++) {
                in += flits(node, row(link, cls));
                if (shape.hasLink(node, link)) {
                    out += flits(shape.neighbour(node, link), row(link ^ 1, cls));
                }
            }
            require(in == out, node, in + " flits of class " + cls + " came into the router, and " + out + " left it");
        }
    }

    private void network(final int cls) {
        long blocked = 0;
        final long[] sums = new long[DIMENSIONS];
        for (int node = 0; node < shape.nodes(); node++) {
            for (int link = 0; link < LINKS; link++) {
                sums[link >> 1] += flits(node, row(link, cls));
                blocked += counter(node, row(link, cls), BLOCKED);
            }
            for (int port = 0; port < HwLayout.LOCAL_PORTS; port++) {
                blocked += counter(node, LINKS * CLASSES + cls * HwLayout.LOCAL_PORTS + port, BLOCKED);
            }
        }
        for (int d = 0; d < DIMENSIONS; d++) {
            final long due = carried[cls * DIMENSIONS + d];
            require(
                    sums[d] == due,
                    0,
                    "the links of dimension " + d + " have carried " + sums[d] + " of " + due + " flits of class "
                            + cls);
        }
        require(
                blocked <= underWay[cls],
                0,
                "flits of class " + cls + " have waited " + blocked + " cycles, and were under way for "
                        + underWay[cls]);
    }
}
