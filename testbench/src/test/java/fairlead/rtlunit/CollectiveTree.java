// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveRefusal;
import fairlead.twin.collective.CollectiveConfig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Nodes of the collective network, each a CollectiveRouter of the RTL, and the wires between them. A flit or credit on
 * an output pin in cycle t is on the input pin of the neighbour in t + latency. Packets wait in a queue of each channel
 * until the node can take them; software reads as it is told.
 */
final class CollectiveTree implements AutoCloseable {
    static final int LINKS = HwLayout.TREE_LINKS;
    static final int CHANNELS = HwLayout.TREE_CHANNELS;
    static final int ROUTES = HwLayout.CLASS_ROUTES;

    /** A packet with its words: header, tag and payload. */
    record Packet(long header, long tag, long[] payload) {
        int length() {
            return (int) CollectiveHeader.length(header);
        }
    }

    /** @param cycle cycle in which `waiting` showed that a packet of this channel was complete */
    record Received(int channel, Packet packet, long cycle) {}

    /** A message on one link: its number of flits, and the cycles from its first flit to its last. */
    record Hold(int node, int link, int flits, long cycles) {}

    private record Flight(long due, int node, int link, boolean credit, long[] words) {}

    private final List<RtlUnit> nodes = new ArrayList<>();
    private final int latency;
    private final int[][][] wires; // by node and link: the node and link at the other end
    private final long[] routes;
    private final ArrayDeque<Flight> flights = new ArrayDeque<>();
    private final List<List<ArrayDeque<Packet>>> giving = new ArrayList<>(); // by node and channel
    private final Packet[] under; // by node: the packet that is being given
    private final int[] flits; // number of flits of that packet that have been given
    private final int[] turn; // by node: channel that is asked first
    private final int[] readTurn;
    private final int[] before; // by node: `waiting` of the previous cycle
    private final long[][] whole; // by node and channel: cycle in which `waiting` rose
    // by node and channel: flits of the packet that is being read
    private final List<List<List<long[]>>> reading = new ArrayList<>();
    private final int[] reads; // by node: channel that was read in the previous cycle, or -1
    final List<List<Received>> received = new ArrayList<>(); // by node
    final List<String> refused = new ArrayList<>(); // "node reason" of each refusal other than for lack of room
    final boolean[][] deaf; // by node and channel: whether software does not read
    final boolean[][] mute; // by node and channel: whether software gives nothing
    final long[][] given; // by node and channel: cycle in which the last flit was given
    final List<Hold> holds = new ArrayList<>();
    private final long[][] held; // by node, link and channel: first cycle of the message in flight
    private final int[][] carried; // number of its flits so far
    private final boolean[][] ending; // whether the current packet is its last
    long cycle;

    CollectiveTree(final int size, final int latency) {
        this.latency = latency;
        wires = new int[size][LINKS][];
        routes = new long[size];
        under = new Packet[size];
        flits = new int[size];
        turn = new int[size];
        readTurn = new int[size];
        before = new int[size];
        reads = new int[size];
        whole = new long[size][CHANNELS];
        deaf = new boolean[size][CHANNELS];
        mute = new boolean[size][CHANNELS];
        held = new long[size][LINKS * CHANNELS];
        carried = new int[size][LINKS * CHANNELS];
        ending = new boolean[size][LINKS * CHANNELS];
        given = new long[size][CHANNELS];
        Arrays.fill(reads, -1);
        for (int n = 0; n < size; n++) {
            nodes.add(new RtlUnit("CollectiveRouter"));
            giving.add(new ArrayList<>());
            reading.add(new ArrayList<>());
            received.add(new ArrayList<>());
            for (int c = 0; c < CHANNELS; c++) {
                giving.get(n).add(new ArrayDeque<>());
                reading.get(n).add(new ArrayList<>());
            }
        }
    }

    int size() {
        return nodes.size();
    }

