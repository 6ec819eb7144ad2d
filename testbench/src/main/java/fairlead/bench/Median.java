// SPDX-License-Identifier: Apache-2.0
package fairlead.bench;

import java.util.Arrays;

/** The figure that counts of several rounds: of an even number the upper one in the middle. */
final class Median {
    private Median() {}

    static double of(final double[] figures) {
        final double[] sorted = figures.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
