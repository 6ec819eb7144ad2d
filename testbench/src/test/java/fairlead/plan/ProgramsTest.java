// SPDX-License-Identifier: Apache-2.0
package fairlead.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import fairlead.program.Program;
import fairlead.run.Programs;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Points of a search share one program when nothing but depths and limits differs, and only then. */
@Tag("M-31")
class ProgramsTest {
    private static Scenario scenario(String kind, String... overrides) {
        return ScenarioReader.parse(
                "{schema: fairlead.scenario/1, seed: 1, machine: {shape: [2, 2, 1], memory_bytes: 65536, tasks_per_node: 2},"
                        + " workload: {kind: " + kind + "}, engine: model}",
                "test",
                "test",
                List.of(overrides));
    }

    @Test
    void depthsAndLimitsShareTheProgram() {
        Program one = Programs.of(scenario("halo3d"));
        for (String other : List.of(
                "machine.buffers.link_vc=3",
                "machine.buffers.local=2",
                "machine.buffers.injection=1",
                "machine.buffers.reception=7",
                "machine.buffers.dla=20",
                "machine.buffers.response=1",
                "machine.dla.max_lo_cd=9")) {
            assertSame(one, Programs.of(scenario("halo3d", other)), other);
        }
    }

    @Test
    void whateverElseDiffersGivesAProgramOfItsOwn() {
        Program one = Programs.of(scenario("halo3d"));
        for (String other : List.of(
                "seed=2",
                "machine.shape=[2,1,2]",
                "machine.tasks_per_node=3",
                "machine.memory_bytes=131072",
                "machine.latency.software=65",
                "workload.bytes=72",
                "workload.iterations=3")) {
            assertNotSame(one, Programs.of(scenario("halo3d", other)), other);
        }
        assertNotSame(one, Programs.of(scenario("ring")));
    }

    /**
     * The shared program runs like one of its own: the second run of it is the first one again, and other depths are
     * other runs.
     */
    @Test
    void aSharedProgramRunsAsItsOwn() {
        String first = run();
        assertNotEquals(first, run("machine.buffers.link_vc=1", "machine.buffers.local=1"));
        assertEquals(first, run());
    }

    private static String run(String... overrides) {
        Scenario scenario = scenario("halo3d", overrides);
        return new Session(Plans.of(scenario)).run(started -> {}).report().eventSha256();
    }
}
