// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Within 50 schedules a program with a known misuse shows a second outcome, and the same program without it
 * does not.
 */
class NativeSchedulesTest {
    private static final Path RACES = Path.of("src/test/resources/shmem/races");

    @TempDir
    static Path folder;

    private final NativePrograms programs = new NativePrograms("shmemc", RACES, folder);

    static Stream<String> races() throws IOException {
        return NativePrograms.names(RACES);
    }

    private Captured run(Path program, String... options) {
        return programs.schedules(program, (Object[]) options);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("races")
    void aMisuseShowsASecondOutcomeWhichIsRepeatedByItsLine(String name) throws Exception {
        Path program = programs.compiled(RACES.resolve(name));
        Captured all = run(program, "--schedules", "50").exits(ExitCode.FAILS).says(" different outcomes\n");
        String[] lines = all.out().split("\n");
        int second = 1;
        while (!lines[second].contains(", first in schedule ")) {
            second++;
        }
        String outcome = lines[second].replaceAll("^.* in schedule ", "");
        String printed = lines[second + 1];
        String repeat = Stream.of(lines)
                .skip(second)
                .filter(line -> line.startsWith("  repeat: "))
                .findFirst()
                .orElseThrow();
        String options = repeat.replaceAll("^.* -n 4 | -- .*$", "");
        Captured again = run(program, options.split(" "));
        assertTrue(again.out().contains("1 times, first in schedule " + outcome + "\n" + printed), again.out());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("races")
    void aRightProgramShowsOneOutcome(String name) throws Exception {
        Path program = programs.compiled(RACES.resolve(name), "-DRIGHT");
        run(program, "--schedules", "50").exits(ExitCode.OK).says("50 schedules, 1 outcome\n");
    }

    @Test
    void anotherSeedDrawsOtherSchedulesAndTheSameOneTheSame() throws Exception {
        Path program = programs.compiled(RACES.resolve("source_reused.c"));
        String first = run(program, "--schedules", "12").out();
        assertEquals(first, run(program, "--schedules", "12").out());
        assertFalse(
                first.equals(run(program, "--schedules", "12", "--seed", "2").out()), first);
    }

    @Test
    void whatDoesNotFitIsBadInput() throws Exception {
        Path program = programs.compiled(RACES.resolve("no_quiet.c"));
        run(program, "--schedules", "0").exits(ExitCode.BAD_INPUT).complains("--schedules 0: must be 1 to");
        run(program, "--late", "0:1:1").exits(ExitCode.BAD_INPUT).complains("--late is only for --schedules");
        run(program, "--schedules", "1", "--late", "0:1")
                .exits(ExitCode.BAD_INPUT)
                .complains("PE:CALL:CYCLES");
        run(program, "--schedules", "1", "--verify").exits(ExitCode.BAD_INPUT).complains("give one of them");
        Captured.of("run", "--schedules", "2", "../examples/ring.yaml")
                .exits(ExitCode.BAD_INPUT)
                .complains("--schedules is only for a program");
    }
}
