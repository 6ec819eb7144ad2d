// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
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

/**
 * Compares the collective network of whole machines, RTL and twin in lockstep, with docs/spec/collective-network.md:
 * the results, and the latency to the cycle.
 */
@Tag("M-271")
class CollectiveInTheTileTest {
    private static final long SEED = Long.getLong("fairlead.rtlunit.seed", 1);
    private static final EngineFactory BOTH =
            new LockstepFactory(new RtlEngineFactory(RtlOptions.PRODUCT), new ModelEngineFactory());

    private record Packet(int node, int channel, long cycle, long header, long tag, List<Long> words) {}

    /** Gives packets and reads those that arrive. */
    private static final class Player {
        final Engine engine;
        final CommandBuffer commands = new CommandBuffer();
        final List<Packet> received = new ArrayList<>();
        final List<long[]> refused = new ArrayList<>(); // node, reason, tag
        final List<List<Packet>> open = new ArrayList<>();
        final List<long[]> arrivals = new ArrayList<>(); // node, channel, cycle
        final int latency;
        int seq;

        Player(final Engine engine) {
            this.engine = engine;
            latency = engine.config().latency().software();
            for (int node = 0; node < engine.config().nodes(); node++) {
                open.add(new ArrayList<>());
            }
        }

        /** Gives a packet and returns the cycle of its last flit. */
        long give(final int node, final long cycle, final long header, final long tag, final long[] payload) {
            commands.add(cycle, node, 0, TileCommand.TREE_GIVE, header, tag, 0, 0, seq++);
            for (int i = 0; i < payload.length / 2; i++) {
                commands.add(
                        cycle + 1 + i, node, 0, TileCommand.TREE_BODY, payload[2 * i], payload[2 * i + 1], 0, 0, seq++);
            }
            return cycle + payload.length / 2;
        }

        void run(final long limit) {
            while (true) {
                engine.submit(commands);
                commands.clear();
                final StopReason stop = engine.run(limit);
                assertEquals("", engine.failure());
                final EventCursor e = engine.events();
                while (e.next()) {
                    react(e);
                }
                if (commands.count() == 0 && stop == StopReason.IDLE || engine.cycle() >= limit) {
                    return;
                }
            }
        }

        private void react(final EventCursor e) {
            final List<Packet> here = open.get(e.node());
            switch (e.kind()) {
                case EventKind.TREE_ARRIVED -> {
                    for (long mask = e.a(); mask != 0; mask &= mask - 1) {
                        final int channel = Long.numberOfTrailingZeros(mask);
                        arrivals.add(new long[] {e.node(), channel, e.cycle()});
                        read(e, channel);
                    }
                }
                case EventKind.TREE_HEAD -> {
                    final int channel = CollectiveTree.channel(e.a());
                    final Packet packet = new Packet(e.node(), channel, e.cycle(), e.a(), e.b(), new ArrayList<>());
                    received.add(packet);
                    here.clear();
                    here.add(packet);
                    final int flits = CollectiveModel.flits((int) CollectiveHeader.length(e.a()));
                    for (int i = 0; i < flits; i++) {
                        read(e, channel);
                    }
                }
                case EventKind.TREE_DATA -> {
                    here.get(0).words.add(e.a());
                    here.get(0).words.add(e.b());
                }
                case EventKind.TREE_REFUSED -> refused.add(new long[] {e.node(), e.a(), e.b()});
                default -> {}
            }
        }

        private void read(final EventCursor e, final int channel) {
            commands.add(e.cycle() + latency, e.node(), 0, TileCommand.TREE_READ, channel, 0, 0, 0, seq++);
        }
    }

    private static MachineConfig machine(
            final Shape shape, final int latency, final int depth, final List<List<Integer>> groups) {
        return MachineConfig.of(shape)
                .memoryBytes(4096)
                .collective(new CollectiveNetwork(latency, depth, 8, 8, groups))
                .build();
    }

