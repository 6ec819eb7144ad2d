// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ClassRoute;

/**
 * The way of a barrier's patterns next to the links of the collective network at one node of a tree, cycle for cycle as
 * in docs/spec/barrier-unit.md: up as the OR of a subtree, and down as the OR of all members.
 */
public final class BarrierLeg {
    private static final int FIRST_PATTERN = 0b100;
    private static final int BITS = HwLayout.PATTERN_BITS;
    private static final int PATTERN = (1 << BITS) - 1;

    private final int parent; // position of the link to the parent in the pins, or -1 at the root
    private final int[] children; // positions of the links to the children
    private final boolean member;
    private final boolean used;
    private int up = FIRST_PATTERN;
    private int down = FIRST_PATTERN;
    private int told = FIRST_PATTERN; // the own pattern that has gone up
    private int pins;

    /**
     * Makes the leg of a node.
     *
     * @param links the ClassRoute of the node; 0 if the node is outside the tree
     */
    public BarrierLeg(long links) {
        member = ClassRoute.member(links) != 0;
        parent = positions(ClassRoute.parent(links)).length == 0 ? -1 : positions(ClassRoute.parent(links))[0];
        children = positions(ClassRoute.children(links));
        used = (links & (1 << ClassRoute.WIDTH) - 1) != 0;
    }

    private static int[] positions(long links) {
        int[] all = new int[Long.bitCount(links)];
        long left = links;
        for (int i = 0; i < all.length; i++, left &= left - 1) {
            all[i] = BITS * Long.numberOfTrailingZeros(left);
        }
        return all;
    }

    /** Receives what comes on the links, bits 3l + 2 to 3l on link l, until the next call; 0 where nothing comes. */
    public void in(int shown) {
        pins = shown;
    }

    /** Returns what goes out on the links, registers. */
    public int out() {
        int all = parent < 0 ? 0 : up << parent;
        for (int child : children) {
            all |= down << child;
        }
        return all;
    }

    /** Returns the OR of all members for the barrier of this node, a register. */
    public int all() {
        return down;
    }

    private int nextUp(int own) {
        int all = member ? own : 0;
        for (int child : children) {
            all |= pins >> child & PATTERN;
        }
        return all;
    }

    private int nextDown() {
        return parent < 0 ? up : pins >> parent & PATTERN;
    }

    /**
     * Executes the edge of a cycle and returns whether {@link #all} has changed.
     *
     * @param own pattern of this node's barrier before the edge
     */
    public boolean edge(int own) {
        int before = down;
        if (used) {
            down = nextDown();
            up = nextUp(own);
            told = own;
        }
        return down != before;
    }

    /** Returns whether the next edge changes something although no input comes. */
    public boolean isBusy(int own) {
        return used && (parent < 0 && up != down || member && told != own);
    }
}
