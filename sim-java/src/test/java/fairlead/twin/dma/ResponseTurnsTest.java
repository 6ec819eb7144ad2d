// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests rules 15, 15a and 16 of docs/spec/dma-engine-tx.md: responses take turns by packet, and a PONG stays behind the
 * gets of its origin.
 */
@Tag("M-64")
class ResponseTurnsTest {
    private static final int NEAR = 1;
    private static final int FAR = 3;
    private static final int PORT = 2; // response link 0

    private final TxBench bench = TxBench.usual();

    /**
     * Pushes a response with its number in the tag. The first response is prepared, and back in the queue, before the
     * second is pushed.
     */
    private void push(final int type, final int dst, final int number, final int length) {
        bench.tx.push(0, type, dst, 0, (long) number << Header1.TAG_LSB, 0x4000, length, true, 0);
        bench.step();
    }

    private static List<Long> longs(final long... values) {
        return LongStream.of(values).boxed().toList();
    }

    @Test
    void oneGetHoldsAnotherResponseForOnePacket() {
        push(PacketType.DATA, NEAR, 1, 4 * 256);
        push(PacketType.FADD_R, NEAR, 2, 0);
        push(PacketType.PONG, FAR, 3, 0);
        push(PacketType.DATA, NEAR, 4, 256);
        push(PacketType.DATA, FAR, 5, 512);
        bench.run(200);
        assertEquals(longs(1, 1, 2, 3, 4, 5, 1, 5, 1), bench.tags(PORT));
        assertEquals(5, bench.cyclesOf("freed 0").size());
    }

    @Test
    void aPongWaitsForTheLongGetsOfItsOriginAndForNoOther() {
        push(PacketType.DATA, NEAR, 1, 3 * 256);
        push(PacketType.DATA, FAR, 2, 2 * 256);
        push(PacketType.PONG, NEAR, 3, 0);
        push(PacketType.NACK, NEAR, 4, 0);
        bench.run(200);
        assertEquals(longs(1, 1, 2, 4, 1, 2, 3), bench.tags(PORT));
    }

    @Test
    void longGetsAndPongsOfOneOriginKeepTheirOrder() {
        push(PacketType.DATA, NEAR, 1, 2 * 256);
        push(PacketType.PONG, NEAR, 2, 0);
        push(PacketType.DATA, NEAR, 3, 2 * 256);
        push(PacketType.PONG, NEAR, 4, 0);
        push(PacketType.PONG, NEAR, 5, 0);
        bench.run(200);
        assertEquals(longs(1, 1, 2, 3, 3, 4, 5), bench.tags(PORT));
    }

    @Test
    void aGetBehindAPongThatWaitsForNothingIsNotHeld() {
        push(PacketType.PONG, NEAR, 1, 0);
        push(PacketType.DATA, NEAR, 2, 2 * 256);
        push(PacketType.PONG, FAR, 3, 0);
        bench.run(100);
        assertEquals(longs(1, 2, 2, 3), bench.tags(PORT));
    }
}
