// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

import fairlead.hw.HwLayout.UnsafeVariant;

/**
 * A flaw that the faults build has on purpose (D13), as value of configuration register UNSAFE.
 *
 * @param variant HwLayout.UnsafeVariant, or 0: the machine as it is shipped
 * @param node the node that has it, or {@link #ALL_NODES}
 * @param operand of the variant, 0 to 255
 */
public record Unsafe(int variant, int node, int operand) {
    public static final int ALL_NODES = -1;
    public static final Unsafe NONE = new Unsafe(0, ALL_NODES, 0);

    public static Unsafe everywhere(final int variant) {
        return new Unsafe(variant, ALL_NODES, 0);
    }

    public boolean isSet() {
        return variant != 0;
    }

    /** Value of the register. */
    public int register() {
        return variant | operand << 8;
    }

    /** Name of the variant; empty for none. */
    public String text() {
        return isSet() ? UnsafeVariant.name(variant) : "";
    }
}
