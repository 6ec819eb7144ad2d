// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.search.Gene;
import fairlead.search.Genome;
import fairlead.search.Trial;
import fairlead.search.Trials;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a search says about the time that is left; the clock is the test's. */
class SearchProgressTest {
    private static final long SECOND = 1_000_000_000L;
    private static final List<Gene> GENES = List.of(new Gene("a", 1, 100, 1));

    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private long now;
    private final SearchCommand.Progress progress =
            new SearchCommand.Progress(new ProgressOption.Line(new PrintStream(text), false, 30 * SECOND, () -> now));

    /** A phase whose evaluations take so many seconds each. */
    private Trials phase(String name, int budget, int seconds) {
        Trials trials = new Trials(
                GENES,
                1,
                points -> {
                    now += points.size() * seconds * SECOND;
                    return points.stream()
                            .map(g -> new Trial(g, List.of(), null, List.of("given"), "not looked at"))
                            .toList();
                },
                budget,
                t -> progress.phase(name, t));
        progress.phase(name, trials);
        return trials;
    }

    private static List<Genome> points(int from, int to) {
        return LongStream.range(from, to).mapToObj(n -> Genome.at(GENES, n)).toList();
    }

    @Test
    void aPhaseBeginsWithThePaceOfTheOneBeforeItAndThenTakesItsOwn() {
        Trials first = phase("evolution", 10, 10);
        first.evaluate(points(0, 4));
        Trials second = phase("random", 8, 8);
        second.evaluate(points(0, 4));
        second.evaluate(points(4, 8));
        progress.phase("confirming 3 points on the RTL", second);
        assertEquals(
                List.of(
                        "evolution: 0 of 10 evaluations, front 0, hypervolume -, ? left",
                        "evolution: 4 of 10 evaluations, front 0, hypervolume -, 60 s left",
                        "random: 0 of 8 evaluations, front 0, hypervolume -, 80 s left",
                        "random: 4 of 8 evaluations, front 0, hypervolume -, 32 s left",
                        "random: 8 of 8 evaluations, front 0, hypervolume -",
                        "confirming 3 points on the RTL: 8 of 8 evaluations, front 0, hypervolume -"),
                text.toString().lines().toList());
    }
}
