// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.CollectiveOp;
import fairlead.hw.HwLayout.CollectiveRefusal;
import fairlead.hw.HwLayout.HostResource;
import fairlead.hw.HwLayout.ResourceKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.lockstep.LockstepFactory;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Processors of one node that share the injection port of the collective network, and of which some die in the middle
 * of a message: rules 1, 3 and 5 of docs/spec/collective-network.md, on RTL and twin in lockstep.
 */
@Tag("lab")
@Tag("M-265")
class CollectiveIsolationTest {
    private static final int PROCESSORS = 3;
    private static final int NODES = 4;
    private static final int BYTES = 32;
    private static final long STEP = 40; // cycles in which a packet has entered or has been refused
    private static final CollectiveNetwork TREE = new CollectiveNetwork(
            2, 16, 8, 8, List.of(IntStream.range(0, NODES).boxed().toList()));

    private final Engine engine = new LockstepFactory(
                    new RtlEngineFactory(RtlOptions.PRODUCT), new ModelEngineFactory())
            .open(machine().build(), new EngineOptions(false, true, 1, false));
    private CollectivePlayer player = new CollectivePlayer(engine);
    private boolean bySystem; // TASK_RESET in place of TREE_ABORT

    @AfterEach
    void close() {
        engine.close();
    }

    private static MachineConfig.MachineBuilder machine() {
        return MachineConfig.of(new Shape(NODES, 1, 1)).memoryBytes(4096).collective(TREE);
    }

    /** Processor 0 to 2 of node 0 sends to node 1 to 3. */
    private static long header(int processor, boolean last) {
        return CollectiveModel.message(0, BYTES, last, 0, 0, 0) | TREE.way(0, 0, processor + 1);
    }

    private void give(int processor, long cycle, boolean last, long tag) {
        long[] words =
                LongStream.range(0, BYTES / Long.BYTES).map(i -> tag * 100 + i).toArray();
        player.give(0, processor, cycle, header(processor, last), tag, words);
    }

    private void abort(int processor, long cycle) {
        long dead = (long) processor << HostResource.TASK_LSB | (long) ResourceKind.TREE << HostResource.KIND_LSB;
        if (bySystem) {
            player.commands.add(cycle, 0, 0, CommandBuffer.SYSTEM, TileCommand.TASK_RESET, dead, 0, 0, 0, player.seq++);
        } else {
            player.commands.add(cycle, 0, 0, processor, TileCommand.TREE_ABORT, 0, 0, processor, 0, player.seq++);
        }
    }

    private String refused() {
        return String.join(
                " ",
                player.refused.stream()
                        .map(r -> CollectiveRefusal.name((int) r[1]) + r[2])
                        .toList());
    }

    private String arrived() {
        return String.join(
                " ",
                player.received.stream()
                        .sorted(Comparator.comparingLong(CollectivePlayer.Packet::tag))
                        .map(p -> p.tag() + "@" + p.node() + (CollectiveHeader.mixed(p.header()) == 0 ? "" : "!"))
                        .toList());
    }

    @Test
    void aPacketOfAnotherProcessorDoesNotGoOnWithAMessage() {
        give(0, 10, false, 1);
        give(1, 10 + STEP, true, 222);
        give(0, 10 + 2 * STEP, true, 2);
        give(1, 10 + 3 * STEP, true, 223);
        player.run(10_000);
        assertEquals("STRAY222", refused());
        assertEquals("1@1 2@1 223@2", arrived());
    }

    @Test
    void aMessageHasOneWay() {
        give(0, 10, false, 1);
        player.give(0, 0, 10 + STEP, header(1, true), 2, new long[BYTES / Long.BYTES]);
        give(0, 10 + 2 * STEP, true, 3);
        player.run(10_000);
        assertEquals("STRAY2", refused());
        assertEquals("1@1 3@1", arrived());
    }

