// SPDX-License-Identifier: Apache-2.0
package fairlead.system.twin;

import java.util.stream.LongStream;

/**
 * The seeds of the slow tests with the RTL: 300 from 1000 on, or as -Dfairlead.firstSeed and -Dfairlead.seeds say.
 */
final class ManySeeds {
    static final String NAME = "fairlead.system.twin.ManySeeds#all";

    private ManySeeds() {}

    static LongStream all() {
        long first = Long.getLong("fairlead.firstSeed", 1000);
        return LongStream.range(first, first + Long.getLong("fairlead.seeds", 300));
    }
}