    /**
     * Makes a class route that is a tree. `parents` is indexed by node: -1 is the root, and -2 is a node outside the
     * class route.
     */
    void route(final int route, final int[] parents, final boolean... members) {
        for (int n = 0; n < parents.length; n++) {
            if (parents[n] == -2) {
                continue;
            }
            int up = 0;
            int down = 0;
            for (int m = 0; m < parents.length; m++) {
                up |= parents[n] == m ? 1 << link(n, m) : 0;
                down |= parents[m] == n ? 1 << link(n, m) : 0;
            }
            routes[n] = CollectiveConfig.route(routes[n], route, up, down, members.length == 0 || members[n]);
        }
    }

    /** Returns the link from n to m, and connects it on its first use. */
    int link(final int n, final int m) {
        for (int l = 0; l < LINKS; l++) {
            if (wires[n][l] != null && wires[n][l][0] == m) {
                return l;
            }
        }
        final int here = free(n);
        final int there = free(m);
        wires[n][here] = new int[] {m, there};
        wires[m][there] = new int[] {n, here};
        return here;
    }

    private int free(final int n) {
        return (int) java.util.stream.IntStream.range(0, LINKS)
                .takeWhile(l -> wires[n][l] != null)
                .count();
    }

    void begin(final int linkDepth, final int injection, final int reception) {
        for (int n = 0; n < size(); n++) {
            CollectiveAgainstTwin.configure(nodes.get(n), routes[n], linkDepth, injection, reception);
        }
    }

    /** Queues a packet, which the node gives as soon as its FIFO has room, after earlier packets of the channel. */
    void give(final int node, final Packet packet) {
        giving.get(node).get(channel(packet.header)).add(packet);
    }

    static int channel(final long header) {
        final boolean message = CollectiveHeader.mode(header) == HwLayout.CollectiveMode.MESSAGE;
        return message ? ROUTES : (int) CollectiveHeader.route(header);
    }

    void run(final int cycles) {
        for (int i = 0; i < cycles; i++) {
            step();
        }
    }

    private void step() {
        for (final RtlUnit node : nodes) {
            for (int l = 0; l < LINKS; l++) {
                node.set("in_" + l + "_flit_valid", false);
                node.set("creditIn_" + l, 0);
            }
        }
        while (!flights.isEmpty() && flights.peek().due <= cycle) {
            land(flights.poll());
        }
        for (int n = 0; n < size(); n++) {
            nodes.get(n).settle(); // only registers change
            outputs(n);
            give(n);
            read(n);
        }
        nodes.forEach(RtlUnit::edge);
        cycle++;
    }

    private void land(final Flight flight) {
        final RtlUnit node = nodes.get(flight.node);
        if (flight.credit) {
            node.set("creditIn_" + flight.link, flight.words[0]);
            return;
        }
        final String port = "in_" + flight.link;
        node.set(port + "_flit_valid", true);
        node.set(port + "_channel", flight.words[0]);
        node.set(port + "_flit_head", flight.words[1]);
        node.set(port + "_flit_tail", flight.words[2]);
        node.set(port + "_flit_w0", flight.words[3]);
        node.set(port + "_flit_w1", flight.words[4]);
    }

    private void outputs(final int n) {
        final RtlUnit node = nodes.get(n);
        for (int l = 0; l < LINKS; l++) {
            final int[] to = wires[n][l];
            final String port = "out_" + l;
            final boolean flit = node.is(port + "_flit_valid");
            final long credit = node.get("credit_" + l);
            if (to == null) {
                if (flit || credit != 0) {
                    throw new UnitDifference(
                            "cycle " + cycle + ": node " + n + " uses link " + l + ", which is not there");
                }
                continue;
            }
            if (flit) {
                hold(n, l);
                flights.add(new Flight(cycle + latency, to[0], to[1], false, new long[] {
                    node.get(port + "_channel"),
                    node.get(port + "_flit_head"),
                    node.get(port + "_flit_tail"),
                    node.get(port + "_flit_w0"),
                    node.get(port + "_flit_w1")
                }));
            }
            if (credit != 0) {
                flights.add(new Flight(cycle + latency, to[0], to[1], true, new long[] {credit}));
            }
        }
    }

