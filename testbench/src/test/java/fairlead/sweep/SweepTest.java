// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.evaluate.Identity;
import fairlead.evaluate.Job;
import fairlead.evaluate.Pool;
import fairlead.evaluate.Store;
import fairlead.evaluate.WorkerPool;
import fairlead.openloop.OpenLoop;
import fairlead.openloop.TrafficResult;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.support.Inline;
import fairlead.sweep.Sweep.Bisection;
import fairlead.sweep.Sweep.Estimate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps, bisection to saturation, batch means, and what a row says of runs that are not good. */
@Tag("M-47")
class SweepTest {
    private static final String TRAFFIC = "schema: fairlead.scenario/1\nmachine: {shape: [4, 4, 1]}\n"
            + "workload: {kind: traffic, at: local_ports, load: 0.1, sample_period: 300}\n";

    private static final String PATTERNS = "schema: fairlead.scenario/1\nmachine: {shape: [4, 2, 1]}\n"
            + "workload: {kind: traffic, at: local_ports, pattern: %s, sample_period: 200, packet_flits: 4}\n";

    @TempDir
    Path folder;

    private Job scenario(String text) throws IOException {
        return new Job(Files.writeString(folder.resolve("scenario.yaml"), text), List.of());
    }

    private Pool inline() {
        return new Inline(new Store(folder.resolve("inline")));
    }

    @Test
    void rangesAreExactAndListsKeepTheirBrackets() {
        assertEquals(new Axis("load", List.of("0.1", "0.2", "0.3")), Axis.parse("load=0.1..0.3:0.1"));
        assertEquals(new Axis("link_vc", List.of("2", "3", "4")), Axis.parse("link_vc=2..4"));
        assertEquals(new Axis("shape", List.of("[4,4,4]", "[8,1,1]")), Axis.parse("shape=[4,4,4],[8,1,1]"));
        for (String wrong : List.of("machine.shape", "a=3..1", "a=1..x:1")) {
            assertThrows(BadInput.class, () -> Axis.parse(wrong), wrong);
        }
    }

    @Test
    void aGridHasEveryCombinationOnce() {
        List<Axis.Point> points = Axis.Point.all(List.of(Axis.parse("a=1,2"), Axis.parse("b=3,4,5")));
        assertEquals(6, points.size());
        assertEquals(List.of("a=2", "b=3"), points.get(3).overrides());
    }

