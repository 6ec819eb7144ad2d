// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The folder of a native run repeats it without the program, and says so. */
class NativeReplayTest {
    private static final Path SHMEM = Path.of("src/test/resources/shmem");
    private static final Path MPI = Path.of("src/test/resources/mpi");

    @TempDir
    static Path folder;

    private final NativePrograms shmem = new NativePrograms("shmemc", SHMEM, folder);
    private final NativePrograms mpi = new NativePrograms("mpic", MPI, folder);

    private final Path out = folder.resolve("out");

    /** Atomics of 4 bytes, signed and narrow waits, blocks, locks and messages are in these. */
    @ParameterizedTest(name = "{0} on {1}")
    @CsvSource({
        "halves.c, rtl",
        "signals.c, lockstep",
        "waits.c, model",
        "blocks.c, model",
        "locks.c, model",
        "mpi/accumulates.c, model",
        "mpi/messages.c, rtl"
    })
    void aFolderAloneRepeatsARun(String source, String engine) throws Exception {
        NativePrograms suite = source.startsWith("mpi/") ? mpi : shmem;
        Path program = suite.compiled(suite.suite().resolve(source.replace("mpi/", "")));
        Captured run = suite.run(program, "model", 4).exits(ExitCode.OK);
        Files.delete(program);
        Captured again = Captured.of("replay", out, "--engine", engine)
                .exits(ExitCode.OK)
                .says("the same events as in " + out + "; " + program + " is missing, so its captured program");
        assertEquals(verdicts(run), verdicts(again));
        assertTrue(again.out().startsWith(Files.readString(out.resolve("output.txt"))), again.out());
    }

    private static List<String> verdicts(Captured run) {
        return run.out()
                .lines()
                .filter(line -> line.matches("\\w+ +(true|FALSE|not exercised) .*|events .*"))
                .map(line -> line.replaceAll("(?<=conservation ).*\\d", "")) // looks once a batch
                .toList();
    }

    /**
     * What a machine does wrong is found while the program runs, in the same cycle and words as in the run of what was
     * captured until then.
     */
    @ParameterizedTest(name = "{0} in {2}")
    @CsvSource({
        "flush_early, fence_ordering, order.c, completed in",
        "load_wrong, data_integrity, order.c, completed in",
        "byte_wrong, data_integrity, order.c, stuck in",
        "byte_wrong, data_integrity, heat.c, stopped: first violation in",
        "put_twice, data_integrity, heat.c, stopped: first violation in",
    })
    void aFaultIsJudgedWhileTheProgramRuns(String fault, String verdict, String source, String ending)
            throws Exception {
        Path sources = source.startsWith("heat") ? NativePrograms.ROOT.resolve("examples/shmem") : SHMEM;
        Captured run = Captured.of(
                        "run --native -n 4 --engine rtl --no-repeat --force --set".split(" "),
                        "faults=[{id: " + fault + ", node: 1, cycle: 300}]",
                        "--out",
                        out,
                        "--",
                        shmem.compiled(sources.resolve(source)),
                        64,
                        80)
                .exits(ExitCode.FAILS)
                .says(": " + ending + " cycle ");
        assertTrue(run.out().lines().anyMatch(line -> line.matches(verdict + " +FALSE .*")), run.out());
        Captured again = Captured.of("replay", out, "--captured").exits(ExitCode.OK);
        assertEquals(verdicts(run), verdicts(again));
    }

    @Test
    void aChangedProgramIsNotRun() throws Exception {
        Path program = shmem.compiled(SHMEM.resolve("order.c"));
        shmem.run(program, "model", 2).exits(ExitCode.OK);
        Captured.of("replay", out).exits(ExitCode.OK).says("the same events as in " + out + "\n");
        Captured.of("replay", out, "--captured").exits(ExitCode.OK).says("; its captured program was played");
        Files.copy(shmem.compiled(SHMEM.resolve("output.c")), folder.resolve("order.new"));
        Files.move(folder.resolve("order.new"), program, StandardCopyOption.REPLACE_EXISTING);
        Captured.of("replay", out).exits(ExitCode.OK).says("; " + program + " has changed, so its captured program");
        Path other = folder.resolve("other");
        Files.move(out, other);
        shmem.run(program, "model", 2).exits(ExitCode.OK);
        Files.delete(program);
        Captured.of("diff", other, out).exits(ExitCode.FAILS).says("first differing event: after ");
        Path unseen = shmem.compiled(SHMEM.resolve("clocks.c"));
        shmem.run(unseen, "model", 2).exits(ExitCode.OK);
        Files.delete(unseen);
        Files.delete(out.resolve("program.csv"));
        Captured.of("replay", out).exits(ExitCode.BAD_INPUT).complains(unseen + ": there is no such program");
        Captured.of("replay", out, "--captured").exits(ExitCode.BAD_INPUT).complains("program.csv: no such file");
        Captured.of("run", "../examples/ring.yaml", "--engine", "model", "--out", folder.resolve("ring"));
        Captured.of("replay", folder.resolve("ring"), "--captured")
                .exits(ExitCode.BAD_INPUT)
                .complains("--captured is for the run of a native program");
        Captured.of("replay", other, "--engine", "rlt")
                .exits(ExitCode.BAD_INPUT)
                .complains("engine = rlt");
    }

