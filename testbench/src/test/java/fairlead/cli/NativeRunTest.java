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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** OpenSHMEM programs in C and C++ run unchanged, all verdicts hold, and wrong programs are told what is wrong. */
class NativeRunTest {
    private static final Path ROOT = Path.of("..");
    private static final Path SUITE = Path.of("src/test/resources/shmem");
    private static final String FUNCTIONS = "(shmem_|_my_pe|_num_pes|sh(malloc|memalign|realloc|free)$|start_pes).*";
    private static final Path EXAMPLES = ROOT.resolve("examples/shmem");

    @TempDir
    static Path folder;

    private final NativePrograms programs = new NativePrograms("shmemc", SUITE, folder);

    static Stream<String> suite() throws IOException {
        return NativePrograms.names(SUITE);
    }

    static Stream<String> examples() throws IOException {
        return NativePrograms.names(EXAMPLES);
    }

    private Path compiled(Path source) throws IOException, InterruptedException {
        return programs.compiled(source);
    }

    private Captured run(Path program, String engine, int pes, String... options) {
        return programs.run(program, engine, pes, options);
    }

    // ---- programs that are right

    @ParameterizedTest(name = "{0}")
    @MethodSource("suite")
    void eachProgramOfTheSuiteIsRightOnTheTwin(String name) throws Exception {
        programs.rightOnTheTwin(name, 1);
    }

