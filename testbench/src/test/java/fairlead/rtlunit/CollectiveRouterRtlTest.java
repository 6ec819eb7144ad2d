// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the CollectiveRouter of the RTL alone with its twin. */
@Tag("M-260")
class CollectiveRouterRtlTest {
    @Test
    void everyOutputIsTheTwinsInEveryCycle() {
        UnitComparison.agree(CollectiveRouterRtlTest.class, CollectiveAgainstTwin::new, 60, 3000);
    }

    @Test
    void everyBitOfEveryPortCounts() {
        UnitComparison.everyBitCounts(CollectiveAgainstTwin::new, 12, 1500, Map.of("cfg_data", ~0x7F7F_7F7FL));
    }
}
