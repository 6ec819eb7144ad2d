// SPDX-License-Identifier: Apache-2.0
package fairlead.model.barrier;

/**
 * The way of the barrier's patterns on the tree of the collective network at one node, cycle for cycle as in
 * docs/spec/barrier-unit.md: up as the OR of a subtree, and down as the OR of all nodes.
 */
public final class BarrierLeg {
    private static final int FIRST_PATTERN = 0b100;
    private static final int BITS = 3;
    private static final int PATTERN = (1 << BITS) - 1;

    private final boolean isRoot;
    private int up = FIRST_PATTERN;
    private int down = FIRST_PATTERN;
    private int pins; // of the children, and above them of the parent

    /** Makes the leg of a node; only node 0 is the root. */
    public BarrierLeg(final boolean isRoot) {
        this.isRoot = isRoot;
    }

    /** Receives what the children (bits 2:0, 5:3) and the parent (8:6) show, until the next call; 0 if absent. */
    public void in(final int shown) {
        pins = shown;
    }

    /** Returns what the parent sees (bits 2:0) and what the children see (5:3), registers. */
    public int out() {
        return down << BITS | up;
    }

    /** Returns the OR of all nodes for the barrier of this node, a register. */
    public int all() {
        return down;
    }

    private int nextUp(final int own) {
        return (own | pins | pins >> BITS) & PATTERN;
    }

    private int nextDown() {
        return isRoot ? up : pins >> 2 * BITS;
    }

    /**
     * Executes the edge of a cycle and returns whether {@link #all} has changed.
     *
     * @param own pattern of this node's barrier before the edge
     */
    public boolean edge(final int own) {
        final int before = down;
        down = nextDown();
        up = nextUp(own);
        return down != before;
    }

    /** Returns whether the next edge changes something although no input comes. */
    public boolean isBusy(final int own) {
        return up != nextUp(own) || down != nextDown();
    }
}
