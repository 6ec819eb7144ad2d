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
        if (users == 0) {
            return null;
        }
        boolean bypass = limits.options().bypass();
        int reservation = bypass ? depth : reservation(users);
        if (reservation >= LARGEST) {
            return null;
        }
        if (bypass) {
            String needs = " needs " + LARGEST + " words, not " + depth;
            return new Refusal("machine.buffers.dla", "with the DLA bypassed the FIFO of node " + node + needs);
        }
        return new Refusal(
                smallest(),
                "the DLA limits of node " + node + " leave " + reservation
                        + " credits for an allocation, and an inline request may need " + LARGEST
                        + (persistent ? " (" + users + " channels hold a reservation each)" : ""));
    }

    /** Returns the greatest number of credits of one allocation if `users` channels allocate. */
    int reservation(int users) {
        int pool = Collections.min(shared().values());
        int share = persistent ? pool / users : pool;
        return Math.min(persistent ? limits.maxPrAlloc() : limits.maxCdAlloc(), share);
    }

    private Map<String, Integer> shared() {
        Map<String, Integer> shared = new LinkedHashMap<>();
        shared.put("machine.buffers.dla", depth);
        shared.put("machine.dla.max_credits", limits.maxCredits());
        if (persistent) {
            shared.put("machine.dla.max_pr", limits.maxPr());
            shared.put("machine.dla.max_lo_cd_pr", limits.maxLoCdPr());
            shared.put("machine.dla.max_hi_cd_pr", limits.maxHiCdPr());
        } else {
            shared.put("machine.dla.max_lo_cd", limits.maxLoCd());
            shared.put("machine.dla.max_lo_hi_cd", limits.maxLoHiCd());
        }
        return shared;
    }

    /**
     * Returns the key of the smallest limit; of several equal limits the first, because the others are derived from it.
     */
    private String smallest() {
        Map<String, Integer> all = shared();
        all.put(
                persistent ? "machine.dla.max_pr_alloc" : "machine.dla.max_cd_alloc",
                persistent ? limits.maxPrAlloc() : limits.maxCdAlloc());
        return Collections.min(all.entrySet(), Map.Entry.comparingByValue()).getKey();
    }
}
