// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Capabilities;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout.FaultId;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseDraw;
import fairlead.lab.cases.CaseFile;
import fairlead.lab.lockstep.CaseRun;
import fairlead.lab.lockstep.CaseRun.CaseOutcome;
import fairlead.lab.mutate.LockstepCases.CrowdDraw;
import fairlead.lab.mutate.MutantFate.MutantRung;
import fairlead.lockstep.LockstepFactory;
import fairlead.lockstep.Monitor;
import fairlead.machine.Unsafe;
import fairlead.node.ExecutorOptions;
import fairlead.program.OpKind;
import fairlead.program.Program;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Mutants of known fate on a worker whose answers are given, and what single rungs notice. */
@Tag("M-521")
@Tag("M-1103")
class MutantLadderTest {
    private static final Mutant MUTANT =
            new Mutant(7, "HostPort", "HostPort.sv:3", "$add$3", "Y", "const0", "2", "sum/2");

    @TempDir
    Path folder;

    private static MutantFate play(Map<MutantRung, String> deaths) throws IOException {
        return MutantFate.played((rung, number) -> deaths.getOrDefault(rung, MutantFate.ALIVE), MUTANT, true);
    }

    /** The rungs that are played when one of them notices a mutant: without the twin after it, with it, or all. */
    @ParameterizedTest
    @CsvSource({
        "LOCKSTEP, case 1: differs, LOCKSTEP VERDICTS LITMUS RAW ASSERTIONS PAGES, twin cases",
        "VERDICTS, ring: false progress, LOCKSTEP VERDICTS TESTS, alone outside",
        "DEEP, case 31: differs, -, twin cases",
        "ASSERTIONS, case 2: Assertion failed: FU_P1, -, alone",
        "RAW, case 1: HANG, -, alone outside",
        "PAGES, AckCountersRtlTest: cycle 3, -, alone",
        "TESTS, FenceUnitRtlTest: cycle 3, -, twin"
    })
    void aMutantDiesByTheRungThatNoticesIt(MutantRung rung, String how, String played, String ways) throws IOException {
        MutantFate fate = play(Map.of(rung, how));
        assertTrue(fate.dies() && !fate.isAbnormal());
        assertEquals(how, fate.answer(rung));
        if (!played.equals("-")) {
            assertEquals(
                    Stream.of(played.split(" ")).map(MutantRung::valueOf).collect(Collectors.toSet()),
                    fate.answers().keySet());
        }
        Set<String> by = Set.of(ways.split(" "));
        assertEquals(by.contains("twin"), fate.diesByTwin(), "by the twin");
        assertEquals(by.contains("cases"), fate.diesByTwin() && fate.diesInCases(), "in cases of the twin");
        assertEquals(by.contains("alone"), fate.diesAlone(), "without the twin");
        assertEquals(by.contains("outside"), fate.diesOutside(), "outside of units");
        assertTrue(rung != MutantRung.PAGES || fate.answer(MutantRung.TESTS).equals(MutantFate.ALIVE));
    }

    @Test
    void whatNothingNoticesIsPlayedLonger() throws IOException {
        MutantFate fate = play(Map.of());
        Set<MutantRung> played = EnumSet.complementOf(EnumSet.of(MutantRung.PROOFS)); // those come after all others
        assertEquals(played, fate.answers().keySet());
        assertFalse(fate.dies());
        assertTrue(fate.with(MutantRung.PROOFS, "pool: one of PP_P1 in cycle 3").diesAlone());
        assertTrue(fate.with(MutantFate.Proof.EQUIVALENT).isEquivalent() && !fate.isEquivalent());
    }

    @Test
    void theProcessOfTestsEndsWithAMutantThatItHasNoticed() throws IOException {
        String script = "k=0; while read r n; do k=$((k + 1)); [ $n = 2 ] && echo \"answer: T: $k\" ||"
                + " { [ $n = 3 ] && echo \"answer: U: $k\" || echo \"answer: alive\"; }; done";
        try (MutantProcess process =
                new MutantProcess(List.of("sh", "-c", script), folder.resolve("errors.txt"), 60, true)) {
            assertEquals(MutantFate.ALIVE, process.play(MutantRung.PAGES, 1));
            assertEquals("T: 2", process.play(MutantRung.PAGES, 2), "the same process");
            assertEquals("U: 1", process.play(MutantRung.TESTS, 3), "a new one");
        }
    }

