// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.Header0;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
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
    private final long[] injected; // by origin and class
    private final long[] delivered;
    private final long[] sums; // of the headers that entered, less those that left
    private final InFlight inFlight = new InFlight();
    final Histogram latency = new Histogram(3);
    long packetsIn;
    long packetsOut;
    long flitsOut;

    PacketAccount(int nodes) {
        injected = new long[nodes * 2];
        delivered = new long[nodes * 2];
        sums = new long[nodes * 2];
    }

    private static int group(Packet p) {
        return p.src * 2 + (int) Header0.cls(p.w0);
    }

    void injected(Packet p) {
        packetsIn++;
        injected[group(p)]++;
        sums[group(p)] += p.key;
        inFlight.add(p.key, p.cycle);
    }

    /** Notes a delivered packet and returns the cycle in which it entered the network, or {@link InFlight#ABSENT}. */
    long delivered(Packet p) {
        packetsOut++;
        flitsOut += p.flits();
        delivered[group(p)]++;
        sums[group(p)] -= p.key;
        long entered = inFlight.remove(p.key);
        // otherwise the packet was never sent or its header changed, which compare() reports
        if (entered != InFlight.ABSENT) {
            latency.recordValue(p.cycle - entered + (entered - Header0.stamp(p.w0) & Header0.STAMP_MASK));
        }
        return entered;
    }

    /** Returns the cycle in which the oldest packet in the network entered, or {@link InFlight#ABSENT}. */
    long oldest() {
        return inFlight.oldest();
    }

    long compare(Violations violations) {
        long compared = 0;
        for (int group = 0; group < injected.length; group++) {
            compared += injected[group] > 0 || delivered[group] > 0 ? 1 : 0;
            if (injected[group] != delivered[group] || sums[group] != 0) {
                violations.add("node " + group / 2 + " sent " + injected[group]
                        + ((group & 1) == 0 ? " requests, " : " responses, ") + delivered[group] + " were delivered"
                        + (injected[group] == delivered[group] ? ", with other headers" : ""));
            }
        }
        return compared;
    }

    /** The packets in the network: by mixed header, the cycles in which those with this header entered. */
    static final class InFlight {
        /** Result of {@link #remove} for a header that is not in the network. */
        static final long ABSENT = Long.MIN_VALUE;

        private final Map<Long, Deque<Long>> cycles = new HashMap<>();

        /** Adds a packet; several packets with equal headers may be present. */
        void add(long key, long cycle) {
            cycles.computeIfAbsent(key, any -> new ArrayDeque<>(1)).add(cycle);
        }

        /** Removes one packet with this header and returns the cycle in which it entered, or {@link #ABSENT}. */
        long remove(long key) {
            Deque<Long> equal = cycles.get(key);
            if (equal == null) {
                return ABSENT;
            }
            long cycle = equal.remove();
            if (equal.isEmpty()) {
                cycles.remove(key);
            }
            return cycle;
        }

        /** Returns the cycle in which the oldest packet in the network entered, or {@link #ABSENT}. */
        long oldest() {
            return cycles.values().stream().mapToLong(Deque::peek).min().orElse(ABSENT);
        }
    }
}
