// SPDX-License-Identifier: Apache-2.0
package fairlead.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutants of known fate on a worker whose answers are given. */
class MutantLadderTest {
    private static final WordMutant MUTANT = new WordMutant(
            7, new MutationSite("HostPort", "cell", "$add", "Y", 4, true, "HostPort.sv:3"), MutantKind.STUCK_0, 2);

    @TempDir
    Path folder;

    private final List<WordMutant> asked = new ArrayList<>();

    private MutantFate play(final Map<MutantRung, String> deaths, final MutantFate.Proof proof) throws IOException {
        return new MutantLadder(
                        m -> {
                            asked.add(m);
                            return proof;
                        },
                        true)
                .fate((rung, number) -> deaths.getOrDefault(rung, MutantRungs.ALIVE), MUTANT);
    }

    @Test
    void whatTheTwinNoticesGoesOnWithoutTheTwin() throws IOException {
        final MutantFate fate = play(Map.of(MutantRung.LOCKSTEP, "case 1: differs"), MutantFate.Proof.DIFFERS);
        assertEquals(
                Set.of(MutantRung.LOCKSTEP, MutantRung.VERDICTS, MutantRung.LITMUS, MutantRung.RAW),
                fate.answers().keySet());
        assertTrue(fate.diesByTwin() && fate.dies() && !fate.diesAlone() && !fate.isAbnormal());
        assertEquals(List.of(), asked, "there is nothing to prove");
    }

    @Test
    void whatTheVerdictsNoticeIsPlayedByNoOtherRungWithoutTheTwin() throws IOException {
        final MutantFate fate = play(Map.of(MutantRung.VERDICTS, "ring: false progress"), MutantFate.Proof.DIFFERS);
        assertEquals(
                Set.of(MutantRung.LOCKSTEP, MutantRung.VERDICTS), fate.answers().keySet());
        assertTrue(fate.diesAlone() && !fate.diesByTwin());
    }

    @Test
    void whatNothingNoticesIsProvedAndThenPlayedLonger() throws IOException {
        final MutantFate fate = play(Map.of(), MutantFate.Proof.DIFFERS);
        assertEquals(Set.of(MutantRung.values()), fate.answers().keySet());
        assertFalse(fate.dies());
        final MutantFate late = play(Map.of(MutantRung.DEEP, "case 31: differs"), MutantFate.Proof.UNDECIDED);
        assertTrue(late.diesByTwin() && !late.diesAlone());
        assertEquals(List.of(MUTANT, MUTANT), asked);
    }

    @Test
    void theSameMachineIsNotPlayedAnyLonger() throws IOException {
        final MutantFate fate = play(Map.of(), MutantFate.Proof.EQUIVALENT);
        assertTrue(fate.isEquivalent() && fate.answer(MutantRung.DEEP).isEmpty());
    }

    @Test
    void aCrashOfAWorkerIsAbnormalAndTheEndByAnotherHandEndsTheCampaign() throws IOException {
        final String script = "while read r n; do [ $r = VERDICTS ] && kill -SEGV $$; echo \"answer: alive\"; done";
        try (MutantProcess process = new MutantProcess(List.of("sh", "-c", script), folder.resolve("errors.txt"), 60)) {
            final MutantFate fate = new MutantLadder(null, false).fate(process::play, MUTANT);
            assertEquals("crash: signal 11", fate.answer(MutantRung.VERDICTS));
            assertTrue(fate.isAbnormal() && fate.diesAlone());
        }
        try (MutantProcess process =
                new MutantProcess(List.of("sh", "-c", "read r n; kill -TERM $$"), folder.resolve("errors.txt"), 60)) {
            assertThrows(IOException.class, () -> process.play(MutantRung.LOCKSTEP, 1));
        }
    }
}