    @Test
    void theGenericFunctionsAreThereInCxx() throws Exception {
        Path source = folder.resolve("generic.cpp");
        Files.copy(SUITE.resolve("generic.c"), source);
        run(compiled(source), "model", 3).exits(ExitCode.OK);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    void eachExampleIsRight(String name) throws Exception {
        run(compiled(EXAMPLES.resolve(name)), "model", 4).exits(ExitCode.OK);
    }

    /** The captured program gives the same events on the RTL, and both engines agree on every event. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"order.c", "halves.c", "sets.c", "signals.c"})
    @Tag("lab")
    void theSameOnTheRtl(String name) throws Exception {
        programs.sameOnTheRtl(name);
    }

    /** Machines with other latencies, buffers and routing: what a right program computes does not change. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "order.c, machine.latency.software=1",
        "sets.c, machine.buffers.injection=1",
        "signals.c, machine.routing.mode=adaptive",
        "halves.c, machine.latency.jitter=40"
    })
    void otherMachines(String name, String key) throws Exception {
        run(compiled(SUITE.resolve(name)), "model", 4, "--set", key).exits(ExitCode.OK);
    }

    @Test
    void aPageThatAProgramHasChangedIsStoredByOneOperation() throws Exception {
        Captured run = run(compiled(SUITE.resolve("blocks.c")), "model", 2).exits(ExitCode.OK);
        assertFalse(run.out().contains(" false "), run.out());
        try (Stream<String> operations = Files.lines(folder.resolve("out/ops.csv"))) {
            long stores = operations.filter(line -> line.contains(",STORE,")).count();
            assertTrue(stores >= 8 && stores <= 2 * 5, () -> stores + " stores of 4 or 5 pages by each of 2 PEs");
        }
    }

    @Test
    void threadsMayCallAtOnce() throws Exception {
        Path program = programs.compiled(SUITE.resolve("threads.c"), "-DAT_ONCE=1");
        Captured run = run(program, "model", 3).exits(ExitCode.OK);
        assertEquals(
                List.of(0, 1, 2),
                run.err()
                        .lines()
                        .filter(line -> line.contains("calls from several threads"))
                        .map(line -> Integer.valueOf(line.replaceAll(".* PE (\\d+) .*", "$1")))
                        .sorted()
                        .toList(),
                run.err());
    }

    @Test
    void theOutputIsInTheOrderOfCyclesAndPes() throws Exception {
        Captured run = run(compiled(SUITE.resolve("output.c")), "model", 4).exits(ExitCode.OK);
        String turns = run.out().lines().filter(line -> line.startsWith("turn")).collect(Collectors.joining("\n"));
        assertEquals("turn 0 of PE 0\nturn 1 of PE 1\nturn 2 of PE 2\nturn 3 of PE 3", turns);
        assertEquals("error of PE 0\nerror of PE 1\nerror of PE 2\nerror of PE 3\n", run.err());
        assertEquals(
                20000,
                run.out().lines().filter(line -> line.startsWith("long ")).count());
        assertTrue(run.out().contains("\nPE 0\nPE 1\nPE 2\nPE 3\n"), run.out());
    }

    @Test
    void aScenarioRunsIt() throws Exception {
        Path program = compiled(SUITE.resolve("order.c"));
        Path scenario = folder.resolve("order.yaml");
        Files.writeString(
                scenario,
                "schema: fairlead.scenario/1\nmachine: {shape: [2, 2, 1]}\nengine: model\n"
                        + "workload: {kind: native, command: [" + program + "], ranks: 3}\n");
        Captured.of("run", scenario, "--out", folder.resolve("scenario"))
                .exits(ExitCode.OK)
                .says("native program: ", " calls, ");
        Captured.of("validate", scenario).exits(ExitCode.OK).says("4 nodes");
    }

    // ---- the library

    /** Each function of the library is in a program of the suite, so none is a stub that nothing has tried. */
    @Test
    void eachFunctionIsUsedByTheSuite() throws Exception {
        programs.usedFunctions(FUNCTIONS, 1600);
    }

    /** The page lists all functions, with TYPE and N for the words of types and widths, and no other. */
    @Test
    void thePageListsTheFunctions() throws Exception {
        compiled(SUITE.resolve("setup.c"));
        String types =
                "complexf|complexd|float|double|longdouble|s?char|u?(char|short|int|long|longlong)|u?int(8|16|32|64)"
                        + "|size|ptrdiff";
        Set<String> families = NativePrograms.functions(FUNCTIONS).stream()
                .map(name -> name.replaceFirst("^shmem_ctx_(?!create|destroy|get_team|quiet|fence)", "shmem_"))
                .map(name -> name.replaceFirst("^shmem_(" + types + ")_", "shmem_TYPE_"))
                .map(name -> name.replaceFirst("^(shmem_[a-z]+)(8|16|32|64|128)(?=_|$)", "$1N"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(families, NativePrograms.listed("native.md", NativeRunTest.class));
    }

    // ---- programs that are wrong

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "deadlock | 1 | PE 0 waits in shmem_barrier_all (deadlock.c:10); PE 1 waits in shmem_long_wait_until (deadlock.c:9)",
                "crash | 139 | PE 1 was killed by SIGSEGV after shmem_barrier_all (crash.c:7)",
                "private | 1 | PE 0, shmem_long_p (private.c:8): 8 bytes at 0x",
                "no_such_set | 1 | PE 0, shmem_barrier (no_such_set.c:9): the set of 4 PEs from 0 on with stride 1 is not among the 3",
                "nobody | 1 | PE 0, shmem_long_p (nobody.c:9): there is no PE 9 among 3",
                "early | 1 | PE 0, shmem_barrier_all (early.c:6): the library is not initialised",
                "leaves | 1 | PE 0 waits in shmem_barrier_all (leaves.c:8); PE 1 has ended; PE 2 waits in",
                "seven | 7 | ''",
                "exits | 5 | ''",
                "exits_alone | 6 | has ended the program while others waited",
                "no_quiet | 3 | ''",
            })
    void aWrongProgramIsToldWhatIsWrong(String name, int code, String message) throws Exception {
        programs.toldWhatIsWrong(name, code, message);
    }

    @Test
    void aSecondRunShowsWhatIsNotDetermined() throws Exception {
        Path wrong = SUITE.resolve("wrong");
        run(compiled(wrong.resolve("pid.c")), "model", 2, "--verify")
                .exits(ExitCode.DIFFERS)
                .complains("two runs of the program differ: PE 1, call 3, shmem_long_put (pid.c:12) in cycle ")
                .complains("what the PE has stored before it differs, from address 0x");
        run(compiled(wrong.resolve("pid_said.c")), "model", 2, "--verify")
                .exits(ExitCode.DIFFERS)
                .complains("PE 1, call 2, shmem_long_p (pid_said.c:12)", "what the PE has printed before it differs");
        run(compiled(SUITE.resolve("order.c")), "model", 3, "--verify")
                .exits(ExitCode.OK)
                .says("; a second run was equal in each call");
    }

    @Test
    void whatNeverEndsIsNamed() throws Exception {
        Path wrong = SUITE.resolve("wrong");
        run(
                        compiled(wrong.resolve("spin.c")),
                        "model",
                        2,
                        "--native-limit",
                        "5") // for the start of the processes, too: a busy machine
                .exits(ExitCode.FAILS)
                .complains("PE 1 has made no call for 5 s after shmem_init (spin.c:8)", "spins on a variable");
        run(compiled(wrong.resolve("tests_forever.c")), "model", 2, "--set", "workload.max_cycles=20000")
                .exits(ExitCode.PARTIAL)
                .complains("not ended after workload.max_cycles = 20000", "shmem_long_test (tests_forever.c:9)");
        run(compiled(wrong.resolve("many_bytes.c")), "model", 2, "--set", "machine.memory_bytes=524288")
                .exits(ExitCode.FAILS)
                .complains("the program uses more than the 458752 bytes", "--set machine.memory_bytes=");
    }

    @Test
    void shmemGlobalExitEndsThePrintingToo() throws Exception {
        Captured run = run(compiled(SUITE.resolve("wrong/exits.c")), "model", 3)
                .exits(5)
                .says("before\n");
        assertFalse(run.out().contains("after\n"), run.out());
    }

    @Test
    void whatIsNoProgramIsBadInput() throws Exception {
        Path plain = folder.resolve("plain.c");
        Files.writeString(plain, "int main(void) { return 0; }\n");
        Path unlinked = folder.resolve("unlinked");
        NativePrograms.said(List.of("gcc", plain.toString(), "-o", unlinked.toString()));
        run(unlinked, "model", 2)
                .exits(ExitCode.BAD_INPUT)
                .complains("is not linked with the library")
                .complainsOnce();
        run(folder.resolve("missing"), "model", 2).exits(ExitCode.BAD_INPUT).complains("there is no such program");
        run(plain, "model", 2)
                .exits(ExitCode.BAD_INPUT)
                .complains("is not executable")
                .complainsOnce();
        run(unlinked, "model", 9, "--shape", "2x2x2").exits(ExitCode.BAD_INPUT).complains("has only 8 nodes");
        run(unlinked, "model", 4097).exits(ExitCode.BAD_INPUT).complains("must be 1 to 4096");
        run(unlinked, "model", 2, "--set", "machine.tasks_per_node=2")
                .exits(ExitCode.BAD_INPUT)
                .complains("machine.tasks_per_node", "the only task of its node");
        Captured.of("run", "--native", "--", unlinked).exits(ExitCode.BAD_INPUT).complains("with -n");
        Captured.of("run", "-n", "2", unlinked).exits(ExitCode.BAD_INPUT).complains("-n is only for a program");
        Captured.of("run", unlinked, "12").exits(ExitCode.BAD_INPUT).complains("the argument 12 is only for a program");
    }

    /** No process of a program outlives its run, however it ends. */
    @Test
    void noProcessOutlivesItsRun() throws Exception {
        for (String name : List.of("deadlock", "exits", "crash")) {
            Path program = compiled(SUITE.resolve("wrong").resolve(name + ".c"));
            run(program, "model", 3);
            List<String> alive = ProcessHandle.allProcesses()
                    .map(process -> process.info().command().orElse(""))
                    .filter(program.toAbsolutePath().toString()::equals)
                    .toList();
            assertEquals(List.of(), alive);
        }
    }
}
