// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout.UnsafeVariant;

/**
 * A deliberate flaw of the faults build (D13), as the value of configuration register UNSAFE.
 *
 * @param variant HwLayout.UnsafeVariant, or 0 for the shipped machine
 * @param node rank of the node with the flaw, or {@link #ALL_NODES}
 * @param operand operand of the variant, 0 to 255
 */
public record Unsafe(int variant, int node, int operand) {
    public static final int ALL_NODES = -1;
    public static final Unsafe NONE = new Unsafe(0, ALL_NODES, 0);

    public static Unsafe everywhere(int variant) {
        return new Unsafe(variant, ALL_NODES, 0);
    }

    public boolean isSet() {
        return variant != 0;
    }

    public int register() {
        return variant | operand << 8;
    }

    public String text() {
        return isSet() ? UnsafeVariant.name(variant) : "";
    }
}
