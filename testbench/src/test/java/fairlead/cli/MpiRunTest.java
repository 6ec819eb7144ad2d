// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
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
        programs.rightOnTheTwin(name, 1, 2, 3);
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
        programs.sameOnTheRtl(name);
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
        programs.schedules(programs.compiled(race), "--schedules", "20")
                .exits(ExitCode.FAILS)
                .says(" different outcomes\n");
        programs.schedules(programs.compiled(race, "-DRIGHT"), "--schedules", "20")
                .exits(ExitCode.OK)
                .says("20 schedules, 1 outcome\n");
    }

    // ---- the library

    /**
     * Each function of the library is in a program of the suite, and the page lists it and no other.
     */
    @Test
    void eachFunctionIsUsedAndListed() throws Exception {
        Set<String> functions = programs.usedFunctions("MPI_.*", 300);
        Set<String> listed = NativePrograms.listed("mpi.md", MpiRunTest.class);
        assertEquals(functions, listed.stream().flatMap(MpiRunTest::functions).collect(Collectors.toSet()));
    }

    /** `NAME*` on the page stands for three functions. */
    private static Stream<String> functions(String name) {
        String collective = name.replace("*", "");
        return name.equals(collective)
                ? Stream.of("MPI_" + name)
                : Stream.of(
                        "MPI_" + collective,
                        "MPI_I" + collective.toLowerCase(Locale.ROOT),
                        "MPI_" + collective + "_init");
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
                "no_barrier | 1 | PE 0 waits in MPI_Wait (no_barrier.c:8) for what rank 1 gives to a collective; PE 1 waits",
                "large_grid | 1 | PE 0, MPI_Cart_create (large_grid.c:7): MPI_ERR_ARG: 4 nodes for the 3 ranks of",
                "no_grid | 1 | MPI_Cart_shift (no_grid.c:7): MPI_ERR_TOPOLOGY: MPI_COMM_WORLD has no Cartesian topology",
                "twice | 1 | PE 0, MPI_Start (twice.c:9): MPI_ERR_REQUEST: request 1000 cannot be started",
                "nested | 2 | PE 0: MPI_Type_get_extent: is called by a function that the library calls",
                "early | 1 | PE 0, MPI_Barrier (early.c:5): the library is not initialised",
                "aborts | 9 | ''",
            })
    void aWrongProgramIsToldWhatIsWrong(String name, int code, String message) throws Exception {
        programs.toldWhatIsWrong(name, code, message, "--set", "workload.max_cycles=100000");
    }
}
