// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.evaluate.Job;
import fairlead.evaluate.Store;
import fairlead.scenario.BadInput;
import fairlead.scenario.ScenarioReader;
import fairlead.support.Inline;
import fairlead.sweep.Sweep.Bisection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bisection where samples are short: the saturation of long ones, or no answer. */
@Tag("lab")
@Tag("M-357")
class SaturationTest {
    private static final String TRAFFIC = "schema: fairlead.scenario/1\nmachine: {shape: [%s]}\n"
            + "workload: {kind: traffic, at: local_ports, packet_flits: %d, sample_period: %d, max_samples: %d}\n";
    private static final double WIDTH = 0.02;
    private static final String UNSURE = "7x5x2"; // a load is as near to the limit as its intervals are wide

    @TempDir
    private Path folder;

    private Bisection.Answer find(String shape, int flits, int period, List<Sweep.Row> rows) throws IOException {
        Path file = folder.resolve(period + ".yaml");
        Files.writeString(file, String.format(TRAFFIC, shape.replace('x', ','), flits, period, 10));
        Inline pool = new Inline(new Store(folder.resolve("store" + period)));
        return new Bisection(new Sweep(new Job(file, List.of()), 1, false), pool, rows::add).find(1, WIDTH);
    }

    /** The saturation is that of samples of 20,000 cycles, measured apart. */
    @ParameterizedTest
    @CsvSource({"4x1x1, 16, 0.77"})
    void shortSamplesAreMadeLonger(String shape, int flits, double saturation) throws IOException {
        Bisection.Answer answer = find(shape, flits, 1000, new ArrayList<>());
        assertNull(answer.unknown());
        assertEquals(saturation, (answer.knee() + answer.first()) / 2, 0.03 * saturation);
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({
        "4x1x1, 16",
        "5x1x1, 8",
        "8x1x1, 4",
        "11x1x1, 17",
        "3x3x1, 8",
        "4x4x1, 16",
        "6x2x1, 1",
        "2x2x2, 8",
        "4x3x2, 12",
        "4x4x4, 8",
        "7x5x2, 17",
        "8x4x1, 4",
        "8x8x4, 4"
    })
    void shortSamplesAgreeWithLongOnes(String shape, int flits) throws IOException {
        Bisection.Answer brief = find(shape, flits, 500, new ArrayList<>());
        Bisection.Answer full = find(shape, flits, 20_000, new ArrayList<>());
        if (brief.unknown() != null || full.unknown() != null) {
            assertEquals(UNSURE, shape, () -> brief + " " + full);
            return;
        }
        assertEquals(full.saturates(), brief.saturates());
        double twice = full.knee() + full.first();
        assertEquals(twice, brief.knee() + brief.first(), 0.03 * twice);
    }

    /** A mean latency within 0.02 % would take more than the greatest length of a sample. */
    @Test
    void aLeastLoadThatIsNotSteadyGivesNoSaturation() throws IOException {
        Path file = folder.resolve("few.yaml");
        Files.writeString(file, String.format(TRAFFIC, "4,1,1", 16, 300_000, 6).replace("max", "threshold: 1e-4, max"));
        List<Sweep.Row> rows = new ArrayList<>();
        Sweep sweep = new Sweep(new Job(file, List.of()), 1, false);
        Bisection.Answer answer =
                new Bisection(sweep, new Inline(new Store(folder.resolve("few"))), rows::add).find(0.1, WIDTH);
        assertNotNull(answer.unknown());
        assertEquals(1, rows.get(0).undecided());
        assertTrue(SweepText.csv(rows).contains(",good,undecided,repeats\n"), SweepText.csv(rows));
    }

    @ParameterizedTest
    @CsvSource({"3, 5", "0, 4", "7, 9", "1, 1"})
    void samplesThatCanNeverBeSteadyAreRefused(int warmUp, int most) {
        String text =
                String.format(TRAFFIC, "4,1,1", 1, 100, most).replace("max", "warmup_periods: " + warmUp + ", max");
        BadInput refused = assertThrows(BadInput.class, () -> ScenarioReader.parse(text, "a", "a", List.of()));
        assertTrue(
                refused.getMessage().contains("workload.max_samples = " + most + ": must be at least"),
                refused::getMessage);
    }
}