    @Test
    void aCrashOfAWorkerIsAbnormalAndTheEndByAnotherHandEndsTheCampaign() throws IOException {
        String script = "while read r n; do [ $r = VERDICTS ] && kill -SEGV $$; echo \"answer: alive\"; done";
        try (MutantProcess process = process(script, 60)) {
            MutantFate fate = MutantFate.played(process::play, MUTANT, false);
            assertEquals("crash: signal 11", fate.answer(MutantRung.VERDICTS));
            assertEquals(MutantFate.ALIVE, fate.answer(MutantRung.TESTS), "a new process");
            assertTrue(fate.isAbnormal() && fate.diesAlone());
        }
        try (MutantProcess process = process("read r n; kill -TERM $$", 60)) {
            assertThrows(IOException.class, () -> process.play(MutantRung.LOCKSTEP, 1));
        }
    }

    private MutantProcess process(String script, long seconds) {
        return new MutantProcess(List.of("sh", "-c", script), folder.resolve("errors.txt"), seconds, false);
    }

    @Test
    @Tag("M-501")
    void anAnswerIsTheLineBehindItsWordWhateverElseIsPrinted() throws IOException {
        try (MutantProcess process = process("while read r n; do echo noise; echo \"answer: $r $n\"; done", 60)) {
            assertEquals("LOCKSTEP 3", process.play(MutantRung.LOCKSTEP, 3));
            assertEquals("VERDICTS 4", process.play(MutantRung.VERDICTS, 4));
        }
    }

    @Test
    @Tag("M-501")
    void aHangIsAnAnswerAndTheNextRungHasANewProcess() throws IOException {
        String script = "while read r n; do [ $n = 1 ] && while :; do :; done; echo \"answer: alive\"; done";
        try (MutantProcess process = process(script, 1)) {
            assertEquals("hang: no end within 1 s of processor time", process.play(MutantRung.LOCKSTEP, 1));
            assertEquals("alive", process.play(MutantRung.LOCKSTEP, 2));
        }
    }

    @Test
    @Tag("M-501")
    void aProcessThatCannotWorkEndsTheCampaign() {
        try (MutantProcess process = process("read r n; exit 1", 60)) {
            IOException e = assertThrows(IOException.class, () -> process.play(MutantRung.LOCKSTEP, 1));
            assertTrue(e.getMessage().startsWith("a worker process ended with code 1; see "), e.getMessage());
        }
    }

    // ---- the rungs lockstep and assertions

    private static final int CASES = 12;
    private static final long PERIOD = 61;

    /** Opens the library with assertions, with a flaw in each node. */
    private static EngineFactory lab(Unsafe flaw) {
        return (config, options) -> new RtlEngineFactory(RtlOptions.of("lab"))
                .open(
                        config.change().unsafe(flaw).build(),
                        new EngineOptions(options.hopEvents(), options.skipQuiescent(), 1, true));
    }

    @Test
    @Tag("M-502")
    @Tag("M-842")
    void anAssertionFailsInACaseWithoutTheTwinAndNoneOnTheSoundMachine() {
        LockstepCases cases = new LockstepCases(5, true);
        assertEquals(MutantFate.ALIVE, cases.alone(lab(Unsafe.NONE), CASES));
        String how = cases.alone(lab(Unsafe.everywhere(UnsafeVariant.NONATOMIC_VC)), CASES);
        assertTrue(how.startsWith("case ") && how.contains("RT_P8") && !how.contains("threw"), how);
    }

