// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import java.util.Map;

/**
 * Seeded faults of a unit: the given bits of ports are inverted, of an input on the way into the RTL, of an output on
 * the way out.
 */
public record Alteration(Map<String, Long> bits) {
    public static final Alteration NONE = new Alteration(Map.of());

    public Alteration(String port, long bits) {
        this(Map.of(port, bits));
    }
}
