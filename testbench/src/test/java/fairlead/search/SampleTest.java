// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("M-33")
class SampleTest {
    private static Sample sample(double... latency) {
        return new Sample(new double[][] {latency, {7, 7, 7}});
    }

    @Test
    void aDifferenceWithinItsConfidenceIntervalDominatesNobody() {
        Sample noisy = sample(10, 14, 9);
        Sample other = sample(11, 12, 13); // better by 1 in the mean; the differences are -1, 2, -4
        assertFalse(noisy.dominates(other));
        assertFalse(other.dominates(noisy));
    }

    /** The same means and spreads; but seed by seed the difference is always 1. */
    @Test
    void commonRandomNumbersMakeTheSameDifferenceCount() {
        Sample good = sample(10, 14, 9);
        Sample other = sample(11, 15, 10);
        assertTrue(good.dominates(other));
        assertFalse(other.dominates(good));
    }

    @Test
    void aComputedObjectiveHasNoInterval() {
        Sample small = new Sample(new double[][] {{5, 9, 1}, {6, 6, 6}});
        Sample large = new Sample(new double[][] {{5, 9, 1}, {7, 7, 7}});
        assertTrue(small.dominates(large));
        assertFalse(large.dominates(small));
        assertFalse(small.dominates(small));
    }

    /** Student's t with two degrees of freedom: 4.3027 * sqrt(1 / 3). */
    @Test
    void theIntervalIsStudents() {
        assertEquals(4.302653 / Math.sqrt(3), sample(1, 2, 3).half(0), 1e-5);
        assertEquals(0, new Sample(new double[][] {{4}}).half(0));
    }
}
