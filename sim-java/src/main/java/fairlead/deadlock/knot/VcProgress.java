// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.knot;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import java.util.Arrays;

/** Records the last delivery at each ejection port, for each pair of nodes and class, and in the whole machine. */
final class VcProgress {
    private static final int LOCAL = HwLayout.CLASSES * HwLayout.MOST_PORTS;
    private static final int SINCE = 1;
    private static final long NEVER = Long.MAX_VALUE;
    /**
     * Number of cycles to receive two packets of 17 flits at a credit loop of 4 cycles, in turn with the other class.
     */
    private static final int RECEIVE = 2 * HwLayout.MAX_PACKET_FLITS * 4;

    private final MachineConfig config;
    private final Shape shape;
    private final long[] delivered;
    /** For each ejection port, the first of the consecutive snapshots that show the port without a credit. */
    private final long[] fullSince;

    // The pairs with packets in flight, in an open-addressing hash table of two words each: packets | key << 32 (key 0
    // is free), and the cycle since which the pair has had no delivery.
    private long[] pairs = new long[2 * 1024];
    private int used;
    private long lastDelivery;
    private long inNetwork;

    VcProgress(final MachineConfig config) {
        this.config = config;
        shape = config.shape().torus();
        delivered = new long[shape.nodes() * LOCAL];
        fullSince = new long[delivered.length];
        Arrays.fill(fullSince, NEVER);
    }

    void injected(final EventCursor e) {
        inNetwork++;
        final int slot = slot(pair(e.a()));
        if (count(pairs[slot]) == 0) {
            pairs[slot + SINCE] = e.cycle();
        }
        add(slot, 1);
    }

    void delivered(final EventCursor e) {
        inNetwork--;
        lastDelivery = e.cycle();
        delivered[e.node() * LOCAL + e.unit() - EventUnit.RX_REQ0] = e.cycle();
        final int slot = slot(pair(e.a()));
        add(slot, -1);
        pairs[slot + SINCE] = e.cycle();
    }

    private int pair(final long word0) {
        final int src = shape.rankOfCoord((int) Header0.src(word0));
        final int dst = shape.rankOfCoord((int) Header0.dst(word0));
        return 1 + (src * shape.nodes() + dst) * 2 + (int) Header0.cls(word0);
    }

    private static int key(final long pair) {
        return (int) (pair >>> 32);
    }

    private static int count(final long pair) {
        return (int) pair;
    }

    private void add(final int slot, final int packets) {
        pairs[slot] = (long) key(pairs[slot]) << 32
                | count(pairs[slot]) + packets & 0xFFFFFFFFL; // a duplicated packet may make the number negative
    }

    /** Returns the index of the pair's entry; inserts the pair if it is new. */
    private int slot(final int key) {
        int at = 2 * (int) (key * 0x9E3779B97F4A7C15L >>> 40) & pairs.length - 1;
        while (key(pairs[at]) != key) {
            if (pairs[at] == 0) {
                if (used * 4 > pairs.length) {
                    grow();
                    return slot(key);
                }
                used++;
                pairs[at] = (long) key << 32;
                return at;
            }
            at = at + 2 & pairs.length - 1;
        }
        return at;
    }

    private void grow() {
        final long[] old = pairs;
        pairs = new long[2 * old.length];
        used = 0;
        for (int i = 0; i < old.length; i += 2) {
            if (count(old[i]) != 0) {
                final int at = slot(key(old[i]));
                pairs[at] = old[i];
                pairs[at + SINCE] = old[i + SINCE];
            }
        }
    }

    /** Handles a snapshot without packets. */
    void rest() {
        Arrays.fill(fullSince, NEVER);
    }

    void snapshot(final long cycle, final long[] words) {
        for (int node = 0; node < shape.nodes(); node++) {
            for (int i = 0; i < LOCAL; i++) {
                final int port = HwLayout.LINKS + i;
                final long word = words[
                        (node * Waits.PORTS + port) * Waits.VCS + fairlead.deadlock.graph.WaitTable.localVc(port)];
                final int at = node * LOCAL + i;
                fullSince[at] = VcState.credits(word) != 0 ? NEVER : Math.min(fullSince[at], cycle);
            }
        }
    }

    /**
     * Returns whether the consumer of ejection port `place` = node * ROUTER_PORTS + port has taken no flit for longer
     * than a packet and a memory write last.
     */
    boolean stands(final long cycle, final int place) {
        final int node = place / Waits.PORTS;
        final int at = node * LOCAL + place % Waits.PORTS - HwLayout.LINKS;
        return fullSince[at] != NEVER && cycle - Math.max(fullSince[at], delivered[at]) >= horizon(node);
    }

    /** Returns the number of cycles in which a consumer that makes progress delivers at least one packet. */
    int horizon(final int node) {
        return config.memoryLatency(node) + RECEIVE;
    }

    /**
     * Returns the number of cycles without a delivery after which a pair counts as starved: four times the cycles
     * needed to drain every buffer of the machine through one port at the rate of its slowest link.
     */
    long patience() {
        final int depth = config.buffers().linkVc();
        final long flits = (long) shape.nodes()
                * (HwLayout.LINKS * 4L * depth + 2L * LOCAL * config.buffers().local());
        final int loop = config.latency().link() + config.latency().credit() + 1 + HwLayout.ROUTER_STAGES;
        final int least = config.buffers().links().least();
        final long pace = Math.max(config.linkPeriod(), (loop + least - 1) / least);
        return 4 * flits * pace
                + 64L * (config.latency().memory() + config.latency().jitter());
    }

    /**
     * Returns a description of a pair with packets in flight and no delivery for `patience` cycles, or an empty string.
     */
    String starved(final long cycle) {
        for (int i = 0; i < pairs.length; i += 2) {
            final int count = count(pairs[i]);
            final long since = pairs[i + SINCE];
            if (count > 0 && cycle - since > patience() && lastDelivery - since > patience() / 2) {
                final int key = key(pairs[i]) - 1;
                final int src = key / 2 / shape.nodes();
                final int dst = key / 2 % shape.nodes();
                return count + ((key & 1) == 0 ? " requests" : " responses") + " from node "
                        + Knot.coordinates(shape, src) + " to node " + Knot.coordinates(shape, dst)
                        + " wait since cycle "
                        + since + ", others were delivered until cycle " + lastDelivery;
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