    /** The flits of two processors alternate; the contribution of one must have no payload of the other. */
    @Test
    void payloadOfAnotherProcessorIsDropped() {
        long sum = CollectiveModel.header(CollectiveMode.ALLREDUCE, 0, CollectiveOp.SUM, 1, false, BYTES);
        for (int node = 1; node < NODES; node++) {
            player.give(node, 10, sum, 0, new long[BYTES / Long.BYTES]);
        }
        long[] body = {5, 6, 7, 8};
        player.commands.add(10, 0, 0, 2, TileCommand.TREE_GIVE, sum, 0, 2, 0, player.seq++);
        for (int i = 0; i < 2; i++) {
            player.commands.add(11, 0, 1, TileCommand.TREE_BODY, 66, 66, 1, 0, player.seq++);
            player.commands.add(12, 0, 2, TileCommand.TREE_BODY, body[2 * i], body[2 * i + 1], 2, 0, player.seq++);
        }
        player.run(10_000);
        assertEquals(NODES, player.received.size());
        player.received.forEach(p -> assertEquals(List.of(5L, 6L, 7L, 8L), p.words()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatADeadProcessorHasBegunIsDroppedOnCommand(boolean ofSystem) {
        bySystem = ofSystem;
        give(2, 10, true, 7);
        give(0, 10 + STEP, false, 1);
        give(0, 10 + 2 * STEP, false, 2);
        give(1, 10 + 3 * STEP, true, 3);
        abort(1, 10 + 4 * STEP); // has begun nothing
        abort(0, 10 + 5 * STEP);
        give(1, 10 + 6 * STEP, true, 4);
        // the packet itself is not whole
        player.commands.add(10 + 7 * STEP, 0, 0, TileCommand.TREE_GIVE, header(0, true), 5, 0, 0, player.seq++);
        give(1, 10 + 8 * STEP, true, 6);
        abort(0, 10 + 9 * STEP);
        give(1, 10 + 10 * STEP, true, 8);
        player.run(10_000);
        assertEquals("STRAY3 ABORTED0 OPEN6 ABORTED0", refused());
        assertEquals("4@2 7@3 8@2", arrived());
    }

    /** Each whole message arrives at its node, in its order, whatever the others do. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void drawnProcessorsDoNotMeetEachOther(long number) {
        long seed = Long.getLong("fairlead.rtlunit.seed", number);
        SplittableRandom random = new SplittableRandom(seed);
        List<List<Long>> wanted = new ArrayList<>();
        List<ArrayDeque<Integer>> open = new ArrayList<>(); // tags of the open message of each processor
        for (int i = 0; i < PROCESSORS; i++) {
            wanted.add(new ArrayList<>());
            open.add(new ArrayDeque<>());
        }
        int holder = -1; // processor with a message that has begun
        for (int tag = 1; tag <= 60; tag++) {
            long cycle = 10 + tag * STEP;
            int processor = random.nextInt(PROCESSORS);
            boolean last = random.nextInt(3) == 0 || open.get(processor).size() == 5;
            if (random.nextInt(12) == 0) {
                abort(processor, cycle);
                open.get(processor).clear();
                holder = holder == processor ? -1 : holder;
            } else {
                give(processor, cycle, last, tag);
                if (holder < 0 || holder == processor) {
                    holder = last ? -1 : processor;
                    open.get(processor).add(tag);
                    if (last) {
                        open.get(processor).forEach(t -> wanted.get(processor).add((long) t));
                        open.get(processor).clear();
                    }
                }
            }
        }
        player.run(100_000);
        for (int p = 0; p < PROCESSORS; p++) {
            int node = p + 1;
            List<Long> seen = player.received.stream()
                    .filter(packet -> packet.node() == node)
                    .sorted(Comparator.comparingLong(CollectivePlayer.Packet::cycle))
                    .map(CollectivePlayer.Packet::tag)
                    .toList();
            assertEquals(
                    wanted.get(p),
                    seen,
                    "seed " + seed + ": scripts/test -Dtest=CollectiveIsolationTest"
                            + " -Dfairlead.test.args=-Dfairlead.rtlunit.seed=" + seed);
        }
    }

    /** As it was: the packet of processor 1 for node 2 is read at node 1. */
    @Test
    void withTheFlawAPacketIsReadAtTheNodeOfAnotherMessage() {
        MachineConfig config =
                machine().unsafe(Unsafe.everywhere(UnsafeVariant.TREE_MERGE)).build();
        try (Engine flawed = new RtlEngineFactory(RtlOptions.of("lab")).open(config, EngineOptions.DEFAULT)) {
            player = new CollectivePlayer(flawed);
            give(0, 10, false, 1);
            give(1, 10 + STEP, true, 222);
            player.run(10_000);
            assertTrue(arrived().contains("222@1"), arrived());
        }
    }
}
