// SPDX-License-Identifier: Apache-2.0
package fairlead.system.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.run.RunReport;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.support.Runs;
import fairlead.support.WholeRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The runs of {@code hashes.txt} have the event hashes that another machine has written there, on the RTL and on the
 * twin, whose records, verdicts and metrics are equal; the examples among them have true verdicts. Each line holds the
 * hash, the cycles, and a scenario: a line of YAML, or an example with its overrides. After a change that is meant to
 * change events, {@code scripts/test -Dtest=RecordedHashesTest -Dfairlead.hashes=update} writes the file again, and the
 * changelog says why.
 */
@Tag("M-2")
@Tag("M-14")
@Tag("M-17")
@Tag("M-281")
@Tag("M-285")
@Tag("M-354")
@Tag("M-442")
@Tag("M-446")
@Tag("M-686")
class RecordedHashesTest {
    private static final Path FILE = Path.of("src", "test", "resources", "identity", "hashes.txt");
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final int RUNS = 58;

    /** One line of the file. */
    record Recorded(String hash, long cycles, String scenario) {
        static Recorded of(String line) {
            String[] words = line.split(" ", 3);
            return new Recorded(words[0], Long.parseLong(words[1]), words[2]);
        }

        boolean isExample() {
            return !scenario.startsWith("{");
        }

        Scenario read(String engine) {
            List<String> sets = new ArrayList<>(List.of("engine=" + engine, "run.hops=true"));
            if (!isExample()) {
                return ScenarioReader.parse(scenario, "hashes.txt", "recorded", sets);
            }
            String[] words = scenario.split(" ");
            sets.addAll(List.of(words).subList(1, words.length));
            return ScenarioReader.read(EXAMPLES.resolve(words[0]), sets);
        }

        Recorded now(WholeRun run) {
            RunReport report = run.result().report();
            return new Recorded(report.eventSha256(), report.cycles(), scenario);
        }

        String line() {
            return hash + " " + cycles + " " + scenario;
        }
    }

    /** Writes the file with the hashes of the twin where that is asked for; the RTL is then compared with them. */
    @BeforeAll
    static void updateWhereAskedFor() throws IOException {
        if (!"update".equals(System.getProperty("fairlead.hashes"))) {
            return;
        }
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(FILE)) {
            lines.add(line.startsWith("#") ? line : updated(Recorded.of(line)).line());
        }
        Files.write(FILE, lines);
    }

    static Stream<Recorded> runs() throws IOException {
        return Files.readAllLines(FILE).stream()
                .filter(line -> !line.startsWith("#"))
                .map(Recorded::of);
    }

    private static Recorded updated(Recorded old) {
        return old.now(WholeRun.of(old.read("model")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("runs")
    void bothEnginesHaveTheRecordedHashAndTheSameRecords(Recorded recorded) {
        Scenario scenario = recorded.read("rtl");
        WholeRun rtl = WholeRun.of(scenario);
        WholeRun twin = WholeRun.of(recorded.read("model"));
        assertEquals(recorded, recorded.now(rtl));
        assertEquals(recorded, recorded.now(twin));
        rtl.assertSame(twin, recorded.scenario);
        if (recorded.isExample()) {
            Runs.assertHolds(rtl.result(), recorded.scenario, scenario.exercised());
        }
    }

    @Test
    void noTwoRunsAreAlike() throws IOException {
        assertEquals(RUNS, runs().count());
        assertEquals(RUNS, runs().map(Recorded::hash).distinct().count());
    }
}
