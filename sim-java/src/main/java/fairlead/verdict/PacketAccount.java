// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.Header0;
import fairlead.machine.Mix;
import fairlead.machine.Shape;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * Counts the packets that entered and left the network and sums up their headers for every (origin, class), so that a
 * lost, doubled or changed packet shows when the run has drained. It also records the latency of each delivered packet,
 * from its preparation in the packetiser to the acceptance of its tail.
 *
 * <p>The stamp of a header holds the cycle of the preparation modulo 32,768. The full cycle follows from
 * PACKET_INJECTED, because a packet waits in its packetiser for at most three other packets of the same link. The age
 * of a packet is therefore exact, however long the packet is in the network.
 */
final class PacketAccount {
    private static final int STAMP_MASK = (int) Header0.STAMP_MASK;

    private final Shape shape;
    private final long[] injected; // by origin and class
    private final long[] delivered;
    private final long[] injectedSum;
    private final long[] deliveredSum;
    private final InFlight inFlight = new InFlight();
    private final Histogram latency = new Histogram(3);
    private long packetsIn;
    private long packetsOut;
    private long flitsOut;

    PacketAccount(final Shape shape) {
        this.shape = shape;
        injected = new long[shape.nodes() * 2];
        delivered = new long[injected.length];
        injectedSum = new long[injected.length];
        deliveredSum = new long[injected.length];
    }

    private int group(final long w0) {
        return shape.rankOfCoord((int) Header0.src(w0)) * 2 + (int) Header0.cls(w0);
    }

    void injected(final long cycle, final long w0, final long w1) {
        final int group = group(w0);
        final long mixed = Mix.mix64(w0 ^ Mix.mix64(w1));
        packetsIn++;
        injected[group]++;
        injectedSum[group] += mixed;
        inFlight.add(mixed, cycle);
    }

    /** Notes a delivered packet and returns the cycle in which it entered the network, or {@link InFlight#ABSENT}. */
    long delivered(final long cycle, final long w0, final long w1) {
        final int group = group(w0);
        packetsOut++;
        flitsOut += 1 + (Header0.length(w0) + 15) / 16;
        delivered[group]++;
        final long mixed = Mix.mix64(w0 ^ Mix.mix64(w1));
        deliveredSum[group] += mixed;
        final long entered = inFlight.remove(mixed);
        // otherwise the packet was never sent or its header changed, which compare() reports
        if (entered != InFlight.ABSENT) {
            final long waited = entered - Header0.stamp(w0) & STAMP_MASK;
            latency.recordValue(cycle - entered + waited);
        }
        return entered;
    }

    /** Returns the cycle in which the oldest packet in the network entered, or {@link InFlight#ABSENT}. */
    long oldest() {
        return inFlight.oldest();
    }

    long packets() {
        return packetsOut;
    }

    long inFlight() {
        return packetsIn - packetsOut;
    }

    long flits() {
        return flitsOut;
    }

    Histogram latency() {
        return latency;
    }

    /** Compares the packets that entered with the packets that left, and returns the number of sums compared. */
    long compare(final Violations violations) {
        long compared = 0;
        for (int group = 0; group < injected.length; group++) {
            if (injected[group] == 0 && delivered[group] == 0) {
                continue;
            }
            compared++;
            if (injected[group] != delivered[group] || injectedSum[group] != deliveredSum[group]) {
                violations.add("node " + group / 2 + " sent " + injected[group]
                        + ((group & 1) == 0 ? " requests, " : " responses, ") + delivered[group] + " were delivered"
                        + (injected[group] == delivered[group] ? ", with other headers" : ""));
            }
        }
        return compared;
    }

    /**
     * The packets in the network: a hash table from a mixed header to the cycle in which the packet entered. It uses
     * open addressing because every packet of a run passes through it.
     */
    static final class InFlight {
        /** Result of {@link #remove} for a header that is not in the network. */
        static final long ABSENT = Long.MIN_VALUE;

        private long[] keys = new long[1 << 10];
        private long[] cycles = filled(keys.length);
        private int size;

        private static long[] filled(final int length) {
            final long[] empty = new long[length];
            Arrays.fill(empty, ABSENT);
            return empty;
        }

        /** Adds a packet; several packets with equal headers may be present. */
        void add(final long key, final long cycle) {
            if (2 * ++size > keys.length) {
                grow();
            }
            insert(key, cycle);
        }

        /** Removes one packet with this header and returns the cycle in which it entered, or {@link #ABSENT}. */
        long remove(final long key) {
            final int mask = keys.length - 1;
            int at = (int) key & mask;
            while (cycles[at] != ABSENT && keys[at] != key) {
                at = at + 1 & mask;
            }
            final long cycle = cycles[at];
            if (cycle != ABSENT) {
                size--;
                close(at);
            }
            return cycle;
        }

        /** Returns the cycle in which the oldest packet in the network entered, or {@link #ABSENT}. */
        long oldest() {
            long oldest = Long.MAX_VALUE;
            for (final long cycle : cycles) {
                oldest = cycle == ABSENT ? oldest : Math.min(oldest, cycle);
            }
            return size == 0 ? ABSENT : oldest;
        }

        private void insert(final long key, final long cycle) {
            final int mask = keys.length - 1;
            int at = (int) key & mask;
            while (cycles[at] != ABSENT) {
                at = at + 1 & mask;
            }
            keys[at] = key;
            cycles[at] = cycle;
        }

        /** Closes the gap at index `place`: moves entries that a search could no longer find behind the gap. */
        private void close(final int place) {
            final int mask = keys.length - 1;
            int gap = place;
            for (int at = gap + 1 & mask; cycles[at] != ABSENT; at = at + 1 & mask) {
                final int home = (int) keys[at] & mask;
                if ((at - home & mask) >= (at - gap & mask)) {
                    keys[gap] = keys[at];
                    cycles[gap] = cycles[at];
                    gap = at;
                }
            }
            cycles[gap] = ABSENT;
        }

        private void grow() {
            final long[] oldKeys = keys;
            final long[] oldCycles = cycles;
            keys = new long[2 * oldKeys.length];
            cycles = filled(keys.length);
            for (int at = 0; at < oldKeys.length; at++) {
                if (oldCycles[at] != ABSENT) {
                    insert(oldKeys[at], oldCycles[at]);
                }
            }
        }
    }
}
