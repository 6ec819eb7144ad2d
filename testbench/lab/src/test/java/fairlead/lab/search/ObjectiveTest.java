// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.evaluate.Store;
import fairlead.machine.Buffers;
import fairlead.openloop.OpenLoop;
import fairlead.scenario.Scenario;
import fairlead.search.Archive;
import fairlead.search.Area;
import fairlead.search.BufferUnit;
import fairlead.search.Genome;
import fairlead.search.Objective;
import fairlead.search.PointFacts;
import fairlead.search.Search;
import fairlead.search.SearchHtml;
import fairlead.search.SearchResult;
import fairlead.search.Study;
import fairlead.search.StudyReader;
import fairlead.search.Trial;
import fairlead.search.TwinOracle;
import fairlead.search.UsableBuffers;
import fairlead.support.Inline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objectives that are not a metric of the run itself. */
@Tag("M-45")
class ObjectiveTest {
    @TempDir
    Path folder;

    /** Gates that are easy to know again; it must have been told what it will be asked for. */
    private static final class Known implements Area {
        private Collection<PointFacts> prepared = List.of();

        @Override
        public double of(PointFacts point) {
            assertTrue(prepared.contains(point), "prepared " + prepared);
            return 1000.0 * depth(point, BufferUnit.LINK_INPUT) + depth(point, BufferUnit.LOCAL_INPUT);
        }

        private static int depth(PointFacts point, BufferUnit unit) {
            return point.units().keySet().stream()
                    .filter(at -> at.unit() == unit)
                    .findFirst()
                    .orElseThrow()
                    .depth();
        }

        @Override
        public void prepare(Collection<PointFacts> points) {
            prepared = List.copyOf(points);
        }

        @Override
        public String unit() {
            return "gates of the test";
        }

        @Override
        public String source() {
            return "Area is made up.";
        }
    }

    private static Study gates() {
        Study s = SmallStudy.study();
        List<Objective> objectives = List.of(Objective.COMPLETION_TIME, Objective.GATE_EQUIVALENTS);
        return SmallStudy.like(s, objectives, s.mostBits(), 6, s.trafficSeeds());
    }

    @Test
    void gateEquivalentsAreWhatTheAreaSaysAndTheReportsSayWhereFrom() {
        SearchResult result =
                new Search(gates(), new Inline(new Store(folder)), new Known(), (name, trials) -> {}).run(false);
        for (Trial trial : SearchResult.feasible(result.trials())) {
            Buffers b = gates().scenarioOf(trial.genome()).machine().buffers();
            assertEquals(1000.0 * b.linkVc() + b.local(), trial.values().get(1));
            assertEquals(0, trial.sample().half(1));
        }
        assertTrue(Archive.json(result).contains("\"area\" : \"Area is made up.\""));
        assertTrue(SearchHtml.of(result).contains("gate_equivalents (gates of the test)"));
        assertTrue(SearchHtml.of(result).contains("Area is made up."));
    }

    @Test
    void withoutACellLibraryTheyAreBitsAndTheReportSaysSo() {
        Area bits = new Area.Bits("yosys is not installed");
        SearchResult result = new Search(gates(), new Inline(new Store(folder)), bits, (name, trials) -> {}).run(false);
        Trial first = SearchResult.feasible(result.trials()).get(0);
        assertEquals(
                UsableBuffers.of(gates().scenarioOf(first.genome()).machine()).bits(),
                first.values().get(1));
        assertTrue(SearchHtml.of(result).contains("gate_equivalents (bits/node)"));
        assertTrue(SearchHtml.of(result).contains("not as gates: yosys is not installed"));
    }

    @Test
    void theSaturationRateIsWhatAFloodAccepts() throws IOException {
        Files.writeString(
                folder.resolve("traffic.yaml"),
                "schema: fairlead.scenario/1\nmachine: {shape: [4, 4, 1]}\n"
                        + "workload: {kind: traffic, at: local_ports, load: 0.1, sample_period: 200, inject: 2}\n");
        Files.writeString(
                folder.resolve("study.yaml"),
                "schema: fairlead.study/1\nscenario: traffic.yaml\ngenes: {machine.buffers.link_vc: {from: 2, to: 3}}\n"
                        + "objectives: [saturation_rate, mean_latency]\ntraffic_seeds: [1, 2]\nconfirm: none\n");
        Study study = StudyReader.read(folder.resolve("study.yaml"));
        Inline pool = new Inline(new Store(folder.resolve("store")));
        Trial trial = new TwinOracle(study, pool, SmallStudy.AREA)
                .evaluate(List.of(Genome.of(1)))
                .get(0);
        assertEquals(4, pool.simulated());
        double flood = 0;
        double latency = 0;
        for (long seed : study.trafficSeeds()) {
            Scenario scenario = fairlead.scenario.ScenarioReader.read(
                    study.scenario(), List.of("machine.buffers.link_vc=3", "seed=" + seed));
            flood += new OpenLoop(
                                    scenario.machine(),
                                    scenario.openLoop().withLoad(2).withLatencyLimit(Double.POSITIVE_INFINITY))
                            .measure()
                            .accepted()
                    / 2;
            latency += new OpenLoop(scenario.machine(), scenario.openLoop())
                            .measure()
                            .meanLatency()
                    / 2;
        }
        assertEquals(flood, trial.values().get(0), 1e-12);
        assertEquals(latency, trial.values().get(1), 1e-9);
        assertTrue(flood > 0.3);
    }
}
