// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.EngineOptions;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.lab.lockstep.PresetEngine.Register;
import fairlead.lockstep.DifferenceException;
import fairlead.lockstep.LockstepEngine;
import fairlead.lockstep.Monitor;
import fairlead.rtl.RtlEngine;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.twin.fabric.ModelEngine;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.SplittableRandom;

/**
 * Plays directed commands in lockstep while counters of node 0 are repeatedly set, in RTL and twin alike, to a value
 * just before one of their bits changes. The run ends in a given cycle, or when the machine comes to rest.
 */
final class RunningPresets {
    private static final int STEP = 16; // cycles between two presets
    private static final int ACK_BITS = 10;
    private static final int LOWEST = 2; // lowest bit that a preset changes
    private static final int FEW = 2; // packets in flight

    private final RtlEngine rtl;
    private final ModelEngine twin;
    private final LockstepEngine both;
    private final long[] added = new long[HwLayout.ACK_COUNTERS];
    private final boolean[] risen = new boolean[HwLayout.ACK_COUNTERS]; // whether the preset counter has risen since
    private final long[] before = new long[HwLayout.ACK_COUNTERS]; // value of each counter at the last preset
    private final int[] turns = new int[HwLayout.ACK_COUNTERS];

    private RunningPresets(Fills.Fill fill) {
        rtl = new RtlEngineFactory(RtlOptions.PRODUCT).open(fill.config(), EngineOptions.DEFAULT);
        twin = new ModelEngineFactory().open(fill.config(), EngineOptions.DEFAULT);
        both = new LockstepEngine(rtl, twin, 1009, new Monitor() {});
    }

    private interface Look {
        void at(RunningPresets presets);
    }

    /** Plays the commands until this cycle and returns the failure, or an empty string. */
    private static String play(Fills.Fill fill, long end, Look change) {
        RunningPresets presets = new RunningPresets(fill);
        try (LockstepEngine both = presets.both) {
            both.submit(fill.commands());
            while (both.cycle() < end && both.failure().isEmpty()) {
                if (both.run(both.cycle() + STEP) == StopReason.IDLE) {
                    break; // a preset would wake the RTL, and not the twin
                }
                change.at(presets);
            }
            return both.failure();
        } catch (DifferenceException e) {
            return e.getMessage();
        }
    }

    private void set(Register register, int index, long value) {
        register.setRtl(rtl, 0, 0, value);
        register.setTwin(twin, 0, index, value);
    }

    /**
     * Makes acknowledgement counters hold more packets than are in flight: a number is added to a counter in use, so
     * that the next packets and acknowledgements change a higher bit, and is subtracted again when few packets are
     * left.
     */
    static String acknowledgements(Fills.Fill fill, long end) {
        return play(fill, end, presets -> {
            for (int counter = 0; counter < HwLayout.ACK_COUNTERS; counter++) {
                presets.count(new Register("fence.acks.counts_" + counter, "fence.acks.count", ACK_BITS), counter);
            }
        });
    }

    private void count(Register register, int counter) {
        long count = register.ofRtl(rtl, 0, 0);
        if (added[counter] != 0) {
            long left = count - added[counter];
            risen[counter] |= left > FEW;
            if (risen[counter] && left >= 1 && left <= FEW) {
                set(register, counter, left);
                added[counter] = 0;
                risen[counter] = false;
            }
        } else if (count == FEW && before[counter] < FEW) {
            // a change of the highest bit changes all lower bits, upwards and downwards
            int turn = turns[counter]++;
            int bit = turn % 4 != 3 ? ACK_BITS - 1 : LOWEST + turn / 4 % (ACK_BITS - LOWEST);
            long most = (1L << bit) - 1;
            added[counter] = Math.max(0, most - count);
            set(register, counter, count + added[counter]);
        }
        before[counter] = count;
    }

    /** Presets the number of status writes, of which neither RTL nor twin expects a particular value. */
    static String writes(Fills.Fill fill, long end) {
        SplittableRandom random = new SplittableRandom(2);
        return play(fill, end, presets -> presets.below(random, PresetEngine.WRITES, 0));
    }

    /** Presets the counts of merged events, of which neither RTL nor twin expects a particular value. */
    static String notices(Fills.Fill fill, long end, int channels, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return play(fill, end, presets -> {
            for (int channel = 0; channel < channels; channel++) {
                if (random.nextInt(4) != 0) { // otherwise its record could be reported before it is set again
                    String at = "_" + channel;
                    presets.below(random, new Register("dla.notices.count" + at, "dla.notices.count", 16), channel);
                    presets.below(random, new Register("dla.notices.older" + at, "dla.notices.older", 16), channel);
                }
            }
            presets.below(random, PresetEngine.MERGES, 0);
        });
    }

    private void below(SplittableRandom random, Register register, int index) {
        set(register, index, (1L << 1 + random.nextInt(register.bits())) - 1);
    }
}
