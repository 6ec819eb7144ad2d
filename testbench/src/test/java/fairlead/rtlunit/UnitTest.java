// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import java.util.Map;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tests of a unit that is compared with its twin, or with a model of its page. */
@Tag("lab")
abstract class UnitTest {
    private final LongFunction<? extends UnitComparison> maker;
    private final int seeds;
    private final int cycles;
    private final int bitSeeds;
    private final int bitCycles;
    private final Map<String, Long> unread;

    /**
     * @param seeds number of comparisons of `cycles` cycles
     * @param bitSeeds number of comparisons of `bitCycles` cycles with each bit of each port inverted
     * @param unread bits of each port whose inversion has no effect
     */
    UnitTest(
            LongFunction<? extends UnitComparison> maker,
            int seeds,
            int cycles,
            int bitSeeds,
            int bitCycles,
            Map<String, Long> unread) {
        this.maker = maker;
        this.seeds = seeds;
        this.cycles = cycles;
        this.bitSeeds = bitSeeds;
        this.bitCycles = bitCycles;
        this.unread = unread;
    }

    @Test
    void everyOutputIsAsExpectedInEveryCycle() {
        UnitComparison.agree(getClass(), maker, seeds, cycles);
    }

    @Test
    void everyBitOfEveryPortCounts() {
        UnitComparison.everyBitCounts(maker, bitSeeds, bitCycles, unread);
    }
}
