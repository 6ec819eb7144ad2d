// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.rtlunit.CollectiveTree.Hold;
import fairlead.rtlunit.CollectiveTree.Packet;
import fairlead.rtlunit.CollectiveTree.Received;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests point-to-point messages on a tree of CollectiveRouters of the RTL: the packets of a message arrive together,
 * once and in order (R-SND-2, R-SND-11).
 */
@Tag("M-264")
class CollectiveMessagesRtlTest {
    private static final long SEED = Long.getLong("fairlead.rtlunit.seed", 1);
    private static final int ROUTE = 1;
    private static final int[] PARENTS = {-1, 0, 0, 1, 1, 2, 2, 3, 3};

    private static List<Integer> toRoot(final int node) {
        final List<Integer> path = new ArrayList<>();
        for (int n = node; n >= 0; n = PARENTS[n]) {
            path.add(n);
        }
        return path;
    }

    private static int hops(final int from, final int to) {
        final List<Integer> a = toRoot(from);
        final List<Integer> b = toRoot(to);
        final int common = (int) a.stream().filter(b::contains).count();
        return a.size() + b.size() - 2 * common;
    }

    /** Returns the header of a packet, which goes up to the common ancestor and then down. */
    private static long header(
            final CollectiveTree tree, final int from, final int to, final int length, final boolean last) {
        final List<Integer> a = toRoot(from);
        final List<Integer> b = toRoot(to);
        final int common = (int) a.stream().filter(b::contains).count();
        final int down = b.size() - common;
        long path = 0;
        for (int k = 0; k < down; k++) {
            final int here = b.get(down - k);
            final int next = b.get(down - k - 1);
            final boolean higher = IntStream.range(0, PARENTS.length)
                    .anyMatch(n -> PARENTS[n] == here && tree.link(here, n) < tree.link(here, next));
            path |= higher ? 1L << k : 0;
        }
        return CollectiveModel.message(ROUTE, length, last, a.size() - common, down, path);
    }

    /** Gives a message; the payload of each packet holds its source, number and position. */
    private static int give(
            final CollectiveTree tree, final int from, final int to, final long number, final int[] lengths) {
        int flits = 0;
        for (int i = 0; i < lengths.length; i++) {
            final long[] payload = new long[2 * CollectiveModel.flits(lengths[i])];
            for (int w = 0; w < payload.length; w++) {
                payload[w] = number << 16 | (long) i << 8 | w;
            }
            final boolean last = i == lengths.length - 1;
            tree.give(from, new Packet(header(tree, from, to, lengths[i], last), tag(from, to, number, i), payload));
            flits += 1 + payload.length / 2;
        }
        return flits;
    }

    private static long tag(final int from, final int to, final long number, final int part) {
        return (long) from << 48 | (long) to << 40 | number << 8 | part;
    }

    @Test
    void anyNodeReachesAnyOtherInTheCyclesOfThePage() {
        final int latency = 2;
        try (CollectiveTree tree = new CollectiveTree(PARENTS.length, latency)) {
            tree.route(ROUTE, PARENTS);
            tree.begin(2 * latency + 4, 8, 8);
            for (int from = 0; from < PARENTS.length; from++) {
                for (int to = 0; to < PARENTS.length; to++) {
                    final int[] lengths = {4, 256, 0, 100};
                    final int flits = give(tree, from, to, 5, lengths);
                    tree.holds.clear();
                    tree.run(200);
                    final List<Received> got = tree.received.get(to);
                    assertEquals(lengths.length, got.size(), from + " to " + to);
                    final long first = tree.given[from][CollectiveTree.ROUTES]
                            + (long) hops(from, to) * CollectiveModel.hop(latency)
                            + 4;
                    assertEquals(first, got.get(0).cycle(), from + " to " + to);
                    for (int i = 0; i < lengths.length; i++) {
                        final long header = got.get(i).packet().header();
                        assertEquals(tag(from, to, 5, i), got.get(i).packet().tag());
                        assertEquals(0, CollectiveHeader.up(header) | CollectiveHeader.down(header));
                        assertEquals(0, CollectiveHeader.mixed(header));
                    }
                    assertEquals(hops(from, to), tree.holds.size());
                    tree.holds.forEach(h -> assertEquals(new Hold(h.node(), h.link(), flits, flits), h, "R-SND-11"));
                    got.clear();
                }
            }
            tree.received.forEach(left -> assertTrue(left.isEmpty()));
        }
    }

