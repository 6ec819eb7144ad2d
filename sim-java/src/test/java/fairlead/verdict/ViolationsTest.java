// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ViolationsTest {
    /** Judges on another thread may be behind, so a run does not end by a violation that was known too late. */
    @Test
    void aViolationThatIsKnownLateCountsLaterForTheEndOfTheRun() {
        Violations.Clock clock = new Violations.Clock();
        assertEquals(-1, clock.ends());
        clock.at(20_000);
        clock.violated(3_000);
        assertEquals(3_000, clock.first());
        assertEquals(20_000 - Checks.LATEST, clock.ends());
        clock.at(20_100);
        clock.violated(16_000);
        clock.violated(100);
        assertEquals(100, clock.first());
        assertEquals(20_000 - Checks.LATEST, clock.ends());
        clock.violated();
        assertEquals(100, clock.first());
    }
}
