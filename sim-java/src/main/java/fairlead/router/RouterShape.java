// SPDX-License-Identifier: Apache-2.0
package fairlead.router;

import fairlead.hw.HwLayout;
import java.util.Arrays;

/**
 * Numbers of one router's VCs. A VC has a number on links (class << 2 | v), a dense index in its port (class * vcsPerClass + v), and a place among all VCs of the
 * router: port * vcsPerLink + index on links, then one for each local port. Inputs and outputs have the same places; a mask over VCs has one bit a place.
 */
final class RouterShape {
    static final int PORTS = HwLayout.ROUTER_PORTS;
    static final int LINKS = HwLayout.LINKS;
    static final int LOCALS = PORTS - LINKS;
    static final int NUMBERS = 8;
    private static final int CLASS_SHIFT = 2;

    final int vcsPerLink;
    /** VCs of a router: 28 with two a class. */
    final int vcs;
    /** By place: port, index in the port, VC number, and the mask of all places of the port. */
    final int[] portOf;

    final int[] indexOf;
    final int[] numberOf;
    final int[] portMask;
    /** By place: the input of the switch that it belongs to; that of the RTL is its port. */
    final int[] inputOf;
    /** By port << 3 | VC number; -1 where no VC is built. */
    final int[] placeOf = new int[PORTS * NUMBERS];

    /** @param oneInjectionPort of {@link RouterVariant} */
    RouterShape(final int vcsPerClass, final boolean oneInjectionPort) {
        vcsPerLink = HwLayout.CLASSES * vcsPerClass;
        vcs = LINKS * vcsPerLink + LOCALS;
        if (vcs > Integer.SIZE) {
            throw new IllegalArgumentException("masks of VCs are 32 bits: " + vcs);
        }
        portOf = new int[vcs];
        indexOf = new int[vcs];
        numberOf = new int[vcs];
        portMask = new int[vcs];
        inputOf = new int[vcs];
        Arrays.fill(placeOf, -1);
        int place = 0;
        for (int port = 0; port < PORTS; port++) {
            final int first = place;
            final int count = port < LINKS ? vcsPerLink : 1;
            for (int index = 0; index < count; index++, place++) {
                portOf[place] = port;
                inputOf[place] = port;
                indexOf[place] = index;
                numberOf[place] = port < LINKS
                        ? index / vcsPerClass << CLASS_SHIFT | index % vcsPerClass
                        : (port - LINKS) / HwLayout.LOCAL_PORTS << CLASS_SHIFT;
                placeOf[port * NUMBERS + numberOf[place]] = place;
            }
            for (int p = first; p < place; p++) {
                portMask[p] = (1 << count) - 1 << first;
            }
        }
        if (oneInjectionPort) {
            shareInjection();
        }
    }

    /** All injection VCs as VCs of one input. */
    private void shareInjection() {
        final int first = firstPlace(LINKS);
        for (int place = first; place < vcs; place++) {
            indexOf[place] = place - first;
            inputOf[place] = LINKS;
            portMask[place] = (1 << LOCALS) - 1 << first;
        }
    }

    /** First place of a port. */
    int firstPlace(final int port) {
        return port < LINKS ? port * vcsPerLink : LINKS * vcsPerLink + port - LINKS;
    }
}
