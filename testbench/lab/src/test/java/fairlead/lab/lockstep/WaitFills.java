// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CounterControl;
import fairlead.hw.HwLayout.CounterIndex;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.support.TestMachine;

/**
 * Makes commands whose flits wait for so long that performance counters of 32 bits become full: a credit or a word of
 * memory takes 2^20 cycles, in which both engines have nothing to execute.
 */
final class WaitFills {
    private static final int SLOW = 1 << 20; // the greatest latency
    private static final int LAST = 33; // with traffic, the counters are read last in cycle 2^33
    private static final int FIRST = 18;
    private static final int REST = 1 << 12; // cycles between the end of all waits and the cleared counters
    private static final int INDICES = 1 << CounterIndex.PART_WIDTH + HwLayout.ROW_BITS;
    private static final int PACE = 12;
    private static final int REQUESTS_EVERY = 48;
    private static final int FLUSHES_EVERY = 600;
    private static final int CLEARS = 12;
    private static final int CLEAR_EVERY = 1500;
    private static final long CLEAR =
            CounterControl.CLEAR_MASK << CounterControl.CLEAR_LSB | CounterControl.ON_MASK << CounterControl.ON_LSB;

    private WaitFills() {}

    /**
     * All nodes of 3x3x3 put to node 0 and get from it, and it gets from all. The counters are read in cycles 2^18 to
     * 2^33. Then node 0 clears its own at rest and reads them again after pauses of up to 2^32 - 1 cycles, so the run
     * ends after cycle 2^34.
     *
     * @param packets number of packets of each put and get
     */
    static Fills.Fill slow(Capabilities limits, int packets) {
        Fills fill = new Fills(limits, 60);
        TestMachine machine = fill.machine(3, 3, 3);
        machine.credit = SLOW;
        machine.memory = SLOW;
        Buffers most = limits.most();
        machine.buffers = new Buffers(1, 1, most.injection(), 1, most.dla(), most.response());
        fill.config = machine.config();
        int nodes = fill.config.nodes();
        for (int node = 0; node < nodes; node++) {
            fill.add(0, node, TileCommand.COUNT_CONTROL, CounterControl.ON_MASK << CounterControl.ON_LSB);
            for (int i = 0; i < (node == 0 ? nodes - 1 : 2); i++) {
                int kind = node == 0 || i == 1 ? OpKind.GET : OpKind.PUT;
                long word = fill.descriptor(kind, i & 3, node == 0 ? 1 + i : 0, 256 * packets);
                long counter = (long) i << Descriptor1.CTR_LSB; // of each get its own
                long where = fill.addresses(0, 256 * packets) | (kind == OpKind.GET ? counter : 0);
                fill.add(5 + (long) i * PACE, node, TileCommand.POST, word, where);
            }
            for (int power = FIRST; power <= LAST; power++) {
                look(fill, node, 1L << power);
            }
        }
        long cycle = (1L << LAST) + REST;
        for (int bits = Integer.SIZE; bits > 1; bits--) {
            fill.add(cycle, 0, TileCommand.COUNT_CONTROL, CLEAR);
            cycle += (1L << bits) - 1;
            look(fill, 0, cycle);
            cycle += REST;
        }
        return fill.named("slow credits");
    }

    /** Puts and gets of a few flits between all nodes, over the slowest links, while the counters count. */
    static Fills.Fill paced(Capabilities limits, int rounds) {
        Fills fill = new Fills(limits, 61);
        TestMachine machine = fill.machine(3, 3, 5); // packets in z use two links, too
        machine.linkInterval = HwLayout.MAX_LINK_INTERVAL;
        fill.config = machine.config();
        int nodes = fill.config.nodes();
        for (int node = 0; node < nodes; node++) {
            for (int i = 0; i < CLEARS; i++) {
                fill.add((long) i * CLEAR_EVERY, node, TileCommand.COUNT_CONTROL, CLEAR);
            }
            for (int i = 0; i < rounds; i++) {
                int kind = i % 2 == 0 ? OpKind.PUT : OpKind.GET;
                long word = fill.descriptor(
                        kind, i & 3, (node + 1 + fill.random.nextInt(nodes - 1)) % nodes, 1 + fill.random.nextInt(64));
                fill.add(5 + (long) i * PACE, node, TileCommand.POST, word, fill.addresses(0, fill.address()));
            }
            look(fill, node, 1L << FIRST);
        }
        return fill.named("slow links");
    }

    /**
     * Heads of injection FIFOs that seldom wait: all nodes of 2x2x2 send puts from FIFOs 1 and 3 between requests of
     * the store path through their only port. Then FIFOs 2 and 3 have more flushes than there are fence entries.
     */
    static Fills.Fill beside(Capabilities limits, int rounds) {
        Fills fill = new Fills(limits, 62);
        TestMachine machine = fill.machine(2, 2, 2);
        machine.localPorts = 1;
        machine.memory = 200;
        fill.config = machine.config();
        int nodes = fill.config.nodes();
        for (int node = 0; node < nodes; node++) {
            int target = node ^ 1;
            fill.add(0, node, TileCommand.COUNT_CONTROL, CLEAR);
            fill.add(1, node, TileCommand.DLA_ALLOC, 1L << DlaCommand.PR_LSB | 4L * rounds << DlaCommand.CREDITS_LSB);
            for (int round = 0; round < rounds; round++) {
                long cycle = 20 + (long) round * REQUESTS_EVERY;
                for (int i = 0; i < 6; i++) {
                    long put = fill.descriptor(OpKind.PUT, i % 2 == 0 ? 1 : 3, target, 32);
                    fill.add(cycle, node, TileCommand.POST, put, fill.addresses(0, fill.address()));
                    if (i % 3 == 1) {
                        long request = fill.descriptor(OpKind.PUT, 0, target, HwLayout.FLIT_BYTES);
                        fill.add(
                                cycle, node, TileCommand.DLA_REQUEST, request, fill.addresses(0, fill.address()), 0, 0);
                        fill.add(cycle, node, TileCommand.DLA_DATA, round, i, 0, 0);
                    }
                }
            }
            for (int round = 0; round < rounds; round++) {
                long cycle = (long) rounds * REQUESTS_EVERY + (long) round * FLUSHES_EVERY;
                for (int i = 0; i < 2 * HwLayout.FENCE_ENTRIES; i++) {
                    int kind = i < 2 ? OpKind.PUT : OpKind.FLUSH;
                    long word = fill.descriptor(kind, 2 + i % 2, target, i < 2 ? 8 : 0);
                    long where = kind == OpKind.PUT ? fill.addresses(0, fill.address()) : 0;
                    fill.add(cycle, node, TileCommand.POST, word, where);
                }
            }
        }
        return fill.named("beside");
    }

    private static void look(Fills fill, int node, long cycle) {
        for (int index = 0; index < INDICES; index++) {
            fill.add(cycle + index, node, TileCommand.COUNT_READ, index);
        }
    }
}
