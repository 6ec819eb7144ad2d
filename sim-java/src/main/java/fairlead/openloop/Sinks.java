// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import fairlead.hw.HwLayout;
import fairlead.twin.router.Apart;
import fairlead.twin.router.Packets;
import fairlead.twin.router.PartitionPorts;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * The sinks of the nodes of one partition. Each sink takes the flit on an ejection pin in its cycle. The sinks measure
 * the packets that were created in the measured time.
 */
final class Sinks extends Apart {
    private static final int PORTS = HwLayout.CLASSES * HwLayout.MOST_PORTS;
    static final int DIGITS = 3;

    private final Packets packets;
    private final int from;
    private final long[] countedByNode; // counted from cycle `from` on
    private int[] taken = new int[64];
    private int takenCount;
    private long measureFrom = Long.MAX_VALUE;
    private long measureTo = Long.MAX_VALUE;
    private long countTo = Long.MAX_VALUE;
    long flits; // received since the start
    long counted; // flits received in the measured time
    long measured; // measured packets that have arrived
    long latencySum; // of these
    transient Histogram latencies = new Histogram(DIGITS);

    /** Makes the sinks of nodes `from` to `to` - 1. */
    Sinks(Packets packets, int from, int to) {
        this.packets = packets;
        this.from = from;
        countedByNode = new long[to - from];
    }

    /** Takes a flit that is on the pins in cycle t. */
    void flit(int node, int port, int flit, long t) {
        if (takenCount == taken.length) {
            taken = Arrays.copyOf(taken, 2 * takenCount);
        }
        taken[takenCount++] = node * PORTS + port;
        flits++;
        if (t <= countTo) {
            counted++;
            countedByNode[node - from]++;
        }
        if (Packets.isTail(flit)) {
            int packet = Packets.packet(flit);
            long born = Sources.birth(packets, packet);
            if (born >= measureFrom && born < measureTo) {
                measured++;
                latencySum += t - born;
                latencies.recordValue(t - born);
            }
            packets.close(packet);
        }
    }

    /** Returns the credits of the flits that are on the pins in this cycle. */
    void cycle(PartitionPorts.InjectionLinks router) {
        for (int i = 0; i < takenCount; i++) {
            router.ejectCredit(taken[i] / PORTS, taken[i] % PORTS);
        }
        takenCount = 0;
    }

    /**
     * Starts a measurement at cycle t: discards earlier results, and counts packets created and flits received from
     * then on.
     */
    void measureFrom(long t) {
        measureFrom = t;
        measured = 0;
        latencySum = 0;
        latencies = new Histogram(DIGITS);
        counted = 0;
        Arrays.fill(countedByNode, 0);
    }

    /** Ends the measurement at cycle t: packets created and flits received from then on do not count. */
    void endMeasure(long t) {
        measureTo = t;
        countTo = t;
    }

    /** Returns the smallest number of flits that a node received in the measured time. */
    long leastCounted() {
        return Arrays.stream(countedByNode).min().orElse(0);
    }
}
