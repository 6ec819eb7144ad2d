// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import java.util.Locale;

/** How the packets of one node are born. */
public enum BirthProcess {
    /** Each cycle with the same chance. */
    BERNOULLI,
    /** Bursts: a two-state chain; packets are born in the on state only, at twice the average rate or more ({@link Births}). */
    ON_OFF;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
