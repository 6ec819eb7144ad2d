// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ClassRoute;

/**
 * The configuration registers of one CollectiveRouter.
 *
 * @param classRoutes value of the register CLASS_ROUTES
 * @param linkDepth number of flits of each channel's buffer at the end of a link
 * @param injection number of packets in each injection FIFO
 * @param reception number of packets in each reception FIFO
 */
public record CollectiveConfig(long classRoutes, int linkDepth, int injection, int reception) {

    private long word(int route) {
        return classRoutes >>> HwLayout.CLASS_ROUTE_STRIDE * route;
    }

    /** Returns the link to the parent as a mask; it is 0 at the root. */
    int parent(int route) {
        return (int) ClassRoute.parent(word(route));
    }

    int children(int route) {
        return (int) ClassRoute.children(word(route));
    }

    boolean isMember(int route) {
        return ClassRoute.member(word(route)) != 0;
    }

    /** Returns whether the node has any part in the class route. */
    boolean isUsed(int route) {
        return parent(route) != 0 || children(route) != 0 || isMember(route);
    }
}
