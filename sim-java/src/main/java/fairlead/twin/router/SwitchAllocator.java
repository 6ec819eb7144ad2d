// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;

/**
 * The arbitration of the RTL's SwitchAllocator for all routers, with its rotating pointers. Spec:
 * docs/spec/torus-router.md, Arbitration.
 */
final class SwitchAllocator {
    private static final int PORTS = RouterShape.PORTS;
    private static final int KEY_SIGN = 1 << Header0.STAMP_WIDTH; // sign bit of a difference of stamp * 2 + behind
    private static final int BREAK_SHIFT = Integer.numberOfTrailingZeros(HwLayout.BREAK_AGE);
    private static final int STAMP_HALF = 1 << Header0.STAMP_WIDTH - 1;
    private static final int STAMP_MASK = (int) Header0.STAMP_MASK;

    private final int vcs;
    private final char[] stamps;
    private final byte[] inPointer;
    private final byte[] outPointer;

    SwitchAllocator(RouterState state) {
        this(state, state.inPointer, state.outPointer);
    }

    /** Makes one with pointers of its own, by node * PORTS + port. */
    SwitchAllocator(RouterState state, byte[] inPointer, byte[] outPointer) {
        vcs = state.vcs;
        stamps = state.stamps;
        this.inPointer = inPointer;
        this.outPointer = outPointer;
    }

    /** Notes the grant of a candidate: its input then prefers the next VC, its output the next port. */
    void granted(int node, int place, int port, int output) {
        inPointer[node * PORTS + input(place)] = (byte) (inputIndex(place) + 1);
        outPointer[node * PORTS + output] = (byte) (port + 1);
    }

    private static int input(int place) {
        return RouterShape.port(place);
    }

    private static int inputIndex(int place) {
        return RouterShape.isLocal(place) ? 0 : RouterShape.number(place);
    }

    /** Returns the mask of all input VCs of the port of `place`. */
    static long inputMask(int place) {
        return RouterShape.isLocal(place) ? 1L << place : RouterShape.linkMask(RouterShape.port(place));
    }

    /**
     * Returns the candidate of an input port, selected from at least two VCs that request.
     *
     * @param late VCs that would break a connection, see {@link Connections}
     */
    int pick(int node, int lowest, long rivals, long late) {
        int pointer = inPointer[node * PORTS + input(lowest)];
        int at = node * vcs;
        int start = lowest & -RouterShape.PER_LINK;
        if (rivals >>> RouterShape.FIRST_ADAPTIVE == 0) {
            return duel(
                    at,
                    pointer,
                    late,
                    pair(at, pointer, late, rivals, start),
                    pair(at, pointer, late, rivals, start + 2));
        }
        int escape = start < RouterShape.FIRST_ADAPTIVE ? start : start - RouterShape.FIRST_ADAPTIVE;
        int adaptive = escape + RouterShape.FIRST_ADAPTIVE;
        return duel(
                at,
                pointer,
                late,
                four(at, pointer, late, rivals, escape, adaptive),
                four(at, pointer, late, rivals, escape + 2, adaptive + 2));
    }

    /** Selects among the VCs of a class: its escape pair and its adaptive pair. */
    private int four(int base, int pointer, long late, long rivals, int escape, int adaptive) {
        return duel(
                base,
                pointer,
                late,
                pair(base, pointer, late, rivals, escape),
                pair(base, pointer, late, rivals, adaptive));
    }

    private int pair(int base, int pointer, long late, long rivals, int place) {
        return duel(base, pointer, late, side(rivals, place), side(rivals, place + 1));
    }

    private static int side(long rivals, int place) {
        return (rivals >> place & 1) != 0 ? place : -1;
    }

    private int duel(int base, int pointer, long late, int low, int high) {
        if (high < 0) {
            return low;
        }
        if (low < 0) {
            return high;
        }
        return (key(base, pointer, late, high) - key(base, pointer, late, low) & KEY_SIGN) != 0 ? high : low;
    }

    private int key(int base, int pointer, long late, int place) {
        return stamp(base, late, place) << 1 | (pointer > inputIndex(place) ? 1 : 0);
    }

    /** Returns the stamp used for arbitration, in steps of AGE_STEP: a late flit counts as BREAK_AGE cycles younger. */
    private int stamp(int base, long late, int place) {
        return (stamps[base + place] & -HwLayout.AGE_STEP) + ((int) (late >>> place & 1) << BREAK_SHIFT);
    }

