// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StampsTest {
    /** The units of docs/spec/torus-router.md, written down by hand. */
    @ParameterizedTest
    @CsvSource({
        "4, 4, 4, 1, 0",
        "8, 8, 8, 1, 0",
        "16, 15, 4, 1, 0",
        "16, 16, 4, 1, 1",
        "16, 16, 8, 1, 2",
        "16, 16, 16, 1, 3",
        "4, 4, 4, 2, 1",
        "4, 4, 4, 3, 2",
        "4, 4, 4, 64, 6",
        "4, 4, 4, 65, 7",
        "16, 16, 16, 256, 11"
    })
    void theUnitGrowsWithTheIntervalOfLinksAndWithTheTorus(int x, int y, int z, int interval, int unit) {
        assertEquals(unit, Stamps.of(new Shape(x, y, z), interval).unit());
    }

    /** A stamp gives the cycle back, to its unit, as long as the packet is younger than the range of stamps. */
    @Test
    void theCycleOfAStampIsFound() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 100_000; i++) {
            int unit = random.nextInt(12);
            Stamps stamps = new Stamps(unit);
            long prepared = random.nextLong(1L << 40);
            long now = prepared + random.nextLong((1L << 15) - 1 << unit);
            long found = stamps.cycle(now, stamps.at(prepared));
            assertTrue(found <= prepared && prepared - found < 1L << unit, unit + ": " + prepared + " at " + now);
        }
    }
}
