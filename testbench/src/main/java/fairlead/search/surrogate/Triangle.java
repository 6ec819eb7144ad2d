// SPDX-License-Identifier: Apache-2.0
package fairlead.search.surrogate;

import fairlead.search.study.Genome;
import java.util.ArrayList;
import java.util.List;

/** The Cholesky factor of the correlations of points, to which points are added one at a time. */
final class Triangle {
    private static final double LEAST_PIVOT = 1e-10;

    private final Correlation correlation;
    private final double noise;
    private final List<Genome> points = new ArrayList<>();
    private final List<double[]> rows = new ArrayList<>();

    /** @param noise what is added to the correlation of a point with itself */
    Triangle(final Correlation correlation, final double noise) {
        this.correlation = correlation;
        this.noise = noise;
    }

    int size() {
        return rows.size();
    }

    /** Adds a point and returns its row; the last element is the pivot. */
    double[] add(final Genome point) {
        final int n = rows.size();
        final double[] row = new double[n + 1];
        double square = 0;
        for (int i = 0; i < n; i++) {
            final double[] other = rows.get(i);
            double sum = correlation.of(points.get(i), point);
            for (int j = 0; j < i; j++) {
                sum -= other[j] * row[j];
            }
            row[i] = sum / other[i];
            square += row[i] * row[i];
        }
        row[n] = Math.sqrt(Math.max(LEAST_PIVOT, 1 + noise - square));
        points.add(point);
        rows.add(row);
        return row;
    }
}
