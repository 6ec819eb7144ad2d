// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.Header0;
import fairlead.machine.LongTable;
import fairlead.machine.Stamps;
import fairlead.verdict.Checker.Packet;
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
    private final LongTable inFlight = new LongTable(); // cycle of entry, by mixed header
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

    /** Notes a delivered packet and returns the cycle in which it entered the network, or {@link LongTable#ABSENT}. */
    long delivered(Packet p) {
        packetsOut++;
        flitsOut += p.flits();
        delivered[group(p)]++;
        sums[group(p)] -= p.key;
        long entered = inFlight.remove(p.key);
        // otherwise the packet was never sent or its header changed, which compare() reports
        if (entered != LongTable.ABSENT) {
            latency.recordValue(p.cycle - stamps.cycle(entered, Header0.stamp(p.w0)));
        }
        return entered;
    }

    /** Returns the cycle in which the oldest packet in the network entered, or {@link LongTable#ABSENT}. */
    long oldest() {
        return inFlight.least();
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
}
