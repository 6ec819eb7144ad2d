// SPDX-License-Identifier: Apache-2.0
package fairlead.spark;

import fairlead.evaluate.Evaluation;
import fairlead.evaluate.Identity;
import fairlead.evaluate.Job;
import fairlead.evaluate.Pool;
import fairlead.evaluate.Store;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Function1;
import scala.Function2;
import scala.collection.Iterator;
import scala.reflect.ClassTag$;
import scala.runtime.BoxedUnit;

/**
 * A pool that runs jobs as tasks of Apache Spark, one task per job. A result goes into the store of this machine as
 * soon as its task is done, so executors do not need access to the store; they need this program and the scenario under
 * the same paths. The key of every result is compared, which detects an executor with another program or library. Spark
 * repeats the jobs of a lost executor on another one.
 */
public final class SparkPool extends Pool {
    private static final String[] PASSED_ON = {"FAIRLEAD_ROOT", "FAIRLEAD_LIB_DIR"};

    private final JavaSparkContext spark;
    private final Map<String, String> lost = new HashMap<>();

    /**
     * Creates a pool.
     *
     * @param master the master URL in the notation of Spark
     */
    public SparkPool(final String master, final Store store) {
        super(store);
        final SparkConf conf = new SparkConf()
                .setMaster(master)
                .setAppName("fairlead")
                .setIfMissing("spark.ui.enabled", "false")
                .setIfMissing("spark.executor.cores", "1") // a simulation uses one thread
                .setIfMissing("spark.task.maxFailures", "4")
                .setIfMissing("spark.executor.extraClassPath", System.getProperty("java.class.path"));
        if (master.startsWith("local")) {
            conf.setIfMissing("spark.driver.host", "localhost");
            conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
        }
        for (final String name : PASSED_ON) {
            if (System.getenv(name) != null) {
                conf.setExecutorEnv(name, System.getenv(name));
            }
        }
        spark = new JavaSparkContext(conf);
    }

    @Override
    protected Map<String, String> simulate(final Map<Identity, Job> missing) {
        final List<Identity> keys = List.copyOf(missing.keySet());
        final List<Job> jobs = List.copyOf(missing.values());
        final List<String> texts = jobs.stream().map(Job::toJson).toList();
        final Function2<Object, String, BoxedUnit> arrived = (partition, text) -> {
            final int i = (Integer) partition;
            keep(keys.get(i).key(), jobs.get(i), text);
            return BoxedUnit.UNIT;
        };
        spark.sc()
                .runJob(
                        spark.parallelize(texts, texts.size()).rdd(),
                        (Function1<Iterator<String>, String> & Serializable) job -> SparkTask.run(job.next()),
                        arrived,
                        ClassTag$.MODULE$.apply(String.class));
        return lost;
    }

    /** Handles the results of finished tasks; Spark calls it from one thread at a time. */
    void keep(final String key, final Job job, final String text) {
        if (text.startsWith(SparkTask.NONE)) {
            // the executor's machine may be at fault, so the job is not quarantined
            lost.put(key, text.substring(SparkTask.NONE.length()));
            return;
        }
        final Evaluation evaluation = Store.parse(text);
        if (!evaluation.key().equals(key)) {
            throw new IllegalStateException("an executor runs another program or library than this one: its key of "
                    + job.toJson() + " is " + evaluation.key() + ", not " + key);
        }
        store.put(evaluation);
    }

    @Override
    public void close() {
        spark.close();
    }
}
