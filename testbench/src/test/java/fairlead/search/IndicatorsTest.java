// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.search.SearchResult.Scale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moeaframework.core.Solution;
import org.moeaframework.core.indicator.WFGHypervolume;
import org.moeaframework.core.population.NondominatedPopulation;
import org.moeaframework.problem.AbstractProblem;
import org.moeaframework.problem.Problem;

/** Our hypervolume against that of the MOEA Framework. */
@Tag("M-33")
class IndicatorsTest {
    private static final double EXACT = 1e-9;
    private static final int FRONTS = 1000;

    /** A front: points of which none dominates another, some of them equal in some objectives. */
    private static List<double[]> draw(SplittableRandom random, int objectives) {
        List<double[]> points = new ArrayList<>();
        int count = 1 + random.nextInt(30);
        boolean coarse = random.nextBoolean();
        for (int i = 0; i < count; i++) {
            double[] p = new double[objectives];
            for (int o = 0; o < objectives; o++) {
                p[o] = coarse ? random.nextInt(10) / 10.0 : random.nextDouble();
            }
            points.add(p);
        }
        return points.stream()
                .filter(one -> points.stream().noneMatch(other -> dominates(other, one)))
                .toList();
    }

    /** Tells whether a is in no objective worse than b and in at least one objective better. */
    private static boolean dominates(double[] a, double[] b) {
        boolean better = false;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > b[i]) {
                return false;
            }
            better |= a[i] < b[i];
        }
        return better;
    }

    /** Only its number of objectives is asked for. */
    private static Problem problem(int objectives) {
        return new AbstractProblem(0, objectives) {
            @Override
            public void evaluate(Solution solution) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Solution newSolution() {
                return new Solution(0, objectives);
            }
        };
    }

    private static NondominatedPopulation population(List<double[]> points) {
        NondominatedPopulation population = new NondominatedPopulation();
        for (double[] p : points) {
            Solution s = new Solution(0, p.length);
            for (int i = 0; i < p.length; i++) {
                s.setObjectiveValue(i, p[i]);
            }
            population.add(s);
        }
        return population;
    }

    @Test
    void thousandRandomFrontsGiveTheValuesOfTheMoeaFramework() {
        SplittableRandom random = new SplittableRandom(1);
        for (int n = 0; n < FRONTS; n++) {
            int objectives = 2 + n % 2;
            List<double[]> front = draw(random, objectives);
            double[] worst = new double[objectives];
            Arrays.fill(worst, 0.9);
            Problem problem = problem(objectives);
            assertEquals(
                    new WFGHypervolume(problem, worst)
                            .evaluate(population(front)), // its hypervolume changes what it is given
                    Scale.hypervolume(front, worst),
                    EXACT,
                    "front " + n + " of seed 1");
        }
    }

    @Test
    void aPointThatIsMissingIsSeen() {
        List<double[]> whole = List.of(new double[] {0, 1}, new double[] {0.4, 0.4}, new double[] {1, 0});
        List<double[]> less = List.of(whole.get(0), whole.get(2));
        double[] worst = {1.1, 1.1};
        assertTrue(Scale.hypervolume(less, worst) < Scale.hypervolume(whole, worst));
    }

    @Test
    void aPointBeyondTheReferenceCountsNothing() {
        assertEquals(0, Scale.hypervolume(List.of(new double[] {2, 0}), new double[] {1, 1}));
        assertEquals(0, Scale.hypervolume(List.of(), new double[] {1, 1, 1}));
    }
}
