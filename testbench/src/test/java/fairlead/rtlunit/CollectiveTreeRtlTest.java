// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.CollectiveOp;
import fairlead.rtlunit.CollectiveTree.Packet;
import fairlead.rtlunit.CollectiveTree.Received;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares trees of CollectiveRouters of the RTL with docs/spec/collective-network.md: the results, the latency to the
 * cycle, and the effect of one class route on another.
 */
@Tag("M-262")
@Tag("M-263")
class CollectiveTreeRtlTest {
    private static final long SEED = Long.getLong("fairlead.rtlunit.seed", 1);

    /** Returns the parents of a binary tree, numbered layer by layer from the root. */
    private static int[] binary(final int nodes) {
        return IntStream.range(0, nodes).map(n -> (n + 1) / 2 - 1).toArray();
    }

    private static int[] chain(final int nodes) {
        return IntStream.range(0, nodes).map(n -> n - 1).toArray();
    }

    private static int depth(final int[] parents, final int node) {
        return parents[node] < 0 ? 0 : 1 + depth(parents, parents[node]);
    }

    /** The contributions to one combine, with their combination. */
    private static final class Contributions {
        final int op;
        final int size;
        final boolean signed;
        final int length;
        final BigInteger[][] operands;
        final BigInteger[] result;

        Contributions(final Random random, final int nodes, final boolean[] members) {
            op = random.nextInt(6);
            size = random.nextInt(7);
            signed = random.nextBoolean();
            final int bits = CollectiveModel.bits(size);
            final int count = 1 + random.nextInt(2048 / bits);
            length = count * bits / 8;
            operands = new BigInteger[nodes][count];
            result = new BigInteger[count];
            for (int n = 0; n < nodes; n++) {
                for (int i = 0; i < count && members[n]; i++) {
                    operands[n][i] = CollectiveModel.operand(random, bits);
                    result[i] = result[i] == null
                            ? operands[n][i]
                            : CollectiveModel.combine(op, signed, bits, result[i], operands[n][i]);
                }
            }
        }

        Packet packet(final int mode, final int route, final int node, final long tag) {
            final long header = CollectiveModel.header(mode, route, op, size, signed, length);
            return new Packet(header, tag, CollectiveModel.payload(operands[node], op, size));
        }

        long[] payload() {
            return CollectiveModel.payload(result, op, size);
        }
    }

    private static boolean[] all(final int nodes) {
        final boolean[] members = new boolean[nodes];
        Arrays.fill(members, true);
        return members;
    }

    /**
     * Asserts that every member has the result that Java computes, in the cycle that the page states: max over m of
     * (given(m) + depth(m) hop) + depth(n) hop + 3 + flits.
     */
    private static void allreduces(
            final int[] parents, final boolean[] members, final int latency, final int times, final Random random) {
        final int nodes = parents.length;
        final int hop = CollectiveModel.hop(latency);
        try (CollectiveTree tree = new CollectiveTree(nodes, latency)) {
            tree.route(2, parents, members);
            tree.begin(2 * latency + 4, 1 + random.nextInt(8), 1 + random.nextInt(8));
            for (int i = 0; i < times; i++) {
                final Contributions all = new Contributions(random, nodes, members);
                // in half of the cases this node contributes much later than the others
                final int last = random.nextInt(nodes);
                final boolean late = random.nextBoolean();
                for (int n = 0; n < nodes; n++) {
                    if (members[n] && !(late && n == last)) {
                        tree.give(n, all.packet(CollectiveMode.ALLREDUCE, 2, n, i));
                    }
                }
                if (late) {
                    tree.run(30 + random.nextInt(300));
                    if (members[last]) {
                        tree.give(last, all.packet(CollectiveMode.ALLREDUCE, 2, last, i));
                    }
                }
                tree.run(200 + 2 * nodes * hop);
                long atRoot = 0;
                for (int n = 0; n < nodes; n++) {
                    atRoot = members[n] ? Math.max(atRoot, tree.given[n][2] + (long) depth(parents, n) * hop) : atRoot;
                }
                for (int n = 0; n < nodes; n++) {
                    assertEquals(members[n] ? 1 : 0, tree.received.get(n).size(), "node " + n);
                    if (members[n]) {
                        final Received got = tree.received.get(n).remove(0);
                        assertEquals(i, got.packet().tag());
                        assertEquals(0, CollectiveHeader.mixed(got.packet().header()));
                        assertEquals(all.length, got.packet().length());
                        assertArrayEquals(
                                all.payload(), got.packet().payload(), CollectiveOp.name(all.op) + " node " + n);
                        final long expected =
                                atRoot + (long) depth(parents, n) * hop + 3 + CollectiveModel.flits(all.length);
                        assertEquals(expected, got.cycle(), "cycle of node " + n + " of " + nodes);
                    }
                }
            }
        }
    }

