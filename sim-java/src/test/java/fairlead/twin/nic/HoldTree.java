// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.CollectiveNetwork.TreeOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Seven twins of the collective network's router as a tree, and how long each message is seen on each link. */
final class HoldTree {
    static final int NODES = 7;
    private static final TreeOrder ORDER = new TreeOrder(NODES, 0);
    static final int LATENCY = 2; // of a link
    static final int DEPTH = 8; // of the buffer at the end of a link
    private static final int MESSAGES = HwLayout.CLASS_ROUTES; // the channel
    static final int PACKETS = 8; // of the longest message

    /** A message on a link, from its first flit to its last one. */
    record Hold(int node, int link, int flits, long cycles) {}

    private record Arrival(long cycle, int node, int link, int channel, TreeFlit flit) {}

    private record Credits(long cycle, int node, int link, int channels) {}

    /**
     * What one node's software does: it gives packets, again if they are refused, and takes a flit in so many cycles.
     */
    private static final class Software {
        private final CollectiveRouter router;
        private final Deque<TreeFlit[]> packets = new ArrayDeque<>();
        private final int every;
        private int given; // flits of the first packet
        private int readable; // channel that was read last
        private boolean inPacket;

        Software(CollectiveRouter router, int every) {
            this.router = router;
            this.every = every;
        }

        private void act(long t) {
            if (given == 1 && router.refused() != 0) {
                given = 0;
            }
            if (!packets.isEmpty()) {
                TreeFlit flit = packets.peek()[given++];
                router.inject(flit.head(), 0, flit.w0(), flit.w1());
                if (given == packets.peek().length) {
                    packets.poll();
                    given = 0;
                }
            }
            if (t % every == 0 && router.waiting() != 0) {
                while (!inPacket && (router.waiting() >> readable & 1) == 0) {
                    readable = (readable + 1) % HwLayout.TREE_CHANNELS;
                }
                router.read(readable);
            }
        }

        /** A packet is read whole before the next channel is served. */
        private void took() {
            if (router.received != null) {
                inPacket = !router.received.tail();
                readable = inPacket ? readable : (readable + 1) % HwLayout.TREE_CHANNELS;
            }
        }
    }

    private final CollectiveNetwork network;
    private final Software[] software = new Software[NODES];
    private final CollectiveRouter[] routers = new CollectiveRouter[NODES];
    private final Deque<Arrival> flits = new ArrayDeque<>();
    private final Deque<Credits> credits = new ArrayDeque<>();
    private final long[][] begun = new long[NODES][HwLayout.TREE_LINKS];
    private final int[][] count = new int[NODES][HwLayout.TREE_LINKS];
    private final boolean[][] ends = new boolean[NODES][HwLayout.TREE_LINKS];
    private final List<Hold> holds = new ArrayList<>();

    HoldTree(int every, List<List<Integer>> groups) {
        network = new CollectiveNetwork(LATENCY, DEPTH, PACKETS, PACKETS, groups);
        long[] routes = network.classRoutes(NODES);
        for (int node = 0; node < NODES; node++) {
            routers[node] = new CollectiveRouter(new CollectiveConfig(routes[node], DEPTH, PACKETS, PACKETS));
            software[node] = new Software(routers[node], every);
        }
    }

    private void packet(int node, long header, int bytes) {
        int body = bytes / HwLayout.FLIT_BYTES;
        TreeFlit[] packet = new TreeFlit[1 + body];
        long word = header | (long) bytes << CollectiveHeader.LENGTH_LSB;
        for (int i = 0; i < packet.length; i++) {
            packet[i] = new TreeFlit(i == 0, i == body, i == 0 ? word : i, 0);
        }
        software[node].packets.add(packet);
    }

    void message(int from, int to, int packets) {
        long way = network.way(0, from, to) | (long) CollectiveMode.MESSAGE << CollectiveHeader.MODE_LSB;
        for (int i = 0; i < packets; i++) {
            long last = i + 1 == packets ? 1L << CollectiveHeader.LAST_LSB : 0;
            packet(from, way | last, i == 0 ? HwLayout.FLIT_BYTES : HwLayout.TREE_PAYLOAD);
        }
    }

    void allreduce(int node, int route) {
        long mode = (long) CollectiveMode.ALLREDUCE << CollectiveHeader.MODE_LSB;
        long last = 1L << CollectiveHeader.LAST_LSB;
        packet(
                node,
                mode | last | (long) route << CollectiveHeader.ROUTE_LSB | 1L << CollectiveHeader.SIZE_LSB,
                HwLayout.TREE_PAYLOAD);
    }

    void run(long cycles) {
        for (long t = 0; t < cycles; t++) {
            while (!flits.isEmpty() && flits.peek().cycle == t) {
                Arrival a = flits.poll();
                routers[a.node].arrive(a.link, a.channel, a.flit);
            }
            while (!credits.isEmpty() && credits.peek().cycle == t) {
                Credits c = credits.poll();
                routers[c.node].credit(c.link, c.channels);
            }
            for (int node = 0; node < NODES; node++) {
                software[node].act(t);
                for (int link = 0; link < HwLayout.TREE_LINKS; link++) {
                    show(t, node, link);
                }
            }
            for (int node = 0; node < NODES; node++) {
                routers[node].edge(t);
                software[node].took();
            }
        }
    }

    private void show(long t, int node, int link) {
        int to = ORDER.neighbour(node, link);
        TreeFlit flit = routers[node].out(link);
        int freed = routers[node].credits(link);
        if (to < 0) {
            return;
        }
        int other = ORDER.otherEnd(node, link);
        if (flit != null) {
            flits.add(new Arrival(t + LATENCY - 1, to, other, routers[node].outChannel(link), flit));
            if (routers[node].outChannel(link) == MESSAGES) {
                observe(t, node, link, flit);
            }
        }
        if (freed != 0) {
            credits.add(new Credits(t + LATENCY - 1, to, other, freed));
        }
    }

    private void observe(long t, int node, int link, TreeFlit flit) {
        if (count[node][link]++ == 0) {
            begun[node][link] = t;
        }
        if (flit.head()) {
            ends[node][link] = CollectiveHeader.last(flit.w0()) != 0;
        }
        if (flit.tail() && ends[node][link]) {
            holds.add(new Hold(node, link, count[node][link], t - begun[node][link] + 1));
            count[node][link] = 0;
        }
    }

    double worst() {
        return holds.stream()
                .mapToDouble(h -> (double) h.cycles / h.flits)
                .max()
                .orElseThrow();
    }

    CollectiveNetwork network() {
        return network;
    }

    List<Hold> holds() {
        return holds;
    }
}
