// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.evaluate.ResidentMemory;
import fairlead.evaluate.WorkerPool;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One {@link MutantWorker} at a time, for one thread. A worker that crashes, hangs or uses too much memory is replaced,
 * and the rung that did this to it answers with `crash`, `hang` or `memory`.
 */
final class MutantProcess implements AutoCloseable {
    private static final long SECONDS = 40; // of processor time, of one rung; a sound machine takes some seconds
    private static final long TEST_SECONDS = 300; // the same, of all tests of a mutant
    private static final String TESTS = "fairlead.lab.mutate.MutantTests"; // the main class, which is among the tests
    private static final long PATIENCE = 20; // seconds that may pass, for each second of processor time
    private static final long MEGABYTES = 3000;
    private static final long HEAP = 1000;
    private static final long POLL_MILLIS = 20;
    private static final int SIGNALS = 128;
    private static final Set<Integer> FATAL = Set.of(4, 6, 7, 8, 11); // ILL, ABRT, BUS, FPE, SEGV

    private final List<String> command;
    private final long seconds;
    private final Path errors;
    private final boolean once; // whether a process ends with the first mutant that it has noticed
    private Process process;
    private BufferedWriter in;
    private BufferedReader out;
    private boolean closed;

    /**
     * @param libraries the folder of the libraries
     * @param errors the file that receives what workers say on stderr
     * @param arguments the arguments of {@link MutantWorker#main}
     */
    MutantProcess(final Path libraries, final Path errors, final List<String> arguments) {
        this(worker(MutantWorker.class, libraries, errors, arguments), errors, SECONDS, false);
    }

    /**
     * @param command the command of the process
     * @param seconds the processor time of one rung
     */
    MutantProcess(final List<String> command, final Path errors, final long seconds) {
        this(command, errors, seconds, false);
    }

    /** @param once whether a process ends with the first mutant that it has noticed */
    MutantProcess(final List<String> command, final Path errors, final long seconds, final boolean once) {
        this.command = List.copyOf(command);
        this.errors = errors;
        this.seconds = seconds;
        this.once = once;
    }

    /**
     * Returns a process for the rungs of tests, which a mutant that a test has noticed ends: what a failed test leaves
     * behind is not looked at.
     *
     * @param tests the class path of the tests
     * @param list the file that names the tests of each mutant, see {@link UnitTests#write}
     */
    static MutantProcess tests(final Path libraries, final Path errors, final String tests, final Path list) {
        final List<String> command = worker(MutantWorker.class, libraries, errors, List.of());
        command.subList(command.size() - 2, command.size()).clear(); // the class path and the main class
        command.addAll(List.of(tests, TESTS, list.toString()));
        command.addAll(1, List.of("-ea", "-Xss8m", "-XX:TieredStopAtLevel=1"));
        return new MutantProcess(command, errors, TEST_SECONDS, true);
    }

    /** Returns the command of a process with one of the main classes. */
    static List<String> worker(
            final Class<?> main, final Path libraries, final Path errors, final List<String> arguments) {
        final List<String> command = new ArrayList<>(WorkerPool.Options.java(main, HEAP));
        command.addAll(
                1,
                List.of(
                        "-DFAIRLEAD_LIB_DIR=" + libraries,
                        "-XX:ErrorFile=" + errors.resolveSibling("crash-%p.txt"),
                        "-XX:+DisplayVMOutputToStderr"));
        command.addAll(arguments);
        return command;
    }

    /** Plays one rung of one mutant and returns the answer. */
    String play(final MutantRung rung, final int mutant) throws IOException {
        if (process == null || !process.isAlive()) {
            start();
        }
        try {
            in.write(rung.name() + " " + mutant);
            in.newLine();
            in.flush();
        } catch (final IOException e) {
            return ended();
        }
        final CompletableFuture<String> answer = CompletableFuture.supplyAsync(this::line);
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds * PATIENCE);
        final Duration most = cpu().plusSeconds(seconds);
        try {
            while (true) {
                try {
                    final String line = answer.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
                    final String said = line == null ? ended() : line.substring(MutantWorker.ANSWER.length());
                    if (once && !said.equals(MutantRungs.ALIVE)) {
                        stop();
                    }
                    return said;
                } catch (final TimeoutException e) {
                    final boolean large = ResidentMemory.megabytes(process) > MEGABYTES;
                    if (large || cpu().compareTo(most) > 0 || System.nanoTime() > end) {
                        stop();
                        return large
                                ? "memory: more than " + MEGABYTES + " MB"
                                : "hang: no end within " + seconds + " s of processor time";
                    }
                }
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (final ExecutionException e) {
            return ended();
        }
    }

    private Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Returns the next answer of the worker, or null at the end of its output. */
    private String line() {
        try {
            String line = out.readLine();
            while (line != null && !line.startsWith(MutantWorker.ANSWER)) {
                line = out.readLine();
            }
            return line;
        } catch (final IOException e) {
            return null;
        }
    }

    /** Returns what a mutant did to the process; the end of a process that no mutant causes ends the campaign. */
    private String ended() throws IOException {
        try {
            if (process.waitFor(2, TimeUnit.SECONDS) && !FATAL.contains(process.exitValue() - SIGNALS)) {
                throw new IOException("a worker process ended with code " + process.exitValue() + "; see " + errors);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        final String how = process.isAlive() ? "no answer" : "signal " + (process.exitValue() - SIGNALS);
        stop();
        return "crash: " + how;
    }

    private synchronized void start() throws IOException {
        if (closed) {
            throw new IOException("the campaign has ended");
        }
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))
                .start();
        in = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private synchronized void stop() {
        if (process != null) {
            process.destroyForcibly();
            process = null;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        stop();
    }
}
