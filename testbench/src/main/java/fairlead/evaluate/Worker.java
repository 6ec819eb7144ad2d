// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * The main class of a worker process ({@link LineProcess}). A request is a job in one line of JSON. The answer comes
 * when the result is in the store or cannot be produced.
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

    /** @param args one element, the folder of the store */
    public static void main(final String[] args) throws InterruptedException {
        final Store store = new Store(Path.of(args[0]));
        LineProcess.serve(line -> answer(line, store));
    }

    static String answer(final String line, final Store store) {
        try {
            return DONE
                    + Simulation.of(Job.parse(line, "job", Path.of("")).read(), store)
                            .key();
        } catch (final UncheckedIOException e) {
            e.printStackTrace();
            return CANNOT + "could not go on: " + e.getCause().getMessage().replaceAll("\\R", " ");
        } catch (final RuntimeException | Error e) {
            e.printStackTrace();
            return FAILED + e.toString().replaceAll("\\R", " ");
        }
    }
}
