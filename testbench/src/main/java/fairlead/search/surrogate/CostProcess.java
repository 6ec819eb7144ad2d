// SPDX-License-Identifier: Apache-2.0
package fairlead.search.surrogate;

import fairlead.search.study.Gene;
import fairlead.search.study.Genome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A Gaussian process over one cost: for each point of a pool the expected cost and its deviation, given the costs of
 * the points that were tried. It is fitted to at most {@link #MOST_FITTED} of these points: a search that multiplies
 * and divides by a factor chooses the reach of each gene and the noise with the greatest likelihood.
 */
final class CostProcess {
    private static final int MOST_FITTED = 128;
    private static final double FIRST_REACH = 1;
    private static final double FIRST_NOISE = 1e-3;
    private static final double LEAST_NOISE = 1e-6;
    private static final double GREATEST_NOISE = 0.1;
    private static final double STEP = 2;
    private static final double NOISE_STEP = 10;
    private static final int SWEEPS = 3;

    private final List<Gene> genes;
    private Correlation correlation;
    private double noise = FIRST_NOISE;
    private List<Genome> pool = List.of();
    private Triangle triangle;
    private List<double[]> columns = new ArrayList<>(); // of the pool, one row for each tried point
    private double[] sums = new double[0];
    private double[] squares = new double[0];
    private double[] residuals = new double[0];
    private double mean;
    private double scale;

    CostProcess(final List<Gene> genes) {
        this.genes = genes;
        correlation = new Correlation(genes, Correlation.same(genes, FIRST_REACH));
    }

    /** Chooses reaches and noise anew, and estimates the points of this pool from the points that were tried. */
    void fit(final List<Genome> tried, final double[] costs, final List<Genome> newPool) {
        choose(tried, costs);
        mean = mean(costs);
        triangle = new Triangle(correlation, noise);
        columns = new ArrayList<>();
        pool = newPool;
        sums = new double[pool.size()];
        squares = new double[pool.size()];
        residuals = new double[tried.size()];
        for (int i = 0; i < costs.length; i++) {
            add(tried.get(i), costs[i]);
        }
        scale = Math.sqrt(square(residuals, costs.length));
    }

    /** Adds the cost of one more point. */
    void add(final Genome point, final double cost) {
        final double[] row = triangle.add(point);
        final int n = row.length - 1;
        final double residual = residual(cost - mean, row, residuals);
        if (residuals.length <= n) {
            residuals = Arrays.copyOf(residuals, 2 * n + 1);
        }
        residuals[n] = residual;
        final double[] column = new double[pool.size()];
        for (int c = 0; c < column.length; c++) {
            column[c] = correlation.of(point, pool.get(c));
        }
        int i = 0;
        for (; i + 3 < n; i += 4) { // four rows at a time, since memory is what takes the time
            final double[] row0 = columns.get(i);
            final double[] row1 = columns.get(i + 1);
            final double[] row2 = columns.get(i + 2);
            final double[] row3 = columns.get(i + 3);
            for (int c = 0; c < column.length; c++) {
                column[c] -= row[i] * row0[c] + row[i + 1] * row1[c] + row[i + 2] * row2[c] + row[i + 3] * row3[c];
            }
        }
        for (; i < n; i++) {
            final double[] other = columns.get(i);
            for (int c = 0; c < column.length; c++) {
                column[c] -= row[i] * other[c];
            }
        }
        for (int c = 0; c < column.length; c++) {
            column[c] /= row[n];
            sums[c] += column[c] * residual;
            squares[c] += column[c] * column[c];
        }
        columns.add(column);
    }

    /** Returns the expected cost of a point of the pool. */
    double expected(final int candidate) {
        return mean + sums[candidate];
    }

    /** Returns the standard deviation of the cost of a point of the pool. */
    double deviation(final int candidate) {
        return scale * Math.sqrt(Math.max(LEAST_NOISE, 1 + noise - squares[candidate]));
    }

    private void choose(final List<Genome> tried, final double[] costs) {
        final int count = Math.min(MOST_FITTED, costs.length);
        final List<Genome> some = new ArrayList<>();
        final double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            final int at = (int) ((long) i * costs.length / count);
            some.add(tried.get(at));
            values[i] = costs[at];
        }
        double best = likelihood(correlation, noise, some, values);
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            final double before = best;
            for (int gene = 0; gene < genes.size(); gene++) {
                for (final double by : new double[] {STEP, 1 / STEP}) {
                    final Correlation other = new Correlation(genes, correlation.with(gene, by));
                    final double value = likelihood(other, noise, some, values);
                    if (value > best) {
                        best = value;
                        correlation = other;
                    }
                }
            }
            for (final double by : new double[] {NOISE_STEP, 1 / NOISE_STEP}) {
                final double other = Math.min(GREATEST_NOISE, Math.max(LEAST_NOISE, noise * by));
                final double value = likelihood(correlation, other, some, values);
                if (value > best) {
                    best = value;
                    noise = other;
                }
            }
            if (best == before) {
                return;
            }
        }
    }

    /** Returns the logarithm of the likelihood, up to a constant, with the best scale. */
    private static double likelihood(
            final Correlation correlation, final double noise, final List<Genome> points, final double[] costs) {
        final Triangle triangle = new Triangle(correlation, noise);
        final double mean = mean(costs);
        final double[] residuals = new double[costs.length];
        double logs = 0;
        for (int i = 0; i < costs.length; i++) {
            final double[] row = triangle.add(points.get(i));
            residuals[i] = residual(costs[i] - mean, row, residuals);
            logs += StrictMath.log(row[i]);
        }
        final double square = Math.max(Double.MIN_NORMAL, square(residuals, costs.length));
        return -costs.length / 2.0 * StrictMath.log(square) - logs;
    }

    private static double mean(final double[] costs) {
        double sum = 0;
        for (final double cost : costs) {
            sum += cost;
        }
        return sum / costs.length;
    }

    /** Returns what the points before do not explain, in deviations. */
    private static double residual(final double cost, final double[] row, final double[] before) {
        final int n = row.length - 1;
        double rest = cost;
        for (int i = 0; i < n; i++) {
            rest -= row[i] * before[i];
        }
        return rest / row[n];
    }

    private static double square(final double[] residuals, final int count) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += residuals[i] * residuals[i];
        }
        return sum / count;
    }
}
