// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.search.Evolution.Neighbours;
import fairlead.search.Evolution.UniformDepths;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where more of the tried points around it are on the front, an untried point goes first. */
@Tag("M-29")
class PromiseTest {
    /** A gene without order has all other values as neighbours, a gene with order the next levels. */
    @Test
    void neighboursFollowTheOrderOfTheValues() {
        List<Gene> mixed = List.of(new Gene("a", 1, 9, 1), Gene.of("b", Gene.Kind.CHOICE, List.of("x", "y", "z")));
        assertEquals(
                List.of(Genome.of(3, 0), Genome.of(5, 0), Genome.of(4, 1), Genome.of(4, 2)),
                Neighbours.of(mixed, Genome.of(4, 0)));
        assertEquals(
                List.of(
                        Genome.of(2, 0),
                        Genome.of(6, 0),
                        Genome.of(3, 1),
                        Genome.of(3, 2),
                        Genome.of(5, 1),
                        Genome.of(5, 2)),
                Neighbours.twice(mixed, Genome.of(4, 0)));
        assertEquals(3 * 9, UniformDepths.points(mixed).size());
    }

    private static final List<Gene> GENES = List.of(new Gene("a", 1, 9, 1), new Gene("b", 1, 9, 1));

    /** Costs (a - b, b - a) on the line a + b = 8, which is the front; next to it both are worse. */
    private static Trial trial(Genome g) {
        double off = 10.0 * Math.abs(g.level(0) + g.level(1) - 8);
        double[][] costs = {{g.level(0) - g.level(1) + off}, {g.level(1) - g.level(0) + off}};
        return new Trial(g, List.of(costs[0][0], costs[1][0]), new Sample(costs), List.of("given"), null);
    }

    private static Trials tried(Genome... points) {
        Trials trials = new Trials(
                GENES, 2, asked -> asked.stream().map(PromiseTest::trial).toList(), 100, t -> {});
        trials.evaluate(List.of(points));
        return trials;
    }

    @Test
    void aPointBetweenTwoOfTheFrontGoesBeforeOneBesideOne() {
        Trials trials = tried(Genome.of(4, 4), Genome.of(2, 6), Genome.of(8, 8));
        Genome between = Genome.of(3, 5);
        Genome beside = Genome.of(5, 3);
        Genome far = Genome.of(0, 0);
        assertEquals(
                List.of(between, beside, far), new Neighbours.Promise(trials).best(List.of(far, beside, between), 3));
        assertEquals(List.of(between), new Neighbours.Promise(trials).best(List.of(beside, between), 1));
    }

    @Test
    void neighboursThatAreDominatedSpeakAgainstAPoint() {
        Genome quiet = Genome.of(4, 3);
        Genome tainted = Genome.of(4, 5);
        Trials trials = tried(Genome.of(4, 4), Genome.of(5, 5), Genome.of(4, 6));
        assertEquals(List.of(quiet, tainted), new Neighbours.Promise(trials).best(List.of(tainted, quiet), 2));
    }

    @Test
    void equalOnesComeInTheOrderOfGenomes() {
        Trials trials = tried(Genome.of(4, 4));
        assertEquals(
                List.of(Genome.of(3, 5), Genome.of(5, 3)),
                new Neighbours.Promise(trials).best(List.of(Genome.of(5, 3), Genome.of(3, 5)), 2));
    }

    /**
     * Beside the point (4, 4), which nothing dominates, stand (6, 6), on the front with one seed of two, and (2, 2), on
     * that of none; both means are dominated.
     */
    @Test
    void aPointThatIsOnTheFrontWithOneSeedOfTwoSpeaksForItsNeighbours() {
        Trials trials = new Trials(
                GENES, 2, asked -> asked.stream().map(PromiseTest::drawn).toList(), 100, t -> {});
        trials.evaluate(List.of(Genome.of(4, 4), Genome.of(6, 6), Genome.of(2, 2)));
        assertEquals(1, trials.front().size());
        assertEquals(Map.of(Genome.of(4, 4), 1.0, Genome.of(6, 6), 0.5), trials.seedShares());
        Genome lucky = Genome.of(6, 7);
        Genome hopeless = Genome.of(2, 1);
        assertEquals(List.of(lucky, hopeless), new Neighbours.Promise(trials).best(List.of(hopeless, lucky), 2));
    }

    private static Trial drawn(Genome g) {
        double[] first = g.level(0) == 4 ? new double[] {5, 5} : new double[] {15, 15};
        double[] second = g.level(0) == 6 ? new double[] {0, 3} : new double[] {1, 1};
        Sample sample = new Sample(new double[][] {first, second});
        return new Trial(g, List.of(sample.means()[0], sample.means()[1]), sample, List.of("given"), null);
    }
}
