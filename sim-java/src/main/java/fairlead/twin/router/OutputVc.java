// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

/**
 * An output VC as one word of {@link RouterState#out}.
 *
 * <pre>
 * 63                    32 31   25 24     23      22     17 16      9 8         0
 * | waiters               | 0     | room  | owned | owner  | ring    | credits |
 * </pre>
 *
 * The fields are: credits, each for a flit or for a packet; ring, the write pointer of the packets that are in the
 * buffer at the other end or on the way to it; owner, the place of the input VC that owns it; room, set if its owner's
 * body needs no credit (virtual cut-through); waiters, under wormhole switching the heads that want it, as a mask of
 * input VCs.
 */
final class OutputVc {
    private static final int CREDITS_MASK = 0x1FF;
    private static final int RING_SHIFT = 9;
    static final int RING_MASK = 0xFF;
    private static final int OWNER_SHIFT = 17;
    private static final int OWNER_MASK = 0x3F;
    private static final int OWNED = 1 << 23;
    private static final int ROOM_SHIFT = 24;
    private static final int ROOM = 1 << ROOM_SHIFT;
    private static final int WAITERS_SHIFT = 32;
    private static final long ONE_WAITER = 1L << WAITERS_SHIFT;
    private static final int GOES = CREDITS_MASK | ROOM; // the bits of which its owner's body needs at least one
    private static final long KEPT = -ONE_WAITER | (1L << OWNER_SHIFT) - 1; // the bits that a new owner does not change

    private OutputVc() {}

    static int credits(long word) {
        return (int) word & CREDITS_MASK;
    }

    /**
     * Returns 1 if its owner's body cannot move, otherwise 0; it has no branch, because the processor cannot predict
     * the result.
     */
    static int isStuck(long word) {
        return RouterInputs.isZero((int) word & GOES);
    }

    /** Returns the word after a flit of its owner: with one credit less, unless the body needs no credits. */
    static long sent(long word) {
        return word - (1 ^ word >>> ROOM_SHIFT & 1);
    }

    static long credited(long word) {
        return word + 1;
    }

    static boolean isOwned(long word) {
        return (word & OWNED) != 0;
    }

    /** Returns whether the owner is a packet whose body needs a credit for each flit. */
    static boolean isOwnedByFlits(long word) {
        return (word & (OWNED | ROOM)) == OWNED;
    }

    static int owner(long word) {
        return (int) (word >>> OWNER_SHIFT) & OWNER_MASK;
    }

    static boolean isOwnedBy(long word, int place) {
        return isOwned(word) && owner(word) == place;
    }

    static long owned(long word, int place) {
        return word & KEPT | place << OWNER_SHIFT | OWNED;
    }

    static long withRoom(long word) {
        return word | ROOM;
    }

    static long free(long word) {
        return word & ~(OWNED | ROOM);
    }

    static long waiters(long word) {
        return word >>> WAITERS_SHIFT;
    }

    static long withWaiter(long word, int place) {
        return word | ONE_WAITER << place;
    }

    static long withoutWaiter(long word, int place) {
        return word & ~(ONE_WAITER << place);
    }

    static int ring(long word) {
        return (int) (word >>> RING_SHIFT) & RING_MASK;
    }

    /** Returns the word with the pointer of the ring advanced; `last` is the last index of the ring. */
    static long ringMoved(long word, int last) {
        int write = ring(word);
        return write == last ? word - (write << RING_SHIFT) : word + (1 << RING_SHIFT);
    }
}
