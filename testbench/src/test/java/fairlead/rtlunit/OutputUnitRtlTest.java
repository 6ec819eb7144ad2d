// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Plays the OutputUnit of a link of the RTL alone at every depth, by docs/spec/torus-router.md. RouterLockstepTest
 * compares it under traffic.
 */
@Tag("M-95")
class OutputUnitRtlTest {
    private static final int MOST = 64;

    private static void setDepths(final RtlUnit rtl, final int... depths) {
        for (int kind = 0; kind < depths.length; kind++) {
            rtl.set("depth_" + kind, depths[kind]);
        }
    }

    /** For every depth, a credit of cycle t is usable in t + 1, and a flit taken in t is on `out` in t + 1. */
    @Test
    void everyDepthHasAsManyCredits() {
        for (int depth = 1; depth <= MOST; depth++) {
            try (RtlUnit rtl = new RtlUnit("OutputUnit")) {
                rtl.reset();
                rtl.set("reset", true);
                setDepths(rtl, depth, depth, depth, depth);
                rtl.edge();
                rtl.set("reset", false);
                rtl.set("take_valid", true);
                rtl.set("take_vc", 5);
                for (int sent = 0; sent < depth; sent++) {
                    rtl.settle();
                    assertEquals(0xFF, rtl.get("credits"));
                    assertEquals(depth - sent >= 2 ? 0xFF : 0xDF & (depth == 1 ? 0 : 0xFF), rtl.get("spare"));
                    rtl.set("take_head", sent == 0);
                    rtl.set("take_w0", sent);
                    rtl.edge();
                    rtl.settle();
                    assertTrue(rtl.is("out_valid"));
                    assertEquals(5, rtl.get("out_vc"));
                    assertEquals(sent, rtl.get("out_w0"));
                    assertEquals(0xDF, rtl.get("unowned"));
                }
                assertEquals(0xDF, rtl.get("credits"));
                rtl.set("take_head", false);
                RtlUnit.assertionFails(rtl::edge, "RT_P7");
            }
        }
    }

    /** Under cut-through a head spends the credit of its packet, and the other flits spend none. */
    @Test
    void aPacketSpendsOneCredit() {
        try (RtlUnit rtl = new RtlUnit("OutputUnit")) {
            rtl.reset();
            rtl.set("reset", true);
            setDepths(rtl, 2, 2, 2, 2);
            rtl.set("packets", true);
            rtl.edge();
            rtl.set("reset", false);
            rtl.set("take_valid", true);
            for (int flit = 0; flit < 34; flit++) {
                rtl.set("take_head", flit % 17 == 0);
                rtl.set("take_tail", flit % 17 == 16);
                rtl.edge();
                rtl.settle();
                assertEquals(flit >= 17 ? 0xFE : 0xFF, rtl.get("credits"));
                assertEquals(0xFE, rtl.get("spare"));
                assertEquals(flit % 17 == 16 ? 0xFF : 0xFE, rtl.get("unowned"));
            }
        }
    }
}
