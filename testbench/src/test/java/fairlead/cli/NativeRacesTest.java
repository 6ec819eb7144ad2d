// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Accesses that nothing orders are named, each kind of them, and right programs have none. */
class NativeRacesTest {
    private static final Path SUITES = Path.of("src/test/resources");
    private static final String NONE = "data races: none\n";

    @TempDir
    static Path folder;

    private static NativePrograms programs(String library) {
        return new NativePrograms(library.equals("mpi") ? "mpic" : "shmemc", SUITES.resolve(library), folder);
    }

    private static Path compiled(String library, String name, String... flags) throws Exception {
        String[] all = Stream.concat(Stream.of("--race"), Stream.of(flags)).toArray(String[]::new);
        return programs(library).compiled(SUITES.resolve(library).resolve(name), all);
    }

    private static Captured run(Path program, Object... arguments) {
        return run(3, program, arguments);
    }

    private static Captured run(int pes, Path program, Object... arguments) {
        List<Object> options = List.of("--native", "-n", pes, "--engine", "model", "--races");
        return Captured.of("run", options, "--out", folder.resolve("out"), "--force", "--", program, arguments);
    }

    static Stream<String> suites() throws IOException {
        return Stream.concat(
                NativePrograms.names(SUITES.resolve("shmem")).map(name -> "shmem/" + name),
                NativePrograms.names(SUITES.resolve("mpi")).map(name -> "mpi/" + name));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("suites")
    void aRightProgramHasNone(String name) throws Exception {
        String[] words = name.split("/");
        run(compiled(words[0], words[1])).exits(ExitCode.OK).says(NONE);
    }

    /** A program of each kind of race has one in the right places, and the same program without it has none. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "shmem | put_nbi 24,store 26;get_nbi 31,load 33;fetch_add_nbi 39,load 41;long_p 46,long_p 48;"
                        + "get_nbi 53,long_p 55;ctx_long_p 60,ctx_long_p 62;long_put 66,store 68;long_put 72,load 74;"
                        + "long_put 79,load 84;put_signal 90,load 92;long_put 100,load 104;long_g 111,long_p 111;"
                        + "atomic_inc 116,long_p 117;atomic_inc 121,atomic_set 122;iput 126,store 127;"
                        + "long_put 131,load 132;long_p 136,sum_reduce 138;store 142,long_g 144",
                "mpi | Put 19,store 27;Get 34,load 36;Rput 44,store 46;Put 19,Put 19;Put 19,Put 19;Put 19,load 75;"
                        + "store 84,Put 19;Put 19,Put 19;load 103,Put 19;Put 19,store 115;load 130,Put 19;"
                        + "Accumulate 135,Put 19;Accumulate 142,Accumulate 143;Put 19,load 151;Put 19,load 166"
            })
    void eachKindIsNamed(String library, String places) throws Exception {
        Path wrong = compiled(library, "accesses/kinds.c");
        String[] kinds = places.split(";");
        for (int i = 0; i < kinds.length; i++) {
            String[] pair = kinds[i].split("[, ]");
            Captured run = run(wrong, i).exits(ExitCode.FAILS);
            String told =
                    "(?s).*data race on \\d byte.* them( by an atomic)? in \\S*( ?\\S*)" + pair[0] + " \\(kinds.c:"
                            + pair[1] + "\\) in cycle \\d+; PE . \\w+ them( by an atomic)? in \\S*( ?\\S*)" + pair[2]
                            + " \\(kinds.c:" + pair[3] + "\\) .*";
            assertTrue(run.out().matches(told), kinds[i] + "\n" + run.out());
        }
        run(compiled(library, "accesses/kinds.c", "-DRIGHT")).exits(ExitCode.OK).says(NONE);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "no_fence, shmem_fence or shmem_quiet of PE 0 and then a barrier",
        "no_quiet, shmem_quiet of PE 0 and then a barrier",
        "source_reused, shmem_quiet of PE 0 between them",
        "flag_overtakes, shmem_fence or shmem_quiet of PE",
        "lost_update, a barrier"
    })
    void whatSchedulesShowIsNamed(String name, String missing) throws Exception {
        run(4, compiled("shmem", "races/" + name + ".c"))
                .exits(ExitCode.FAILS)
                .says(missing, " would have ordered them\n");
        run(4, compiled("shmem", "races/" + name + ".c", "-DRIGHT"))
                .exits(ExitCode.OK)
                .says(NONE);
    }

    /** Without the loads and stores of the program only calls are judged. */
    @Test
    void onlyCallsAreJudgedOfAPlainProgram() throws Exception {
        Path program = programs("shmem").compiled(SUITES.resolve("shmem/accesses/kinds.c"));
        run(program, 0).exits(ExitCode.OK).says(NONE);
        run(program, 3).exits(ExitCode.FAILS).says("data races: 1 pair of places\n");
    }

    /** A program that does not end is told its races as well, and one that spins on a variable goes on. */
    @Test
    void racesOfAProgramThatDoesNotEnd() throws Exception {
        run(compiled("shmem", "wrong/deadlock.c"))
                .exits(ExitCode.FAILS)
                .complains("data races: none")
                .complains("nothing moves any more");
        run(compiled("shmem", "accesses/spins.c"))
                .exits(ExitCode.FAILS)
                .says("PE 1 reads them in a load (spins.c:11)", "spins.c:13)");
    }

    /** A scenario asks for races with a key, and summary.json and the report have them. */
    @ParameterizedTest
    @CsvSource({"'', 1", "-DRIGHT, 0"})
    void aScenarioAsksForThem(String flag, int pairs) throws Exception {
        Path program = compiled("shmem", "races/no_quiet.c", flag.isEmpty() ? "-g" : flag);
        Path scenario = Files.writeString(
                folder.resolve("races.yaml"),
                "{schema: fairlead.scenario/1, engine: model, machine: {shape: [2, 2, 1]}, workload: {kind: native,"
                        + " command: [" + program + "], ranks: 4, races: true}}");
        Path out = folder.resolve("asked");
        Captured.of("run", scenario, "--out", out, "--force", "--report", "--no-reliefs")
                .exits(pairs == 0 ? ExitCode.OK : ExitCode.FAILS);
        JsonNode races = new ObjectMapper()
                .readTree(out.resolve("summary.json").toFile())
                .get("data_races");
        assertEquals(pairs, races.get("pairs").asInt());
        assertEquals(pairs, races.get("first").size());
        String page = Files.readString(out.resolve("report.html"));
        assertTrue(page.contains("\"races.csv\""));
        assertEquals(pairs == 1, page.contains(races.get("first").path(0).asText("no line")));
    }

    /** A race that the order of lock holders hides in the plain run is shown by other schedules, and told once. */
    @Test
    void schedulesShowWhatThePlainRunHides() throws Exception {
        Path program = compiled("shmem", "accesses/hidden.c");
        run(program).exits(ExitCode.OK).says(NONE);
        Captured all = Captured.of("run", "--native", "-n", 3, "--races", "--schedules", 20, "--", program)
                .exits(ExitCode.FAILS)
                .says("data races: 1 pair of places\n20 schedules, 1 outcome\n");
        String[] lines = all.out().split("data race on 8 bytes of PE 2 ", -1);
        assertEquals(2, lines.length, all.out());
        assertTrue(lines[1].matches("(?s)[^\n]*\n  in \\d+ schedules?: [1-9].*"), all.out());
        String which = lines[1].replaceAll("(?s).*schedules?: (\\d+).*repeat: .* -n 3 | -- .*", "$1 ");
        Captured.of("run", "--native", "-n", 3, which.replaceAll("^\\d+ ", "").split(" "), "--", program)
                .exits(ExitCode.FAILS)
                .says("  in 1 schedule: " + which.replaceAll(" .*", "") + "\n");
    }

    @Test
    void whatDoesNotFitIsBadInput() throws Exception {
        Captured.of("run", "--races", "../examples/ring.yaml")
                .exits(ExitCode.BAD_INPUT)
                .complains("--races is only for a program");
        Path program = compiled("shmem", "order.c");
        run(program).exits(ExitCode.OK);
        Captured.of("run", "--native", "-n", 2, "--races", "--verify", "--", program)
                .exits(ExitCode.BAD_INPUT)
                .complains("give one of them");
    }
}
