// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import fairlead.hw.HwLayout;
import fairlead.model.ports.Apart;
import fairlead.model.ports.InjectionLinks;
import fairlead.model.ports.Packets;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/** The sinks of the nodes of one partition: each takes what is on an ejection pin in its cycle. Measures the packets that were born in the measured time. */
final class Sinks extends Apart {
    private static final int PORTS = HwLayout.CLASSES * HwLayout.LOCAL_PORTS;
    static final int DIGITS = 3;

    private final Packets packets;
    private final int from;
    private final long[] countedByNode; // from `from` on
    private int[] taken = new int[64];
    private int takenCount;
    private long measureFrom = Long.MAX_VALUE;
    private long measureTo = Long.MAX_VALUE;
    private long countTo = Long.MAX_VALUE;
    private long flits;
    private long counted;
    private long measured;
    private long latencySum;
    private Histogram latencies = new Histogram(DIGITS);

    /** Of nodes `from` to `to` - 1. */
    Sinks(final Packets packets, final int from, final int to) {
        this.packets = packets;
        this.from = from;
        countedByNode = new long[to - from];
    }

    /** A flit that is on the pins in cycle t. */
    void flit(final int node, final int port, final int flit, final long t) {
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
            final int packet = Packets.packet(flit);
            final long born = Sources.birth(packets, packet);
            if (born >= measureFrom && born < measureTo) {
                measured++;
                latencySum += t - born;
                latencies.recordValue(t - born);
            }
            packets.close(packet);
        }
    }

    /** In the cycle in which they are on the pins: the credits go back. */
    void cycle(final InjectionLinks router) {
        for (int i = 0; i < takenCount; i++) {
            router.ejectCredit(taken[i] / PORTS, taken[i] % PORTS);
        }
        takenCount = 0;
    }

    /** Measures the packets that are born from cycle t on and counts the flits that come from then on; forgets what was measured so far. */
    void measureFrom(final long t) {
        measureFrom = t;
        measured = 0;
        latencySum = 0;
        latencies = new Histogram(DIGITS);
        counted = 0;
        Arrays.fill(countedByNode, 0);
    }

    /** Packets that are born from cycle t on do not count, nor do flits that come then. */
    void endMeasure(final long t) {
        measureTo = t;
        countTo = t;
    }

    /** Flits since the start. */
    long flits() {
        return flits;
    }

    /** Flits of the measured time. */
    long counted() {
        return counted;
    }

    /** The same of the node that got least. */
    long leastCounted() {
        return Arrays.stream(countedByNode).min().orElse(0);
    }

    /** Measured packets that have arrived. */
    long measured() {
        return measured;
    }

    long latencySum() {
        return latencySum;
    }

    Histogram latencies() {
        return latencies;
    }
}
