// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.BarrierCount;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.DlaLimits.DlaOptions;
import fairlead.machine.EpochAccess;
import fairlead.machine.Routing;
import fairlead.support.TestMachine;
import java.util.Collections;

/**
 * Makes commands that fill the epoch tables, the barrier and the queue of responses, as {@link Fills} does for other
 * parts.
 */
final class UnitFills {
    private static final int INDICES = HwLayout.ORIGIN_EPOCHS;
    private static final int ROUND = 6000; // in cycles; everything that a round begins has ended after this time
    private static final int STORM = 700; // in cycles; wrong commands of this duration keep other events back

    private static final int SMALL = 1 << 14; // bytes of memory of each node on a large machine

    private UnitFills() {}

    private static long epoch(Fills fill, int index, int target) {
        return (long) index << EpochCommand.INDEX_LSB
                | fill.coord(target) << EpochCommand.TARGET_LSB
                | fill.random.nextLong(1 << EpochCommand.ID_WIDTH) << EpochCommand.ID_LSB;
    }

    /**
     * Adds a command for each index from first to last, one in every second cycle, and a wrong command in every other
     * cycle and for some time after them, so that the origin's other events wait.
     */
    private static void storm(Fills fill, long cycle, int node, int target, int op, int first, int last) {
        int wrong = op == TileCommand.EPOCH_OPEN ? TileCommand.EPOCH_CLOSE : TileCommand.EPOCH_OPEN;
        for (int i = 0; i < STORM; i++) {
            boolean right = i % 2 == 0 && first + i / 2 <= last;
            fill.add(cycle + i, node, right ? op : wrong, epoch(fill, right ? first + i / 2 : last, target));
        }
    }

    /**
     * One node opens and closes all its epochs to another node, which a third node may hold. All events about them wait
     * together.
     */
    static Fills.Fill epochs(Capabilities limits, EpochAccess access, int rounds) {
        int thin = access.ordinal(); // dimension with few nodes
        Fills fill = new Fills(limits, 60 + access.ordinal());
        TestMachine machine = fill.machine(thin == 0 ? 4 : 16, thin == 1 ? 4 : 16, thin == 2 ? 4 : 16);
        machine.memory = 40;
        machine.memoryBytes = SMALL;
        fill.config = machine.config().change().epochAccess(access).build();
        for (int round = 0; round < rounds; round++) {
            long cycle = 10 + (long) round * ROUND;
            int target = 0;
            int holder = 1;
            int origin = 2 + fill.random.nextInt(fill.config.nodes() - 2);
            if (access != EpochAccess.OPEN) {
                fill.add(cycle, holder, TileCommand.EPOCH_OPEN, epoch(fill, 0, target));
                fill.add(cycle + 1, holder, TileCommand.EPOCH_OPEN, epoch(fill, 1, target));
                fill.add(cycle + 150, holder, TileCommand.EPOCH_CLOSE, epoch(fill, 0, target));
                fill.add(cycle + 2500, holder, TileCommand.EPOCH_CLOSE, epoch(fill, 1, target));
            }
            if (access == EpochAccess.OPEN) { // half of the epochs close while the events that the others are open wait
                int half = INDICES / 2;
                int low = round % 2 * half;
                for (int i = 0; i < half; i++) {
                    fill.add(cycle + i, origin, TileCommand.EPOCH_OPEN, epoch(fill, half - low + i, target));
                }
                storm(fill, cycle + 400, origin, target, TileCommand.EPOCH_OPEN, low, low + half - 1);
                for (int i = 0; i < half; i++) {
                    fill.add(cycle + 400 + STORM + i, origin, TileCommand.EPOCH_CLOSE, half - low + i);
                }
                storm(fill, cycle + 3800, origin, target, TileCommand.EPOCH_CLOSE, low, low + half - 1);
            } else {
                storm(fill, cycle + 400, origin, target, TileCommand.EPOCH_OPEN, 0, INDICES - 1);
                storm(fill, cycle + 3800, origin, target, TileCommand.EPOCH_CLOSE, 0, INDICES - 1);
            }
        }
        return fill.named("epochs " + access + " " + rounds);
    }

