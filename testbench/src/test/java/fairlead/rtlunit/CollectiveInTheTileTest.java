// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.CollectiveOp;
import fairlead.hw.HwLayout.CollectiveRefusal;
import fairlead.lockstep.LockstepFactory;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.twin.fabric.ModelEngineFactory;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the collective network of whole machines, RTL and twin in lockstep, with docs/spec/collective-network.md:
 * the results, and the latency to the cycle.
 */
@Tag("lab")
@Tag("M-262")
@Tag("M-263")
@Tag("M-271")
@Tag("M-537")
class CollectiveInTheTileTest {
    private static final long SEED = Long.getLong("fairlead.rtlunit.seed", 1);
    private static final EngineFactory BOTH =
            new LockstepFactory(new RtlEngineFactory(RtlOptions.PRODUCT), new ModelEngineFactory());

    private static MachineConfig machine(Shape shape, int latency, int depth, List<List<Integer>> groups) {
        return MachineConfig.of(shape)
                .memoryBytes(4096)
                .collective(new CollectiveNetwork(latency, depth, 8, 8, groups))
                .build();
    }

    /** Every member has the result that Java computes, and it arrives in the cycle that the page states. */
    @ParameterizedTest
    @CsvSource({"1,1,1", "2,1,1", "2,2,1", "3,2,1", "3,3,1", "2,2,2", "4,2,2", "4,4,4", "16,1,1", "1,1,16", "16,16,1"})
    void allreduceIsJavasInTheCyclesOfThePage(int kx, int ky, int kz) {
        Random random = new Random(SEED);
        Shape shape = new Shape(kx, ky, kz);
        int nodes = shape.nodes();
        for (int round = 0; round < (nodes > 16 ? 2 : 6); round++) {
            int latency = 1 + random.nextInt(5);
            List<List<Integer>> groups = new ArrayList<>();
            groups.add(all(nodes));
            for (int more = random.nextInt(4); more > 0; more--) {
                List<Integer> group = IntStream.range(0, nodes)
                        .filter(n -> random.nextInt(3) == 0)
                        .boxed()
                        .toList();
                groups.add(group.isEmpty() ? List.of(random.nextInt(nodes)) : group);
            }
            MachineConfig config = machine(shape, latency, 2 * latency + 4, groups);
            all(nodes)
                    .forEach(n -> assertEquals(
                            31 - Integer.numberOfLeadingZeros(n + 1),
                            config.collective().depth(0, n),
                            "layer by layer"));
            try (Engine engine = BOTH.open(config, new EngineOptions(random.nextBoolean(), false, 1, false))) {
                CollectivePlayer player = new CollectivePlayer(engine);
                for (int route = 0; route < groups.size(); route++) {
                    allreduce(player, config, route, random);
                }
            }
        }
    }

    private static void allreduce(CollectivePlayer player, MachineConfig config, int route, Random random) {
        CollectiveNetwork network = config.collective();
        List<Integer> members = network.groups().get(route);
        int hop = network.latency() + 2;
        int op = random.nextInt(6);
        int size = random.nextInt(7);
        boolean signed = random.nextBoolean();
        int bits = CollectiveModel.bits(size);
        BigInteger[] result = new BigInteger[1 + random.nextInt(2048 / bits)];
        int length = result.length * bits / 8;
        long header = CollectiveModel.header(CollectiveMode.ALLREDUCE, route, op, size, signed, length);
        long start = player.engine.cycle();
        long atRoot = 0;
        for (int member : members) {
            BigInteger[] own = new BigInteger[result.length];
            for (int i = 0; i < own.length; i++) {
                own[i] = CollectiveModel.operand(random, bits);
                result[i] = result[i] == null ? own[i] : CollectiveModel.combine(op, signed, bits, result[i], own[i]);
            }
            long given = player.give(
                    member, start + 1 + random.nextInt(100), header, route, CollectiveModel.payload(own, op, size));
            atRoot = Math.max(atRoot, given + (long) network.depth(route, member) * hop);
        }
        player.run(start + 100_000);
        assertEquals(members.size(), player.received.size());
        for (CollectivePlayer.Packet packet : player.received) {
            assertEquals(header, packet.header(), "head");
            assertEquals(route, packet.tag());
            assertArrayEquals(
                    CollectiveModel.payload(result, op, size),
                    packet.words().stream().mapToLong(Long::longValue).toArray());
        }
        for (long[] arrival : player.arrivals) {
            long expected =
                    atRoot + (long) network.depth(route, (int) arrival[0]) * hop + CollectiveModel.flits(length) + 2;
            assertEquals(expected, arrival[2], "node " + arrival[0] + " of " + members + ", seed " + SEED);
        }
        player.received.clear();
        player.arrivals.clear();
    }