    /**
     * Every node sends to every node while other channels are busy, too. At a receiver or on a link, no packets of two
     * messages interleave, and none is lost.
     */
    @ParameterizedTest
    @CsvSource({"1, 1, 1, 1", "6, 4, 2, 1", "16, 8, 8, 3", "3, 2, 8, 4"})
    void messagesStayTogetherUnderLoad(
            final int linkDepth, final int injection, final int reception, final int latency) {
        final Random random = new Random(SEED + linkDepth);
        // number of packets of a message, by the tag of its first packet
        final Map<Long, Integer> parts = new HashMap<>();
        final int each = 40;
        int packets = each * PARENTS.length;
        try (CollectiveTree tree = new CollectiveTree(PARENTS.length, latency)) {
            tree.route(ROUTE, PARENTS);
            tree.route(0, PARENTS);
            tree.begin(linkDepth, injection, reception);
            for (int from = 0; from < PARENTS.length; from++) {
                for (int m = 0; m < each; m++) {
                    final int to = random.nextInt(4) == 0 ? 4 : random.nextInt(PARENTS.length);
                    final int[] lengths = new int[1 + random.nextInt(injection)];
                    java.util.Arrays.setAll(lengths, i -> random.nextInt(3) == 0 ? 256 : random.nextInt(40));
                    give(tree, from, to, m, lengths);
                    parts.put(tag(from, to, m, 0), lengths.length);
                    packets += lengths.length;
                    final long header = CollectiveModel.header(1, 0, 0, 0, false, 64);
                    tree.give(from, new Packet(header, m, new long[8]));
                }
            }
            until(tree, packets);
            for (int to = 0; to < PARENTS.length; to++) {
                together(to, tree.received.get(to), parts);
                assertEquals(
                        each,
                        tree.received.get(to).stream()
                                .filter(p -> p.channel() == 0)
                                .count());
            }
            assertTrue(parts.isEmpty(), parts.size() + " messages did not come");
        }
    }

    /** Runs until the given number of packets has arrived, but at most for 60,000 cycles. */
    private static void until(final CollectiveTree tree, final int packets) {
        while (tree.cycle < 60_000
                && tree.received.stream().mapToInt(List::size).sum() < packets) {
            tree.run(200);
        }
        tree.run(200); // no packet arrives twice
        assertEquals(packets, tree.received.stream().mapToInt(List::size).sum());
    }

    /**
     * One sender is at the root, like an I/O node, beside a class route that combines all the time. Each flit waits for
     * a flit of the other channel, so a path is held for twice the number of flits.
     */
    @Test
    void theHoldOfOneSenderIsBounded() {
        final Random random = new Random(SEED);
        final Map<Long, Integer> parts = new HashMap<>();
        long longest = 0;
        int packets = 800 * PARENTS.length;
        try (CollectiveTree tree = new CollectiveTree(PARENTS.length, 1)) {
            tree.route(ROUTE, PARENTS);
            tree.route(0, PARENTS);
            tree.begin(8, 8, 8);
            for (int m = 0; m < 150; m++) {
                final int to = 1 + random.nextInt(PARENTS.length - 1);
                final int[] lengths = new int[1 + random.nextInt(8)];
                java.util.Arrays.fill(lengths, 256);
                give(tree, 0, to, m, lengths);
                parts.put(tag(0, to, m, 0), lengths.length);
                packets += lengths.length;
            }
            for (int n = 0; n < PARENTS.length; n++) {
                for (int i = 0; i < 800; i++) {
                    tree.give(n, new Packet(CollectiveModel.header(1, 0, 0, 0, false, 256), i, new long[32]));
                }
            }
            until(tree, packets);
            for (final Hold hold : tree.holds) {
                longest = Math.max(longest, hold.cycles());
                assertTrue(hold.cycles() <= 2L * hold.flits() + HwLayout.TREE_CHANNELS, hold.toString());
            }
            for (int to = 0; to < PARENTS.length; to++) {
                together(to, tree.received.get(to), parts);
            }
            assertTrue(parts.isEmpty(), parts.size() + " messages did not come");
            assertTrue(longest > 8 * HwLayout.TREE_PACKET_FLITS, "the links are shared: " + longest);
        }
    }

