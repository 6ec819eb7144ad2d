// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.lab.mutate.MutantFate.MutantRung;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutants of known fate on a worker whose answers are given. */
@Tag("M-521")
@Tag("M-1103")
class MutantLadderTest {
    private static final Mutant MUTANT =
            new Mutant(7, "HostPort", "HostPort.sv:3", "$add$3", "Y", "const0", "2", "sum/2");

    @TempDir
    Path folder;

    private static MutantFate play(final Map<MutantRung, String> deaths) throws IOException {
        return MutantFate.played((rung, number) -> deaths.getOrDefault(rung, MutantRungs.ALIVE), MUTANT, true);
    }

    @Test
    void whatTheTwinNoticesGoesOnWithoutTheTwin() throws IOException {
        final MutantFate fate = play(Map.of(MutantRung.LOCKSTEP, "case 1: differs"));
        assertEquals(
                Set.of(
                        MutantRung.LOCKSTEP,
                        MutantRung.VERDICTS,
                        MutantRung.LITMUS,
                        MutantRung.RAW,
                        MutantRung.ASSERTIONS,
                        MutantRung.PAGES),
                fate.answers().keySet());
        assertTrue(fate.diesByTwin() && fate.dies() && !fate.diesAlone() && !fate.isAbnormal());
    }

    @Test
    void whatTheVerdictsNoticeIsPlayedByNoOtherRungWithoutTheTwin() throws IOException {
        final MutantFate fate = play(Map.of(MutantRung.VERDICTS, "ring: false progress"));
        assertEquals(
                Set.of(MutantRung.LOCKSTEP, MutantRung.VERDICTS, MutantRung.TESTS),
                fate.answers().keySet());
        assertTrue(fate.diesAlone() && !fate.diesByTwin());
    }

    @Test
    void whatNothingNoticesIsPlayedLonger() throws IOException {
        final MutantFate fate = play(Map.of());
        final Set<MutantRung> played =
                EnumSet.complementOf(EnumSet.of(MutantRung.PROOFS)); // those come behind all others
        assertEquals(played, fate.answers().keySet());
        assertFalse(fate.dies());
        assertTrue(fate.with(MutantRung.PROOFS, "pool: one of PP_P1 in cycle 3").diesAlone());
        final MutantFate late = play(Map.of(MutantRung.DEEP, "case 31: differs"));
        assertTrue(late.diesByTwin() && !late.diesAlone());
        assertTrue(fate.with(MutantFate.Proof.EQUIVALENT).isEquivalent() && !fate.isEquivalent());
    }

    @Test
    void anAssertionKillsWithoutTheTwinAndIsCountedApart() throws IOException {
        final MutantFate fate = play(Map.of(MutantRung.ASSERTIONS, "case 2: Assertion failed: FU_P1"));
        assertTrue(fate.diesAlone() && fate.dies() && !fate.diesOutside() && !fate.diesByTwin());
        assertTrue(play(Map.of(MutantRung.RAW, "case 1: HANG")).diesOutside());
    }

    @Test
    void aTestOfAPageKillsWithoutTheTwinAndATestOfUnitsWithIt() throws IOException {
        final MutantFate page = play(Map.of(MutantRung.PAGES, "AckCountersRtlTest: cycle 3"));
        assertTrue(page.diesAlone() && !page.diesOutside() && !page.diesByTwin());
        assertEquals(MutantRungs.ALIVE, page.answer(MutantRung.TESTS));
        final MutantFate twin = play(Map.of(MutantRung.TESTS, "FenceUnitRtlTest: cycle 3"));
        assertTrue(twin.diesByTwin() && !twin.diesInCases() && !twin.diesAlone());
    }

    @Test
    void theProcessOfTestsEndsWithAMutantThatItHasNoticed() throws IOException {
        final String script = "k=0; while read r n; do k=$((k + 1)); [ $n = 2 ] && echo \"answer: T: $k\" ||"
                + " { [ $n = 3 ] && echo \"answer: U: $k\" || echo \"answer: alive\"; }; done";
        try (MutantProcess process =
                new MutantProcess(List.of("sh", "-c", script), folder.resolve("errors.txt"), 60, true)) {
            assertEquals(MutantRungs.ALIVE, process.play(MutantRung.PAGES, 1));
            assertEquals("T: 2", process.play(MutantRung.PAGES, 2), "the same process");
            assertEquals("U: 1", process.play(MutantRung.TESTS, 3), "a new one");
        }
    }

    @Test
    void aCrashOfAWorkerIsAbnormalAndTheEndByAnotherHandEndsTheCampaign() throws IOException {
        final String script = "while read r n; do [ $r = VERDICTS ] && kill -SEGV $$; echo \"answer: alive\"; done";
        try (MutantProcess process = process(script, 60)) {
            final MutantFate fate = MutantFate.played(process::play, MUTANT, false);
            assertEquals("crash: signal 11", fate.answer(MutantRung.VERDICTS));
            assertEquals(MutantRungs.ALIVE, fate.answer(MutantRung.TESTS), "a new process");
            assertTrue(fate.isAbnormal() && fate.diesAlone());
        }
        try (MutantProcess process = process("read r n; kill -TERM $$", 60)) {
            assertThrows(IOException.class, () -> process.play(MutantRung.LOCKSTEP, 1));
        }
    }

    private MutantProcess process(final String script, final long seconds) {
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
        final String script = "while read r n; do [ $n = 1 ] && while :; do :; done; echo \"answer: alive\"; done";
        try (MutantProcess process = process(script, 1)) {
            assertEquals("hang: no end within 1 s of processor time", process.play(MutantRung.LOCKSTEP, 1));
            assertEquals("alive", process.play(MutantRung.LOCKSTEP, 2));
        }
    }

    @Test
    @Tag("M-501")
    void aProcessThatCannotWorkEndsTheCampaign() {
        try (MutantProcess process = process("read r n; exit 1", 60)) {
            final IOException e = assertThrows(IOException.class, () -> process.play(MutantRung.LOCKSTEP, 1));
            assertTrue(e.getMessage().startsWith("a worker process ended with code 1; see "), e.getMessage());
        }
    }
}
