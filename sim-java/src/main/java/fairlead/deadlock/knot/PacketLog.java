// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.knot;

import java.util.Arrays;

/**
 * The packets that wait in injection VCs, in the order of their arrival. Injections and deliveries are only appended to
 * the log. From time to time the log is compacted: it drops each delivered packet and all packets that entered the same
 * VC before it. An event therefore costs very little time.
 */
final class PacketLog {
    private static final int LEFT = -1; // marks the entry of a packet that has arrived
    private static final int MULTIPLIER = 0x9E3779B9;

    private long[] word0 = new long[1 << 13];
    private long[] word1 = new long[word0.length];
    private int[] vc = new int[word0.length];
    private int size;
    private int[] table = new int[2 * word0.length]; // 1 + entry, by hash of the packet
    private final int[] lastArrived; // 1 + entry, by VC

    PacketLog(final int vcs) {
        lastArrived = new int[vcs];
    }

    /** Appends a packet that enters this injection VC. */
    void injected(final long w0, final long w1, final int injection) {
        add(w0, w1, injection);
    }

    void delivered(final long w0, final long w1) {
        add(w0, w1, LEFT);
    }

    private void add(final long w0, final long w1, final int place) {
        if (size == vc.length) {
            compact();
            if (2 * size > vc.length) {
                grow();
            }
        }
        word0[size] = w0;
        word1[size] = w1;
        vc[size++] = place;
    }

    private void grow() {
        word0 = Arrays.copyOf(word0, 2 * word0.length); // a power of two, as the hash table needs
        word1 = Arrays.copyOf(word1, word0.length);
        vc = Arrays.copyOf(vc, word0.length);
        table = new int[2 * word0.length];
    }

    /** Clears the log because no packet is in flight. */
    void clear() {
        size = 0;
    }

    /** Drops packets that have left. Afterwards entries 0 to {@link #size} - 1 are the packets that may still wait. */
    void compact() {
        Arrays.fill(table, 0);
        Arrays.fill(lastArrived, 0);
        for (int i = 0; i < size; i++) {
            final int at = find(word0[i], word1[i]);
            if (vc[i] != LEFT) {
                table[at] = i + 1;
            } else if (table[at] > 0) {
                final int place = vc[table[at] - 1];
                lastArrived[place] = Math.max(lastArrived[place], table[at]);
            }
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (vc[i] != LEFT && i >= lastArrived[vc[i]]) {
                word0[kept] = word0[i];
                word1[kept] = word1[i];
                vc[kept++] = vc[i];
            }
        }
        size = kept;
    }

    /** Returns the index of the packet in the table, or a free index; the table is never more than half full. */
    private int find(final long w0, final long w1) {
        final long mixed = w0 ^ w1 * MULTIPLIER;
        int at = (int) (mixed ^ mixed >>> 32) * MULTIPLIER >>> 7 & table.length - 1;
        while (table[at] > 0 && (word0[table[at] - 1] != w0 || word1[table[at] - 1] != w1)) {
            at = at + 1 & table.length - 1;
        }
        return at;
    }

    int size() {
        return size;
    }

    long word0(final int entry) {
        return word0[entry];
    }

    long word1(final int entry) {
        return word1[entry];
    }

    /** Returns the injection VC of an entry after {@link #compact}. */
    int vc(final int entry) {
        return vc[entry];
    }
}