    /** Values of Student's t from a table: 95 % two-sided, 4 degrees of freedom, 2.776. */
    @Test
    void theIntervalIsStudents() {
        Estimate e = Estimate.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0));
        assertEquals(3, e.mean());
        assertEquals(2.776 * Math.sqrt(2.5 / 5), e.half(), 0.001);
    }

    @Test
    void latencyRisesWithLoadAndProcessesChangeNothing() throws IOException {
        List<Axis.Point> points = Axis.Point.all(List.of(Axis.parse("workload.load=0.1,0.5")));
        Sweep sweep = new Sweep(scenario(TRAFFIC), 3, true);
        List<Sweep.Row> one = sweep.run(points, inline(), 1, row -> {});
        Store store = new Store(folder.resolve("store"));
        try (Pool pool = new WorkerPool(store, WorkerPool.Options.standard(2))) {
            assertEquals(SweepText.csv(one), SweepText.csv(sweep.run(points, pool, 2, row -> {})));
            assertEquals(12 - 3, pool.simulated()); // the floods of the two loads are the same runs
            assertEquals(SweepText.csv(one), SweepText.csv(sweep.run(points, pool, 1, row -> {})));
            assertEquals(12 - 3, pool.simulated());
        }
        assertTrue(one.get(0).metrics().get("latency").mean()
                < one.get(1).metrics().get("latency").mean());
        assertTrue(one.get(0).metrics().get("saturation").mean() > 0.5);
        assertTrue(one.get(0).metrics().get("latency").half() > 0);
    }

    @Test
    void aRunWithoutAPacketHasNoLatency() throws IOException {
        Job cut = scenario("schema: fairlead.scenario/1\nengine: model\nmachine: {shape: [2, 1, 1]}\n"
                + "workload: {kind: traffic, cycles: 100, load: 0.1}\n");
        List<Axis.Point> points = Axis.Point.all(List.of(Axis.parse("run.max_cycles=1,2000")));
        List<Sweep.Row> rows = new Sweep(cut, 1, false).run(points, inline(), 1, row -> {});
        assertEquals(0, rows.get(0).metrics().get("packets").mean());
        assertTrue(Double.isNaN(rows.get(0).metrics().get("latency").mean()));
        assertTrue(SweepText.csv(rows).lines().skip(1).findFirst().orElseThrow().contains(",,,,"));
        assertTrue(rows.get(1).metrics().get("latency").min() > 0);
    }

    /**
     * Uniform one-flit packets on 4x4 are bound by the network at 2 flits a cycle and node: a flood of one flit would
     * say 1 at most.
     */
    @Test
    void aFloodOffersAllThatANodeMaySend() throws IOException {
        List<Axis.Point> points = Axis.Point.all(List.of(Axis.parse("workload.inject=1,2")));
        List<Sweep.Row> rows = new Sweep(
                        scenario(
                                "schema: fairlead.scenario/1\nmachine: {shape: [4, 4, 1], local_ports: 2, buffers: {link_vc: 64}}\n"
                                        + "workload: {kind: traffic, at: local_ports, load: 0.1, sample_period: 300, packet_flits: 1}\n"),
                        1,
                        true)
                .run(points, inline(), 1, row -> {});
        double one = rows.get(0).metrics().get("saturation").mean();
        double two = rows.get(1).metrics().get("saturation").mean();
        assertTrue(one <= 1, () -> "inject 1: " + one);
        assertTrue(two > 1.2, () -> "inject 2: " + two);
    }

    @Test
    void aRunThatIsLostIsSaidAndNotCounted() throws IOException {
        List<Axis.Point> points = Axis.Point.all(List.of(Axis.parse("workload.load=0.1")));
        Pool loses = new Pool(new Store(folder)) {
            @Override
            protected Map<String, String> simulate(Map<Identity, Job> missing) {
                List<Job> jobs = List.copyOf(missing.values());
                new Inline(store).run(jobs.subList(0, 1));
                return Map.of(Identity.key(jobs.get(1).read()), "it is gone");
            }
        };
        Sweep.Row row = new Sweep(scenario(TRAFFIC), 2, false)
                .run(points, loses, 1, r -> {})
                .get(0);
        assertEquals(List.of("it is gone"), row.lost());
        assertEquals(1, row.good());
        assertEquals(1, row.metrics().get("latency").repeats());
    }

    @Test
    void badPointsAreRefusedBeforeAnythingRuns() throws IOException {
        List<Axis.Point> points = Axis.Point.all(List.of(Axis.parse("machine.buffers.link_vc=8,9999")));
        Sweep deep = new Sweep(scenario(TRAFFIC), 1, false);
        assertThrows(BadInput.class, () -> deep.run(points, inline(), 1, row -> {}));
        String ring = "schema: fairlead.scenario/1\nmachine: {shape: [4, 1, 1]}\nworkload: {kind: ring}\n";
        Sweep program = new Sweep(scenario(ring), 1, true);
        List<Axis.Point> one = Axis.Point.all(List.of(Axis.parse("seed=1")));
        assertThrows(BadInput.class, () -> program.run(one, inline(), 1, row -> {}));
    }

    /** On a ring of four each flit that the counts have passes a link and leaves: two hops. */
    @Test
    void energyIsAColumnOfWhatTheCountsGive() throws IOException {
        String ring =
                "schema: fairlead.scenario/1\nengine: model\nmachine: {shape: [4, 1, 1]}\nworkload: {kind: ring}\n";
        List<Axis.Point> points = Axis.Point.all(List.of(Axis.parse("machine.buffers.link_vc=2,4")));
        Set<Job> asked = new HashSet<>();
        Sweep sweep = new Sweep(scenario(ring), 2, false, (job, counts) -> {
            asked.add(job);
            return 10 * counts.get("flit_hops") / counts.get("flits");
        });
        List<Sweep.Row> rows = sweep.run(points, inline(), 1, row -> {});
        assertEquals(20, rows.get(0).metrics().get("energy").mean());
        assertEquals(2, asked.size(), "one a point, with its overrides");
        assertTrue(SweepText.csv(rows).contains("energy"));
        assertFalse(new Sweep(scenario(ring), 1, false)
                .run(points, inline(), 1, row -> {})
                .get(0)
                .metrics()
                .containsKey("energy"));
        Sweep traffic = new Sweep(scenario(TRAFFIC), 1, false, (job, counts) -> 1);
        BadInput e = assertThrows(BadInput.class, () -> traffic.run(points, inline(), 1, row -> {}));
        assertEquals("--energy: needs a program, not traffic at the local ports", e.getMessage());
    }

    private Sweep sweep(String pattern, int repeats) throws IOException {
        Path file = Files.writeString(folder.resolve(pattern + ".yaml"), String.format(PATTERNS, pattern));
        return new Sweep(new Job(file, List.of()), repeats, false);
    }

    @Tag("M-357")
    @Test
    void theAnswerIsBetweenAGoodAndABadLoad() throws IOException {
        List<Sweep.Row> rows = new ArrayList<>();
        Bisection.Answer answer = new Bisection(sweep("uniform", 2), inline(), rows::add).find(1, 0.1);
        assertTrue(answer.saturates());
        assertTrue(answer.first() - answer.knee() <= 0.1 && answer.first() > answer.knee(), answer.toString());
        for (Sweep.Row row : rows) {
            double load = Double.parseDouble(row.point().values().get(0));
            boolean good =
                    row.good() == row.repeats() && row.metrics().get("latency").mean() <= 3 * answer.leastLatency();
            if (load > 0.05) { // the least load is not judged
                assertEquals(load <= answer.knee() + 1e-4, good, load + " of " + answer);
            }
        }
    }

    @Tag("M-357")
    @Test
    void aNetworkThatTakesAllDoesNotSaturate() throws IOException {
        Bisection.Answer answer = new Bisection(sweep("neighbor", 1), inline(), row -> {}).find(0.3, 0.1);
        assertFalse(answer.saturates(), answer.toString());
        assertEquals(0.3, answer.knee());
    }

    @Tag("M-357")
    @Test
    void aSingleRunHasTheIntervalOfItsBatchMeans() throws IOException {
        Sweep sweep = sweep("uniform", 1);
        Sweep.Row row = sweep.run(Axis.Point.all(List.of(Axis.parse("workload.load=0.3"))), inline(), 1, r -> {})
                .get(0);
        Scenario scenario =
                ScenarioReader.parse(String.format(PATTERNS, "uniform"), "one", "one", List.of("workload.load=0.3"));
        TrafficResult result = new OpenLoop(scenario.machine(), scenario.openLoop()).measure();
        assertTrue(result.batches().size() >= 3);
        assertEquals(
                Estimate.of(result.batches()).half(),
                row.metrics().get("latency").half(),
                1e-9);
    }

    @Tag("M-357")
    @Test
    void aRowSaysWhyItIsNotGood() throws IOException {
        Sweep.Row row = sweep("hotspot", 1)
                .run(Axis.Point.all(List.of(Axis.parse("workload.load=1"))), inline(), 1, r -> {})
                .get(0);
        assertEquals(0, row.good());
        assertTrue(row.notes().startsWith("unstable: "), row.notes());
        assertTrue(SweepText.tableRow(row).endsWith(row.notes()));
    }
}