    @Test
    void allreduceIsJavasAndTakesTheCyclesOfThePage() {
        final Random random = new Random(SEED);
        for (int nodes = 1; nodes <= 15; nodes++) {
            allreduces(binary(nodes), all(nodes), 1 + random.nextInt(4), 6, random);
            allreduces(chain(nodes), all(nodes), 1 + random.nextInt(4), 3, random);
        }
    }

    @Test
    void nodesThatAreNotMembersOnlyPassOn() {
        final Random random = new Random(SEED);
        for (int i = 0; i < 12; i++) {
            final int nodes = 3 + random.nextInt(10);
            final boolean[] members = all(nodes);
            for (int n = 0; n < nodes / 2; n++) {
                members[n] = random.nextBoolean(); // leaves are members
            }
            allreduces(binary(nodes), members, 1, 4, random);
        }
    }

    @Test
    void aCombineIsForTheRootAndABroadcastForAllOthers() {
        final Random random = new Random(SEED);
        final int nodes = 7;
        try (CollectiveTree tree = new CollectiveTree(nodes, 2)) {
            tree.route(0, binary(nodes));
            tree.begin(8, 8, 8);
            for (int i = 0; i < 10; i++) {
                final Contributions all = new Contributions(random, nodes, all(nodes));
                for (int n = 0; n < nodes; n++) {
                    tree.give(n, all.packet(CollectiveMode.COMBINE, 0, n, 2 * i));
                }
                final Packet sent = all.packet(CollectiveMode.BROADCAST, 0, 0, 2 * i + 1);
                tree.give(0, sent);
                tree.run(400);
                assertArrayEquals(
                        all.payload(), tree.received.get(0).remove(0).packet().payload());
                for (int n = 1; n < nodes; n++) {
                    final Packet got = tree.received.get(n).remove(0).packet();
                    assertArrayEquals(sent.payload(), got.payload());
                    assertEquals(sent.header(), got.header());
                }
                tree.received.forEach(left -> assertTrue(left.isEmpty()));
            }
        }
    }

