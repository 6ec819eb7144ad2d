// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import fairlead.hw.HwLayout;
import java.util.Arrays;

/**
 * Computes VC and switch allocation as docs/spec/torus-router.md defines them (RT_R3, RT_R4, RT_R8, RT_R9,
 * arbitration), one cycle at a time. Sets of output VCs are masks over places, sets of ports are masks over ports.
 */
final class SwitchPage {
    static final int LINKS = 6;
    static final int PORTS = 10;
    static final int VCS = 8;
    static final int LINK_PLACES = LINKS * VCS;
    private static final int BREAK_AGE = 1024;
    private static final int AGE_STEP = HwLayout.AGE_STEP;
    private static final int STAMPS = 1 << 15;

    /** The flit in front of a VC; of a body flit, only stamp, out and tail are used. */
    record Front(int stamp, int first, boolean enters, int adaptive, int out, boolean head, boolean tail) {
        /** Returns the FlitMeta. */
        long meta() {
            return (long) stamp << 17
                    | (long) first << 15
                    | (enters ? 1L << 14 : 0)
                    | (long) adaptive << 8
                    | (long) out << 2
                    | (head ? 2 : 0)
                    | (tail ? 1 : 0);
        }
    }

    /** The candidate of an input port and its output VC. */
    record Candidate(int vc, Front front, int stamp, boolean late, int place) {}

    boolean ageless;
    boolean cutThrough;
    long credits;
    long spare;
    long unowned;
    long starts; // output VCs whose link takes a head
    long follows; // output VCs whose link takes a body
    final Front[][] front = new Front[PORTS][]; // null if no flit waits

    final Candidate[] candidate = new Candidate[PORTS];
    final int[] winner = new int[PORTS]; // winning input port of each output port, or -1
    private final int[] inPointer = new int[PORTS];
    private final int[] outPointer = new int[PORTS];
    private final int[] connectedVc = new int[PORTS]; // -1 if there is no connection
    private final int[] connectedPlace = new int[PORTS];
    private final int[] holder = new int[PORTS]; // VC of a connection whose next flit may go, or -1
    private final boolean[] held = new boolean[PORTS]; // output ports of these

    SwitchPage() {
        for (int i = 0; i < PORTS; i++) {
            front[i] = new Front[i < LINKS ? VCS : 1];
        }
        Arrays.fill(connectedVc, -1);
    }

    static int portOf(int place) {
        return place < LINK_PLACES ? place / VCS : LINKS + place - LINK_PLACES;
    }

    /** Returns the output VCs of these output ports. */
    static long places(long ports) {
        long places = 0;
        for (int place = 0; place < LINK_PLACES + PORTS - LINKS; place++) {
            places |= (ports >> portOf(place) & 1) << place;
        }
        return places;
    }

    /**
     * Tells whether a flit that requests is breaking.
     *
     * @param holder the VC of its port's connection whose next flit may go, or -1
     * @param heldPlaces the output VCs of the ports of these connections
     */
    boolean breaks(Front f, int vc, int holder, long heldPlaces) {
        return holder >= 0 ? vc != holder : (takes(f) & ~heldPlaces) == 0;
    }

    private static long adaptiveVcs(int link, boolean response) {
        return 0b1100L << link * VCS + (response ? 4 : 0);
    }

    private static boolean isResponse(Front f) {
        return (f.out & 4) != 0;
    }

    /** Returns the output VCs that the flit may take at once; it requests if there is one. */
    long takes(Front f) {
        long its = 1L << f.out;
        if (!f.head) {
            return (credits & its | (cutThrough && f.out < LINK_PLACES ? its : 0)) & follows;
        }
        long places = its & unowned & starts & (f.enters ? spare : credits);
        for (int link = 0; link < LINKS; link++) {
            if ((f.adaptive >> link & 1) != 0) {
                places |= adaptiveVcs(link, isResponse(f)) & unowned & credits & starts;
            }
        }
        return places;
    }

