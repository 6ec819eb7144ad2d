// SPDX-License-Identifier: Apache-2.0
package fairlead.spark;

import fairlead.evaluate.Pool;
import fairlead.evaluate.Store;

/**
 * The provider of `--on spark:MASTER`, where MASTER is in the notation of Spark, as in local[2],
 * local-cluster[2,1,1024] or spark://host:7077.
 */
public final class SparkProvider implements Pool.Provider {
    @Override
    public String word() {
        return "spark";
    }

    @Override
    public Pool open(final String master, final Store store) {
        return new SparkPool(master, store);
    }
}
