// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

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

        AgainstPage(final long seed) {
            super("NicCauses", seed);
        }

        @Override
        protected void begin() {
            rtl.reset();
        }

        private boolean drawn(final String pin, final int ofHundred) {
            final boolean value = chance(ofHundred);
            rtl.set(pin, value);
            return value;
        }

        private int mask(final String pin, final int ofHundred) {
            int mask = 0;
            for (int f = 0; f < FIFOS; f++) {
                mask |= chance(ofHundred) ? 1 << f : 0;
            }
            rtl.set(pin, mask);
            return mask;
        }

        private int number(final String pin, final int bits) {
            final int value = chance(60) ? 0 : 1 << random.nextInt(bits);
            rtl.set(pin, value);
            return value;
        }

        @Override
        protected void cycle() {
            rtl.settle();
            for (int row = 0; row < causes.length; row++) {
                same("rows_" + row + "_moved", moves[row]);
                same("rows_" + row + "_cause", causes[row]);
            }
            final boolean counts = drawn("counting", 80);
            final boolean store = drawn("send_dla", 60);
            final boolean storeGoes = drawn("send_dlaGoes", 20);
            final int space = in("send_space", random.nextInt(4));
            final int[] port = {
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

        private void row(
                final int row, final boolean counts, final boolean there, final boolean goes, final int cause) {
            moves[row] = counts && goes;
            causes[row] = counts && there && !goes ? cause : 0;
        }

        private int port(final int port, final boolean space, final int prepares) {
            final String pin = "send_emitters_" + port;
            final int credits = number(pin + "_credits", 9);
            final int replies = number(pin + "_replies", 7);
            final boolean payload = drawn(pin + "_payload", 70);
            final int source = in(pin + "_source", random.nextInt(4));
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

        private void fifos(final boolean counts, final int[] port) {
            final int heads = mask("send_heads", 80);
            final int fenced = mask("send_fenced", 20);
            final int arms = mask("send_arms", 30);
            final boolean vacant = drawn("vacant", 50);
            final int uncounted = mask("send_uncounted", 30);
            final int messages = mask("send_messages", 40);
            final int funded = mask("send_funded", 40);
            final int second = mask("send_second", 50);
            final int prepared = mask("send_prepared", 20);
            for (int f = 0; f < FIFOS; f++) {
                final int bit = 1 << f;
                final int cause = (fenced & bit) != 0
                        ? SendCause.FENCE
                        : (arms & bit) != 0 && !vacant
                                ? SendCause.ENTRY
                                : (uncounted & bit) != 0
                                        ? SendCause.ACK_COUNTER
                                        : (messages & ~funded & bit) != 0
                                                ? SendCause.MESSAGE_CREDIT
                                                : port[(second & bit) != 0 ? 1 : 0];
                row(f, counts, (heads & bit) != 0, (prepared & bit) != 0, cause);
            }
        }

        private void link(final int link, final boolean counts) {
            final String pin = "receive_" + link;
            final boolean some = drawn(pin + "_some", 80);
            final boolean head = drawn(pin + "_head", 60);
            // a response needs no slot, and has no such pin
            final boolean slot = link >= HwLayout.MOST_PORTS || number(pin + "_slots", 9) != 0;
            final boolean room = drawn(pin + "_room", 50);
            final boolean taken = drawn(pin + "_taken", 20);
            final int cause = head && !slot
                    ? ReceiveCause.RESPONSE
                    : head && !room ? ReceiveCause.COMMIT : ReceiveCause.ARBITRATION;
            row(FIFOS + 1 + link, counts, some, taken, cause);
        }
    }

    NicCausesRtlTest() {
        super(AgainstPage::new, 20, 3000, 4, 1000, Map.of());
    }
}
