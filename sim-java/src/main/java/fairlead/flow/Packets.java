// SPDX-License-Identifier: Apache-2.0
package fairlead.flow;

import fairlead.hw.HwLayout;
import java.util.Arrays;

/**
 * The packets that are in the network. A flit on its way is one int: packet, index in the packet, tail bit; the words stay here, written once at injection and read at
 * ejection. Hot path: nothing is allocated but for growth.
 */
public final class Packets {
    private static final int STRIDE = 2 * HwLayout.MAX_PACKET_FLITS;
    private static final int INDEX_BITS = 5;
    private static final int TAIL = 1 << INDEX_BITS;
    private static final int PACKET_SHIFT = INDEX_BITS + 1;

    private long[] words;
    private int[] free;
    private int freeCount;

    public Packets(final int capacity) {
        words = new long[capacity * STRIDE];
        free = new int[capacity];
        fill(0, capacity);
    }

    private void fill(final int from, final int to) {
        for (int packet = to - 1; packet >= from; packet--) {
            free[freeCount++] = packet;
        }
    }

    /** A new packet with its head flit's words; payload words are undefined until {@link #payload} writes them. */
    public int open(final long header0, final long header1) {
        if (freeCount == 0) {
            final int old = words.length / STRIDE;
            words = Arrays.copyOf(words, 2 * words.length);
            free = new int[2 * old];
            fill(old, 2 * old);
        }
        final int packet = free[--freeCount];
        words[packet * STRIDE] = header0;
        words[packet * STRIDE + 1] = header1;
        return packet;
    }

    /** Flit `index` (1 to 16) of the packet. */
    public void payload(final int packet, final int index, final long w0, final long w1) {
        final int at = packet * STRIDE + 2 * index;
        words[at] = w0;
        words[at + 1] = w1;
    }

    /** After the tail has been consumed: the number may be given to another packet. */
    public void close(final int packet) {
        free[freeCount++] = packet;
    }

    public static int flit(final int packet, final int index, final boolean tail) {
        return packet << PACKET_SHIFT | (tail ? TAIL : 0) | index;
    }

    public static int packet(final int flit) {
        return flit >>> PACKET_SHIFT;
    }

    /** 0 for the head. */
    public static int index(final int flit) {
        return flit & TAIL - 1;
    }

    public static boolean isHead(final int flit) {
        return (flit & TAIL - 1) == 0;
    }

    public static boolean isTail(final int flit) {
        return (flit & TAIL) != 0;
    }

    public long header0(final int packet) {
        return words[packet * STRIDE];
    }

    public long header1(final int packet) {
        return words[packet * STRIDE + 1];
    }

    public long w0(final int flit) {
        return words[packet(flit) * STRIDE + 2 * index(flit)];
    }

    public long w1(final int flit) {
        return words[packet(flit) * STRIDE + 2 * index(flit) + 1];
    }
}
