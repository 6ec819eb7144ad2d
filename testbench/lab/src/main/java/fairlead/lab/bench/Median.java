// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

import java.util.Arrays;

/** The median of several rounds; for an even number of rounds, the upper of the two middle values. */
final class Median {
    private Median() {}

    static double of(final double[] figures) {
        final double[] sorted = figures.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
