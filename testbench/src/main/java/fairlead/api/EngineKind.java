// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import java.util.Locale;

/** What runs a program. The events of a run are the same on all three. */
public enum EngineKind {
    /** The Verilated RTL of every tile. */
    RTL,
    /** The Java twin of the RTL: the same events, several times faster; it needs no native library. */
    MODEL,
    /** Both together; the run ends with a {@link RunException} at the first event in which they differ. */
    LOCKSTEP;

    /** Returns the word of a scenario file for this engine. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
