// SPDX-License-Identifier: Apache-2.0
package fairlead.model.router;

/**
 * The kind of routers of a torus: those of the RTL, or those of another simulator for comparison ({@link
 * SeparablePartition}).
 *
 * @param separable true for routers in which VC allocation and switch allocation are two separate steps after the
 *     routing
 * @param classes for separable routers, the number of classes whose VCs a packet may take; it takes any VC of them with
 *     the v of its ring
 */
public record RouterVariant(boolean separable, int classes) {
    /** The router of the RTL. */
    public static final RouterVariant RTL = new RouterVariant(false, 0);

    /**
     * Returns a separable router.
     *
     * @param classes 1 or 2, for 2 or 4 VCs a link
     */
    public static RouterVariant separable(final int classes) {
        return new RouterVariant(true, classes);
    }
}
