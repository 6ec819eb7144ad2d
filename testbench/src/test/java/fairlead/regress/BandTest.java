// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.math.BigInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A band takes its ends and refuses what is just outside, to either side. */
@Tag("M-303")
class BandTest {
    @ParameterizedTest
    @CsvSource({
        "5%, 100, 105, true",
        "5%, 100, 95, true",
        "5%, 100, 105.001, false",
        "5%, 100, 94.9, false",
        "0.5%, 1000, 1005, true",
        "0.5%, 1000, 1006, false",
        "0%, 7, 7, true",
        "5%, 0, 0, true",
        "5%, 0, 1, false",
    })
    void aShareIsOfTheBaseline(String band, String had, String is, boolean inside) {
        assertEquals(inside, Metric.Band.of(band).outside("cycles", is, had).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"3, 100, 103, true", "3, 100, 97, true", "3, 100, 104, false", "3, 100, 96, false", "0, 9, 9, true"})
    void aNumberIsADifference(long width, String had, String is, boolean inside) {
        assertEquals(
                inside,
                Metric.Band.of(BigInteger.valueOf(width))
                        .outside("cycles", is, had)
                        .isEmpty());
    }

    @Test
    void aHashIsEqualOrNot() {
        Metric.Band same = Metric.Band.of(BigInteger.ZERO);
        assertEquals("", same.outside("events", "ab", "ab"));
        assertEquals("events ab: the baseline has cd", same.outside("events", "ab", "cd"));
    }

    @Test
    void whatIsNoBandIsRefused() {
        for (Object value : new Object[] {
            "5",
            "%",
            "-5%",
            "5 % of it",
            "1e3%",
            BigInteger.valueOf(-1),
            -0.5,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            BigInteger.ONE.shiftLeft(63),
            true,
            null
        }) {
            assertNull(Metric.Band.of(value), String.valueOf(value));
        }
    }
}
