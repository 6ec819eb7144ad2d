// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EngineOptions;
import fairlead.engine.ForwardingEngine;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CounterControl;
import fairlead.hw.HwLayout.ReceiveCause;
import fairlead.hw.HwLayout.SendCause;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.WaitCause;
import fairlead.lab.cases.Case;
import fairlead.lab.lockstep.PresetEngine.Register;
import fairlead.lockstep.DifferenceException;
import fairlead.lockstep.LockstepEngine;
import fairlead.lockstep.Monitor;
import fairlead.machine.MachineConfig;
import fairlead.node.CounterReading;
import fairlead.rtl.RtlEngine;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.twin.fabric.ModelEngine;
import fairlead.twin.fabric.ModelEngineFactory;
import fairlead.twin.nic.PerfCounters;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Plays runs in lockstep while performance counters of routers and NICs are set, in RTL and twin alike, to a value
 * whose next increment carries into a bit into which the counter has not carried yet. A counter that has not counted
 * since it was set keeps its value, so that each increment of a counter that seldom counts carries.
 *
 * <p>The same number is added on both sides, because the RTL counts the last waits when its router has the next edge
 * and the twin has counted them already. Each run ends with a read of all counters, which lockstep compares; then they
 * are cleared and read again.
 */
public final class CountPresets {
    private static final int STEP = 24; // cycles between two times, for commands
    private static final int A_BATCH = 12; // counters of a node that are set at the end of a batch
    private static final int BITS = Integer.SIZE + 3; // of a counter in the RTL, with those that say that it is full
    private static final int FEW = 1 << 16; // counts that may be on their way in the RTL
    private static final int FULL_ONES = 6; // one counter in so many becomes full, where that is wanted
    private static final int FULL = Long.SIZE - 1; // in place of a bit: the counter becomes full
    private static final int CYCLE_TURNS = 8; // batches in one of which the count of cycles is set
    private static final Register CYCLES = new Register("counters.cycles", "counters.cycles", BITS);
    /** The counters of a router, and of a NIC, in the order of the twin's; the empty names have no counter. */
    private static final List<String> ROUTED = registers(0, HwLayout.FIRST_SEND_ROW, CounterReading.counters(0));

    private static final List<String> NIC =
            registers(HwLayout.FIRST_SEND_ROW, HwLayout.CYCLES_ROW, HwLayout.ROW_COUNTERS);
    private static final int FIRST_SEQ = 1 << 29; // beyond those of software, and below those of CounterReading

    /** The bits into which each counter has carried from a preset, in any node of any run so far. */
    public static final class Bits {
        private final long[] routed = new long[ROUTED.size()];
        private final long[] nic = new long[NIC.size()];
        private final boolean full;

        /** @param full whether some counters are made full, or almost, instead, and the count of cycles is set, too */
        public Bits(boolean full) {
            this.full = full;
        }
    }

    private static final class CounterGroup {
        private final List<String> registers;
        private final long[] carried; // by counter: a mask
        private final long[][] last; // by node and counter: the twin's count when it was set, or -1
        private final int[][] bit; // by node and counter: the bit into which its next increment carries, or FULL

        CounterGroup(List<String> registers, long[] carried, int nodes) {
            this.registers = registers;
            this.carried = carried;
            last = new long[nodes][registers.size()];
            bit = new int[nodes][registers.size()];
            for (long[] node : last) {
                Arrays.fill(node, -1);
            }
        }

        /** Returns whether a counter has counted, or was cleared, since it was set. */
        boolean hasChanged(int node, int number, long count) {
            long before = last[node][number];
            if (before >= 0 && count > before) {
                carried[number] |= 1L << bit[node][number];
            }
            return count != before;
        }

        /** Chooses the counters that become full. */
        void fill(SplittableRandom random) {
            for (int[] node : bit) {
                Arrays.setAll(node, i -> random.nextInt(FULL_ONES) == 0 ? FULL : 0);
            }
        }

