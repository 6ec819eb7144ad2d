// SPDX-License-Identifier: Apache-2.0
package fairlead.flow;

import fairlead.hw.HwLayout;
import java.util.Arrays;

/**
 * The packets that are in the network. A flit on its way is one int: packet, index in the packet, tail bit; the words stay here, written once at injection and read at
 * ejection. Hot path: nothing is allocated but for growth.
 *
 * <p>Threads: each has a pool of free numbers of its own; {@link #refill} between two cycles sees to it that none runs out. With one pool it grows when it must.
 */
public final class Packets {
    private static final int HEAD = 2; // words of the head flit
    private static final int PAYLOAD = HEAD * (HwLayout.MAX_PACKET_FLITS - 1);
    private static final int INDEX_BITS = 5;
    private static final int TAIL = 1 << INDEX_BITS;
    private static final int PACKET_SHIFT = INDEX_BITS + 1;

    // apart: a router reads heads only, of four packets in a line of the cache
    private long[] heads;
    private long[] payloads;
    private final int payloadWords; // of a packet
    private final Pool[] pools;

    /** Free numbers: what one thread takes from and gives back to. */
    private static final class Pool {
        int[] free = new int[0];
        int count;
        // the counts of two threads are not to share a cache line
        @SuppressWarnings("unused")
        private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, pa, pb, pc, pd, pe, pf;

        void room(final int capacity) {
            if (free.length < capacity) {
                free = Arrays.copyOf(free, capacity);
            }
        }
    }

    public Packets(final int capacity) {
        this(capacity, 1, PAYLOAD);
    }

    private Packets(final int capacity, final int pools, final int payloadWords) {
        this.pools = new Pool[pools];
        Arrays.setAll(this.pools, i -> new Pool());
        this.payloadWords = payloadWords;
        heads = new long[0];
        payloads = new long[0];
        grow(capacity);
    }

    /** Packets of which nobody writes or reads the payload. */
    public static Packets withoutPayload(final int capacity, final int pools) {
        return new Packets(capacity, pools, 0);
    }

    /** All free numbers and those up to `capacity` are dealt to the pools in turn; each has room for all. */
    private void grow(final int capacity) {
        final int old = heads.length / HEAD;
        if (capacity > old) {
            heads = Arrays.copyOf(heads, capacity * HEAD);
            payloads = Arrays.copyOf(payloads, capacity * payloadWords);
        }
        final int[] all = new int[capacity];
        int count = 0;
        for (int packet = capacity - 1; packet >= old; packet--) {
            all[count++] = packet;
        }
        for (final Pool pool : pools) {
            System.arraycopy(pool.free, 0, all, count, pool.count);
            count += pool.count;
            pool.count = 0;
            pool.room(capacity);
        }
        for (int i = 0; i < count; i++) {
            final Pool pool = pools[i % pools.length];
            pool.free[pool.count++] = all[i];
        }
    }

    /** Between two cycles of all threads: afterwards each pool has at least `least` free numbers. */
    public void refill(final int least) {
        int total = 0;
        boolean enough = true;
        for (final Pool pool : pools) {
            total += pool.count;
            enough &= pool.count >= least;
        }
        if (!enough) {
            int capacity = heads.length / HEAD;
            for (; total < 2 * least * pools.length; total += capacity, capacity *= 2) {}
            grow(capacity);
        }
    }

    /** A new packet with its head flit's words; payload words are undefined until {@link #payload} writes them. */
    public int open(final long header0, final long header1) {
        if (pools[0].count == 0) {
            grow(2 * heads.length / HEAD);
        }
        return open(0, header0, header1);
    }

    /** The same from a pool that has a free number. */
    public int open(final int pool, final long header0, final long header1) {
        final Pool own = pools[pool];
        final int packet = own.free[--own.count];
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
        close(0, packet);
    }

    public void close(final int pool, final int packet) {
        final Pool own = pools[pool];
        own.free[own.count++] = packet;
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
