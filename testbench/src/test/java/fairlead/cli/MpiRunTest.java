// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** MPI programs run unchanged, all verdicts hold, and wrong programs are told what is wrong. */
class MpiRunTest {
    private static final Path SUITE = Path.of("src/test/resources/mpi");

    @TempDir
    static Path folder;

    private final NativePrograms programs = new NativePrograms("mpic", SUITE, folder);

    static Stream<String> suite() throws IOException {
        return NativePrograms.names(SUITE);
    }

    private Path compiled(String name) throws IOException, InterruptedException {
        return programs.compiled(SUITE.resolve(name));
    }

    // ---- programs that are right

    @ParameterizedTest(name = "{0}")
    @MethodSource("suite")
    void eachProgramOfTheSuiteIsRightOnTheTwin(String name) throws Exception {
        Path program = compiled(name);
        Captured first = programs.run(program, "model", 4).exits(ExitCode.OK).says("native program: ");
        assertFalse(first.out().contains(" false "), first.out());
        assertEquals(
                NativePrograms.hash(first),
                NativePrograms.hash(programs.run(program, "model", 4).exits(ExitCode.OK)));
        for (int ranks : new int[] {1, 2, 3}) {
            programs.run(program, "model", ranks).exits(ExitCode.OK);
        }
        programs.run(program, "model", 5, "--shape", "3x2x1").exits(ExitCode.OK); // a node has no rank
    }

    @Test
    void theHeaderIsThereInCxx() throws Exception {
        Path source = folder.resolve("setup.cpp");
        Files.copy(SUITE.resolve("setup.c"), source);
        programs.run(programs.compiled(source), "model", 2).exits(ExitCode.OK);
    }

    /** The captured program gives the same events on the RTL, and both engines agree on every event. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"locks.c", "communicators.c"})
    @Tag("lab")
    void theSameOnTheRtl(String name) throws Exception {
        Path program = compiled(name);
        String twin = NativePrograms.hash(programs.run(program, "model", 4).exits(ExitCode.OK));
        assertEquals(twin, NativePrograms.hash(programs.run(program, "rtl", 4).exits(ExitCode.OK)));
        assertEquals(
                twin, NativePrograms.hash(programs.run(program, "lockstep", 4).exits(ExitCode.OK)));
    }

    /** Machines with other latencies, buffers and routing: what a right program computes does not change. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "locks.c, machine.latency.software=1",
        "messages.c, machine.buffers.injection=1",
        "windows.c, machine.routing.mode=adaptive",
        "collectives.c, machine.latency.jitter=40"
    })
    void otherMachines(String name, String key) throws Exception {
        programs.run(compiled(name), "model", 4, "--set", key).exits(ExitCode.OK);
    }
}