        /** Returns the value to which a counter is set. */
        long value(int node, int number, SplittableRandom random) {
            return bit[node][number] == FULL ? almostFull(random) : (1L << next(node, number, random)) - 1;
        }

        /** Returns a bit into which a counter has not carried yet, or any. */
        private int next(int node, int number, SplittableRandom random) {
            long left = ~carried[number] & (1L << Integer.SIZE + 1) - 2;
            int next = 1 + random.nextInt(Integer.SIZE);
            while (left != 0 && (left >> next & 1) == 0) {
                next = next % Integer.SIZE + 1;
            }
            bit[node][number] = next;
            return next;
        }
    }

    private final RtlEngine rtl;
    private final ModelEngine twin;
    private final LockstepEngine both;
    private final SplittableRandom random;
    private final CounterGroup routers;
    private final CounterGroup nics;
    private final boolean full;

    private CountPresets(MachineConfig machine, EngineOptions options, long period, long seed, Bits bits) {
        rtl = new RtlEngineFactory(RtlOptions.PRODUCT).open(machine, options);
        twin = new ModelEngineFactory().open(machine, options);
        both = new LockstepEngine(rtl, twin, period, new Monitor() {});
        random = new SplittableRandom(seed);
        routers = new CounterGroup(ROUTED, bits.routed, machine.nodes());
        nics = new CounterGroup(NIC, bits.nic, machine.nodes());
        full = bits.full;
        if (full) {
            routers.fill(random);
            nics.fill(random);
        }
    }

    /** Returns a value that is a few counts below the greatest one, or one that only a long gap reaches. */
    private static long almostFull(SplittableRandom random) {
        return random.nextBoolean()
                ? PerfCounters.FULL - random.nextInt(4)
                : random.nextLong(PerfCounters.FULL, 1L << BITS - 1) << random.nextInt(2);
    }

    private static List<String> registers(int first, int end, int stride) {
        return IntStream.range(first * stride, end * stride)
                .mapToObj(at -> register(at / stride, at % stride))
                .toList();
    }

    /**
     * Returns the register of a counter below the tile, or an empty text if there is none.
     *
     * @param row as in HwLayout.CounterIndex
     * @param number number in the row: what moved, the blocked cycles, and the causes
     */
    public static String register(int row, int number) {
        if (row == HwLayout.CYCLES_ROW || number >= CounterReading.counters(row)) {
            return row == HwLayout.CYCLES_ROW ? CYCLES.rtl() : "";
        }
        int cause = number - 1;
        boolean isRouted = row < HwLayout.FIRST_SEND_ROW;
        boolean isSent = !isRouted && row < HwLayout.FIRST_RECEIVE_ROW;
        String counter = cause < 0
                ? "moved"
                : cause == 0
                        ? "blocked"
                        : isRouted ? WaitCause.name(cause) : isSent ? SendCause.name(cause) : ReceiveCause.name(cause);
        int ofLinks = HwLayout.LINKS * HwLayout.CLASSES; // rows
        int fifo = row - HwLayout.FIRST_SEND_ROW;
        String name = row < ofLinks
                ? "port" + row / HwLayout.CLASSES + "_" + row % HwLayout.CLASSES
                : isRouted
                        ? "port" + (row - ofLinks + HwLayout.LINKS)
                        : !isSent
                                ? "eject" + (row - HwLayout.FIRST_RECEIVE_ROW)
                                : fifo < HwLayout.INJECTION_FIFOS ? "fifo" + fifo : "store";
        return "counters." + name + "_" + counter.toLowerCase(Locale.ROOT);
    }

    /**
     * Plays a case on the library `product` and the twin and returns the failure, or an empty string.
     *
     * @param period cycles between two comparisons of states
     * @param seed of what is set and when
     * @param bits what earlier runs have reached; this run adds to it
     */
    public static String play(Case one, long period, long seed, Bits bits) {
        CountPresets presets = new CountPresets(one.machine(), one.options(), period, seed, bits);
        return presets.play(() -> one.play(new ForwardingEngine(presets.both) {
            @Override
            public StopReason run(long limitCycle) {
                StopReason stop = super.run(limitCycle);
                presets.set();
                return stop;
            }
        }));
    }

