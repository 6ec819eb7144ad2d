// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.lab.mutate.MutantFate.MutantRung;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("M-501")
class MutantProcessTest {
    @TempDir
    Path folder;

    private MutantProcess process(final String script, final long seconds) {
        return new MutantProcess(List.of("sh", "-c", script), folder.resolve("errors.txt"), seconds, false);
    }

    @Test
    void anAnswerIsTheLineBehindItsWordWhateverElseIsPrinted() throws IOException {
        try (MutantProcess process = process("while read r n; do echo noise; echo \"answer: $r $n\"; done", 60)) {
            assertEquals("LOCKSTEP 3", process.play(MutantRung.LOCKSTEP, 3));
            assertEquals("VERDICTS 4", process.play(MutantRung.VERDICTS, 4));
        }
    }

    @Test
    void aCrashIsAnAnswerAndTheNextRungHasANewProcess() throws IOException {
        final String script = "while read r n; do [ $n = 1 ] && kill -SEGV $$; echo \"answer: alive\"; done";
        try (MutantProcess process = process(script, 60)) {
            assertEquals("crash: signal 11", process.play(MutantRung.LOCKSTEP, 1));
            assertEquals("alive", process.play(MutantRung.LOCKSTEP, 2));
        }
    }

    @Test
    void aHangIsAnAnswerAndTheNextRungHasANewProcess() throws IOException {
        final String script = "while read r n; do [ $n = 1 ] && while :; do :; done; echo \"answer: alive\"; done";
        try (MutantProcess process = process(script, 1)) {
            assertEquals("hang: no end within 1 s of processor time", process.play(MutantRung.LOCKSTEP, 1));
            assertEquals("alive", process.play(MutantRung.LOCKSTEP, 2));
        }
    }

    @Test
    void aProcessThatCannotWorkEndsTheCampaign() {
        try (MutantProcess process = process("read r n; exit 1", 60)) {
            final IOException e = assertThrows(IOException.class, () -> process.play(MutantRung.LOCKSTEP, 1));
            assertTrue(e.getMessage().startsWith("a worker process ended with code 1; see "), e.getMessage());
        }
    }
}
