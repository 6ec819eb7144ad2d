// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

    /** The example has the heat of the one for OpenSHMEM. */
    @Test
    void theExampleIsRight() throws Exception {
        Path program = programs.compiled(NativePrograms.ROOT.resolve("examples/mpi/heat.c"));
        programs.run(program, "model", 4).exits(ExitCode.OK).says("256 cells after 20 steps: heat 207.009910");
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

    // ---- runs that are compared

    @Test
    void aSecondRunShowsWhatIsNotDetermined() throws Exception {
        programs.run(compiled("wrong/pid.c"), "model", 2, "--verify")
                .exits(ExitCode.DIFFERS)
                .complains("two runs of the program differ: PE 1, call ", ", MPI_Send (pid.c:10) in cycle ")
                .complains("what the PE has stored before it differs, from address 0x");
        programs.run(compiled("messages.c"), "model", 3, "--verify")
                .exits(ExitCode.OK)
                .says("; a second run was equal in each call");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"any_source.c", "lost_update.c"})
    void aMisuseShowsASecondOutcomeAndTheProgramWithoutItDoesNot(String name) throws Exception {
        Path race = SUITE.resolve("races").resolve(name);
        schedules(programs.compiled(race)).exits(ExitCode.FAILS).says(" different outcomes\n");
        schedules(programs.compiled(race, "-DRIGHT")).exits(ExitCode.OK).says("20 schedules, 1 outcome\n");
    }

    private static Captured schedules(Path program) {
        return Captured.of("run", "--native", "-n", 4, "--schedules", "20", "--", program);
    }

    // ---- the library

    /** Each function of the library is in a program of the suite, and the page lists it and no other. */
    @Test
    void eachFunctionIsUsedAndListed() throws Exception {
        Set<String> used = new TreeSet<>();
        for (String name : suite().toList()) {
            Path object = folder.resolve(name + ".o");
            NativePrograms.said(List.of(
                    "bash",
                    NativePrograms.ROOT + "/scripts/mpicc",
                    "-c",
                    "-I" + SUITE,
                    SUITE.resolve(name).toString(),
                    "-o",
                    object.toString()));
            used.addAll(NativePrograms.symbols("-u", object));
        }
        Set<String> functions = NativePrograms.functions("MPI_.*");
        assertTrue(functions.size() > 180, () -> functions.size() + " functions");
        Set<String> unused = new TreeSet<>(functions);
        unused.removeAll(used);
        assertEquals(Set.of(), unused);
        String page = Files.readString(NativePrograms.ROOT.resolve("docs/use/mpi.md"));
        Set<String> listed = Pattern.compile("`(\\w+)`")
                .matcher(page.substring(page.indexOf("## Functions")))
                .results()
                .map(found -> found.group(1))
                .filter(name -> !name.equals("MpiRunTest"))
                .map(name -> "MPI_" + name)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(functions, listed);
    }

    // ---- programs that are wrong

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "no_post | 1 | PE 0 waits in MPI_Win_start (no_post.c:12) for MPI_Win_post of rank 0 on halo; "
                        + "PE 1 waits in MPI_Win_wait (no_post.c:13) for MPI_Win_complete of ranks [0, 1, 2] on halo",
                "no_message | 1 | PE 0 waits in MPI_Recv (no_message.c:7) for a message from rank 1 with tag 5; PE 1 waits",
                "no_rank | 1 | PE 0, MPI_Put (no_rank.c:10): MPI_ERR_RANK: there is no rank 3 among the 3 of MPI_COMM_WORLD",
                "outside | 1 | MPI_ERR_RMA_RANGE: bytes 8 to 11 of the window 1000, of which rank 1 has 8",
                "no_epoch | 1 | MPI_ERR_RMA_SYNC: no epoch lets this rank access rank 1 of the window 1000",
                "no_window | 1 | MPI_Win_fence (no_window.c:11): MPI_ERR_WIN: 1000 is no window, or one that was freed",
                "both_lock | 4 | PE 1 waits in MPI_Win_lock (both_lock.c:9) for the lock of rank 0 on the window 1000",
                "lengths | 1 | MPI_Bcast (lengths.c:7): MPI_ERR_TRUNCATE: rank 0 gives 8 bytes, and rank 1 expects 32",
                "early | 1 | PE 0, MPI_Barrier (early.c:5): the library is not initialised",
                "aborts | 9 | ''",
            })
    void aWrongProgramIsToldWhatIsWrong(String name, int code, String message) throws Exception {
        Captured run = programs.run(compiled("wrong/" + name + ".c"), "model", 3, "--set", "workload.max_cycles=100000")
                .exits(code);
        assertTrue(run.err().replaceAll(" since cycle \\d+", "").contains(message), run.err());
    }
}
