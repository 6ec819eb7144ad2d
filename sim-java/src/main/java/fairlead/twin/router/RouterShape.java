// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.hw.HwLayout;

/**
 * The numbering of the VCs of one router. A VC has a number on its port (class << 2 | v), which is its index in the
 * RTL's arbitration. It also has a place among all VCs of the router: first the escape VCs of the links in order of
 * port, then one VC for each local port, then the adaptive VCs of the links. A machine without adaptive packets thus
 * has only the first {@link #FIRST_ADAPTIVE} places. Inputs and outputs have the same places; a mask over VCs has one
 * bit for each place.
 */
final class RouterShape {
    static final int PORTS = HwLayout.ROUTER_PORTS;
    static final int LINKS = HwLayout.LINKS;
    static final int DIMENSIONS = LINKS / 2; // of a coordinate, also where the structure has links in fewer
    static final int LOCALS = PORTS - LINKS;
    static final int NUMBERS = 8; // number of VC numbers of a port

    static final int CLASS_SHIFT = 2; // of a VC number
    private static final int ADAPTIVE = 2; // bit of a VC number that marks an adaptive VC
    private static final int PAIR = 2; // number of escape VCs of a class, and of adaptive VCs of a class
    /** Number of escape VCs of a link, and of adaptive VCs of a link. */
    static final int PER_LINK = HwLayout.CLASSES * PAIR;

    static final int FIRST_LOCAL = LINKS * PER_LINK;
    static final int FIRST_ADAPTIVE = FIRST_LOCAL + LOCALS;
    static final int VCS = FIRST_ADAPTIVE + LINKS * PER_LINK; // number of VCs of a router; a mask over them is a long

    private static final long LINK_MASK = (1L << PER_LINK) - 1 | (1L << PER_LINK) - 1 << FIRST_ADAPTIVE;

    // what a stage of its own does in the routers of this structure (docs/understand/router-stages.md)
    /** Cycles of a flit on its way through the switch, beyond the cycle of its grant. */
    static final int CROSSING = HwLayout.ROUTER_STAGES >= 2 ? 1 : 0;
    /** Whether a head gets its output VC in a cycle before it asks for the switch. */
    static final boolean ALLOCATES = HwLayout.ROUTER_STAGES >= 3;
    /** Whether a head is routed in its first cycle in front of its VC. */
    static final boolean ROUTES = HwLayout.ROUTER_STAGES >= 4;

    static final boolean ISLIP = HwLayout.ISLIP_ITERATIONS > 0; // whether the allocators are those of iSLIP
    static final boolean SHARED = HwLayout.SHARED_VCS > 0; // whether packets of all classes share the VCs of a link

    private RouterShape() {}

    static int port(int place) {
        return place < FIRST_LOCAL
                ? place / PER_LINK
                : place < FIRST_ADAPTIVE ? place - FIRST_LOCAL + LINKS : (place - FIRST_ADAPTIVE) / PER_LINK;
    }

    static boolean isLocal(int place) {
        return place >= FIRST_LOCAL && place < FIRST_ADAPTIVE;
    }

    /** Returns whether the structure has the port of a place, which may be of an absent dimension or local port. */
    static boolean isPresent(int place) {
        return isLocal(place)
                ? (place - FIRST_LOCAL) % HwLayout.MOST_PORTS < HwLayout.LOCAL_PORTS
                : port(place) < 2 * HwLayout.DIMENSIONS;
    }

    /**
     * Returns the offset of a place from the first place of its port; the same VC of another link has the same offset.
     */
    static int offset(int place) {
        return place < FIRST_LOCAL
                ? place % PER_LINK
                : place < FIRST_ADAPTIVE ? 0 : FIRST_ADAPTIVE + (place - FIRST_ADAPTIVE) % PER_LINK;
    }

    static long linkMask(int port) {
        return LINK_MASK << port * PER_LINK;
    }

    /**
     * Returns a mask with at least one bit for each input port that has a place in `places`, in the order of the ports.
     */
    static long byInput(long places) {
        return (places | places >>> FIRST_ADAPTIVE) & (1L << FIRST_ADAPTIVE) - 1;
    }

    static int firstPlace(int port) {
        return port < LINKS ? port * PER_LINK : port - LINKS + FIRST_LOCAL;
    }

    static int number(int place) {
        if (isLocal(place)) {
            return (place - FIRST_LOCAL) / HwLayout.MOST_PORTS << CLASS_SHIFT;
        }
        return place % PER_LINK / PAIR << CLASS_SHIFT | place % PAIR | (place < FIRST_LOCAL ? 0 : ADAPTIVE);
    }

    static int place(int port, int number) {
        if (port >= LINKS) {
            return firstPlace(port);
        }
        int pair = port * PER_LINK + (number >> CLASS_SHIFT) * PAIR;
        return pair + number % PAIR + ((number & ADAPTIVE) != 0 ? FIRST_ADAPTIVE : 0);
    }

    /** Returns the first of the two adaptive VCs of link `port` in the class of a VC number. */
    static int adaptivePair(int port, int number) {
        return FIRST_ADAPTIVE + port * PER_LINK + (number >> CLASS_SHIFT) * PAIR;
    }
}
