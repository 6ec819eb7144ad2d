// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.LongTable;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import java.util.Arrays;

/** Records the last delivery at each ejection port, for each pair of nodes and class, and in the whole machine. */
final class VcProgress {
    private static final int LOCAL = HwLayout.CLASSES * HwLayout.MOST_PORTS;
    private static final long NEVER = Long.MAX_VALUE;
    /**
     * Number of cycles to receive two packets of 17 flits at a credit loop of 4 cycles, in turn with the other class.
     */
    private static final int RECEIVE = 2 * HwLayout.MAX_PACKET_FLITS * 4;

    private static final int SINCE = 3 * Byte.SIZE; // lowest bit of the cycle in a word of a pair

    private final MachineConfig config;
    private final Shape shape;
    private final long[] delivered;
    /** For each ejection port, the first of the consecutive snapshots that show the port without a credit. */
    private final long[] fullSince;

    // the pairs of nodes with packets of one class on their way, by (source * nodes + destination) * 2 + class: number
    // of packets, which a duplicated packet may make negative, and cycle since which the pair has had no delivery
    private final LongTable pairs = new LongTable();
    private long lastDelivery;
    private long inNetwork;

    VcProgress(MachineConfig config) {
        this.config = config;
        shape = config.shape().torus();
        delivered = new long[shape.nodes() * LOCAL];
        fullSince = new long[delivered.length];
        Arrays.fill(fullSince, NEVER);
    }

    void injected(EventCursor e) {
        inNetwork++;
        count(e, 1);
    }

    void delivered(EventCursor e) {
        inNetwork--;
        lastDelivery = e.cycle();
        delivered[e.node() * LOCAL + e.unit() - EventUnit.RX_REQ0] = e.cycle();
        count(e, -1);
    }

    private void count(EventCursor e, int packets) {
        int src = shape.rankOfCoord((int) Header0.src(e.a()));
        int dst = shape.rankOfCoord((int) Header0.dst(e.a()));
        long key = (src * shape.nodes() + dst) * 2 + Header0.cls(e.a());
        long pair = pairs.remove(key);
        int number = pair == LongTable.ABSENT ? packets : packets(pair) + packets;
        long since = packets < 0 || pair == LongTable.ABSENT ? e.cycle() : pair >> SINCE;
        if (number != 0) {
            pairs.add(key, since << SINCE | number & (1 << SINCE) - 1);
        }
    }

    private static int packets(long pair) {
        return (int) pair << Integer.SIZE - SINCE >> Integer.SIZE - SINCE;
    }

    /** Handles a snapshot without packets. */
    void rest() {
        Arrays.fill(fullSince, NEVER);
    }

    void snapshot(long cycle, long[] words) {
        for (int at = 0; at < fullSince.length; at++) {
            int port = HwLayout.LINKS + at % LOCAL;
            long word = words[(at / LOCAL * Waits.PORTS + port) * Waits.VCS + WaitTable.localVc(port)];
            fullSince[at] = VcState.credits(word) != 0 ? NEVER : Math.min(fullSince[at], cycle);
        }
    }

    /**
     * Returns whether the consumer of ejection port `place` = node * ROUTER_PORTS + port has taken no flit for longer
     * than a packet and a memory write last.
     */
    boolean stands(long cycle, int place) {
        int node = place / Waits.PORTS;
        int at = node * LOCAL + place % Waits.PORTS - HwLayout.LINKS;
        return fullSince[at] != NEVER && cycle - Math.max(fullSince[at], delivered[at]) >= horizon(config, node);
    }

    /** Returns the number of cycles in which a consumer that makes progress delivers at least one packet. */
    static int horizon(MachineConfig config, int node) {
        return config.memoryLatency(node) + RECEIVE;
    }

    /**
     * Returns the number of cycles without a delivery after which a pair counts as starved: four times the cycles
     * needed to drain every buffer of the machine through one port at the rate of its slowest link.
     */
    long patience() {
        int depth = config.buffers().linkVc();
        long flits = (long) shape.nodes()
                * (HwLayout.LINKS * 4L * depth + 2L * LOCAL * config.buffers().local());
        int loop = config.latency().link() + config.latency().credit() + 1 + HwLayout.ROUTER_STAGES;
        int least = config.buffers().links().least();
        long pace = Math.max(config.linkPeriod(), (loop + least - 1) / least);
        return 4 * flits * pace
                + 64L * (config.latency().memory() + config.latency().jitter());
    }

    /**
     * Returns a description of a pair with packets in flight and no delivery for `patience` cycles, or an empty string.
     */
    String starved(long cycle) {
        long patience = patience();
        for (long key : pairs.keys()) {
            long pair = pairs.get(key);
            long since = pair >> SINCE;
            if (packets(pair) > 0 && cycle - since > patience && lastDelivery - since > patience / 2) {
                return packets(pair) + (key % 2 == 0 ? " requests" : " responses") + " from node "
                        + shape.place((int) key / 2 / shape.nodes()) + " to node "
                        + shape.place((int) key / 2 % shape.nodes()) + " wait since cycle " + since
                        + ", others were delivered until cycle " + lastDelivery;
            }
        }
        return "";
    }

    long inNetwork() {
        return inNetwork;
    }

    long lastDelivery() {
        return lastDelivery;
    }
}
