// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout;
import fairlead.machine.DlaLimits;
import fairlead.machine.MachineConfig;
import fairlead.program.Operation;
import fairlead.program.Path;
import fairlead.program.Program;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Decides whether the DLA of a node can ever accept the inline requests of its program.
 *
 * @param limits limits of the credit pool
 * @param depth number of words of the DLA FIFO
 * @param persistent true for persistent reservation, false for controlled discard
 */
public record InlineRoom(DlaLimits limits, int depth, boolean persistent) {
    static final int CHANNELS = HwLayout.Product.DLA_CHANNELS;
    // greatest number of credits of a request
    private static final int LARGEST = 1 + HwLayout.DLA_INLINE_BYTES / HwLayout.FLIT_BYTES;

    /**
     * The reason why the credits do not suffice.
     *
     * @param key scenario key of the limit that is too small
     * @param what description for the user
     */
    public record Refusal(String key, String what) {}

    static int channelOf(int task) {
        return task % CHANNELS;
    }

    /** Returns the reason why a machine cannot serve the inline requests of a program, or null if it can. */
    public static Refusal refusal(Program program, MachineConfig machine, boolean persistent) {
        int[] channels = new int[machine.nodes()];
        for (Operation op : program.operations()) {
            if (op.path() == Path.INLINE) {
                channels[op.node()] |= 1 << channelOf(op.task());
            }
        }
        InlineRoom room = new InlineRoom(machine.dla(), machine.buffers().dla(), persistent);
        for (int node = 0; node < channels.length; node++) {
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
                        + (persistent ? " (" + users + " channels hold a reservation each)" : ""));
    }

    /** Returns the greatest number of credits of one allocation if `users` channels allocate, or of words. */
    int reservation(int users) {
        return limits.options().bypass() ? depth : least(users).getValue();
    }

    /** Returns what leaves an allocation the fewest credits: of equal limits the first, from which others follow. */
    private Map.Entry<String, Integer> least(int users) {
        int sharers = persistent ? users : 1;
        Map<String, Integer> all = new LinkedHashMap<>();
        all.put("machine.buffers.dla", depth / sharers);
        all.put("machine.dla.max_credits", limits.maxCredits() / sharers);
        if (persistent) {
            all.put("machine.dla.max_pr", limits.maxPr() / sharers);
            all.put("machine.dla.max_lo_cd_pr", limits.maxLoCdPr() / sharers);
            all.put("machine.dla.max_hi_cd_pr", limits.maxHiCdPr() / sharers);
            all.put("machine.dla.max_pr_alloc", limits.maxPrAlloc());
        } else {
            all.put("machine.dla.max_lo_cd", limits.maxLoCd());
            all.put("machine.dla.max_lo_hi_cd", limits.maxLoHiCd());
            all.put("machine.dla.max_cd_alloc", limits.maxCdAlloc());
        }
        return Collections.min(all.entrySet(), Map.Entry.comparingByValue());
    }
}
