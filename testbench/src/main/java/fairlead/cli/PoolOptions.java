// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.evaluate.BatchPool;
import fairlead.evaluate.Pool;
import fairlead.evaluate.Store;
import fairlead.evaluate.WorkerPool;
import fairlead.scenario.BadInput;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import picocli.CommandLine.Option;

/** The options of the commands search and sweep that select where simulations run. */
final class PoolOptions {
    private static final String LOCAL = "local";
    private static final int AHEAD = 4;
    static final int MOST_WORKERS = 256;
    private static final String SPARK = "spark";
    private static final String SLURM = "slurm";

    @Option(names = "--on", paramLabel = "WHERE")
    private String where = LOCAL;

    @Option(
            names = {"--workers", "--threads"},
            defaultValue = "1",
            paramLabel = "N")
    private int workers;

    @Option(names = "--retry")
    private boolean retry;

    int workers() {
        return workers;
    }

    /** Throws {@link BadInput} if an option has an invalid value. */
    void check() {
        OptionRange.between("--workers", workers, 1, MOST_WORKERS);
        if (!LOCAL.equals(where)
                && !SLURM.equals(where)
                && !(where.startsWith(SPARK + ":") && where.length() > SPARK.length() + 1)) {
            throw new BadInput("--on " + where + ": must be local, spark:MASTER (as in spark:local[2]), slurm");
        }
    }

    /**
     * Does the same check for a command that keeps its results only on request.
     *
     * @param store the folder for the results, or null if they are not kept
     */
    void check(Path store) {
        check();
        if (store == null && SLURM.equals(where)) {
            throw new BadInput("--on " + where + ": needs --store DIR, a folder that every machine sees");
        }
    }

    /**
     * Returns the number of points of a sweep that run at a time. This number is small for local runs, where rows are
     * shown as they finish, and all points for batch systems, where jobs wait in a queue.
     */
    int together(int points) {
        return LOCAL.equals(where) ? AHEAD * workers : points;
    }

    Pool open(Store results) {
        if (retry) {
            results.releaseAll();
        }
        if (LOCAL.equals(where)) {
            return new WorkerPool(results, WorkerPool.Options.standard(workers));
        }
        if (SLURM.equals(where)) {
            return new BatchPool(results, workers, Map.of());
        }
        for (Pool.Provider provider : ServiceLoader.load(Pool.Provider.class)) {
            if (SPARK.equals(provider.word())) {
                return provider.open(where.substring(SPARK.length() + 1), results);
            }
        }
        throw new BadInput("--on " + where
                + ": the module testbench/spark is not on the class path; scripts/fairlead builds it and"
                + " adds it when a command line has --on spark:MASTER");
    }
}
