// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import fairlead.hw.HwLayout.Header0;
import fairlead.machine.Shape;
import fairlead.machine.Stamps;
import fairlead.verdict.Checker.Packet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("M-60")
@Tag("M-982")
class PacketAccountTest {
    private static final int WRAP = (int) Header0.STAMP_MASK + 1;

    private final PacketAccount account = new PacketAccount(2, new Stamps(0));

    private static Packet packet(long cycle, long w0, long w1) {
        return new Packet(new Shape(2, 1, 1)).set(cycle, 0, 0, w0, w1);
    }

    private static long header(long prepared) {
        return (prepared & Header0.STAMP_MASK) << Header0.STAMP_LSB;
    }

    @Test
    void latencyOfAPacketOlderThanItsStampCanTell() {
        long prepared = 3L * WRAP + 100;
        account.injected(packet(prepared + 2, header(prepared), 7));
        account.delivered(packet(prepared + 5L * WRAP + 17, header(prepared), 7));
        assertEquals(5L * WRAP + 17, account.latency.getMaxValue(), 5L * WRAP / 1000.0);
        assertEquals(1, account.latency.getTotalCount());
    }

    @Test
    void flitsAreAHeadAndOneForEachSixteenBytesThatBegin() {
        for (int bytes : new int[] {0, 1, 16, 17}) {
            account.delivered(packet(40, (long) bytes << Header0.LENGTH_LSB, 7));
        }
        assertEquals(1 + 2 + 2 + 3, account.flitsOut);
        assertEquals(4, account.packetsOut);
    }

    @Test
    void packetsWithEqualHeadersAreCountedOneByOne() {
        account.injected(packet(12, header(10), 7));
        account.injected(packet(WRAP + 12, header(10), 7));
        account.delivered(packet(WRAP + 40, header(10), 7));
        account.delivered(packet(WRAP + 41, header(10), 7));
        assertEquals(2, account.latency.getTotalCount());
        assertEquals(30 + WRAP + 31, account.latency.getMean() * 2, WRAP / 500.0);
    }

    @Test
    void aPacketThatWasNeverSentHasNoLatency() {
        account.delivered(packet(40, header(10), 7));
        assertEquals(0, account.latency.getTotalCount());
        assertFalse(compared().holds());
    }

    private Verdict compared() {
        Violations broken = new Violations();
        return Verdict.of("conservation", account.compare(broken), broken, "");
    }
}
