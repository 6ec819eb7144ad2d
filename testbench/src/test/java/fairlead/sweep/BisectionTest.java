// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.evaluate.Job;
import fairlead.evaluate.Store;
import fairlead.openloop.OpenLoop;
import fairlead.openloop.TrafficResult;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.support.Inline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bisection to saturation, batch means, and what a row says of runs that are not good. */
@Tag("M-357")
class BisectionTest {
    private static final String TRAFFIC = "schema: fairlead.scenario/1\nmachine: {shape: [4, 2, 1]}\n"
            + "workload: {kind: traffic, at: local_ports, pattern: %s, sample_period: 200, packet_flits: 4}\n";

    @TempDir
    private Path folder;

    private Sweep sweep(final String pattern, final int repeats) throws IOException {
        final Path file = Files.writeString(folder.resolve(pattern + ".yaml"), String.format(TRAFFIC, pattern));
        return new Sweep(new Job(file, List.of()), repeats, false);
    }

    private Inline pool() {
        return new Inline(new Store(folder.resolve("store")));
    }

    @Test
    void theAnswerIsBetweenAGoodAndABadLoad() throws IOException {
        final List<Sweep.Row> rows = new ArrayList<>();
        final Bisection.Answer answer = new Bisection(sweep("hotspot", 2), pool(), rows::add).find(1, 0.1);
        assertTrue(answer.saturates());
        assertTrue(answer.first() - answer.knee() <= 0.1 && answer.first() > answer.knee(), answer.toString());
        for (final Sweep.Row row : rows) {
            final double load = Double.parseDouble(row.point().values().get(0));
            final boolean good =
                    row.good() == row.repeats() && row.metrics().get("latency").mean() <= 3 * answer.leastLatency();
            if (load > 0.05) { // the least load is not judged
                assertEquals(load <= answer.knee() + 1e-4, good, load + " of " + answer);
            }
        }
    }

    @Test
    void aNetworkThatTakesAllDoesNotSaturate() throws IOException {
        final Bisection.Answer answer = new Bisection(sweep("neighbor", 1), pool(), row -> {}).find(0.3, 0.1);
        assertFalse(answer.saturates(), answer.toString());
        assertEquals(0.3, answer.knee());
    }

    @Test
    void aSingleRunHasTheIntervalOfItsBatchMeans() throws IOException {
        final Sweep sweep = sweep("uniform", 1);
        final Sweep.Row row = sweep.run(Axis.Point.all(List.of(Axis.parse("workload.load=0.3"))), pool(), 1, r -> {})
                .get(0);
        final Scenario scenario =
                ScenarioReader.parse(String.format(TRAFFIC, "uniform"), "one", "one", List.of("workload.load=0.3"));
        final TrafficResult result = new OpenLoop(scenario.machine(), scenario.openLoop()).measure();
        assertTrue(result.batches().size() >= 3);
        assertEquals(
                Estimate.of(result.batches()).half(),
                row.metrics().get("latency").half(),
                1e-9);
    }

    @Test
    void aRowSaysWhyItIsNotGood() throws IOException {
        final Sweep.Row row = sweep("hotspot", 1)
                .run(Axis.Point.all(List.of(Axis.parse("workload.load=1"))), pool(), 1, r -> {})
                .get(0);
        assertEquals(0, row.good());
        assertTrue(row.notes().startsWith("mean latency above") || row.notes().startsWith("not steady"), row.notes());
        assertTrue(SweepText.tableRow(row).endsWith(row.notes()));
    }
}
