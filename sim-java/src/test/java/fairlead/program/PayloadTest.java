// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class PayloadTest {
    /** The first outputs of splitmix64 with seed 0, as published: mix64(GOLDEN), mix64(2 * GOLDEN), ... */
    private static final long[] SPLITMIX = {0xE220A8397B1DCDAFL, 0x6E789E6AA1B965F4L, 0x06C45D188009454FL};

    @Test
    void wordsAreThoseOfSplitmix64() {
        for (int i = 0; i < SPLITMIX.length; i++) {
            assertEquals(SPLITMIX[i], Payload.word(0, i + 1));
        }
    }

    @Test
    void bytesAreLittleEndianWithinAWord() {
        assertEquals((byte) 0xAF, Payload.byteAt(0, 8));
        assertEquals((byte) 0xE2, Payload.byteAt(0, 15));
    }

    @Test
    void aKeyInsideAPatternGivesTheSameBytes() {
        byte[] whole = Payload.bytes(42, 100);
        byte[] part = Payload.bytes(Payload.keyAt(42, 24), 70);
        for (int i = 0; i < part.length; i++) {
            assertEquals(whole[24 + i], part[i], "byte " + i);
        }
        assertThrows(IllegalArgumentException.class, () -> Payload.keyAt(42, 4));
    }
}