    private static List<Integer> all(int nodes) {
        return IntStream.range(0, nodes).boxed().toList();
    }

    private static CollectivePlayer player(int nodes, int fifos, List<List<Integer>> groups) {
        return new CollectivePlayer(BOTH.open(
                MachineConfig.of(new Shape(nodes, 1, 1))
                        .memoryBytes(4096)
                        .collective(new CollectiveNetwork(1, 6, fifos, fifos, groups))
                        .build(),
                new EngineOptions(true, false, 1, false)));
    }

    private static long or(int mode, int route, int length) {
        return CollectiveModel.header(mode, route, CollectiveOp.OR, 1, false, length);
    }

    /** One class route waits for a contribution or for a reader. Another one goes on, and the first one can, too. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClassRouteThatStandsStillDoesNotStopAnother(boolean deaf) {
        int nodes = 7;
        int late = 5;
        CollectivePlayer player = player(nodes, 4, List.of(all(nodes), all(nodes)));
        try (Engine engine = player.engine) {
            player.deaf = deaf ? late : -1;
            for (int round = 0; round < 20; round++) {
                for (int node = 0; node < nodes; node++) {
                    long[] bit = {1L << node, 0};
                    if (round < 4 && (deaf || node != late)) {
                        player.give(node, 1 + 400L * round, or(CollectiveMode.ALLREDUCE, 0, 8), round, bit);
                    }
                    player.give(node, 201 + 400L * round, or(CollectiveMode.ALLREDUCE, 1, 8), round, bit);
                }
            }
            player.run(50_000);
            assertEquals(20 * nodes, player.on(1).size(), "the other class route");
            assertEquals(0, player.on(0).stream().filter(p -> p.node() == late).count(), "stands still");
            long then = engine.cycle() + 1;
            for (int round = 0; round < 4 && !deaf; round++) {
                player.give(
                        late, then + 2L * round, or(CollectiveMode.ALLREDUCE, 0, 8), round, new long[] {1 << late, 0});
            }
            player.deaf = -1;
            for (int packet = 0; packet < player.missed; packet++) {
                player.read(then, late, 0);
            }
            player.run(then + 50_000);
            assertEquals(4 * nodes, player.on(0).size());
            player.received.forEach(p -> assertEquals(List.of((1L << nodes) - 1, 0L), p.words()));
            assertEquals(0, player.refused.size());
        }
    }

    @Test
    void aCombineIsForTheRootAndABroadcastForAllOthers() {
        int nodes = 7;
        CollectivePlayer player = player(nodes, 8, List.of(all(nodes)));
        try (Engine engine = player.engine) {
            CollectiveNetwork network = engine.config().collective();
            int root = all(nodes).stream()
                    .filter(n -> network.depth(0, n) == 0)
                    .findFirst()
                    .orElseThrow();
            for (int node = 0; node < nodes; node++) {
                player.give(node, 1, or(CollectiveMode.COMBINE, 0, 8), 1, new long[] {1L << node, 0});
            }
            player.give(root, 10, or(CollectiveMode.BROADCAST, 0, 16), 2, new long[] {98, 99});
            player.run(10_000);
            assertEquals(nodes, player.received.size());
            for (CollectivePlayer.Packet packet : player.received) {
                assertEquals(packet.node() == root ? 1 : 2, packet.tag());
                assertEquals(
                        packet.node() == root ? List.of((1L << nodes) - 1, 0L) : List.of(98L, 99L), packet.words());
            }
        }
    }

    @Test
    void contributionsThatDifferAndPathsThatLeaveTheClassRouteAreMarked() {
        CollectivePlayer player = player(2, 8, List.of(all(2)));
        try (Engine engine = player.engine) {
            int root = engine.config().collective().depth(0, 0) == 0 ? 0 : 1;
            long eight = or(CollectiveMode.ALLREDUCE, 0, 8);
            for (int tag = 1; tag <= 3; tag++) {
                player.give(0, 200L * tag, eight, tag, new long[] {1, 0});
            }
            player.give(1, 200, or(CollectiveMode.ALLREDUCE, 0, 40), 1, new long[] {2, 4, 8, 16, 32, 0});
            player.give(1, 400, eight, 7, new long[] {2, 0});
            player.give(1, 600, eight, 3, new long[] {2, 0});
            int leaf = 1 - root;
            player.give(leaf, 800, CollectiveModel.message(0, 0, true, 3, 0, 0), 4, new long[0]);
            player.give(leaf, 1000, CollectiveModel.message(0, 0, true, 0, 1, 0), 5, new long[0]);
            player.run(10_000);
            List<List<Long>> words = List.of(List.of(3L, 4L, 8L, 16L, 32L, 0L), List.of(3L, 0L), List.of(3L, 0L));
            for (int node = 0; node < 2; node++) {
                int here = node;
                List<CollectivePlayer.Packet> got =
                        player.on(0).stream().filter(p -> p.node() == here).toList();
                assertEquals(
                        List.of(1L, 1L, 0L),
                        got.stream()
                                .map(p -> CollectiveHeader.mixed(p.header()))
                                .toList(),
                        "another length, another tag, the same");
                assertEquals(
                        words, got.stream().map(CollectivePlayer.Packet::words).toList());
                assertEquals(40, CollectiveHeader.length(got.get(0).header()));
            }
            List<CollectivePlayer.Packet> messages = player.on(HwLayout.CLASS_ROUTES);
            assertEquals(
                    List.of(root, leaf),
                    messages.stream().map(CollectivePlayer.Packet::node).toList());
            messages.forEach(p -> assertEquals(1, CollectiveHeader.mixed(p.header()), "above the root, below a leaf"));
        }
    }

    @Test
    void whatCannotBeCarriedIsRefused() {
        CollectivePlayer player = player(2, 2, List.of(all(2)));
        try (Engine engine = player.engine) {
            int leaf = engine.config().collective().depth(0, 0) == 0 ? 1 : 0;
            long[] flit = {0, 0};
            long[] headers = {
                CollectiveModel.message(1, 16, true, 0, 0, 0), // no such class route
                or(CollectiveMode.BROADCAST, 0, 16), // not from the root
                CollectiveModel.header(CollectiveMode.COMBINE, 0, 6, 0, false, 16), // no such operation
                CollectiveModel.header(CollectiveMode.COMBINE, 0, 0, 3, false, 16), // half an operand
                CollectiveModel.header(CollectiveMode.COMBINE, 0, 0, 7, false, 16), // no such size
                CollectiveModel.message(0, 16, false, 1, 0, 0),
                CollectiveModel.message(0, 16, false, 1, 0, 0), // two packets are the whole FIFO
                CollectiveModel.message(0, 16, true, 1, 0, 0) // goes alone
            };
            for (int tag = 0; tag < headers.length; tag++) {
                player.give(leaf, 10L * (tag + 1), headers[tag], tag, flit);
            }
            player.run(10_000);
            assertEquals(
                    List.of("0 ROUTE", "1 ROUTE", "2 MALFORMED", "3 MALFORMED", "4 MALFORMED", "6 TOO_LONG"),
                    player.refused.stream()
                            .map(r -> r[2] + " " + CollectiveRefusal.name((int) r[1]))
                            .toList());
            assertEquals(
                    List.of(5L, 7L),
                    player.received.stream().map(CollectivePlayer.Packet::tag).toList());
        }
    }

    /** Sends messages between all pairs of a group, each on the path that the network names. */
    @Test
    void everyPairOfAGroupReachesEachOther() {
        Random random = new Random(SEED);
        List<Integer> members = List.of(1, 4, 5, 9, 10, 11, 14);
        MachineConfig config = machine(new Shape(4, 2, 2), 2, 8, List.of(all(16), members));
        CollectiveNetwork network = config.collective();
        try (Engine engine = BOTH.open(config, new EngineOptions(true, false, 1, false))) {
            CollectivePlayer player = new CollectivePlayer(engine);
            long at = 1;
            List<Long> expected = new ArrayList<>(); // cycles of arrivals by the page
            for (int route = 0; route < 2; route++) {
                for (int from : network.groups().get(route)) {
                    for (int to : network.groups().get(route)) {
                        int length = random.nextInt(257);
                        long header =
                                CollectiveModel.message(route, length, true, 0, 0, 0) | network.way(route, from, to);
                        long[] payload =
                                random.longs(2L * CollectiveModel.flits(length)).toArray();
                        at = player.give(from, at, header, from << 8 | to, payload);
                        long hops = CollectiveHeader.up(header) + CollectiveHeader.down(header);
                        expected.add(at + hops * (network.latency() + 2) + CollectiveModel.flits(length) + 2);
                        at += 200; // the network is empty again
                    }
                }
            }
            player.run(1_000_000);
            assertEquals(0, player.refused.size());
            assertEquals(expected, player.arrivals.stream().map(a -> a[2]).toList());
            assertEquals(expected.size(), player.received.size());
            for (CollectivePlayer.Packet packet : player.received) {
                assertEquals(packet.tag() & 0xFF, packet.node(), "node of a message from " + (packet.tag() >> 8));
                assertEquals(0, CollectiveHeader.mixed(packet.header()));
            }
        }
    }
}
