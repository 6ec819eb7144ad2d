// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

import fairlead.hw.HwLayout;
import java.util.Arrays;

/**
 * The packets that are in the network. A flit on its way is one int: packet, index in the packet, tail bit; the words stay here, written once at injection and read at
 * ejection. Hot path: nothing is allocated but for growth.
 *
 * <p>Threads: each part of a machine has its own, made together by {@link #shared}: the words are of all, the free numbers its own. {@link #refill} between two cycles sees to
 * it that none runs out. One that is alone grows when it must.
 */
public final class Packets extends Apart {
    private static final int HEAD = 2; // words of the head flit
    private static final int PAYLOAD = HEAD * (HwLayout.MAX_PACKET_FLITS - 1);
    private static final int INDEX_BITS = 5;
    private static final int TAIL = 1 << INDEX_BITS;
    private static final int PACKET_SHIFT = INDEX_BITS + 1;

    // of all, and apart: a router reads heads only, of four packets in a line of the cache
    private long[] heads = {};
    private long[] payloads = {};
    private final int payloadWords; // of a packet
    private int[] free = {};
    private int count;
    private final Packets[] all;

    public Packets(final int capacity) {
        this(new Packets[1], PAYLOAD);
        all[0] = this;
        grow(all, capacity);
    }

    private Packets(final Packets[] all, final int payloadWords) {
        this.all = all;
        this.payloadWords = payloadWords;
    }

    /** One for each of `parts` threads; {@link #refill} before the first cycle. */
    public static Packets[] shared(final int parts) {
        return shared(parts, PAYLOAD);
    }

    /** The same for packets of which nobody writes or reads the payload. */
    public static Packets[] withoutPayload(final int parts) {
        return shared(parts, 0);
    }

    private static Packets[] shared(final int parts, final int payloadWords) {
        final Packets[] all = new Packets[parts];
        Arrays.setAll(all, i -> new Packets(all, payloadWords));
        return all;
    }

    /** New numbers up to `capacity`, dealt in turn; each gets room for all. */
    private static void grow(final Packets[] all, final int capacity) {
        final long[] heads = Arrays.copyOf(all[0].heads, capacity * HEAD);
        final long[] payloads = Arrays.copyOf(all[0].payloads, capacity * all[0].payloadWords);
        final int old = all[0].heads.length / HEAD;
        for (final Packets each : all) {
            each.heads = heads;
            each.payloads = payloads;
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
            final int capacity = all[0].heads.length / HEAD;
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
            grow(all, 2 * heads.length / HEAD);
        }
        final int packet = free[--count];
        heads[packet * HEAD] = header0;
        heads[packet * HEAD + 1] = header1;
        return packet;
    }

    /** Flit `index` (1 to 16) of the packet. */
    public void payload(final int packet, final int index, final long w0, final long w1) {
        final int at = place(packet, index);
        payloads[at] = w0;
        payloads[at + 1] = w1;
    }

    private static int place(final int packet, final int index) {
        return packet * PAYLOAD + HEAD * (index - 1);
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
        return heads[packet * HEAD];
    }

    public long header1(final int packet) {
        return heads[packet * HEAD + 1];
    }

    /** First word of a payload flit. */
    public long w0(final int flit) {
        return payloads[place(packet(flit), index(flit))];
    }

    /** Second word of a payload flit. */
    public long w1(final int flit) {
        return payloads[place(packet(flit), index(flit)) + 1];
    }
}