    @Test
    @Tag("M-502")
    @Tag("M-842")
    void aCrowdedCaseIsDrawnAgainAndPlaysOnAllLinksWithoutADifference() {
        var limits = FabricLibrary.variant("product").capabilities();
        long blocked = 0;
        long samples = 0;
        for (int seed = 1; seed <= 4; seed++) {
            Case one = new CrowdDraw(limits, 8000).draw(seed);
            assertEquals(CaseFile.text(one), CaseFile.text(new CrowdDraw(limits, 8000).draw(seed)));
            assertFalse(CaseFile.text(one).equals(CaseFile.text(new CrowdDraw(limits, 8000).draw(seed + 1))));
            for (int d = 0; d < 3; d++) {
                assertTrue(one.machine().shape().k(d) >= 3, one.machine().shape()::toString);
            }
            CaseOutcome outcome = new CaseRun(
                            new LockstepFactory(
                                    new RtlEngineFactory(), new ModelEngineFactory(), PERIOD, new Monitor() {}),
                            PERIOD,
                            limits.most().linkVc())
                    .play(one);
            assertFalse(outcome.differs(), () -> outcome.difference().toString());
            assertEquals("", outcome.failure());
            blocked += outcome.coverage().blocked();
            samples += outcome.coverage().samples();
        }
        assertTrue(blocked > samples / 4, blocked + " of " + samples + " sampled tiles have a blocked VC");
    }

    // ---- the rung verdicts: drawn programs that do not race

    private static final int PROGRAMS = 12;
    private static final Capabilities LIMITS = FabricLibrary.variant("lab").capabilities();

    /** Returns how the drawn program of this seed ends; {@link VerdictRuns#wrong} has the words. */
    private static String play(long seed, Set<OpKind> kinds, ExecutorOptions.Fault... faults) {
        Case one = new CaseDraw(LIMITS, VerdictRuns.BUDGET).drawProgram(seed);
        Program program = one.programApart();
        Scenario scenario = one.scenario();
        for (int id = 0; id < program.size(); id++) {
            kinds.add(program.operation(id).kind());
        }
        ExecutorOptions all = scenario.executorOptions();
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
    @Tag("M-522")
    @Tag("M-842")
    void aDrawnProgramWithoutRacesHasOnlyTrueVerdictsOnTheSoundMachine() {
        Set<OpKind> kinds = EnumSet.noneOf(OpKind.class);
        int ended = 0;
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            String wrong = play(seed, kinds);
            assertTrue(wrong.isEmpty() || wrong.equals("partial"), "seed " + seed + ": " + wrong);
            ended += wrong.isEmpty() ? 1 : 0;
        }
        assertTrue(ended >= PROGRAMS / 3, ended + " of " + PROGRAMS + " programs end within their budget");
        assertTrue(
                kinds.containsAll(
                        Stream.of(("PUT GET FADD CAS FAND FOR FXOR SWAP SEND FENCE FLUSH QUIET EPOCH_OPEN DLA_ALLOC"
                                                + " COUNTER_AWAIT")
                                        .split(" "))
                                .map(OpKind::valueOf)
                                .toList()),
                kinds::toString);
    }

    /** The runs of the rung are on machines that use more than one corner of the tile. */
    @Test
    @Tag("M-522")
    @Tag("M-842")
    void theRunsUseManyTargetsAndAllDimensions() throws IOException {
        Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
        List<RunPlan> plans = new VerdictRuns(root, 1, LIMITS, false).plans();
        List<RunPlan> drawn =
                plans.stream().filter(plan -> plan.name().startsWith("seed-")).toList();
        assertTrue(drawn.stream().filter(plan -> plan.machine().nodes() == 1).count() <= 2);
        assertTrue(drawn.stream().filter(plan -> plan.machine().nodes() >= 8).count() >= drawn.size() / 8);
        assertTrue(
                drawn.stream().filter(plan -> plan.executorOptions().counts()).count() >= drawn.size() / 3);
        for (int d = 0; d < 3; d++) {
            int dimension = d;
            assertTrue(
                    drawn.stream().anyMatch(plan -> plan.machine().shape().k(dimension) > 2), "dimension " + dimension);
        }
    }

    @ParameterizedTest
    @Tag("M-522")
    @Tag("M-842")
    @ValueSource(ints = {FaultId.FLUSH_EARLY, FaultId.BYTE_WRONG, FaultId.PUT_TWICE, FaultId.PUT_LOST})
    void aFaultMakesAVerdictOfADrawnProgramFalse(int fault) {
        boolean found = false;
        for (long seed = 1; seed <= PROGRAMS && !found; seed++) {
            found = play(seed, EnumSet.noneOf(OpKind.class), new ExecutorOptions.Fault(fault, 0, 0, 0))
                    .startsWith("false ");
        }
        assertTrue(found, FaultId.name(fault));
    }
}
