// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import fairlead.twin.nic.CountersAgainstPage;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/**
 * Compares the ByteCounters of the RTL alone, and those of the twin, with docs/spec/dma-engine-rx.md: balances that
 * reach 0 or miss it by one bit, foreign users, and several writers in a cycle.
 */
@Tag("M-181")
class ByteCountersRtlTest extends UnitTest {
    ByteCountersRtlTest() {
        super(CountersAgainstPage::new, 40, 2500, 6, 800, Map.of("unsafe", -1L));
    }
}
