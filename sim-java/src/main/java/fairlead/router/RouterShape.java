// SPDX-License-Identifier: Apache-2.0
package fairlead.router;

import fairlead.hw.HwLayout;

/**
 * Names of the VCs of one router. A VC has a number on its port (class << 2 | v), a dense index in its port (class * VCS_PER_CLASS + v), and a place among all VCs of the
 * router: port * VCS_PER_LINK + index on links, then one for each local port. Inputs and outputs have the same places; a mask over VCs has one bit a place.
 */
final class RouterShape {
    static final int PORTS = HwLayout.ROUTER_PORTS;
    static final int LINKS = HwLayout.LINKS;
    static final int LOCALS = PORTS - LINKS;
    /** Numbers of VCs that a port has room for. */
    static final int NUMBERS = 8;

    static final int VCS_PER_CLASS = 2;
    static final int VCS_PER_LINK = HwLayout.CLASSES * VCS_PER_CLASS;
    static final int FIRST_LOCAL = LINKS * VCS_PER_LINK;
    /** VCs of a router; masks of them are ints. */
    static final int VCS = FIRST_LOCAL + LOCALS;

    static final int ALL_LOCALS = (1 << LOCALS) - 1 << FIRST_LOCAL;

    private static final int CLASS_SHIFT = 2;
    private static final int LINK_MASK = (1 << VCS_PER_LINK) - 1;

    private RouterShape() {}

    static int port(final int place) {
        return place < FIRST_LOCAL ? place / VCS_PER_LINK : place - FIRST_LOCAL + LINKS;
    }

    static int index(final int place) {
        return place < FIRST_LOCAL ? place % VCS_PER_LINK : 0;
    }

    /** All places of the link of `place`. */
    static int linkMask(final int place) {
        return LINK_MASK << place - place % VCS_PER_LINK;
    }

    static int firstPlace(final int port) {
        return port < LINKS ? port * VCS_PER_LINK : port - LINKS + FIRST_LOCAL;
    }

    static int number(final int place) {
        final int cls =
                place < FIRST_LOCAL ? index(place) / VCS_PER_CLASS : (place - FIRST_LOCAL) / HwLayout.LOCAL_PORTS;
        return cls << CLASS_SHIFT | index(place) % VCS_PER_CLASS;
    }

    /** The place of a VC number of a port. */
    static int place(final int port, final int number) {
        return port < LINKS
                ? port * VCS_PER_LINK + (number >> CLASS_SHIFT) * VCS_PER_CLASS + (number & (1 << CLASS_SHIFT) - 1)
                : firstPlace(port);
    }
}