    /** Barriers of 16 tasks. Additions between them bring the counter near each power of two. */
    static Fills.Fill barriers(Capabilities limits) {
        Fills fill = new Fills(limits, 70);
        TestMachine machine = fill.machine(1, 1, 1);
        int tasks = limits.maxTasks();
        machine.tasks = Collections.nCopies(1, tasks);
        machine.barrierWidth = 16;
        fill.config = machine.config();
        long cycle = 10;
        for (int bit = 4; bit <= 16; bit++) {
            for (int turn = 0; turn < 2; turn++) { // to one step below the power of two, then beyond it
                long k = turn == 0 ? (1L << bit) - 3L * tasks & 0xFFFF : -(1L << bit) - tasks & 0xFFFF;
                fill.add(cycle, 0, TileCommand.BAR_ADD, k << BarrierCount.K_LSB | bit - 1 & 15);
                fill.add(cycle + 5, 0, TileCommand.BAR_READ, (long) (bit + turn & 15));
                for (int instance = 0; instance < 3; instance++) {
                    cycle += 60;
                    for (int task = 0; task < tasks; task++) {
                        long master = task == 0 ? 1L << BarrierCommand.MASTER_LSB : 0;
                        fill.add(cycle + task, 0, TileCommand.BAR_ENTER, task | master);
                    }
                    int late = instance == 0 ? TileCommand.BAR_READ : TileCommand.BAR_ADD; // the addition is refused
                    fill.add(cycle + tasks, 0, late, 1L << BarrierCount.K_LSB);
                }
                cycle += 60;
            }
        }
        return fill.named("barriers");
    }

    /** Many nodes get from one node, more than its response queue can hold. */
    static Fills.Fill incast(Capabilities limits, int kx, int ky, int kz, int of) {
        Fills fill = new Fills(limits, 80L + kx);
        TestMachine machine = fill.machine(kx, ky, kz);
        machine.routing = Routing.ADAPTIVE;
        fill.config = machine.config();
        for (int node = 0; node < fill.config.nodes(); node++) {
            for (int counter = 0; counter < HwLayout.COUNTERS; counter++) {
                fill.add(1 + counter, node, TileCommand.COUNTER_SET, counter, 0);
            }
            for (int i = 0; i < 12; i++) {
                int length = 1 + fill.random.nextInt(i % 3 == 0 ? 600 : 60);
                long get = fill.descriptor(OpKind.GET, i & 3, of, length)
                        | fill.random.nextLong(4) << Descriptor0.MODE_LSB;
                long counter = (long) fill.random.nextInt(HwLayout.COUNTERS) << Descriptor1.CTR_LSB
                        | 1L << Descriptor1.CTR_VALID_LSB;
                long cycle = 80 + fill.random.nextInt(4000);
                fill.add(cycle, node, TileCommand.POST, get, fill.addresses(fill.address(), fill.address()) | counter);
                if (i % 3 == 0) {
                    fill.add(cycle, node, TileCommand.POST, fill.descriptor(OpKind.FLUSH, i & 3, of, 0), 0);
                }
            }
        }
        return fill.named("incast " + fill.config.shape());
    }

    /** Posts the longest possible put to each injection FIFO. */
    static Fills.Fill longest(Capabilities limits) {
        Fills fill = new Fills(limits, 90);
        TestMachine machine = fill.machine(2, 1, 1);
        machine.memoryBytes = 1 << HwLayout.ADDRESS_BITS;
        fill.config = machine.config();
        int length = (1 << HwLayout.LENGTH_BITS) - 1;
        for (int fifo = 0; fifo < HwLayout.INJECTION_FIFOS; fifo++) {
            int last = (1 << HwLayout.ADDRESS_BITS) - length;
            long put = fill.descriptor(OpKind.PUT, fifo, 1, length);
            fill.add(5 + fifo, 0, TileCommand.POST, put, fill.addresses(last, last));
        }
        return fill.named("longest puts");
    }

