// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the LinkTx of the RTL, alone, with RT_R10 of docs/spec/torus-router.md at any interval and chunk, and the
 * words of the link with their layout.
 */
@Tag("M-480")
class LinkTxRtlTest extends UnitTest {
    private static final int VCS = 8;
    private static final int MOST_INTERVAL = 256;
    private static final int MOST_CHUNK = 16;

    private static final class AgainstPage extends UnitComparison {
        private final int interval;
        private final int chunk;
        private long opened = Long.MIN_VALUE / 2; // cycle in which the last chunk began
        private int opener;
        private int open; // VCs in the middle of a packet
        private int sends;

        AgainstPage(long seed) {
            super("LinkTx", seed);
            interval = chance(70) ? 1 + random.nextInt(4) : 1 + random.nextInt(MOST_INTERVAL);
            chunk = chance(70) ? 1 + random.nextInt(4) : 1 + random.nextInt(MOST_CHUNK);
        }

        @Override
        protected void begin() {
            rtl.reset();
            rtl.set("pace_interval", interval);
            rtl.set("pace_chunk", chunk);
        }

        @Override
        protected void cycle() {
            if (cycle % 100 == 0) {
                sends = rate(30);
            }
            long since = cycle - opened;
            boolean starts = since >= (long) interval * chunk;
            int follows = starts ? 0xFF : since % interval == 0 ? 1 << opener : 0;
            int vc = in("vc", chance(50) ? opener : random.nextInt(VCS));
            boolean head = in("head", (open >> vc & 1) == 0);
            boolean valid = in("valid", chance(sends) && (head ? starts : (follows >> vc & 1) != 0));
            boolean tail = chance(30);
            flit();
            rtl.settle();
            same("starts", starts);
            same("follows", follows);
            rtl.edge();
            if (valid) {
                open = tail ? open & ~(1 << vc) : open | 1 << vc;
                if (starts) {
                    opened = cycle;
                    opener = vc;
                }
            }
        }

        /** Compares the words of the flit in the output register: a LinkCtl next to two words of data. */
        private void flit() {
            boolean valid = in("in_valid", chance(50));
            boolean head = in("in_head", chance(50));
            boolean tail = in("in_tail", chance(50));
            int vc = in("in_vc", random.nextInt(VCS));
            long w0 = in("in_w0", random.nextLong());
            long w1 = in("in_w1", random.nextLong());
            rtl.settle();
            same("out_ctl", (long) vc << 3 | (tail ? 4 : 0) | (head ? 2 : 0) | (valid ? 1 : 0));
            same("out_w0", w0);
            same("out_w1", w1);
        }
    }

    /** The counters hold interval and chunk less one, so the highest bit of either value does not matter. */
    LinkTxRtlTest() {
        super(AgainstPage::new, 60, 4000, 8, 1500, Map.of("pace_interval", 0x100L, "pace_chunk", 0x10L));
    }

    /** A flit that is granted a busy link is found by the unit's own assertion. */
    @Test
    void aFlitOnABusyLinkIsAFailure() {
        for (boolean head : new boolean[] {true, false}) {
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
