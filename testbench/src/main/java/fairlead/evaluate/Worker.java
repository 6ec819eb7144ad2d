// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The main class of a worker process, which runs jobs. The process reads one line of JSON per job and answers with one
 * line when the result is in the store or cannot be produced. The process exits when its input ends, even in the middle
 * of a job, because its parent process is then gone.
 */
public final class Worker {
    static final String DONE = "done ";

    /** The beginning of an answer for a job that cannot be run; the reason follows. */
    static final String FAILED = "failed: ";

    /** The beginning of an answer for a machine that cannot run jobs or store results now; the job is not at fault. */
    static final String CANNOT = "cannot: ";

    private Worker() {}

    static boolean isAnswer(final String line) {
        return line.startsWith(DONE) || line.startsWith(FAILED) || line.startsWith(CANNOT);
    }

    /**
     * Answers jobs until the input ends.
     *
     * @param args one element, the folder of the store
     */
    public static void main(final String[] args) throws InterruptedException {
        final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err); // only answers may be written to the pipe
        final Store store = new Store(Path.of(args[0]));
        final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
        final Thread reader = new Thread(() -> read(lines), "input");
        reader.setDaemon(true);
        reader.start();
        while (true) {
            out.println(answer(lines.take(), store));
        }
    }

    private static void read(final LinkedBlockingQueue<String> lines) {
        try {
            final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
        } catch (final IOException e) {
            e.printStackTrace();
        }
        Runtime.getRuntime().halt(0); // the parent process is gone
    }

    static String answer(final String line, final Store store) {
        try {
            return DONE + Simulation.of(Job.parse(line, "job", Path.of("")), store);
        } catch (final UncheckedIOException e) {
            e.printStackTrace();
            return CANNOT + "could not go on: " + e.getCause().getMessage().replaceAll("\\R", " ");
        } catch (final RuntimeException | Error e) {
            e.printStackTrace();
            return FAILED + oneLine(e);
        }
    }

    private static String oneLine(final Throwable e) {
        return e.toString().replaceAll("\\R", " ");
    }
}