    /**
     * Sends to targets all over a large machine: epochs, store-path requests each followed by a flush, messages from
     * each node, and the longest get of the store path.
     */
    static Fills.Fill anywhere(Capabilities limits, int kx, int ky, int kz) {
        Fills fill = new Fills(limits, 95);
        TestMachine machine = fill.machine(kx, ky, kz);
        machine.buffers = fill.buffers(16);
        fill.config = machine.config().withMessageBase(Fills.MEMORY / 2);
        int nodes = fill.config.nodes();
        long kind = 1L << DlaCommand.CD_LSB;
        long words = 2L * limits.dlaChannels() << DlaCommand.CREDITS_LSB;
        for (int i = 0; i < 200; i++) {
            long cycle = 10 + 120L * i;
            int target = 1 + fill.random.nextInt(nodes - 1);
            fill.add(cycle, 0, TileCommand.EPOCH_OPEN, epoch(fill, i % INDICES, target));
            fill.add(cycle + 3000, 0, TileCommand.EPOCH_CLOSE, i % INDICES);
            int channel = i % limits.dlaChannels();
            fill.add(cycle + 1, 0, TileCommand.DLA_ALLOC, channel | kind | words);
            long put = fill.descriptor(OpKind.PUT, 0, target, HwLayout.FLIT_BYTES);
            fill.add(cycle + 2, 0, TileCommand.DLA_REQUEST, put, fill.addresses(0, fill.address()), 0, channel);
            fill.add(cycle + 3, 0, TileCommand.DLA_DATA, i, -i, 0, channel);
            int length = i % 100 == 0 ? Fills.MEMORY - 1 - fill.random.nextInt(Fills.MEMORY / 2) : 1;
            long get = fill.descriptor(OpKind.GET, 0, i % 2, length);
            if (i % 5 == 0) {
                fill.add(cycle + 4, 0, TileCommand.DLA_REQUEST, get, 0, 0, channel);
                fill.add(cycle + 5, 0, TileCommand.DLA_DATA, 0, 0, 0, channel);
            }
            fill.add(cycle + 6, 0, TileCommand.DLA_END, channel | 1L << DlaCommand.DEALLOC_LSB);
            fill.add(cycle + 7, 0, TileCommand.POST, fill.descriptor(OpKind.FLUSH, i & 3, target, 0), 0);
            long message = fill.descriptor(OpKind.MSG, i & 3, 0, 1 + fill.random.nextInt(256));
            fill.add(cycle, target, TileCommand.MSG_CREDIT, fill.coord(0), 1);
            fill.add(cycle + 1, target, TileCommand.POST, message, fill.addresses(0, i & 3));
            fill.add(cycle + 3000, 0, TileCommand.MSG_POP, i & 3);
        }
        return fill.named("anywhere " + fill.config.shape());
    }

    /** Fetch-adds, compare-and-swaps and one-packet puts between two nodes, through both ports. */
    static Fills.Fill atomics(Capabilities limits) {
        Fills fill = new Fills(limits, 96);
        fill.config = fill.machine(2, 1, 1).config();
        for (int i = 0; i < 6000; i++) {
            int kind = i % 3 == 0 ? OpKind.PUT : i % 3 == 1 ? OpKind.FADD : OpKind.CAS;
            int node = i / 3 % 2;
            int bytes = kind == OpKind.PUT ? HwLayout.MAX_PAYLOAD : 8;
            long word = fill.descriptor(kind, i & 3, 1 - node, bytes);
            long words = fill.addresses(fill.address() & 0xFF, fill.address() & 0xFF);
            fill.add(5 + 25L * i, node, TileCommand.POST, word, words, fill.random.nextLong(), fill.random.nextLong());
        }
        return fill.named("atomics");
    }

    /** Long gets between all nodes of a machine, whose data may take any minimal path. */
    static Fills.Fill gets(Capabilities limits, Routing routing) {
        Fills fill = new Fills(limits, 97);
        TestMachine machine = fill.machine(4, 4, 4);
        machine.routing = routing;
        fill.config = machine.config();
        for (int node = 0; node < fill.config.nodes(); node++) {
            for (int i = 0; i < 40; i++) {
                long get = fill.descriptor(
                                OpKind.GET,
                                fill.random.nextInt(4),
                                fill.random.nextInt(fill.config.nodes()),
                                1 + fill.random.nextInt(3000))
                        | 1L << Descriptor0.MODE_LSB;
                fill.add(5 + 20L * i, node, TileCommand.POST, get, fill.addresses(fill.address(), fill.address()));
            }
        }
        return fill.named("gets " + routing.mode());
    }

