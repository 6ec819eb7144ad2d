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
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The table of the enumerated space is what the twin gives with each of its traffic seeds: points of it are simulated
 * again.
 */
@Tag("M-29")
@Tag("M-311")
@Tag("M-900")
class EnumeratedTest {
    @TempDir
    Path folder;

    /** Returns whether a point is of this space; `one structure` is one of the six. */
    private static boolean isWanted(String space, Genome point) {
        return !space.equals("one structure") || point.level(0) == 0 && point.level(1) == 1;
    }

    private void compare(String space, int seeds, int count, long seed) {
        Enumerated table = space.equals("buffers")
                ? new Enumerated(seeds)
                : new Enumerated(space.replace("one structure", "structure"), seeds);
        List<Long> traffic = LongStream.rangeClosed(1, seeds).boxed().toList();
        SplittableRandom random = new SplittableRandom(seed);
        List<Genome> points = Stream.generate(() -> Strategy.draw(table.study().genes(), random))
                .filter(point -> isWanted(space, point))
                .limit(count)
                .toList();
        Study s = table.study();
        Study study = SmallStudy.like(s, s.objectives(), s.mostBits(), s.budget(), traffic);
        List<Trial> twin;
        try (WorkerPool pool = new WorkerPool(new Store(folder), WorkerPool.Options.standard(1))) {
            twin = new TwinOracle(study, pool, SmallStudy.AREA).evaluate(points);
        }
        List<Trial> kept = table.evaluate(points);
        for (int i = 0; i < points.size(); i++) {
            String point = space + " seed " + seed + ", point " + points.get(i);
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

    /** Of the points with choices and of those of a structure some are not legal: these have no row. */
    @ParameterizedTest
    @CsvSource({"buffers, 3, 4, 1", "routing_and_depths, 1, 24, 1", "one structure, 1, 12, 3"})
    void pointsAreMeasuredAgain(String space, int seeds, int count, long seed) {
        compare(space, seeds, count, seed);
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"structure, 1, 100, 4", "buffers, 3, 100, 2"})
    void moreAreMeasuredAgain(String space, int seeds, int count, long seed) {
        compare(space, seeds, count, seed);
    }
}
