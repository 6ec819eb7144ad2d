// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.check.Verdict;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.model.ModelEngineFactory;
import fairlead.program.Program;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run with its verdicts needs no native code: this module alone plays it on the twin. */
class SessionTest {
    private static RunResult run(final Scenario scenario, final MachineConfig machine, final Program program) {
        return new Session(new RunPlan(
                        scenario.name(),
                        program,
                        machine,
                        new ModelEngineFactory(),
                        scenario.engineOptions(),
                        scenario.executorOptions(),
                        scenario.effective()))
                .run(executor -> {});
    }

    private static Scenario example(final String name) {
        return ScenarioReader.read(Path.of("../examples", name + ".yaml"), List.of("engine=model"));
    }

    @Test
    void everyVerdictOfAnExampleHoldsOnTheTwinAlone() {
        final Scenario scenario = example("halo3d");
        final Program program = Programs.of(scenario);
        final RunResult result = run(scenario, scenario.machineFor(program), program);
        assertEquals(7, result.report().verdicts().size());
        for (final Verdict verdict : result.report().verdicts()) {
            assertEquals(Boolean.TRUE, verdict.holds(), verdict::toString);
            assertTrue(verdict.checked() > 0, verdict::toString);
        }
    }
}
