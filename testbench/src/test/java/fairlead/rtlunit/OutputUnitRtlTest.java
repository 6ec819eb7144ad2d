// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Depths;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the OutputUnit of a link of the RTL, alone, with docs/spec/torus-router.md; the twin has no class of its own
 * for it.
 */
@Tag("lab")
@Tag("M-95")
class OutputUnitRtlTest extends UnitTest {
    private static final int VCS = 8;
    private static final int MOST = 64;

    /** Models credits and owners by the page. */
    private static void setDepths(RtlUnit rtl, int... depths) {
        for (int kind = 0; kind < depths.length; kind++) {
            rtl.set(pin("depth_", kind), depths[kind]);
        }
    }

    private static final class AgainstPage extends UnitComparison {
        private final int[] depths = new int[Depths.KINDS];
        private final boolean packets;
        private final int[] credits = new int[VCS];
        private final int[] from = new int[VCS]; // input VC of the owner
        private int owned;
        private boolean shown;
        private int shownVc;
        private boolean shownHead;
        private boolean shownTail;
        private boolean wrote; // whether the data words have a value
        private long w0;
        private long w1;
        private int sends;
        private int returns;

        AgainstPage(long seed) {
            super("OutputUnit", seed);
            for (int kind = 0; kind < depths.length; kind++) {
                depths[kind] = seed == 1 ? 1 : chance(70) ? 1 + random.nextInt(4) : 1 + random.nextInt(MOST);
            }
            packets = seed % 2 == 0;
        }

        @Override
        protected void begin() {
            rtl.reset();
            rtl.set("reset", true);
            setDepths(rtl, depths);
            rtl.set("packets", packets);
            rtl.edge();
            rtl.set("reset", false);
            Arrays.setAll(credits, v -> depths[Depths.kind(v)]);
        }

        @Override
        protected void cycle() {
            if (cycle % 100 == 0) {
                sends = rate(20);
                returns = rate(20);
            }
            int vc = in("take_vc", random.nextInt(VCS));
            boolean head = in("take_head", (owned >> vc & 1) == 0);
            boolean spends = head || !packets;
            boolean take = in("take_valid", chance(sends) && (!spends || credits[vc] > 0));
            boolean tail = in("take_tail", chance(30));
            long d0 = in("take_w0", random.nextLong());
            long d1 = in("take_w1", random.nextLong());
            from[vc] = in("from", head ? random.nextInt(128) : from[vc]);
            int back = 0;
            for (int v = 0; v < VCS; v++) {
                back |= credits[v] < depths[Depths.kind(v)] && chance(returns) ? 1 << v : 0;
            }
            rtl.set("credit", back);
            rtl.settle();

            int one = 0;
            int two = 0;
            for (int v = 0; v < VCS; v++) {
                one |= credits[v] >= 1 ? 1 << v : 0;
                two |= credits[v] >= 2 ? 1 << v : 0;
            }
            same("credits", one);
            same("spare", two);
            same("unowned", ~owned & 0xFF);
            same("out_valid", shown);
            same("out_vc", shown ? shownVc : 0);
            same("out_head", shown && shownHead);
            same("out_tail", shown && shownTail);
            if (wrote) { // the data words keep their value while `valid` is low
                same("out_w0", w0);
                same("out_w1", w1);
            }
            rtl.edge();

            shown = take;
            if (take) {
                shownVc = vc;
                shownHead = head;
                shownTail = tail;
                wrote = true;
                w0 = d0;
                w1 = d1;
                owned = tail ? owned & ~(1 << vc) : owned | 1 << vc;
                credits[vc] -= spends ? 1 : 0;
            }
            for (int v = 0; v < VCS; v++) {
                credits[v] += back >> v & 1;
            }
        }
    }

    /** Only the inspection map reads `from`. */
    OutputUnitRtlTest() {
        super(AgainstPage::new, 60, 2500, 6, 600, Map.of("from", 0x7FL));
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
