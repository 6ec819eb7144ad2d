// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.scenario.BadInput;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutants of the twin in lockstep with the RTL. */
class TwinCampaignTest {
    private static final Path ROOT = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
    private static final PrintStream QUIET = new PrintStream(PrintStream.nullOutputStream());

    @TempDir
    private Path folder;

    private TwinReport play(final List<String> units, final long seed, final int cases, final int count)
            throws IOException {
        return new TwinCampaign(ROOT, units, seed, cases, 2).run(count, folder.resolve("ledger.csv"), QUIET);
    }

    @Test
    void theTwinAsItIsLivesAndMutantsOfItsFifosDie() throws IOException {
        final TwinReport report = play(List.of("InjectionFifos"), 1, 6, 4);
        assertEquals(4, report.answers().size());
        final String table = report.table();
        assertTrue(
                report.answers().stream().filter(a -> a.startsWith("case ")).count() >= 2,
                () -> table + report.answers() + "\nrepeat with: scripts/fairlead mutate --twin --unit InjectionFifos"
                        + " --seed 1 --cases 6 --sample 4");
        assertTrue(table.contains("InjectionFifos"), table);
        assertEquals(5, report.ledger().lines().count());
        assertEquals( // written as the mutants ended
                report.ledger().lines().sorted().toList(),
                Files.readAllLines(folder.resolve("ledger.csv")).stream()
                        .sorted()
                        .toList());
    }

    @Test
    void theDrawIsTheSameEachTimeAndTakesEachInstructionOnce() throws IOException {
        final TwinDraw draw = TwinDraw.ofTwin(List.of("AckCounters"));
        final List<TwinMutant> all = draw.sample(7, 1_000_000);
        assertEquals(draw.sites(), all.size());
        assertEquals(
                all.size(),
                all.stream().map(m -> m.method() + m.index()).distinct().count());
        assertEquals(all.subList(0, 20), TwinDraw.ofTwin(List.of("AckCounters")).sample(7, 20));
        assertTrue(all.stream().allMatch(m -> m.unit().equals("AckCounters")));
    }

    @Test
    void aClassThatTheTwinDoesNotHaveIsRefused() {
        final BadInput e = assertThrows(BadInput.class, () -> TwinDraw.ofTwin(List.of("AckCounter")));
        assertEquals("--unit AckCounter: the twin has no such class; did you mean AckCounters?", e.getMessage());
    }

    @Test
    @Tag("slow")
    void mostMutantsOfAFreshSampleDie() throws IOException {
        final TwinReport report = play(List.of(), 20261125, 20, 60);
        final long live = report.answers().stream()
                .filter(a -> a.endsWith(MutantRungs.ALIVE))
                .count();
        assertTrue(live <= 24, report::table); // measured: 23 % of 500 live
    }
}
