// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** Makes epoch commands that the machine must refuse, and whose refusal is their result. */
public final class EpochTrials {
    private EpochTrials() {}

    /**
     * Makes an EPOCH_TRIAL that gives EPOCH_OPEN under the index that an open epoch has at this target.
     *
     * @param open EPOCH_OPEN that has opened it
     */
    public static Operation open(int open, int target, int epochId) {
        Operation op = close(open, target, epochId);
        op.opens = true;
        return op;
    }

    /**
     * Makes an EPOCH_TRIAL that gives EPOCH_CLOSE under the index of an epoch that is closing, or under one that is
     * free.
     *
     * @param open EPOCH_OPEN of an epoch of this node whose close has been given, or -1
     */
    public static Operation close(int open, int target, int epochId) {
        Operation op = new Operation(OpKind.EPOCH_TRIAL);
        op.target = target;
        op.epochId = epochId;
        return op.in(open);
    }
}