    /**
     * Two class routes use the same links. One waits for a contribution for ever, or is not read; the other one runs,
     * and the first one continues when it can.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClassRouteThatStandsStillDoesNotStopAnother(final boolean deaf) {
        final int nodes = 7;
        final int rounds = 40;
        try (CollectiveTree tree = new CollectiveTree(nodes, 1)) {
            tree.route(0, binary(nodes));
            tree.route(1, binary(nodes));
            tree.begin(6, 8, 8);
            (deaf ? tree.deaf : tree.mute)[5][0] = true;
            final Random random = new Random(SEED);
            final Contributions[][] all = new Contributions[2][rounds];
            for (int i = 0; i < rounds; i++) {
                for (int r = 0; r < 2; r++) {
                    all[r][i] = new Contributions(random, nodes, all(nodes));
                    for (int n = 0; n < nodes; n++) {
                        tree.give(n, all[r][i].packet(CollectiveMode.ALLREDUCE, r, n, i));
                    }
                }
            }
            tree.run(rounds * 60);
            for (int n = 0; n < nodes; n++) {
                assertEquals(rounds, count(tree, n, 1), "the other class route, node " + n);
                assertTrue(count(tree, n, 0) < rounds, "stands still");
            }
            (deaf ? tree.deaf : tree.mute)[5][0] = false;
            tree.run(rounds * 60);
            for (int n = 0; n < nodes; n++) {
                for (int r = 0; r < 2; r++) {
                    final int route = r;
                    final var got = tree.received.get(n).stream()
                            .filter(p -> p.channel() == route)
                            .toList();
                    assertEquals(rounds, got.size());
                    for (int i = 0; i < rounds; i++) {
                        assertArrayEquals(
                                all[r][i].payload(), got.get(i).packet().payload());
                    }
                }
            }
        }
    }

    private static long count(final CollectiveTree tree, final int node, final int channel) {
        return tree.received.get(node).stream()
                .filter(p -> p.channel() == channel)
                .count();
    }

    /** Nodes give the packets of two class routes in opposite orders; each packet is longer than a link's buffer. */
    @Test
    void oppositeOrdersOfTwoClassRoutesDoNotBlockEachOther() {
        final int nodes = 3;
        try (CollectiveTree tree = new CollectiveTree(nodes, 1)) {
            tree.route(0, binary(nodes));
            tree.route(3, chain(nodes));
            tree.begin(1, 1, 1);
            for (int i = 0; i < 50; i++) {
                for (int n = 0; n < nodes; n++) {
                    for (int k = 0; k < 2; k++) {
                        final int route = (k + n) % 2 == 0 ? 0 : 3;
                        final long header = CollectiveModel.header(
                                CollectiveMode.ALLREDUCE, route, CollectiveOp.SUM, 1, false, 256);
                        final long[] ones = new long[32];
                        Arrays.fill(ones, n + 1);
                        tree.give(n, new Packet(header, i, ones));
                    }
                }
            }
            tree.run(50 * 400);
            for (int n = 0; n < nodes; n++) {
                assertEquals(100, tree.received.get(n).size());
                tree.received.get(n).forEach(p -> assertEquals(6, p.packet().payload()[31]));
            }
        }
    }

    @Test
    void contributionsThatDifferAreMarked() {
        final long eight = CollectiveModel.header(CollectiveMode.ALLREDUCE, 0, CollectiveOp.OR, 1, false, 8);
        final long more = CollectiveModel.header(CollectiveMode.ALLREDUCE, 0, CollectiveOp.OR, 1, false, 40);
        try (CollectiveTree tree = new CollectiveTree(2, 1)) {
            tree.route(0, chain(2));
            tree.begin(6, 8, 8);
            tree.give(0, new Packet(eight, 1, new long[] {1, 0}));
            tree.give(1, new Packet(more, 1, new long[] {2, 4, 8, 16, 32, 0}));
            tree.give(0, new Packet(eight, 1, new long[] {1, 0}));
            tree.give(1, new Packet(eight, 2, new long[] {2, 0}));
            tree.give(0, new Packet(eight, 3, new long[] {1, 0}));
            tree.give(1, new Packet(eight, 3, new long[] {2, 0}));
            tree.run(200);
            for (int n = 0; n < 2; n++) {
                final var got = tree.received.get(n);
                assertEquals(3, got.size());
                assertEquals(1, CollectiveHeader.mixed(got.get(0).packet().header()), "length");
                assertEquals(40, got.get(0).packet().length());
                assertArrayEquals(
                        new long[] {3, 4, 8, 16, 32, 0}, got.get(0).packet().payload());
                assertEquals(1, CollectiveHeader.mixed(got.get(1).packet().header()), "tag");
                assertEquals(0, CollectiveHeader.mixed(got.get(2).packet().header()));
                assertArrayEquals(new long[] {3, 0}, got.get(2).packet().payload());
            }
        }
    }
}
