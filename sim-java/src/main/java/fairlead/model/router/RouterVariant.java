// SPDX-License-Identifier: Apache-2.0
package fairlead.model.router;

/**
 * Which routers a torus has: those of the RTL, or those of another simulator for comparison ({@link SeparablePartition}).
 *
 * @param separable VC allocation and switch allocation are two steps, each after the other, behind one of routing
 * @param classes separable: classes that VCs are taken of; a packet takes any VC of them with the v of its ring
 */
public record RouterVariant(boolean separable, int classes) {
    /** The router of the RTL. */
    public static final RouterVariant RTL = new RouterVariant(false, 0);

    /** @param classes 1 or 2: with 2 or 4 VCs a link */
    public static RouterVariant separable(final int classes) {
        return new RouterVariant(true, classes);
    }
}
