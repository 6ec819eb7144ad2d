// SPDX-License-Identifier: Apache-2.0
package fairlead.system.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.plan.Plans;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.support.EventBytes;
import fairlead.support.RandomScenario;
import fairlead.support.Runs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The twin gives every record of the RTL, including hops, and everything else that a run reports. */
@Tag("M-17")
@Tag("M-281")
@Tag("M-285")
class ScenariosTest {
    private static final Path EXAMPLES = Path.of("../examples");

    private record Run(RunResult result, EventBytes events) {}

    private static Run run(Scenario scenario) {
        EventBytes events = new EventBytes();
        // one rule can deadlock; then both engines must stop in the same state
        RunResult result = new Session(Plans.of(scenario), true).run(executor -> {}, events);
        return new Run(result, events);
    }

    /**
     * Returns all verdicts without the number of sums of `conservation`: links are summed whenever an engine is at
     * rest, which the RTL notices a few cycles later.
     */
    private static List<String> verdicts(RunResult result) {
        return result.report().verdicts().stream()
                .map(v -> v.name() + " " + v.holds() + ("conservation".equals(v.name()) ? "" : " " + v.detail()))
                .toList();
    }

    private static void same(Run rtl, Run model, String repro) {
        assertEquals("", model.events.difference(rtl.events), repro);
        assertTrue(rtl.events.count() > 0, repro);
        assertEquals(rtl.result.report().eventSha256(), model.result.report().eventSha256(), repro);
        assertEquals(verdicts(rtl.result), verdicts(model.result), repro);
        assertEquals(rtl.result.report().ending(), model.result.report().ending(), repro);
        assertEquals(rtl.result.report().metrics(), model.result.report().metrics(), repro);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "halo3d",
                "alltoall",
                "incast",
                "random",
                "ring",
                "barrier_storm",
                "collectives",
                "tree31",
                "collective_network",
                "allreduce",
                "overlapping_barriers",
                "many_to_one",
                "studies/halo3d_background"
            })
    void everyExampleGivesTheRecordsOfTheRtl(String name) {
        Path file = EXAMPLES.resolve(name + ".yaml");
        same(
                run(ScenarioReader.read(file, new ArrayList<>(List.of("run.hops=true")))),
                run(ScenarioReader.read(file, new ArrayList<>(List.of("run.hops=true", "engine=model")))),
                name);
    }

    private static void random(long seed, String... more) {
        String yaml = RandomScenario.yaml(seed);
        List<String> model = new ArrayList<>(List.of("run.hops=true", "engine=model"));
        model.addAll(List.of(more));
        same(
                run(Runs.scenario(yaml, "run.hops=true")),
                run(Runs.scenario(yaml, model.toArray(String[]::new))),
                Runs.repro(yaml, model.toArray(String[]::new)));
    }

    static LongStream seeds() {
        return LongStream.range(0, 24);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void randomScenariosGiveTheRecordsOfTheRtl(long seed) {
        random(seed);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {30, 31, 32})
    void noQuantumAndNoSkippingChangesARecord(long seed) {
        random(seed, "run.quantum=1");
        random(seed, "run.quantum=17", "run.skip_quiescent=false");
    }

    @Tag("slow")
    @ParameterizedTest(name = "seed {0}")
    @MethodSource(ManySeeds.NAME)
    void manyRandomScenariosGiveTheRecordsOfTheRtl(long seed) {
        random(seed);
    }
}
