// SPDX-License-Identifier: Apache-2.0
package fairlead.flow;

import fairlead.hw.HwLayout;
import java.util.Arrays;

/**
 * The packets that are in the network. A flit on its way is one int: packet, index in the packet, tail bit; the words stay here, written once at injection and read at
 * ejection. Hot path: nothing is allocated but for growth.
 *
 * <p>Threads: each part of a machine has its own, made together by {@link #shared}: the words are of all, the free numbers its own. {@link #refill} between two cycles sees to
 * it that none runs out. One that is alone grows when it must.
 */
public final class Packets {
    private static final int STRIDE = 2 * HwLayout.MAX_PACKET_FLITS;
    private static final int INDEX_BITS = 5;
    private static final int TAIL = 1 << INDEX_BITS;
    private static final int PACKET_SHIFT = INDEX_BITS + 1;

    private long[] words = {}; // of all
    private int[] free = {};
    private int count;
    private final Packets[] all;
    // the counts of two threads are not to share a cache line
    @SuppressWarnings("unused")
    private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, pa, pb, pc, pd, pe, pf;

    public Packets(final int capacity) {
        all = new Packets[] {this};
        grow(all, capacity);
    }

    private Packets(final Packets[] all) {
        this.all = all;
    }

    /** One for each of `parts` threads; {@link #refill} before the first cycle. */
    public static Packets[] shared(final int parts) {
        final Packets[] all = new Packets[parts];
        Arrays.setAll(all, i -> new Packets(all));
        return all;
    }

    /** New numbers up to `capacity`, dealt in turn; each gets room for all. */
    private static void grow(final Packets[] all, final int capacity) {
        final long[] words = Arrays.copyOf(all[0].words, capacity * STRIDE);
        final int old = all[0].words.length / STRIDE;
        for (final Packets each : all) {
            each.words = words;
            each.free = Arrays.copyOf(each.free, capacity);
        }
        for (int packet = capacity - 1; packet >= old; packet--) {
            all[packet % all.length].close(packet);
        }
    }

    /** Between two cycles of all threads: afterwards each has at least `least` free numbers. */
    public static void refill(final Packets[] all, final int least) {
        int total = 0;
        boolean enough = true;
        for (final Packets each : all) {
            total += each.count;
            enough &= each.count >= least;
        }
        if (enough) {
            return;
        }
        final int wanted = 2 * least * all.length;
        if (total < wanted) {
            final int capacity = all[0].words.length / STRIDE;
            grow(all, Math.max(2 * capacity, capacity + wanted - total));
        }
        level(all);
    }

    /** Who has more than its share of the free numbers gives to those who have less. */
    private static void level(final Packets[] all) {
        int total = 0;
        for (final Packets each : all) {
            total += each.count;
        }
        final int share = total / all.length;
        int giver = 0;
        for (final Packets taker : all) {
            while (taker.count < share) {
                if (all[giver].count > share) {
                    taker.close(all[giver].free[--all[giver].count]);
                } else {
                    giver++;
                }
            }
        }
    }

    /** A new packet with its head flit's words; payload words are undefined until {@link #payload} writes them. */
    public int open(final long header0, final long header1) {
        if (count == 0) {
            if (all.length > 1) {
                throw new IllegalStateException("no packet number is left: refill asked for too few");
            }
            grow(all, 2 * words.length / STRIDE);
        }
        final int packet = free[--count];
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
        free[count++] = packet;
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
