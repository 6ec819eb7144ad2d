// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.hw.HwLayout;
import java.util.Arrays;

/**
 * The packets in the network. A flit is represented by one int with the packet number, the index in the packet, and the
 * tail bit. The words of the packet are written once at injection and read at ejection. Hot path: only growth allocates
 * memory.
 *
 * <p>Each partition of a machine has its own object; {@link #shared} makes them together. They share the words, and
 * each has its own free packet numbers. {@link #refill} between two cycles guarantees that no partition runs out of
 * numbers. A single object grows when necessary.
 */
public final class Packets extends Apart {
    private static final int HEAD = 2; // number of words of the head flit
    private static final int PAYLOAD = HEAD * (HwLayout.MAX_PACKET_FLITS - 1);
    private static final int INDEX_BITS = Integer.SIZE - Integer.numberOfLeadingZeros(HwLayout.MAX_PACKET_FLITS - 1);
    private static final int TAIL = 1 << INDEX_BITS;
    private static final int PACKET_SHIFT = INDEX_BITS + 1;

    // The array is shared by all partitions. Heads have an array of their own because routers read only heads, and four
    // packets then fit into a cache line.
    private long[] heads = {};
    private long[] payloads = {};
    private final int payloadWords; // number of payload words of a packet
    private int[] free = {};
    private int count;
    private final Packets[] all;

    public Packets(int capacity) {
        this(new Packets[1], PAYLOAD);
        all[0] = this;
        grow(all, capacity);
    }

    private Packets(Packets[] all, int payloadWords) {
        this.all = all;
        this.payloadWords = payloadWords;
    }

    /** Makes one object for each of `parts` threads; the caller must call {@link #refill} before the first cycle. */
    public static Packets[] shared(int parts) {
        return shared(parts, PAYLOAD);
    }

    /** Makes the same for packets whose payload is neither written nor read. */
    public static Packets[] withoutPayload(int parts) {
        return shared(parts, 0);
    }

    private static Packets[] shared(int parts, int payloadWords) {
        Packets[] all = new Packets[parts];
        Arrays.setAll(all, i -> new Packets(all, payloadWords));
        return all;
    }

    /** Adds numbers up to `capacity`, distributed in turn; each object has space for all of them. */
    private static void grow(Packets[] all, int capacity) {
        long[] heads = Arrays.copyOf(all[0].heads, capacity * HEAD);
        long[] payloads = Arrays.copyOf(all[0].payloads, capacity * all[0].payloadWords);
        int old = all[0].heads.length / HEAD;
        for (Packets each : all) {
            each.heads = heads;
            each.payloads = payloads;
            each.free = Arrays.copyOf(each.free, capacity);
        }
        for (int packet = capacity - 1; packet >= old; packet--) {
            all[packet % all.length].close(packet);
        }
    }

    /** Guarantees that each object has at least `least` free numbers; called between two cycles of all threads. */
    public static void refill(Packets[] all, int least) {
        int total = 0;
        boolean enough = true;
        for (Packets each : all) {
            total += each.count;
            enough &= each.count >= least;
        }
        if (enough) {
            return;
        }
        int wanted = 2 * least * all.length;
        if (total < wanted) {
            int capacity = all[0].heads.length / HEAD;
            grow(all, Math.max(2 * capacity, capacity + wanted - total));
        }
        level(all);
    }

    /** Distributes the free numbers equally among all objects. */
    private static void level(Packets[] all) {
        int total = 0;
        for (Packets each : all) {
            total += each.count;
        }
        int share = total / all.length;
        int giver = 0;
        for (Packets taker : all) {
            while (taker.count < share) {
                if (all[giver].count > share) {
                    taker.close(all[giver].free[--all[giver].count]);
                } else {
                    giver++;
                }
            }
        }
    }

    /**
     * Makes a packet with the words of its head flit; payload words are undefined until {@link #payload} writes them.
     */
    public int open(long header0, long header1) {
        if (count == 0) {
            if (all.length > 1) {
                throw new IllegalStateException("no packet number is left: refill asked for too few");
            }
            grow(all, 2 * heads.length / HEAD);
        }
        int packet = free[--count];
        heads[packet * HEAD] = header0;
        heads[packet * HEAD + 1] = header1;
        return packet;
    }

    /** Writes flit `index`, from 1 on, of the packet. */
    public void payload(int packet, int index, long w0, long w1) {
        int at = place(packet, index);
        payloads[at] = w0;
        payloads[at + 1] = w1;
    }

    private static int place(int packet, int index) {
        return packet * PAYLOAD + HEAD * (index - 1);
    }

    /** Frees the number of a packet after its tail has been consumed. */
    public void close(int packet) {
        free[count++] = packet;
    }

    public static int flit(int packet, int index, boolean tail) {
        return packet << PACKET_SHIFT | (tail ? TAIL : 0) | index;
    }

    public static int packet(int flit) {
        return flit >>> PACKET_SHIFT;
    }

    /** Returns the index of a flit in its packet; 0 is the head. */
    public static int index(int flit) {
        return flit & TAIL - 1;
    }

    public static boolean isHead(int flit) {
        return (flit & TAIL - 1) == 0;
    }

    public static boolean isTail(int flit) {
        return (flit & TAIL) != 0;
    }

    public long header0(int packet) {
        return heads[packet * HEAD];
    }

    public long header1(int packet) {
        return heads[packet * HEAD + 1];
    }

    public long w0(int flit) {
        return payloads[place(packet(flit), index(flit))];
    }

    public long w1(int flit) {
        return payloads[place(packet(flit), index(flit)) + 1];
    }
}
