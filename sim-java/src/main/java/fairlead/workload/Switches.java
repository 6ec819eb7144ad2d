// SPDX-License-Identifier: Apache-2.0
package fairlead.workload;

/** What every generator has unless it is turned off: an epoch per iteration, a fence before its flag, a barrier. */
public record Switches(boolean epochs, boolean fences, boolean barriers) {
    public static final Switches ALL = new Switches(true, true, true);
}
