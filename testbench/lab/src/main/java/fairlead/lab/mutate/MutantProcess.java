// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.evaluate.WorkerPool;
import fairlead.evaluate.Workers;
import fairlead.evaluate.Workers.Limits;
import fairlead.evaluate.Workers.Reply;
import fairlead.lab.mutate.MutantFate.MutantRung;
import fairlead.machine.MachineStructure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A {@link MutantWorker} for each thread that plays. A worker that crashes, hangs or uses too much memory is replaced,
 * and the rung that did this to it answers with `crash`, `hang` or `memory`.
 */
final class MutantProcess implements AutoCloseable {
    private static final long SECONDS = 40; // of processor time, of one rung; a sound machine takes some seconds
    private static final long TEST_SECONDS = 300; // the same, of all tests of a mutant
    private static final String TESTS = "fairlead.lab.mutate.MutantTests"; // the main class, which is among the tests
    private static final long PATIENCE = 20; // seconds that may pass, for each second of processor time
    private static final long MEGABYTES = 3000;
    private static final long HEAP = 1000;
    private static final int SIGNALS = 128;
    private static final Set<Integer> FATAL = Set.of(4, 6, 7, 8, 11); // ILL, ABRT, BUS, FPE, SEGV

    private final Workers<String> workers;
    private final long seconds;
    private final Path errors;
    private final boolean once;

    /**
     * @param command the command of the process
     * @param errors the file that receives what workers say on stderr
     * @param seconds the processor time of one rung
     * @param once whether a process ends with the first mutant that it has noticed
     */
    MutantProcess(List<String> command, Path errors, long seconds, boolean once) {
        this.errors = errors;
        this.seconds = seconds;
        this.once = once;
        workers = new Workers<>(
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                structure -> command,
                errors,
                new Limits(seconds * PATIENCE, seconds, MEGABYTES),
                said -> said);
    }

    /**
     * @param libraries the folder of the libraries
     * @param arguments the arguments of {@link MutantWorker#main}
     */
    static MutantProcess tile(Path libraries, Path errors, List<String> arguments) {
        return new MutantProcess(worker(libraries, errors, arguments), errors, SECONDS, false);
    }

    /**
     * Returns a process for the rungs of tests. It ends when a test has noticed the mutant, because the state that a
     * failed test leaves is unknown.
     *
     * @param tests the class path of the tests
     * @param list the file that names the tests of each mutant, see {@link UnitTests#write}
     */
    static MutantProcess tests(Path libraries, Path errors, String tests, Path list) {
        List<String> command = worker(libraries, errors, List.of());
        command.subList(command.size() - 2, command.size()).clear(); // the class path and the main class
        command.addAll(List.of(tests, TESTS, list.toString()));
        command.addAll(1, List.of("-ea", "-Xss8m", "-XX:TieredStopAtLevel=1"));
        return new MutantProcess(command, errors, TEST_SECONDS, true);
    }

    private static List<String> worker(Path libraries, Path errors, List<String> arguments) {
        List<String> command = new ArrayList<>(WorkerPool.Options.java(MutantWorker.class, HEAP));
        command.addAll(
                1,
                List.of(
                        "-DFAIRLEAD_LIB_DIR=" + libraries,
                        "-XX:ErrorFile=" + errors.resolveSibling("crash-%p.txt"),
                        "-XX:+DisplayVMOutputToStderr"));
        command.addAll(arguments);
        return command;
    }

    String play(MutantRung rung, int mutant) throws IOException {
        Reply<String> reply = workers.ask(
                MachineStructure.loaded(), rung.name() + " " + mutant, said -> !once || said.equals(MutantFate.ALIVE));
        return switch (reply.end()) {
            case ANSWER -> reply.answer();
            case HANG -> "hang: no end within " + seconds + " s of processor time";
            case MEMORY -> "memory: more than " + MEGABYTES + " MB";
            case EXIT -> {
                if (reply.code() >= 0 && !FATAL.contains(reply.code() - SIGNALS)) {
                    throw new IOException("a worker process ended with code " + reply.code() + "; see " + errors);
                }
                yield "crash: " + (reply.code() < 0 ? "no answer" : "signal " + (reply.code() - SIGNALS));
            }
            case NO_START, CLOSED -> throw new IOException("a worker process did not start: " + reply.text());
        };
    }

    @Override
    public void close() {
        workers.close();
    }
}
