// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

/**
 * A seeded fault of a unit: the given bits of the port are inverted, of an input on the way into the RTL, of an output
 * on the way out.
 */
public record Alteration(String port, long bits) {
    public static final Alteration NONE = new Alteration("", 0);
}
