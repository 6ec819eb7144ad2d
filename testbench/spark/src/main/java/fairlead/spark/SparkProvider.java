// SPDX-License-Identifier: Apache-2.0
package fairlead.spark;

import fairlead.search.evaluate.Pool;
import fairlead.search.evaluate.PoolProvider;
import fairlead.search.evaluate.Store;

/** `--on spark:MASTER`; MASTER as Spark writes it, like local[2], local-cluster[2,1,1024] or spark://host:7077. */
public final class SparkProvider implements PoolProvider {
    @Override
    public String word() {
        return "spark";
    }

    @Override
    public Pool open(final String master, final Store store) {
        return new SparkPool(master, store);
    }
}