    @Test
    void aDamagedFileIsRefusedWithItsLine() throws Exception {
        shmem.run(shmem.compiled(SHMEM.resolve("blocks.c")), "model", 2).exits(ExitCode.OK);
        Path file = out.resolve("program.csv");
        List<String> good = Files.readAllLines(file);
        int store = first(good, "STORE,.*:.*");
        int put = first(good, "PUT,.*");
        damage(file, good, 0, "fairlead.program/2,1,a", "1: is of format fairlead.program/2: must be of fairlead");
        damage(file, good, 0, "x", "1: has 1 columns: must be 3");
        damage(file, good, 1, "op", "2: must be kind,node,task,");
        damage(file, good, 2, "PUSH,0,0,,,,,,,,,", "3: kind PUSH: there is no such kind");
        damage(file, good, 2, "QUIET,0,0,,,,,,,,,", "3: kind QUIET: no live task has it");
        damage(file, good, 2, "BARRIER,2,0,,,,,,,,,", "3: node 2 task 0: there is none");
        damage(file, good, 2, "BARRIER,0,0,,,,,,,,1,", "3: requires 1: no earlier operation of its node");
        damage(file, good, 2, "BARRIER,zero,0,,,,,,,,,", "3: no number: ");
        damage(file, good, 2, "PUT,0,0,7,0,0,8,,,,,", "3: op 0 (PUT node 7, node 0 task 0)");
        damage(file, good, 2, "FADD,0,0,1,,8,3,1,,,,", "3: FADD of 3 bytes; an atomic has 4 or 8");
        damage(file, good, 2, "POLL,0,0,,4,,8,1,,,,EQ", "3: 8 bytes at 4 are not inside a word");
        damage(file, good, 2, "POLL,0,0,,0,,8,1,,,,EQUAL", "3: data EQUAL: must be one of EQ, NE, LT");
        damage(file, good, store, good.get(store).replaceAll(",[^,]*$", ",70000:00"), "data 70000: not inside ");
        damage(file, good, store, good.get(store) + "0", (store + 1) + ": ");
        damage(file, good, put, good.get(put).substring(0, 20), (put + 1) + ": has ");
        damage(file, good, good.size() - 1, good.get(2) + "\n" + good.get(2), "there are more than ");
        Files.write(file, good.subList(0, good.size() - 1));
        Captured.of("replay", out, "--captured").exits(ExitCode.BAD_INPUT).complains("the file ends too early");
        Files.write(file, new byte[] {(byte) 0xFF, 10});
        Captured.of("replay", out, "--captured").exits(ExitCode.BAD_INPUT).complains("program.csv:1: not a text file");
        List<String> other = new ArrayList<>(good);
        other.set(put, good.get(put).replaceFirst(",8,,,", ",4,,,").replaceFirst(",512,,,", ",256,,,"));
        Files.write(file, other); // a program, but another one
        int code = other.equals(good) ? ExitCode.OK : ExitCode.DIFFERS;
        Captured.of("replay", out, "--captured").exits(code);
    }

    private static int first(List<String> lines, String like) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).matches(like)) {
                return i;
            }
        }
        throw new AssertionError(like);
    }

    private void damage(Path file, List<String> good, int at, String line, String message) throws IOException {
        List<String> bad = new ArrayList<>(good);
        bad.set(at, line);
        Files.write(file, bad);
        Captured.of("replay", out, "--captured")
                .exits(ExitCode.BAD_INPUT)
                .complains("program.csv:")
                .complains(message);
    }
}
