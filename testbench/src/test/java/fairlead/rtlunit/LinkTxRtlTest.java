// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Breaks RT_R10 of docs/spec/torus-router.md at the LinkTx of the RTL alone. TorusRouterTimingTest has its pace on the
 * twin, and RouterLockstepTest compares both.
 */
@Tag("M-480")
class LinkTxRtlTest {
    /** A flit that is granted a busy link is found by the unit's own assertion. */
    @Test
    void aFlitOnABusyLinkIsAFailure() {
        for (final boolean head : new boolean[] {true, false}) {
            try (RtlUnit rtl = new RtlUnit("LinkTx")) {
                rtl.reset();
                rtl.set("pace_interval", 3);
                rtl.set("pace_chunk", 2);
                rtl.set("valid", true);
                rtl.set("head", true);
                rtl.edge();
                rtl.set("head", head);
                RtlUnit.assertionFails(rtl::edge, "RT_P15");
            }
        }
    }
}