    /** Plays commands that switch the counters on and read them, and returns the failure, or an empty string. */
    static String play(MachineConfig machine, CommandBuffer commands, long period, long seed, Bits bits) {
        CountPresets presets = new CountPresets(machine, EngineOptions.DEFAULT, period, seed, bits);
        LockstepEngine both = presets.both;
        return presets.play(() -> {
            both.submit(commands);
            while (both.run(both.cycle() + STEP) != StopReason.IDLE
                    && both.failure().isEmpty()) {
                presets.set();
            }
            CounterReading.of(both);
        });
    }

    private String play(Runnable run) {
        try (both) {
            run.run();
            clear(both);
            return both.failure();
        } catch (DifferenceException e) {
            return e.getMessage();
        }
    }

    private void set() {
        for (int node = 0; node < both.config().nodes(); node++) {
            set(node);
        }
    }

    private static void clear(LockstepEngine both) {
        CommandBuffer commands = new CommandBuffer();
        for (int node = 0; node < both.config().nodes(); node++) {
            long word = CounterControl.CLEAR_MASK << CounterControl.CLEAR_LSB;
            commands.add(both.cycle(), node, 0, TileCommand.COUNT_CONTROL, word, 0, 0, 0, FIRST_SEQ);
        }
        both.submit(commands);
        CounterReading.of(both);
    }

    /** Returns whether a read is on its way or a command is to be executed, so that RTL and twin are not in step. */
    private boolean isBusy(int node) {
        Object unit = new Register("", "counters", 1).twinObject(twin, node);
        Object commands = new Register("", "counters.counts.commands", 1).twinObject(twin, node);
        return ((PerfCounters) unit).busy() || !((List<?>) commands).isEmpty();
    }

    private void set(int node) {
        Object all = new Register("", "counters.counts.counts", 1).twinObject(twin, node);
        set(node, ((long[][]) all)[node], routers);
        set(node, (long[]) new Register("", "dma.waits.counts", 1).twinObject(twin, node), nics);
        if (full && !isBusy(node) && random.nextInt(CYCLE_TURNS) == 0) {
            setCycles(node);
        }
    }

    /** Adds the same number to the count of cycles of RTL and twin. */
    private void setCycles(int node) {
        long count = CYCLES.ofRtl(rtl, node, 0);
        long ofTwin = CYCLES.ofTwin(twin, node, 0);
        long value = random.nextInt(FULL_ONES) == 0 ? almostFull(random) : (1L << 1 + random.nextInt(Integer.SIZE)) - 1;
        if (count <= PerfCounters.FULL && ofTwin + value - count >= 0) {
            CYCLES.setRtl(rtl, node, 0, value);
            CYCLES.setTwin(twin, node, 0, ofTwin + value - count);
        }
    }

    private void set(int node, long[] counts, CounterGroup group) {
        if (counts == null || isBusy(node)) {
            return;
        }
        int size = group.registers.size();
        int first = random.nextInt(size);
        int left = A_BATCH;
        for (int i = 0; i < size && left > 0; i++) {
            int number = (first + i) % size;
            if (group.registers.get(number).isEmpty() || !group.hasChanged(node, number, counts[number])) {
                continue;
            }
            left--;
            Register register = new Register(group.registers.get(number), "", BITS);
            long count = register.ofRtl(rtl, node, 0);
            long ahead = counts[number] - count;
            // a counter that is full or will be, or that only one of the two has cleared
            if (ahead < 0 || ahead > FEW || count + FEW > PerfCounters.FULL) {
                continue;
            }
            long value = group.value(node, number, random);
            register.setRtl(rtl, node, 0, value);
            counts[number] += value - count;
            group.last[node][number] = counts[number];
        }
    }
}
