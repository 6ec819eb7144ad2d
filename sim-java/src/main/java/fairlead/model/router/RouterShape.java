// SPDX-License-Identifier: Apache-2.0
package fairlead.model.router;

import fairlead.hw.HwLayout;

/**
 * Names of the VCs of one router. A VC has a number on its port (class << 2 | v), which is its index in the RTL's arbitration, and a place among all VCs of the router: the
 * escape VCs of the links in order of port, then one for each local port, then the adaptive VCs of the links. So a machine without adaptive packets has the first
 * {@link #FIRST_ADAPTIVE} places only. Inputs and outputs have the same places; a mask over VCs has one bit a place.
 */
final class RouterShape {
    static final int PORTS = HwLayout.ROUTER_PORTS;
    static final int LINKS = HwLayout.LINKS;
    static final int LOCALS = PORTS - LINKS;
    /** Numbers of VCs that a port has room for. */
    static final int NUMBERS = 8;

    private static final int CLASS_SHIFT = 2;
    /** Bit of a VC number: an adaptive VC. */
    private static final int ADAPTIVE = 2;

    /** Escape VCs of a class, and adaptive VCs of a class. */
    private static final int PAIR = 2;
    /** Escape VCs of a link, and adaptive VCs of a link. */
    static final int PER_LINK = HwLayout.CLASSES * PAIR;

    static final int FIRST_LOCAL = LINKS * PER_LINK;
    static final int FIRST_ADAPTIVE = FIRST_LOCAL + LOCALS;
    /** VCs of a router; masks of them are longs. */
    static final int VCS = FIRST_ADAPTIVE + LINKS * PER_LINK;

    static final long ALL_LOCALS = (1L << LOCALS) - 1 << FIRST_LOCAL;

    private static final long LINK_MASK = (1L << PER_LINK) - 1 | (1L << PER_LINK) - 1 << FIRST_ADAPTIVE;

    private RouterShape() {}

    static int port(final int place) {
        return place < FIRST_LOCAL
                ? place / PER_LINK
                : place < FIRST_ADAPTIVE ? place - FIRST_LOCAL + LINKS : (place - FIRST_ADAPTIVE) / PER_LINK;
    }

    static boolean isLocal(final int place) {
        return place >= FIRST_LOCAL && place < FIRST_ADAPTIVE;
    }

    /** Distance of a place from the first place of its port; the same VC of another link is as far from its first. */
    static int offset(final int place) {
        return place < FIRST_LOCAL
                ? place % PER_LINK
                : place < FIRST_ADAPTIVE ? 0 : FIRST_ADAPTIVE + (place - FIRST_ADAPTIVE) % PER_LINK;
    }

    /** All places of link `port`. */
    static long linkMask(final int port) {
        return LINK_MASK << port * PER_LINK;
    }

    /** A mask of places that has a bit of each input port with a place in `places`, in the order of the ports. */
    static long byInput(final long places) {
        return (places | places >>> FIRST_ADAPTIVE) & (1L << FIRST_ADAPTIVE) - 1;
    }

    static int firstPlace(final int port) {
        return port < LINKS ? port * PER_LINK : port - LINKS + FIRST_LOCAL;
    }

    static int number(final int place) {
        if (isLocal(place)) {
            return (place - FIRST_LOCAL) / HwLayout.LOCAL_PORTS << CLASS_SHIFT;
        }
        return place % PER_LINK / PAIR << CLASS_SHIFT | place % PAIR | (place < FIRST_LOCAL ? 0 : ADAPTIVE);
    }

    /** The place of a VC number of a port. */
    static int place(final int port, final int number) {
        if (port >= LINKS) {
            return firstPlace(port);
        }
        final int pair = port * PER_LINK + (number >> CLASS_SHIFT) * PAIR;
        return pair + number % PAIR + ((number & ADAPTIVE) != 0 ? FIRST_ADAPTIVE : 0);
    }

    /** The first of the two adaptive VCs of link `port` of the class of a VC number. */
    static int adaptivePair(final int port, final int number) {
        return FIRST_ADAPTIVE + port * PER_LINK + (number >> CLASS_SHIFT) * PAIR;
    }
}