    /**
     * Asserts that the packets of each message follow one another once, and that the messages of a pair of nodes are in
     * the order in which they were given.
     */
    private static void together(final int to, final List<Received> all, final Map<Long, Integer> parts) {
        final List<Packet> got = all.stream()
                .filter(p -> p.channel() == CollectiveTree.ROUTES)
                .map(Received::packet)
                .toList();
        final Map<Long, Long> newest = new HashMap<>(); // number of the newest message, by source
        for (int i = 0; i < got.size(); ) {
            final long tag = got.get(i).tag();
            final Integer count = parts.remove(tag);
            assertTrue(count != null, "a message begins in the middle, or comes twice: " + Long.toHexString(tag));
            final long number = tag >>> 8 & 0xFFFF;
            assertTrue(newest.getOrDefault(tag >>> 48, -1L) < number, "order");
            newest.put(tag >>> 48, number);
            for (int part = 0; part < count; part++, i++) {
                assertEquals(tag + part, got.get(i).tag(), "node " + to);
                assertEquals(
                        part == count - 1 ? 1 : 0,
                        CollectiveHeader.last(got.get(i).header()));
                for (int w = 0; w < got.get(i).payload().length; w++) {
                    assertEquals(number << 16 | (long) part << 8 | w, got.get(i).payload()[w]);
                }
            }
        }
    }

    @Test
    void aPathThatLeavesTheClassRouteEndsThere() {
        try (CollectiveTree tree = new CollectiveTree(PARENTS.length, 1)) {
            tree.route(ROUTE, PARENTS);
            tree.begin(6, 8, 8);
            tree.give(3, new Packet(CollectiveModel.message(ROUTE, 0, true, 3, 0, 0), 1, new long[0]));
            tree.give(4, new Packet(CollectiveModel.message(ROUTE, 0, true, 0, 1, 0), 2, new long[0]));
            tree.give(0, new Packet(CollectiveModel.message(ROUTE, 16, true, 0, 2, 0), 3, new long[] {8, 9}));
            tree.run(100);
            assertEquals(
                    1,
                    CollectiveHeader.mixed(tree.received.get(0).get(0).packet().header()),
                    "above the root");
            assertEquals(
                    1,
                    CollectiveHeader.mixed(tree.received.get(4).get(0).packet().header()),
                    "below a leaf");
            final Packet whole = tree.received.get(3).get(0).packet();
            assertEquals(0, CollectiveHeader.mixed(whole.header()));
            assertArrayEquals(new long[] {8, 9}, whole.payload());
        }
    }

    @Test
    void whatCannotBeCarriedIsRefused() {
        try (CollectiveTree tree = new CollectiveTree(2, 1)) {
            tree.route(ROUTE, new int[] {-1, 0}, true, false);
            tree.begin(6, 2, 8);
            final long[] flit = {0, 0};
            // the node has no part in class route 0
            tree.give(0, new Packet(CollectiveModel.message(0, 16, true, 0, 0, 0), 1, flit));
            tree.give(0, new Packet(CollectiveModel.message(ROUTE, 16, false, 0, 1, 0), 1, flit));
            // the second of two packets
            tree.give(0, new Packet(CollectiveModel.message(ROUTE, 16, false, 0, 1, 0), 2, flit));
            tree.give(0, new Packet(CollectiveModel.message(ROUTE, 16, true, 0, 1, 0), 3, flit));
            // the node is no member
            tree.give(1, new Packet(CollectiveModel.header(0, ROUTE, 0, 0, false, 16), 1, flit));
            // the node is not the root
            tree.give(1, new Packet(CollectiveModel.header(2, ROUTE, 0, 0, false, 16), 1, flit));
            // there is no such operation
            tree.give(0, new Packet(CollectiveModel.header(0, ROUTE, 6, 0, false, 16), 1, flit));
            tree.give(0, new Packet(CollectiveModel.header(0, ROUTE, 0, 3, false, 16), 1, flit)); // half an operand
            // there is no such operand size
            tree.give(0, new Packet(CollectiveModel.header(0, ROUTE, 0, 7, false, 16), 1, flit));
            tree.run(100);
            final List<String> refused = new ArrayList<>(tree.refused);
            refused.sort(null);
            assertEquals(
                    List.of("0 MALFORMED", "0 MALFORMED", "0 MALFORMED", "0 ROUTE", "0 TOO_LONG", "1 ROUTE", "1 ROUTE"),
                    refused);
            assertEquals(
                    List.of(1L, 3L),
                    tree.received.get(1).stream().map(p -> p.packet().tag()).toList());
        }
    }
}
