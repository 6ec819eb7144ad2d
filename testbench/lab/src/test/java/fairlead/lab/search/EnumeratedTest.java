// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.evaluate.Store;
import fairlead.evaluate.WorkerPool;
import fairlead.search.Genome;
import fairlead.search.Strategy;
import fairlead.search.Study;
import fairlead.search.Trial;
import fairlead.search.TwinOracle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The table of the enumerated space is what the twin gives with each of its traffic seeds: points of it are simulated
 * again.
 */
@Tag("M-29")
@Tag("M-311")
@Tag("M-900")
class EnumeratedTest {
    private static final List<Long> SEEDS = List.of(1L, 2L, 3L);

    @TempDir
    Path folder;

    private void compare(int count, long seed) {
        compare(new Enumerated(SEEDS.size()), SEEDS, count, seed);
    }

    private void compare(Enumerated table, List<Long> seeds, int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Genome> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            points.add(Strategy.draw(table.study().genes(), random));
        }
        compare(table, seeds, points, "seed " + seed);
    }

    private void compare(Enumerated table, List<Long> seeds, List<Genome> points, String drawn) {
        Study s = table.study();
        Study study = SmallStudy.like(s, s.objectives(), s.mostBits(), s.budget(), seeds);
        List<Trial> twin;
        try (WorkerPool pool = new WorkerPool(new Store(folder), WorkerPool.Options.standard(1))) {
            twin = new TwinOracle(study, pool, SmallStudy.AREA).evaluate(points);
        }
        List<Trial> kept = table.evaluate(points);
        for (int i = 0; i < points.size(); i++) {
            String point = drawn + ", point " + points.get(i);
            assertEquals(
                    kept.get(i).feasible(),
                    twin.get(i).feasible(),
                    point + " " + twin.get(i).why());
            if (!kept.get(i).feasible()) {
                assertEquals(List.of(), twin.get(i).keys(), point);
                continue;
            }
            assertArrayEquals(twin.get(i).sample().means(), kept.get(i).sample().means(), point);
            for (int o = 0; o < s.objectives().size(); o++) {
                assertEquals(twin.get(i).sample().half(o), kept.get(i).sample().half(o), point);
            }
        }
    }

    @Test
    void fourPointsAreMeasuredAgain() {
        compare(4, 1);
    }

    /** Of 24 points with choices about ten are not legal; these have no row, and the twin does not simulate them. */
    @Test
    void pointsWithChoicesAreMeasuredAgain() {
        compare(new Enumerated("routing_and_depths", 1), List.of(1L), 24, 1);
    }

    /** Of twelve points of one of the six structures some are not legal. */
    @Test
    void pointsOfAStructureAreMeasuredAgain() {
        Enumerated table = new Enumerated("structure", 1);
        List<Genome> points = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(3);
        while (points.size() < 12) {
            Genome point = Strategy.draw(table.study().genes(), random);
            if (point.level(0) == 0 && point.level(1) == 1) {
                points.add(point);
            }
        }
        compare(table, List.of(1L), points, "one structure");
    }

    @Test
    @Tag("slow")
    void pointsOfSixStructuresAreMeasuredAgain() {
        compare(new Enumerated("structure", 1), List.of(1L), 100, 4);
    }

    @Test
    @Tag("slow")
    void aHundredPointsAreMeasuredAgain() {
        compare(100, 2);
    }
}
