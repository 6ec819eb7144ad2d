// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

/** A seeded fault of a unit: these bits of the port are inverted, an input on its way into the RTL, an output on its way out. */
public record Alteration(String port, long bits) {
    public static final Alteration NONE = new Alteration("", 0);
}