    /**
     * Without event credits, each channel is denied allocations and sets markers, so that its events are merged. From
     * time to time a credit returns.
     */
    static Fills.Fill notices(Capabilities limits) {
        Fills fill = new Fills(limits, 98);
        TestMachine machine = fill.machine(2, 1, 1);
        machine.dla = machine.dla.with(new DlaOptions(1, Fills.MEMORY - 64, 1, 0, 1, false));
        fill.config = machine.config();
        long kind = 1L << DlaCommand.CD_LSB;
        int channels = limits.dlaChannels();
        long all = (long) (limits.most().dla() - 1) << DlaCommand.CREDITS_LSB;
        for (int i = 0; i < 24_000; i++) {
            // holds all credits, so that the other channels are denied them
            int holder = i < 12_000 ? 0 : channels - 1;
            long cycle = 600 + 4L * i;
            if (i % 12_000 == 0) {
                fill.add(cycle - 20, 0, TileCommand.DLA_END, 0 | 1L << DlaCommand.DEALLOC_LSB);
                fill.add(cycle - 10, 0, TileCommand.DLA_ALLOC, holder | kind | all);
            }
            long word = i % channels | (long) i << DlaCommand.BLOCK_LSB;
            fill.add(cycle, 0, TileCommand.DLA_MARK, word);
            if (i % channels != holder) {
                fill.add(
                        cycle + 1,
                        0,
                        TileCommand.DLA_ALLOC,
                        word | kind | 1 + fill.random.nextLong(1000) << DlaCommand.CREDITS_LSB);
                fill.add(cycle + 2, 0, TileCommand.DLA_END, word);
            }
            if (i % 37 == 0) {
                fill.add(cycle + 3, 0, TileCommand.DLA_EVENT_CREDIT, 1);
            }
        }
        return fill.named("notices");
    }

    /** Transfers the given number of credits through the store path between two writes of the status. */
    static Fills.Fill status(Capabilities limits, int credits, int requests) {
        Fills fill = new Fills(limits, 99);
        TestMachine machine = fill.machine(2, 1, 1);
        machine.dla = machine.dla.with(new DlaOptions(0, Fills.MEMORY - 64, credits, 0, 1, false));
        fill.config = machine.config();
        long words = (long) limits.most().dla() << DlaCommand.CREDITS_LSB;
        fill.add(5, 0, TileCommand.DLA_ALLOC, 1L << DlaCommand.PR_LSB | words);
        int most = HwLayout.DLA_INLINE_BYTES / HwLayout.FLIT_BYTES;
        for (int i = 0; i < requests; i++) {
            long cycle = 20 + 7L * i;
            int flits = most - i % 3; // the counts between two writes differ
            long put = fill.descriptor(OpKind.PUT, 0, 1, flits * HwLayout.FLIT_BYTES);
            fill.add(cycle, 0, TileCommand.DLA_REQUEST, put, fill.addresses(0, 64 * (i & 0xFF)), 0, 0);
            for (int flit = 0; flit < flits; flit++) {
                fill.add(cycle, 0, TileCommand.DLA_DATA, i, flit, 0, 0);
            }
        }
        return fill.named("status " + credits);
    }

    /** Operations of a node on itself wait for a slow memory in every buffer on their path. */
    static Fills.Fill self(Capabilities limits) {
        Fills fill = new Fills(limits, 100);
        TestMachine machine = fill.machine(1, 1, 1);
        machine.memory = 6000;
        fill.config = machine.config();
        for (int i = 0; i < 600; i++) {
            int length = i < HwLayout.INJECTION_FIFOS ? HwLayout.FLIT_BYTES : 0;
            long put = fill.descriptor(OpKind.PUT, i & 3, 0, length);
            long cycle = i < HwLayout.INJECTION_FIFOS ? 5 + i : 6500 + 3L * i;
            fill.add(cycle, 0, TileCommand.POST, put, fill.addresses(0, fill.address()));
        }
        return fill.named("to itself");
    }
}
