// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import fairlead.machine.Mix;

/**
 * The bytes of an operation as a function of (key, byte): byte i is byte (i & 7), little-endian, of mix64(key + (i >>
 * 3) * GOLDEN). A swapped, repeated or shifted byte therefore has a wrong value. The fabric's FILL command writes the
 * same pattern.
 */
public final class Payload {
    private Payload() {}

    public static long word(long key, int index) {
        return Mix.mix64(key + index * Mix.GOLDEN);
    }

    public static byte byteAt(long key, int index) {
        return (byte) (word(key, index >> 3) >>> 8 * (index & 7));
    }

    /** Returns the key of the bytes that start `offset` bytes into the pattern of `key`; offset is a multiple of 8. */
    public static long keyAt(long key, int offset) {
        if ((offset & 7) != 0) {
            throw new IllegalArgumentException("offset into a payload must be a multiple of 8: " + offset);
        }
        return key + (offset >> 3) * Mix.GOLDEN;
    }

    public static byte[] bytes(long key, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i += Long.BYTES) {
            long word = word(key, i >> 3);
            for (int at = i; at < Math.min(i + Long.BYTES, length); at++) {
                bytes[at] = (byte) word;
                word >>>= 8;
            }
        }
        return bytes;
    }
}
