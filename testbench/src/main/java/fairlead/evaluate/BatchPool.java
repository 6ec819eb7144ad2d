// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A pool that runs jobs through Slurm. The pool writes scripts under DIR/batch, submits them, waits, and looks
 * for the results in the store. Missing results are submitted again; after the third try they count as lost. No job is
 * ever quarantined, because a missing result does not prove that its job is at fault. The run ends with an IOException
 * if a submission fails without any new result, or if three submissions bring none.
 */
public final class BatchPool implements Pool {
    private static final int TRIES = 3;

    private final Store store;
    private final int atOnce;
    private final Map<String, String> environment;
    private int submitted;
    private long simulated;

    /** @param environment variables that are added to the environment of the submitting script */
    public BatchPool(final Store store, final int atOnce, final Map<String, String> environment) {
        this.store = store;
        this.atOnce = atOnce;
        this.environment = Map.copyOf(environment);
    }

    @Override
    public List<EvaluationOutcome> run(final List<Job> jobs) {
        final List<String> keys = jobs.stream().map(Identity::key).toList();
        final Map<String, Job> missing = store.missing(keys, jobs);
        final int wanted = missing.size();
        for (int i = 0; i < TRIES && !missing.isEmpty(); i++) {
            final Path folder = store.root()
                    .resolve("batch")
                    .resolve(ProcessHandle.current().pid() + "-" + submitted++);
            final int code = submit(folder, List.copyOf(missing.values()));
            final int before = missing.size();
            missing.keySet().removeIf(key -> store.get(key) != null);
            simulated += before - missing.size();
            if (missing.size() == before && code != 0) {
                throw failure("submission to slurm ended with code " + code, folder);
            }
            if (missing.size() == wanted && i == TRIES - 1) {
                throw failure("no result from slurm in " + TRIES + " tries", folder);
            }
        }
        return keys.stream().map(this::outcome).toList();
    }

    private EvaluationOutcome outcome(final String key) {
        final Evaluation evaluation = store.get(key);
        final String known = evaluation != null ? null : store.quarantined(key);
        return new EvaluationOutcome(
                evaluation,
                evaluation != null || known != null ? known : "no result from slurm in " + TRIES + " tries");
    }

    private static UncheckedIOException failure(final String what, final Path folder) {
        final Path output = folder.resolve("output.txt");
        String last = "";
        try (Stream<String> lines = Files.lines(output)) {
            last = lines.filter(line -> !line.isBlank()).reduce("", (a, b) -> b);
        } catch (final IOException | UncheckedIOException e) {
            last = "no output: " + e.getMessage();
        }
        return new UncheckedIOException(
                new IOException(what + (last.isEmpty() ? "" : ": " + last) + "; all of it is in " + output));
    }

    private int submit(final Path folder, final List<Job> jobs) {
        BatchScripts.of(store.root(), jobs, atOnce).forEach((name, text) -> Store.write(folder.resolve(name), text));
        try {
            final ProcessBuilder builder = new ProcessBuilder(
                    "bash", folder.resolve(BatchScripts.SUBMIT).toString());
            builder.environment().putAll(environment);
            builder.redirectErrorStream(true)
                    .redirectOutput(folder.resolve("output.txt").toFile());
            return builder.start().waitFor();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public long simulated() {
        return simulated;
    }

    @Override
    public void close() {
        // the processes belong to the batch system
    }
}