    /**
     * Returns the candidate that an output port takes, of which `low` is that of the lower input port. The pointer of
     * the losing input stays on its VC.
     *
     * @param first the candidate of the lowest input port that has one
     */
    int contest(int node, int first, int output, int low, int high, long late) {
        int base = node * vcs;
        int reference = stamp(base, late, first);
        int pointer = outPointer[node * PORTS + output];
        boolean highWins = age(base, reference, pointer, late, high) < age(base, reference, pointer, late, low);
        int loser = highWins ? low : high;
        inPointer[node * PORTS + input(loser)] = (byte) inputIndex(loser);
        return highWins ? high : low;
    }

    private int age(int base, int reference, int pointer, long late, int place) {
        int age = stamp(base, late, place) - reference + STAMP_HALF & STAMP_MASK;
        return age << 1 | (pointer > RouterShape.port(place) ? 1 : 0);
    }

    /**
     * The connections of the switch (RT_R9). An input VC that forwarded a flit in the last cycle and has the next flit
     * of the same packet ready keeps its input port and its output port. A VC that could only win by taking one of
     * these ports is called late. Round robin has no connections.
     */
    static final class Connections {
        private final int vcs;
        private final long[] in;
        private final CutThrough cutThroughOrNull;
        private final boolean ageless;

        // By node: the input VCs that forwarded a flit other than a tail, and the cycle in which they did so. In
        // dimension order the mask is short, so one word holds both.
        private static final int CYCLE_SHIFT = RouterShape.FIRST_ADAPTIVE;
        private static final long PLACES = (1L << CYCLE_SHIFT) - 1;
        private final long[] moved;
        private final long[] movedIn;

        // results for the current router
        private long held; // bits of the output ports with a connection, in the layout of CutThrough
        private long late; // input VCs that can only advance by breaking a connection
        long busy; // bits of the output ports whose links take no head, in the layout of CutThrough

        Connections(RouterState state, CutThrough cutThroughOrNull) {
            this.cutThroughOrNull = cutThroughOrNull;
            vcs = state.vcs;
            in = state.in;
            ageless = state.ageless;
            moved = new long[state.nodes];
            movedIn = new long[cutThroughOrNull == null ? 0 : moved.length];
        }

        /** Records the input VCs of a router that forwarded a flit other than a tail in cycle t. */
        void moved(int node, long places, long t) {
            if (cutThroughOrNull == null) {
                moved[node] = t << CYCLE_SHIFT | places;
            } else {
                moved[node] = places;
                movedIn[node] = t;
            }
        }

        /**
         * Returns the input VCs that forwarded a non-tail flit in cycle t - 1; each now has the next flit of that
         * packet in front, or is empty.
         */
        long streams(int node, long t) {
            long places = moved[node];
            if (cutThroughOrNull == null) {
                return places >>> CYCLE_SHIFT == t - 1 ? places & PLACES : 0;
            }
            return movedIn[node] == t - 1 ? places : 0;
        }

        /** Returns the VCs among the requests of cycle t that would break a connection. */
        long late(int node, long requests, long t) {
            held = 0;
            late = 0;
            if (ageless) {
                return 0;
            }
            long holders = 0;
            long beside = 0; // VCs of the same input ports
            for (long rest = streams(node, t) & requests; rest != 0; rest &= rest - 1) {
                int place = Long.numberOfTrailingZeros(rest);
                long word = in[node * vcs + place];
                holders |= 1L << place;
                beside |= SwitchAllocator.inputMask(place);
                held |= CutThrough.bitsOf(RouterShape.port(InputVc.output(word)));
            }
            if (holders == 0) {
                return 0;
            }
            late = beside & ~holders;
            for (long rest = requests & ~beside; rest != 0; rest &= rest - 1) {
                int place = Long.numberOfTrailingZeros(rest);
                late |= isBlocked(node, place) ? 1L << place : 0;
            }
            return late;
        }

        private boolean isBlocked(int node, int place) {
            long word = in[node * vcs + place];
            return cutThroughOrNull != null && !RouterShape.ALLOCATES && Packets.isHead((int) word)
                    ? !cutThroughOrNull.hasBeside(node, place, held | busy)
                    : (held >>> InputVc.output(word) & 1) != 0;
        }

        /** Returns the output VCs that an adaptive head in this input VC of the current router must not take. */
        long avoided(int place) {
            return busy | ((late >>> place & 1) != 0 ? 0 : held);
        }

        /** Notes the output ports of the current router whose links take no head. */
        void busy(long bits) {
            busy = bits;
        }
    }
}
