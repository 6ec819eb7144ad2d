// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout;
import fairlead.machine.DlaLimits;
import fairlead.machine.MachineConfig;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Path;
import fairlead.program.Program;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Decides whether the DLA of a node can ever accept the inline requests of its program.
 *
 * @param limits limits of the credit pool
 * @param depth number of words of the DLA FIFO
 * @param persistent true for persistent reservation, false for controlled discard
 * @param kept credits that explicit reservations of the node keep to the end of the run
 */
public record InlineRoom(DlaLimits limits, int depth, boolean persistent, int kept) {
    static final int CHANNELS = HwLayout.Product.DLA_CHANNELS;
    // greatest number of credits of a request
    private static final int LARGEST = 1 + HwLayout.DLA_INLINE_BYTES / HwLayout.FLIT_BYTES;

    /** With controlled discard a task that never gets its credits sends again for ever, which verdicts judge. */
    public InlineRoom {
        kept = persistent ? kept : 0;
    }

    /**
     * The reason why the credits do not suffice.
     *
     * @param key scenario key of the limit that is too small
     * @param what description for the user
     */
    public record Refusal(String key, String what) {}

    /** The explicit reservations of one node that the program does not release. */
    static final class Kept {
        private final int[] credits = new int[CHANNELS];
        private int released; // mask of channels

        /** Notes an operation of the node, of any kind. */
        void note(Operation op) {
            int channel = channelOf(op.task());
            if (op.kind() == OpKind.DLA_ALLOC && op.dla().persistent()) {
                credits[channel] = Math.max(credits[channel], op.dla().credits());
            } else if (op.kind() == OpKind.DLA_RELEASE) {
                released |= 1 << channel;
            }
        }

        /** Returns the credits that no other channel can ever have. */
        int credits() {
            return IntStream.range(0, CHANNELS)
                    .filter(channel -> (released & 1 << channel) == 0)
                    .map(channel -> credits[channel])
                    .sum();
        }
    }

    static int channelOf(int task) {
        return task % CHANNELS;
    }

    /** Returns the reason why a machine cannot serve the inline requests of a program, or null if it can. */
    public static Refusal refusal(Program program, MachineConfig machine, boolean persistent) {
        int[] channels = new int[machine.nodes()];
        Kept[] kept = Stream.generate(Kept::new).limit(machine.nodes()).toArray(Kept[]::new);
        for (Operation op : program.operations()) {
            kept[op.node()].note(op);
            if (op.path() == Path.INLINE) {
                channels[op.node()] |= 1 << channelOf(op.task());
            }
        }
        for (int node = 0; node < channels.length; node++) {
            InlineRoom room = new InlineRoom(machine.dla(), machine.buffers().dla(), persistent, kept[node].credits());
            Refusal refusal = room.refusal(node, Integer.bitCount(channels[node]));
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    Refusal refusal(int node, int users) {
        if (users == 0 || reservation(users) >= LARGEST) {
            return null;
        }
        if (limits.options().bypass()) {
            String needs = " needs " + LARGEST + " words, not " + depth;
            return new Refusal("machine.buffers.dla", "with the DLA bypassed the FIFO of node " + node + needs);
        }
        return new Refusal(
                least(users).getKey(),
                "the DLA limits of node " + node + " leave " + reservation(users)
                        + " credits for an allocation, and an inline request may need " + LARGEST
                        + (persistent ? " (" + users + " channels hold a reservation each)" : "")
                        + (kept > 0 ? " (explicit reservations keep " + kept + ")" : ""));
    }

    /** Returns the greatest number of credits of one allocation if `users` channels allocate, or of words. */
    int reservation(int users) {
        return limits.options().bypass() ? depth : least(users).getValue();
    }

    /** Returns what leaves an allocation the fewest credits: of equal limits the first, from which others follow. */
    private Map.Entry<String, Integer> least(int users) {
        int sharers = persistent ? users : 1;
        Map<String, Integer> all = new LinkedHashMap<>();
        all.put("machine.buffers.dla", (depth - kept) / sharers);
        all.put("machine.dla.max_credits", (limits.maxCredits() - kept) / sharers);
        if (persistent) {
            all.put("machine.dla.max_pr", (limits.maxPr() - kept) / sharers);
            all.put("machine.dla.max_lo_cd_pr", (limits.maxLoCdPr() - kept) / sharers);
            all.put("machine.dla.max_hi_cd_pr", (limits.maxHiCdPr() - kept) / sharers);
            all.put("machine.dla.max_pr_alloc", limits.maxPrAlloc());
        } else {
            all.put("machine.dla.max_lo_cd", limits.maxLoCd());
            all.put("machine.dla.max_lo_hi_cd", limits.maxLoHiCd());
            all.put("machine.dla.max_cd_alloc", limits.maxCdAlloc());
        }
        return Collections.min(all.entrySet(), Map.Entry.comparingByValue());
    }
}
