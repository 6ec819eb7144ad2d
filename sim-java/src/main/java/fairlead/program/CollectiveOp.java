// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** The operations over a group of nodes. */
public enum CollectiveOp {
    BROADCAST(true), // The root's operand goes to all members
    SCATTER(true), // Block i of the root's operand goes to member i
    GATHER(true), // The operand of member i becomes block i at the root
    ALLGATHER(false), // The operand of member i becomes block i at all members
    REDUCE(true), // The combination of all operands is at the root
    ALLREDUCE(false), // The combination of all operands is at all members
    ALLTOALL(false), // Block j of member i becomes block i of member j
    BARRIER(false); // No member leaves before all members have entered

    private final boolean rooted;

    CollectiveOp(boolean rooted) {
        this.rooted = rooted;
    }

    /** Returns whether one member, the root, has a different part from the others. */
    public boolean isRooted() {
        return rooted;
    }

    /** Returns whether an operand or result has a block for each member. */
    public boolean hasBlocks() {
        return this == SCATTER || this == GATHER || this == ALLGATHER || this == ALLTOALL;
    }

    public boolean isReduction() {
        return this == REDUCE || this == ALLREDUCE;
    }
}
