// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.engine.EngineFactory;
import fairlead.engine.ForwardingEngine;
import fairlead.program.Program;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.twin.fabric.ModelEngineFactory;
import fairlead.verdict.Verdict;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A run with its verdicts needs no native code: this module alone plays it on the twin. */
@Tag("M-151")
class SessionTest {
    private static RunResult run(final Scenario scenario, final EngineFactory engines) {
        final Program program = Programs.of(scenario);
        return new Session(new RunPlan(
                        scenario.name(),
                        program,
                        scenario.machineFor(program),
                        engines,
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
        final RunResult result = run(scenario, new ModelEngineFactory());
        assertEquals(7, result.report().verdicts().size());
        for (final Verdict verdict : result.report().verdicts()) {
            assertEquals(Boolean.TRUE, verdict.holds(), verdict::toString);
            assertTrue(verdict.checked() > 0, verdict::toString);
        }
    }

    /** A twin that shows one wrong byte of memory at the end. */
    private static final class WrongByte extends ForwardingEngine {
        WrongByte(final Engine engine) {
            super(engine);
        }

        @Override
        public ByteBuffer memory(final int node) {
            final ByteBuffer right = super.memory(node);
            final byte[] bytes = new byte[right.limit()];
            right.get(0, bytes);
            bytes[node == 3 ? 100 : 0] ^= node == 3 ? 1 : 0;
            return ByteBuffer.wrap(bytes).order(right.order());
        }
    }

    @Test
    void oneWrongByteOfMemoryFailsDataIntegrityAlone() {
        final RunResult result = run(
                example("halo3d"), (config, options) -> new WrongByte(new ModelEngineFactory().open(config, options)));
        final List<String> failed = result.report().verdicts().stream()
                .filter(verdict -> Boolean.FALSE.equals(verdict.holds()))
                .map(Verdict::name)
                .toList();
        assertEquals(List.of("data_integrity"), failed);
    }
}
