// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import java.util.Locale;

/** The random process that creates the packets of one node. */
public enum BirthProcess {
    /** Creates a packet in each cycle with the same probability. */
    BERNOULLI,
    /**
     * Creates bursts with a two-state chain: only the on state creates packets, at twice the average rate or more
     * ({@link Births}).
     */
    ON_OFF;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
