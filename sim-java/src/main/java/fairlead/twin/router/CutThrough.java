// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.hw.HwLayout.Header0;

/**
 * The heads under virtual cut-through: which heads may move, and to which output VC (RT_R3, RT_R8). A credit of a link
 * stands for room for one packet. A head therefore needs a free output VC, and its body needs no further credit.
 *
 * <p>The word `free` of a node has one bit for each free output VC, by place, followed by one bit for each escape VC 0
 * with room for two packets. The `choices` of a head are the bits of which it needs one. A bit that becomes set makes
 * all its waiting heads ready. A bit that becomes clear makes its ready heads check their choices again. No other event
 * requires a check.
 */
final class CutThrough {
    static final int BITS = 64; // number of bits of a node
    /**
     * First bit for the condition that a buffer has room for two packets; there is one such bit for every second escape
     * place.
     */
    private static final int ROOMY = RouterShape.VCS;

    // fields of an alternatives word
    static final int LINKS_MASK = 0x3F;
    static final int ENTERS = 1 << 6;
    private static final int FIRST_SHIFT = 7; // dimension that is tried first

    private static final int DIMENSIONS = RouterShape.DIMENSIONS;
    private static final int DRAW_MASK = 0xF;
    private static final long PAIR = 3;

    private final RouterState state;
    private final int vcs;
    private final long[] free;
    private final long[] choices;
    private final char[] alternatives;
    private final long[] waiters; // by node * BITS + bit: mask of the input VCs whose heads wait for it
    private final long[] ready;
    private final long[] heads;

    CutThrough(RouterState state) {
        this.state = state;
        vcs = state.vcs;
        free = state.free;
        choices = state.choices;
        alternatives = state.alternatives;
        waiters = state.waiters;
        ready = state.ready;
        heads = state.heads;
    }

    /** Returns the `free` bits of a node when every output VC has all its credits. */
    static long allFree(RouterState state) {
        long all = (1L << ROOMY) - 1;
        for (int escape = 0; escape < RouterShape.FIRST_LOCAL; escape += 2) {
            all |= state.credits[escape] > 1 ? roomy(escape) : 0;
        }
        return all;
    }

    /**
     * Handles a head that has reached the front of input VC `place`, with the escape output VC `escape`; returns
     * whether the head may move.
     */
    boolean head(int node, int place, long header, int escape) {
        int number = RouterShape.number(place);
        int links = RouteUnit.adaptive(state.coords[node], state.prefer, header);
        boolean enters = RouteUnit.enters(state.vcRule, RouterShape.port(place), number, RouterShape.port(escape));
        long any = enters ? roomy(escape) : 1L << escape;
        for (int rest = links; rest != 0; rest &= rest - 1) {
            any |= PAIR << RouterShape.adaptivePair(Integer.numberOfTrailingZeros(rest), number);
        }
        int at = node * vcs + place;
        int first = ((int) Header0.stamp(header) & DRAW_MASK) % DIMENSIONS;
        choices[at] = any;
        alternatives[at] = (char) (first << FIRST_SHIFT | (enters ? ENTERS : 0) | links);
        for (long rest = any; rest != 0; rest &= rest - 1) {
            waiters[node * BITS + Long.numberOfTrailingZeros(rest)] |= 1L << place;
        }
        return (any & free[node]) != 0;
    }

    private static long roomy(int escape) {
        return 1L << ROOMY + (escape >> 1);
    }

    /** Returns the `free` bits of an output port. */
    static long bitsOf(int port) {
        return port >= RouterShape.LINKS
                ? 1L << RouterShape.firstPlace(port)
                : RouterShape.linkMask(port) | PAIR << ROOMY + 2 * port;
    }

    /** Returns whether the head in front of an input VC may take an output VC outside `bits`. */
    boolean hasBeside(int node, int place, long bits) {
        return (choices[node * vcs + place] & free[node] & ~bits) != 0;
    }

    /**
     * Returns the output VC that the front flit of an input VC takes if it is granted in this cycle, by the state at
     * the start of the cycle (RT_R8). A head does not take an adaptive VC of `avoided`.
     */
    int output(int node, int place, long word, long avoided) {
        int escapeOrBound = InputVc.output(word);
        int alternative = alternatives[node * vcs + place];
        if (!Packets.isHead((int) word) || (alternative & LINKS_MASK) == 0) {
            return escapeOrBound;
        }
        int number = RouterShape.number(place);
        long candidates = free[node] & ~avoided;
        int one = -1; // place of one free VC if the other VC is not free
        int d = alternative >> FIRST_SHIFT;
        for (int i = 0; i < DIMENSIONS; i++) {
            int direction = alternative >> 2 * d & (int) PAIR;
            if (direction != 0) {
                int pair = RouterShape.adaptivePair(2 * d + (direction >> 1), number);
                int open = (int) (candidates >>> pair & PAIR);
                if (open == PAIR) {
                    return pair;
                }
                if (open != 0 && one < 0) {
                    one = pair + (open >> 1);
                }
            }
            d = d == DIMENSIONS - 1 ? 0 : d + 1;
        }
        return one < 0 ? escapeOrBound : one;
    }

    /** Notes that the head of input VC `place` is granted and no longer waits. */
    void granted(int node, int place) {
        for (long rest = choices[node * vcs + place]; rest != 0; rest &= rest - 1) {
            waiters[node * BITS + Long.numberOfTrailingZeros(rest)] &= ~(1L << place);
        }
    }

    /** Notes that output VC `place` has received a credit; `word` is its new state. */
    void credit(int node, int place, long word) {
        if (OutputVc.isOwnedByFlits(word)) {
            // the owner of an ejection port may wait with a body flit
            if (OutputVc.credits(word) == 1) {
                ready[node] |= 1L << OutputVc.owner(word) & state.occupied[node];
            }
        } else {
            changed(node, place, word);
        }
    }

    /** Updates the heads that wait for output VC `place`, whose new state is `word`. */
    void changed(int node, int place, long word) {
        long two = place < RouterShape.FIRST_LOCAL && (place & 1) == 0 ? roomy(place) : 0;
        int credits = OutputVc.isOwned(word) ? 0 : OutputVc.credits(word);
        long is = (credits > 0 ? 1L << place : 0) | (credits > 1 ? two : 0);
        long was = free[node] & (1L << place | two);
        if (is == was) {
            return;
        }
        long open = free[node] ^ is ^ was;
        free[node] = open;
        long able = heads[node];
        for (long gained = is & ~was; gained != 0; gained &= gained - 1) {
            able |= waiters[node * BITS + Long.numberOfTrailingZeros(gained)];
        }
        for (long lost = was & ~is; lost != 0; lost &= lost - 1) {
            long again = waiters[node * BITS + Long.numberOfTrailingZeros(lost)] & able;
            for (; again != 0; again &= again - 1) {
                int head = Long.numberOfTrailingZeros(again);
                able &= ~((choices[node * vcs + head] & open) == 0 ? 1L << head : 0);
            }
        }
        heads[node] = able;
    }
}