    private void hold(final int n, final int l) {
        final RtlUnit node = nodes.get(n);
        final String port = "out_" + l;
        final int channel = (int) node.get(port + "_channel");
        final int i = l * CHANNELS + channel;
        if (channel < ROUTES) {
            return;
        }
        held[n][i] = carried[n][i]++ == 0 ? cycle : held[n][i];
        if (node.is(port + "_flit_head")) {
            ending[n][i] = CollectiveHeader.last(node.get(port + "_flit_w0")) != 0;
        }
        if (node.is(port + "_flit_tail") && ending[n][i]) {
            holds.add(new Hold(n, l, carried[n][i], cycle - held[n][i] + 1));
            carried[n][i] = 0;
        }
    }

    /** Gives one flit per cycle. A packet for which there was no room is given again later; the channels take turns. */
    private void give(final int n) {
        final RtlUnit node = nodes.get(n);
        node.set("inject_valid", false);
        if (under[n] != null && node.is("refused_valid")) { // the refusal is that of the head
            if (node.get("refused_reason") == CollectiveRefusal.FULL) {
                giving.get(n).get(channel(under[n].header)).addFirst(under[n]);
            } else {
                refused.add(n + " " + CollectiveRefusal.name((int) node.get("refused_reason")));
            }
            under[n] = null;
        }
        if (under[n] == null) {
            begin(n);
        } else if (2 * flits[n] < under[n].payload.length) {
            flit(n, false, under[n].payload[2 * flits[n]], under[n].payload[2 * flits[n] + 1]);
            flits[n]++;
        } else {
            under[n] = null;
            begin(n);
        }
    }

    private void begin(final int n) {
        for (int i = 0; i < CHANNELS; i++) {
            final int c = (turn[n] + i) % CHANNELS;
            if (!mute[n][c] && !giving.get(n).get(c).isEmpty()) {
                under[n] = giving.get(n).get(c).poll();
                flits[n] = 0;
                turn[n] = (c + 1) % CHANNELS;
                flit(n, true, under[n].header, under[n].tag);
                return;
            }
        }
    }

    private void flit(final int n, final boolean head, final long w0, final long w1) {
        final RtlUnit node = nodes.get(n);
        node.set("inject_valid", true);
        node.set("inject_head", head);
        node.set("inject_w0", w0);
        node.set("inject_w1", w1);
        given[n][channel(under[n].header)] = cycle;
    }

    private void read(final int n) {
        final RtlUnit node = nodes.get(n);
        if (node.is("received_valid")) {
            collect(n, reads[n]);
        }
        final int waiting = (int) node.get("waiting");
        for (int c = 0; c < CHANNELS; c++) {
            if ((waiting & ~before[n] & 1 << c) != 0) {
                whole[n][c] = cycle;
            }
        }
        before[n] = waiting;
        reads[n] = -1;
        for (int i = 0; i < CHANNELS && reads[n] < 0; i++) {
            final int c = (readTurn[n] + i) % CHANNELS;
            reads[n] = (waiting >> c & 1) != 0 && !deaf[n][c] ? c : -1;
        }
        readTurn[n] = (readTurn[n] + 1) % CHANNELS;
        node.set("read_valid", reads[n] >= 0);
        node.set("read_bits", Math.max(0, reads[n]));
    }

    private void collect(final int n, final int channel) {
        final RtlUnit node = nodes.get(n);
        final List<long[]> words = reading.get(n).get(channel);
        if (node.is("received_head") != words.isEmpty()) {
            throw new UnitDifference("cycle " + cycle + ": node " + n + " reads a packet without its head");
        }
        words.add(new long[] {node.get("received_w0"), node.get("received_w1")});
        final int length = (int) CollectiveHeader.length(words.get(0)[0]);
        if (words.size() == 1 + CollectiveModel.flits(length)) {
            final long[] payload = new long[2 * (words.size() - 1)];
            for (int i = 0; i < payload.length; i++) {
                payload[i] = words.get(1 + i / 2)[i % 2];
            }
            final Packet packet = new Packet(words.get(0)[0], words.get(0)[1], payload);
            received.get(n).add(new Received(channel, packet, whole[n][channel]));
            words.clear();
        }
    }

    @Override
    public void close() {
        nodes.forEach(RtlUnit::close);
    }
}