    /** Executes steps 1 to 3 from the state at the start of the cycle. */
    void arbitrate() {
        Arrays.fill(held, false);
        for (int i = 0; i < PORTS; i++) {
            Front next = connectedVc[i] < 0 ? null : front[i][connectedVc[i]];
            holder[i] = next != null && takes(next) != 0 ? connectedVc[i] : -1;
            if (holder[i] >= 0) {
                held[portOf(connectedPlace[i])] = true;
            }
        }
        long heldPlaces = places(held());
        int reference = -1;
        for (int i = 0; i < PORTS; i++) {
            candidate[i] = candidate(i, holder[i], held, heldPlaces);
            if (reference < 0 && candidate[i] != null) {
                reference = candidate[i].stamp;
            }
        }
        for (int o = 0; o < PORTS; o++) {
            winner[o] = -1;
            int best = Integer.MAX_VALUE;
            for (int i = 0; i < PORTS; i++) {
                if (candidate[i] != null && portOf(candidate[i].place) == o) {
                    int age = Math.floorMod(candidate[i].stamp - reference + STAMPS / 2, STAMPS);
                    int key = 2 * age + (outPointer[o] > i ? 1 : 0);
                    if (key < best) {
                        best = key;
                        winner[o] = i;
                    }
                }
            }
        }
    }

    /** Executes step 1, a tournament: the winners of pairs of neighbours, then the winners among those. */
    private Candidate candidate(int i, int holder, boolean[] held, long heldPlaces) {
        int[] players = new int[front[i].length];
        int[] key = new int[players.length];
        boolean[] late = new boolean[players.length];
        for (int v = 0; v < players.length; v++) {
            Front f = front[i][v];
            long takes = f == null ? 0 : takes(f);
            players[v] = takes == 0 ? -1 : v;
            if (takes != 0) {
                late[v] = breaks(f, v, holder, heldPlaces);
                key[v] = 2 * ((f.stamp & -AGE_STEP) + (late[v] ? BREAK_AGE : 0)) + (inPointer[i] > v ? 1 : 0)
                        & 2 * STAMPS - 1;
            }
        }
        while (players.length > 1) {
            int[] winners = new int[players.length / 2];
            for (int m = 0; m < winners.length; m++) {
                int low = players[2 * m];
                int high = players[2 * m + 1];
                boolean useHigh = high >= 0 && (low < 0 || (key[high] - key[low] & 2 * STAMPS - 1) >= STAMPS);
                winners[m] = useHigh ? high : low;
            }
            players = winners;
        }
        int v = players[0];
        return v < 0 ? null : new Candidate(v, front[i][v], key[v] / 2, late[v], place(front[i][v], late[v], held));
    }

    /** Selects the output VC by RT_R8. */
    private int place(Front f, boolean late, boolean[] held) {
        for (int least = 2; f.head && least > 0; least--) {
            for (int k = 0; k < 3; k++) {
                for (int sign = 0; sign < 2; sign++) {
                    int link = (f.first + k) % 3 * 2 + sign;
                    long free = adaptiveVcs(link, isResponse(f)) & unowned & credits & starts;
                    if ((f.adaptive >> link & 1) != 0 && (late || !held[link]) && Long.bitCount(free) >= least) {
                        return Long.numberOfTrailingZeros(free);
                    }
                }
            }
        }
        return f.out;
    }

    boolean granted(int i) {
        return candidate[i] != null && winner[portOf(candidate[i].place)] == i;
    }

    /** Returns the VC of an input port that has a connection whose next flit may go, as a mask. */
    long holder(int i) {
        return holder[i] < 0 ? 0 : 1L << holder[i];
    }

    /** Returns the output ports of these connections, as a mask. */
    long held() {
        long ports = 0;
        for (int o = 0; o < PORTS; o++) {
            ports |= held[o] ? 1L << o : 0;
        }
        return ports;
    }

    /** Updates pointers and connections at the end of the cycle. */
    void edge() {
        for (int i = 0; i < PORTS; i++) {
            connectedVc[i] = -1;
            Candidate its = candidate[i];
            if (its != null) {
                inPointer[i] = granted(i) ? its.vc + 1 : its.vc;
                if (granted(i)) {
                    outPointer[portOf(its.place)] = i + 1;
                    connectedVc[i] = its.front.tail || ageless ? -1 : its.vc;
                    connectedPlace[i] = its.place;
                }
            }
        }
    }
}
