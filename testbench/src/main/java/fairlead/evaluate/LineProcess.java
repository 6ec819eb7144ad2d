// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * A child process that answers each line with one line, for one thread at a time. The process is started at the first
 * request and again after its end. A request that takes too long or too much memory ends the process.
 */
public final class LineProcess implements AutoCloseable {
    private static final long POLL_MILLIS = 50;
    private static final long EXIT_MILLIS = 2000; // the longest wait between the end of a process's output and its exit
    private static final int KILO = 1024;

    /**
     * What one answer may take.
     *
     * @param seconds of the clock
     * @param processorSeconds of processor time, or 0 for no limit
     * @param megabytes of resident memory
     */
    public record Limits(long seconds, long processorSeconds, long megabytes) {}

    /** What came of a request. */
    public enum End {
        ANSWER,
        /** The limit of the clock or of the processor time was reached. */
        HANG,
        MEMORY,
        /** The process could not be started. */
        NO_START,
        /** The process ended its output. */
        EXIT,
        /** This object is closed, and no process was started. */
        CLOSED
    }

    /**
     * The answer to a request.
     *
     * @param text the answer, or what happened in its place
     * @param code the exit code of a process that ended, or -1 if it only ended its output
     * @param pid the number of the process that was asked
     */
    public record Reply(End end, String text, int code, long pid) {
        private Reply(End end, String text) {
            this(end, text, 0, 0);
        }
    }

    /** Makes the command of a process that starts. */
    @FunctionalInterface
    public interface Command {
        ProcessBuilder get() throws IOException;
    }

    private final Command command;
    private final String answer;
    private final Limits limits;
    private final String ended = new String("end"); // the object, not its text, marks the end of the output
    private Process process;
    private BlockingQueue<String> lines;
    private boolean closed;

    /**
     * @param answer the beginning of an answer; other lines of the output are, for example, of a crashing virtual
     *     machine
     */
    public LineProcess(Command command, String answer, Limits limits) {
        this.command = command;
        this.answer = answer;
        this.limits = limits;
    }

    public Reply ask(String request) {
        Process asked;
        try {
            asked = start();
        } catch (IOException e) {
            return new Reply(End.NO_START, e.getMessage());
        }
        if (asked == null) {
            return new Reply(End.CLOSED, "the process was ended");
        }
        try {
            try {
                asked.getOutputStream().write((request + "\n").getBytes(StandardCharsets.UTF_8));
                asked.getOutputStream().flush();
            } catch (IOException e) {
                return exit(asked);
            }
            return await(asked);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private Reply await(Process asked) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(limits.seconds());
        Duration most = processorTime(asked).plusSeconds(limits.processorSeconds());
        while (true) {
            String line = lines.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (line == ended) {
                return exit(asked);
            } else if (line != null && line.startsWith(answer)) {
                return new Reply(End.ANSWER, line);
            } else if (line == null && megabytes(asked) > limits.megabytes()) {
                stop();
                return new Reply(End.MEMORY, "the process held more than " + limits.megabytes() + " MB");
            } else if (System.nanoTime() > end
                    || limits.processorSeconds() > 0 && processorTime(asked).compareTo(most) > 0) {
                stop();
                return new Reply(End.HANG, "no answer within " + limits.seconds() + " s");
            }
        }
    }

    private static Duration processorTime(Process of) {
        return of.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private Reply exit(Process asked) throws InterruptedException {
        boolean exited = asked.waitFor(EXIT_MILLIS, TimeUnit.MILLISECONDS);
        stop();
        return exited
                ? new Reply(
                        End.EXIT, "the process ended with code " + asked.exitValue(), asked.exitValue(), asked.pid())
                : new Reply(End.EXIT, "the process ended its output", -1, asked.pid());
    }

    /** Returns the process, or null if none is started any more. */
    private synchronized Process start() throws IOException {
        if (!closed && (process == null || !process.isAlive())) {
            process = null;
            process = command.get().start();
            BlockingQueue<String> answers = new LinkedBlockingQueue<>();
            lines = answers;
            reader(process.getInputStream(), answers, () -> answers.add(ended));
        }
        return process;
    }

    private static void reader(InputStream from, BlockingQueue<String> to, Runnable atEnd) {
        Thread thread = new Thread(
                () -> {
                    try (BufferedReader reader =
                            new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                        reader.lines().forEach(to::add);
                    } catch (IOException | UncheckedIOException e) {
                        // a stream of a process that was killed: its end
                    }
                    atEnd.run();
                },
                "lines");
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends the process; the next request starts another one. */
    public synchronized void stop() {
        if (process != null) {
            process.destroyForcibly();
            process = null;
        }
    }

    /** Ends the process; none is started any more. */
    @Override
    public synchronized void close() {
        closed = true;
        stop();
    }

    /** Returns the resident memory of a process, or 0 if /proc does not list it. */
    public static long megabytes(Process process) {
        try (var status = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return status.filter(l -> l.startsWith("VmRSS:"))
                    .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")) / KILO)
                    .findFirst()
                    .orElse(0);
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }

    /**
     * Serves as such a process: answers each line of the input. It exits when its input ends, even in the middle of a
     * request, because its parent process is then gone.
     */
    public static void serve(UnaryOperator<String> answer) throws InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err); // only answers may be written to the pipe
        BlockingQueue<String> requests = new LinkedBlockingQueue<>();
        reader(System.in, requests, () -> Runtime.getRuntime().halt(0));
        while (true) {
            out.println(answer.apply(requests.take()));
        }
    }
}
