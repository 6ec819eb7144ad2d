// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.Header0;
import fairlead.machine.Stamps;
import fairlead.verdict.Checker.Packet;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * Counts the packets that entered and left the network and sums up their headers for every (origin, class), so that a
 * lost, doubled or changed packet shows when the run has drained. It also records the latency of each delivered packet,
 * from its preparation in the packetiser to the acceptance of its tail.
 *
 * <p>The stamp of a header holds the low bits of the time of the preparation. The full cycle follows from
 * PACKET_INJECTED, because a packet waits in its packetiser for at most three other packets of the same link. So the
 * latency is exact to the unit of stamps, however long the packet is in the network.
 */
final class PacketAccount {
    private final Stamps stamps;
    private final long[] injected; // by origin and class
    private final long[] delivered;
    private final long[] sums; // of the headers that entered, less those that left
    private final InFlight inFlight = new InFlight();
    final Histogram latency = new Histogram(3);
    long packetsIn;
    long packetsOut;
    long flitsOut;

    PacketAccount(int nodes, Stamps stamps) {
        this.stamps = stamps;
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
            latency.recordValue(p.cycle - stamps.cycle(entered, Header0.stamp(p.w0)));
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

    /**
     * The packets in the network: a hash table from a mixed header to the cycle in which the packet entered. It uses
     * open addressing because every packet of a run passes through it.
     */
    static final class InFlight {
        /** Result of {@link #remove} for a header that is not in the network. */
        static final long ABSENT = Long.MIN_VALUE;

        private long[] keys;
        private long[] cycles;
        private int size;

        InFlight() {
            empty(1 << 10);
        }

        private void empty(int places) {
            keys = new long[places];
            cycles = new long[places];
            Arrays.fill(cycles, ABSENT);
        }

        private int next(int at) {
            return at + 1 & keys.length - 1;
        }

        /** Adds a packet; several packets with equal headers may be present. */
        void add(long key, long cycle) {
            if (2 * ++size > keys.length) {
                long[] oldKeys = keys;
                long[] oldCycles = cycles;
                empty(2 * oldKeys.length);
                for (int at = 0; at < oldKeys.length; at++) {
                    if (oldCycles[at] != ABSENT) {
                        insert(oldKeys[at], oldCycles[at]);
                    }
                }
            }
            insert(key, cycle);
        }

        private void insert(long key, long cycle) {
            int at = (int) key & keys.length - 1;
            while (cycles[at] != ABSENT) {
                at = next(at);
            }
            keys[at] = key;
            cycles[at] = cycle;
        }

        /** Removes one packet with this header and returns the cycle in which it entered, or {@link #ABSENT}. */
        long remove(long key) {
            int gap = (int) key & keys.length - 1;
            while (cycles[gap] != ABSENT && keys[gap] != key) {
                gap = next(gap);
            }
            long cycle = cycles[gap];
            if (cycle != ABSENT) {
                size--;
                // entries that a search could no longer find after the gap move into it
                for (int at = next(gap); cycles[at] != ABSENT; at = next(at)) {
                    if ((at - (int) keys[at] & keys.length - 1) >= (at - gap & keys.length - 1)) {
                        keys[gap] = keys[at];
                        cycles[gap] = cycles[at];
                        gap = at;
                    }
                }
                cycles[gap] = ABSENT;
            }
            return cycle;
        }

        /** Returns the cycle in which the oldest packet in the network entered, or {@link #ABSENT}. */
        long oldest() {
            return size == 0
                    ? ABSENT
                    : Arrays.stream(cycles)
                            .filter(cycle -> cycle != ABSENT)
                            .min()
                            .orElse(ABSENT);
        }
    }
}
