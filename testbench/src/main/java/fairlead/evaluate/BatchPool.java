// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs jobs through a batch system: writes scripts under DIR/batch, submits, waits, and looks for the results in the store. What is missing is submitted again, and quarantined after the third
 * time. The exit code of the batch system says nothing; a result in the store does.
 */
public final class BatchPool implements Pool {
    private static final int TRIES = 3;

    private final Store store;
    private final BatchScripts.Target target;
    private final int atOnce;
    private final Map<String, String> environment;
    private int submitted;
    private long simulated;

    /** @param environment added to that of the submitting script */
    public BatchPool(
            final Store store,
            final BatchScripts.Target target,
            final int atOnce,
            final Map<String, String> environment) {
        this.store = store;
        this.target = target;
        this.atOnce = atOnce;
        this.environment = Map.copyOf(environment);
    }

    @Override
    public List<Outcome> run(final List<Job> jobs) {
        final List<String> keys = new ArrayList<>();
        final Map<String, Job> missing = new LinkedHashMap<>();
        for (final Job job : jobs) {
            final String key = Identity.key(job.read());
            keys.add(key);
            if (store.get(key) == null && store.quarantined(key) == null) {
                missing.put(key, job);
            }
        }
        for (int i = 0; i < TRIES && !missing.isEmpty(); i++) {
            submit(List.copyOf(missing.values()));
            final int before = missing.size();
            missing.keySet().removeIf(key -> store.get(key) != null);
            simulated += before - missing.size();
        }
        missing.forEach((key, job) ->
                store.quarantine(key, "no result from " + target.word() + " in " + TRIES + " tries", job));
        return keys.stream().map(this::outcome).toList();
    }

    private Outcome outcome(final String key) {
        final Evaluation evaluation = store.get(key);
        return new Outcome(evaluation, evaluation != null ? null : store.quarantined(key));
    }

    private void submit(final List<Job> jobs) {
        final Path folder =
                store.root().resolve("batch").resolve(ProcessHandle.current().pid() + "-" + submitted++);
        BatchScripts.of(target, folder, store.root(), jobs, atOnce)
                .forEach((name, text) -> Store.write(folder.resolve(name), text));
        try {
            final ProcessBuilder builder = new ProcessBuilder(
                    "bash", folder.resolve(BatchScripts.SUBMIT).toString());
            builder.environment().putAll(environment);
            builder.redirectErrorStream(true)
                    .redirectOutput(folder.resolve("output.txt").toFile());
            builder.start().waitFor();
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
        // the batch system has its own processes
    }
}
