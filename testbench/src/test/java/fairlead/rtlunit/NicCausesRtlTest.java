// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ReceiveCause;
import fairlead.hw.HwLayout.SendCause;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/**
 * Compares the NicCauses of the RTL, alone, with UPC_R7 and UPC_R8 of docs/spec/perf-counters.md: any state of the NIC,
 * with counting or without.
 */
@Tag("M-730")
class NicCausesRtlTest extends UnitTest {
    private static final int FIFOS = HwLayout.INJECTION_FIFOS;
    private static final int LINKS = HwLayout.CLASSES * HwLayout.MOST_PORTS;
    private static final int MEMORY = 1; // sources of a packet in an emitter
    private static final int DLA = 3;

    private static final class AgainstPage extends UnitComparison {
        private final int[] causes = new int[FIFOS + 1 + LINKS]; // of the cycle before the last edge
        private final boolean[] moves = new boolean[causes.length];

        AgainstPage(long seed) {
            super("NicCauses", seed);
        }

        @Override
        protected void begin() {
            rtl.reset();
        }

        private boolean drawn(String pin, int ofHundred) {
            boolean value = chance(ofHundred);
            rtl.set(pin, value);
            return value;
        }

        private int mask(String pin, int ofHundred) {
            int mask = 0;
            for (int f = 0; f < FIFOS; f++) {
                mask |= chance(ofHundred) ? 1 << f : 0;
            }
            rtl.set(pin, mask);
            return mask;
        }

        private int number(String pin, int bits) {
            int value = chance(60) ? 0 : 1 << random.nextInt(bits);
            rtl.set(pin, value);
            return value;
        }

        @Override
        protected void cycle() {
            rtl.settle();
            for (int row = 0; row < causes.length; row++) {
                same(pin("rows_", row, "_moved"), moves[row]);
                same(pin("rows_", row, "_cause"), causes[row]);
            }
            boolean counts = drawn("counting", 80);
            boolean store = drawn("send_dla", 60);
            boolean storeGoes = drawn("send_dlaGoes", 20);
            int space = in("send_space", random.nextInt(4));
            int[] port = {
                port(0, (space & 1) != 0, storeGoes ? SendCause.DLA : SendCause.PORT),
                port(1, (space & 2) != 0, SendCause.PORT)
            };
            fifos(counts, port);
            row(FIFOS, counts, store, storeGoes, port[0]);
            for (int link = 0; link < LINKS; link++) {
                link(link, counts);
            }
            rtl.edge();
        }

        private void row(int row, boolean counts, boolean there, boolean goes, int cause) {
            moves[row] = counts && goes;
            causes[row] = counts && there && !goes ? cause : 0;
        }

        private int port(int port, boolean space, int prepares) {
            String pin = "send_emitters_" + port;
            int credits = number(pin(pin, "_credits"), 9);
            int replies = number(pin(pin, "_replies"), 7);
            boolean payload = drawn(pin(pin, "_payload"), 70);
            int source = in(pin(pin, "_source"), random.nextInt(4));
            if (space) {
                return prepares;
            }
            if (credits == 0) {
                return SendCause.ROUTER;
            }
            return source == MEMORY && payload && replies == 0
                    ? SendCause.MEMORY
                    : source == DLA ? SendCause.DLA : SendCause.PORT;
        }

        private void fifos(boolean counts, int[] port) {
            int heads = mask("send_heads", 80);
            int fenced = mask("send_fenced", 20);
            int poor = mask("send_poor", 20);
            int uncounted = mask("send_uncounted", 30);
            int messages = mask("send_messages", 40);
            int funded = mask("send_funded", 40);
            int second = mask("send_second", 50);
            int prepared = mask("send_prepared", 20);
            for (int f = 0; f < FIFOS; f++) {
                int bit = 1 << f;
                int cause = (fenced & bit) != 0
                        ? SendCause.FENCE
                        : (poor & bit) != 0
                                ? SendCause.ENTRY
                                : (uncounted & bit) != 0
                                        ? SendCause.ACK_COUNTER
                                        : (messages & ~funded & bit) != 0
                                                ? SendCause.MESSAGE_CREDIT
                                                : port[(second & bit) != 0 ? 1 : 0];
                row(f, counts, (heads & bit) != 0, (prepared & bit) != 0, cause);
            }
        }

        private void link(int link, boolean counts) {
            String pin = "receive_" + link;
            boolean some = drawn(pin(pin, "_some"), 80);
            boolean head = drawn(pin(pin, "_head"), 60);
            // a response needs no slot, and has no such pin
            boolean slot = link >= HwLayout.MOST_PORTS || number(pin(pin, "_slots"), 9) != 0;
            boolean room = drawn(pin(pin, "_room"), 50);
            boolean taken = drawn(pin(pin, "_taken"), 20);
            int cause = head && !slot
                    ? ReceiveCause.RESPONSE
                    : head && !room ? ReceiveCause.COMMIT : ReceiveCause.ARBITRATION;
            row(FIFOS + 1 + link, counts, some, taken, cause);
        }
    }

    NicCausesRtlTest() {
        super(AgainstPage::new, 20, 3000, 4, 1000, Map.of());
    }
}
