// SPDX-License-Identifier: Apache-2.0
package fairlead.spark;

import fairlead.evaluate.Job;
import fairlead.evaluate.Pool.Outcome;
import fairlead.evaluate.Store;
import fairlead.evaluate.WorkerPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * One job in an executor. The job runs in a worker process next to the executor, which serves many jobs, so that a
 * native crash ends one process and not the executor.
 */
final class SparkTask {
    /** The beginning of an answer without a result; the reason follows. */
    static final String NONE = "none: ";

    private static final Queue<WorkerPool> IDLE = new ConcurrentLinkedQueue<>();

    private SparkTask() {}

    /** Returns the result in the format of the store, or the reason why there is none. */
    static String run(final String job) {
        WorkerPool worker = IDLE.poll();
        if (worker == null) {
            worker = start();
        }
        final Outcome outcome =
                worker.run(List.of(Job.parse(job, "job", Path.of("")))).get(0);
        IDLE.add(worker);
        return outcome.evaluation() == null ? NONE + outcome.why() : Store.text(outcome.evaluation());
    }

    /** Opens a worker pool with a store of its own on this machine. */
    private static WorkerPool start() {
        try {
            final Path store = Files.createTempDirectory("fairlead-executor");
            return new WorkerPool(new Store(store), WorkerPool.Options.standard(1));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
