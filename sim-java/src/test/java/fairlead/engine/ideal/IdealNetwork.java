// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.ideal;

import fairlead.engine.api.Mix;
import java.util.ArrayDeque;
import java.util.PriorityQueue;

/** Delivers packets after a delay that varies by seed; packets of one (source, target) pair stay in order. */
final class IdealNetwork {
    /** One packet; what it means is `action`, run at the target. */
    record Packet(long cycle, long order, Runnable action) implements Comparable<Packet> {
        @Override
        public int compareTo(final Packet other) {
            return cycle != other.cycle ? Long.compare(cycle, other.cycle) : Long.compare(order, other.order);
        }
    }

    private final PriorityQueue<Packet> packets = new PriorityQueue<>();
    private final long[] last;
    private final int nodes;
    private final int delay;
    private final int jitter;
    private final long seed;
    private long order;

    IdealNetwork(final int nodes, final int delay, final int jitter, final long seed) {
        this.nodes = nodes;
        this.delay = delay;
        this.jitter = jitter;
        this.seed = seed;
        last = new long[nodes * nodes];
    }

    void send(final long now, final int source, final int target, final int flits, final Runnable action) {
        final int pair = source * nodes + target;
        final long draw = jitter == 0 ? 0 : Long.remainderUnsigned(Mix.mix64(seed + order * Mix.GOLDEN), jitter);
        last[pair] = Math.max(last[pair] + 1, now + delay + flits + draw);
        packets.add(new Packet(last[pair], order++, action));
    }

    /** Something that happens at a later cycle without a path of its own. */
    void at(final long cycle, final Runnable action) {
        packets.add(new Packet(cycle, order++, action));
    }

    long nextCycle() {
        return packets.isEmpty() ? Long.MAX_VALUE : packets.peek().cycle();
    }

    void deliver(final long cycle) {
        final ArrayDeque<Packet> due = new ArrayDeque<>();
        while (!packets.isEmpty() && packets.peek().cycle() <= cycle) {
            due.add(packets.poll());
        }
        due.forEach(p -> p.action().run());
    }
}
