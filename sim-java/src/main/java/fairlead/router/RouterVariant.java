// SPDX-License-Identifier: Apache-2.0
package fairlead.router;

/**
 * Routers that the RTL does not have, for comparison with other simulators.
 *
 * @param headDelay cycles that a head spends at the front of its VC before it may request
 * @param oneInjectionPort the injection VCs of a node share one input port of the switch
 */
public record RouterVariant(int headDelay, boolean oneInjectionPort) {
    /** The router of the RTL. */
    public static final RouterVariant RTL = new RouterVariant(0, false);
}
