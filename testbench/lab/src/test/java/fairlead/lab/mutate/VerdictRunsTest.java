// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Capabilities;
import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout.FaultId;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseDraw;
import fairlead.node.ExecutorOptions;
import fairlead.program.OpKind;
import fairlead.program.Program;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.run.RunPlan;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drawn programs whose operations do not race, under verdicts. */
@Tag("M-522")
@Tag("M-842")
class VerdictRunsTest {
    private static final int PROGRAMS = 12;
    private static final Capabilities LIMITS = FabricLibrary.variant("lab").capabilities();

    /** Returns how the drawn program of this seed ends; {@link VerdictRuns#wrong} has the words. */
    private static String play(final long seed, final Set<OpKind> kinds, final ExecutorOptions.Fault... faults) {
        final Case one = new CaseDraw(LIMITS, VerdictRuns.BUDGET).drawProgram(seed);
        final Program program = one.programApart();
        final Scenario scenario = one.scenario();
        for (int id = 0; id < program.size(); id++) {
            kinds.add(program.operation(id).kind());
        }
        final ExecutorOptions all = scenario.executorOptions();
        return VerdictRuns.wrong(new Session(new RunPlan(
                        "seed " + seed,
                        program,
                        scenario.machineFor(program),
                        new RtlEngineFactory(),
                        new EngineOptions(false, true, 1, faults.length > 0),
                        new ExecutorOptions(
                                all.quantum(), all.maxCycles(), all.persistent(), all.seed(), List.of(faults)),
                        scenario.effective()))
                .run(executor -> {}));
    }

    @Test
    void aDrawnProgramWithoutRacesHasOnlyTrueVerdictsOnTheSoundMachine() {
        final Set<OpKind> kinds = EnumSet.noneOf(OpKind.class);
        int ended = 0;
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            final String wrong = play(seed, kinds);
            assertTrue(wrong.isEmpty() || wrong.equals("partial"), "seed " + seed + ": " + wrong);
            ended += wrong.isEmpty() ? 1 : 0;
        }
        assertTrue(ended >= PROGRAMS / 3, ended + " of " + PROGRAMS + " programs end within their budget");
        assertTrue(
                kinds.containsAll(EnumSet.of(
                        OpKind.PUT,
                        OpKind.GET,
                        OpKind.FADD,
                        OpKind.CAS,
                        OpKind.FAND,
                        OpKind.FOR,
                        OpKind.FXOR,
                        OpKind.SWAP,
                        OpKind.SEND,
                        OpKind.FENCE,
                        OpKind.FLUSH,
                        OpKind.QUIET,
                        OpKind.EPOCH_OPEN,
                        OpKind.DLA_ALLOC,
                        OpKind.COUNTER_AWAIT)),
                kinds::toString);
    }

    /** The runs of the rung are on machines that use more than one corner of the tile. */
    @Test
    void theRunsUseManyTargetsAndAllDimensions() throws IOException {
        final Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
        final List<RunPlan> plans = new VerdictRuns(root, 1, LIMITS, false).plans();
        final List<RunPlan> drawn =
                plans.stream().filter(plan -> plan.name().startsWith("seed-")).toList();
        assertTrue(drawn.stream().filter(plan -> plan.machine().nodes() == 1).count() <= 2);
        assertTrue(drawn.stream().filter(plan -> plan.machine().nodes() >= 8).count() >= drawn.size() / 8);
        assertTrue(
                drawn.stream().filter(plan -> plan.executorOptions().counts()).count() >= drawn.size() / 3);
        for (int d = 0; d < 3; d++) {
            final int dimension = d;
            assertTrue(
                    drawn.stream().anyMatch(plan -> plan.machine().shape().k(dimension) > 2), "dimension " + dimension);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {FaultId.FLUSH_EARLY, FaultId.BYTE_WRONG, FaultId.PUT_TWICE, FaultId.PUT_LOST})
    void aFaultMakesAVerdictOfADrawnProgramFalse(final int fault) {
        boolean found = false;
        for (long seed = 1; seed <= PROGRAMS && !found; seed++) {
            found = play(seed, EnumSet.noneOf(OpKind.class), new ExecutorOptions.Fault(fault, 0, 0, 0))
                    .startsWith("false ");
        }
        assertTrue(found, FaultId.name(fault));
    }
}