    /** Every member has the result that Java computes, and it arrives in the cycle that the page states. */
    @ParameterizedTest
    @CsvSource({"1,1,1", "2,1,1", "2,2,1", "3,2,1", "3,3,1", "2,2,2", "4,2,2", "4,4,4", "16,1,1", "1,1,16", "16,16,1"})
    void allreduceIsJavasInTheCyclesOfThePage(final int kx, final int ky, final int kz) {
        final Random random = new Random(SEED);
        final Shape shape = new Shape(kx, ky, kz);
        final int nodes = shape.nodes();
        for (int round = 0; round < 6; round++) {
            final int latency = 1 + random.nextInt(5);
            final List<List<Integer>> groups = new ArrayList<>();
            groups.add(IntStream.range(0, nodes).boxed().toList());
            for (int more = random.nextInt(4); more > 0; more--) {
                final List<Integer> group = IntStream.range(0, nodes)
                        .filter(n -> random.nextInt(3) == 0)
                        .boxed()
                        .toList();
                groups.add(group.isEmpty() ? List.of(random.nextInt(nodes)) : group);
            }
            final MachineConfig config = machine(shape, latency, 2 * latency + 4, groups);
            try (Engine engine = BOTH.open(config, new EngineOptions(random.nextBoolean(), false, 1, false))) {
                final Player player = new Player(engine);
                for (int route = 0; route < groups.size(); route++) {
                    allreduce(player, config, route, random);
                }
            }
        }
    }

    private static void allreduce(
            final Player player, final MachineConfig config, final int route, final Random random) {
        final CollectiveNetwork network = config.collective();
        final List<Integer> members = network.groups().get(route);
        final int hop = network.latency() + 2;
        final int op = random.nextInt(6);
        final int size = random.nextInt(7);
        final boolean signed = random.nextBoolean();
        final int bits = CollectiveModel.bits(size);
        final BigInteger[] result = new BigInteger[1 + random.nextInt(2048 / bits)];
        final int length = result.length * bits / 8;
        final long header = CollectiveModel.header(CollectiveMode.ALLREDUCE, route, op, size, signed, length);
        final long start = player.engine.cycle();
        long atRoot = 0;
        for (final int member : members) {
            final BigInteger[] own = new BigInteger[result.length];
            for (int i = 0; i < own.length; i++) {
                own[i] = CollectiveModel.operand(random, bits);
                result[i] = result[i] == null ? own[i] : CollectiveModel.combine(op, signed, bits, result[i], own[i]);
            }
            final long given = player.give(
                    member, start + 1 + random.nextInt(100), header, route, CollectiveModel.payload(own, op, size));
            atRoot = Math.max(atRoot, given + (long) network.depth(route, member) * hop);
        }
        player.run(start + 100_000);
        assertEquals(members.size(), player.received.size());
        for (final Packet packet : player.received) {
            assertEquals(header, packet.header, "head");
            assertEquals(route, packet.tag);
            assertArrayEquals(
                    CollectiveModel.payload(result, op, size),
                    packet.words.stream().mapToLong(Long::longValue).toArray());
        }
        for (final long[] arrival : player.arrivals) {
            final long expected =
                    atRoot + (long) network.depth(route, (int) arrival[0]) * hop + CollectiveModel.flits(length) + 2;
            assertEquals(expected, arrival[2], "node " + arrival[0] + " of " + members + ", seed " + SEED);
        }
        player.received.clear();
        player.arrivals.clear();
    }

    /** Sends messages between all pairs of a group, each on the path that the network names. */
    @Test
    void everyPairOfAGroupReachesEachOther() {
        final Random random = new Random(SEED);
        final List<Integer> members = List.of(1, 4, 5, 9, 10, 11, 14);
        final MachineConfig config = machine(
                new Shape(4, 2, 2), 2, 8, List.of(IntStream.range(0, 16).boxed().toList(), members));
        final CollectiveNetwork network = config.collective();
        try (Engine engine = BOTH.open(config, new EngineOptions(true, false, 1, false))) {
            final Player player = new Player(engine);
            long at = 1;
            int sent = 0;
            for (int route = 0; route < 2; route++) {
                for (final int from : network.groups().get(route)) {
                    for (final int to : network.groups().get(route)) {
                        final int length = random.nextInt(257);
                        final long header =
                                CollectiveModel.message(route, length, true, 0, 0, 0) | network.way(route, from, to);
                        final long[] payload =
                                random.longs(2L * CollectiveModel.flits(length)).toArray();
                        at = player.give(from, at, header, from << 8 | to, payload) + 1;
                        sent++;
                    }
                }
            }
            player.run(1_000_000);
            assertEquals(0, player.refused.size());
            assertEquals(sent, player.received.size());
            for (final Packet packet : player.received) {
                assertEquals(packet.tag & 0xFF, packet.node, "node of a message from " + (packet.tag >> 8));
                assertEquals(0, CollectiveHeader.mixed(packet.header));
            }
        }
    }
}
