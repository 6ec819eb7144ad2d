// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Compares the CollectiveRouter of the RTL alone with its twin. */
@Tag("M-260")
class CollectiveRouterRtlTest extends UnitTest {
    CollectiveRouterRtlTest() {
        super(CollectiveAgainstTwin::new, 60, 3000, 12, 1500, Map.of("cfg_data", ~0x7F7F_7F7FL));
    }
}
