// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.CollectiveRefusal;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.hw.HwLayout.ResourceKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Buffers;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.TableSizes;
import fairlead.machine.TableSizes.Table;
import fairlead.node.Descriptors;
import fairlead.support.EventLog;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A task that has been granted an injection FIFO or a channel of the collective network waits for no other task there:
 * not for fence entries, acknowledgement counters, or the missing payload of a packet (docs/spec/host-guard.md, rule
 * 16; fence-unit.md, A7; collective-network.md, rules 1 and 5).
 */
@Tag("M-1140")
class GrantedShareTest extends HostScript {
    private static final int NODES = 18;
    private static final int SLOW = 1; // node
    private static final int FAST = 9;
    private static final int FLUSH = 9001; // tag
    private static final int TAG = 77;

    private final Shape shape = new Shape(NODES / 2, 2, 1);

    private long word(int kind, int node, int tag, long bytes, int fifo, int mode) {
        return Descriptors.word0(kind, shape.coord(node), tag, bytes)
                | (long) fifo << Descriptor0.FIFO_LSB
                | (long) mode << Descriptor0.MODE_LSB;
    }

    private void post(long cycle, int task, long word) {
        boolean puts = Descriptor0.kind(word) == OpKind.PUT;
        give(cycle, 0, task, TileCommand.POST, word, puts ? 4096L << Descriptor1.REMOTE_LSB : 0);
    }

    private void grant(int kind, int number) {
        give(1, 0, SYSTEM, TileCommand.TASK_GRANT, resource(kind, number, 0));
    }

    /** Makes a node answer late: two others fill its response queues and links with gets. */
    private void slow(int node) {
        for (int i = 0; i < 16; i++) {
            long get = word(OpKind.GET, node, i, 40_000, i % 4, 0);
            give(
                    20 + i,
                    node + 1 + i % 2,
                    1,
                    TileCommand.POST,
                    get,
                    (long) (16 * node + i) % 64 << Descriptor1.CTR_LSB);
        }
    }

    private StopReason play(String engine, int flaw) {
        List<List<Integer>> routes = List.of(List.of(0, 1), List.of(0, 1));
        TableSizes two = TableSizes.ALL.with(Table.FENCE_ENTRIES, 2).with(Table.ACK_COUNTERS, 2);
        MachineConfig machine = MachineConfig.of(shape)
                .tasks(4)
                .routing(Routing.DRAWN_TIES)
                .linkInterval(16)
                .buffers(Buffers.of(Routing.DRAWN_TIES).with(two))
                .collective(new CollectiveNetwork(2, 8, 8, 8, routes))
                .build();
        return log.play(engine, machine, flaw, commands, 2_000_000);
    }

    private long flushed(String engine, int flaw) {
        long posted = 3000;
        post(posted, 0, word(OpKind.PUT, FAST, FLUSH - 1, 64, 0, PacketMode.DRAWN));
        post(posted + 1, 0, word(OpKind.FLUSH, FAST, FLUSH, 0, 0, 0));
        assertEquals(StopReason.IDLE, play(engine, flaw));
        return log.of(0, EventKind.FLUSH_DONE).stream()
                        .filter(e -> OpEvent.tag(e.a()) == FLUSH)
                        .findFirst()
                        .orElseThrow()
                        .cycle()
                - posted;
    }

    /** Tasks 1 to 3 flush a node that answers late. */
    private long besideFlushes(String engine, int flaw, boolean granted) {
        if (granted) {
            grant(ResourceKind.INJECTION, 0);
        }
        slow(SLOW);
        for (int i = 0; i < 12; i++) {
            int task = 1 + i % 3;
            post(300 + i, task, word(OpKind.FLUSH, SLOW, i, 0, task, 0));
        }
        return flushed(engine, flaw);
    }

    /** Tasks 1 to 3 send unordered puts to nodes that answer late. */
    private long besidePuts(String engine, int flaw, boolean granted) {
        if (granted) {
            grant(ResourceKind.INJECTION, 0);
        }
        for (int task = 1; task < 4; task++) {
            slow(2 * task - 1);
            post(300, task, word(OpKind.PUT, 2 * task - 1, task, 16, task, PacketMode.DRAWN));
        }
        return flushed(engine, flaw);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void aGrantedFifoWaitsForNoFenceEntryOfOthers(String engine) {
        long alone = flushed(engine, 0);
        begin();
        assertTrue(besideFlushes(engine, 0, false) > 1000);
        begin();
        long beside = besideFlushes(engine, 0, true);
        assertTrue(beside < 3 * alone, alone + " cycles alone, beside the others " + beside);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void aGrantedFifoWaitsForNoCounterOfOthers(String engine) {
        long alone = flushed(engine, 0);
        begin();
        assertTrue(besidePuts(engine, 0, false) > 1000);
        begin();
        long beside = besidePuts(engine, 0, true);
        assertTrue(beside < 3 * alone, alone + " cycles alone, beside the others " + beside);
    }

    @Test
    void withGrantSharesItDoes() {
        assertTrue(besideFlushes("lab", UnsafeVariant.GRANT_SHARES, true) > 1000);
        begin();
        assertTrue(besidePuts("lab", UnsafeVariant.GRANT_SHARES, true) > 1000);
    }

    // ---- the collective network

    private void gives(long cycle, int node, int task, int route, int flits) {
        long header = 16L * flits << CollectiveHeader.LENGTH_LSB
                | (long) route << CollectiveHeader.ROUTE_LSB
                | (long) CollectiveMode.ALLREDUCE << CollectiveHeader.MODE_LSB;
        give(cycle, node, task, TileCommand.TREE_GIVE, header, TAG + task, task);
        give(cycle + 1, node, task, TileCommand.TREE_BODY, 1, 2, task);
    }

    private List<Long> refused() {
        return told(0, EventKind.TREE_REFUSED, EventLog.Event::a);
    }

    private List<Long> arrived(int node) {
        return told(node, EventKind.TREE_ARRIVED, EventLog.Event::a);
    }

    /** Task 1 leaves a packet of class route 0 half, and task 2 begins one between the flits of task 0. */
    private void halves() {
        gives(100, 0, 1, 0, 2);
        gives(200, 0, 0, 1, 2);
        gives(210, 0, 2, 0, 1); // which is no payload of task 0
        give(220, 0, 0, TileCommand.TREE_BODY, 3, 4, 0);
        gives(300, 1, 0, 1, 2);
        give(302, 1, 0, TileCommand.TREE_BODY, 3, 4, 0);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void aHalfPacketHoldsUpItsOwnClassRouteOnly(String engine) {
        halves();
        assertEquals(StopReason.IDLE, play(engine, 0));
        assertEquals(List.of((long) CollectiveRefusal.OPEN), refused());
        assertEquals(List.of(2L), arrived(0));
        assertEquals(List.of(2L), arrived(1));
    }

    @Test
    void withTreeOneOpenItHoldsUpAll() {
        halves();
        play("lab", UnsafeVariant.TREE_ONE_OPEN);
        assertEquals(List.of(5L, 5L), refused());
        assertEquals(List.of(), arrived(1));
    }

    /** Class route 0 is granted to task 0; task 1 contributes to it, and takes the result. */
    private void strangers() {
        grant(ResourceKind.TREE, 0);
        grant(ResourceKind.TREE, 5); // which is no channel
        gives(100, 0, 1, 0, 1);
        gives(110, 0, 0, 0, 1);
        gives(110, 1, 0, 0, 1);
        for (int task : new int[] {1, 0, 0}) {
            give(300 + 10 * count, 0, task, TileCommand.TREE_READ, 0);
        }
        give(900, 0, SYSTEM, TileCommand.TASK_RESET, resource(ResourceKind.TREE, 0, 1)); // it is not task 1's
        gives(910, 0, 1, 0, 1);
        give(920, 0, SYSTEM, TileCommand.TASK_RESET, resource(ResourceKind.TREE, 0, 0));
        gives(930, 0, 1, 0, 1);
        gives(930, 1, 0, 0, 1);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void aGrantedClassRouteIsItsTasksAlone(String engine) {
        strangers();
        assertEquals(StopReason.IDLE, play(engine, 0));
        long route = CollectiveRefusal.ROUTE;
        assertEquals(List.of(route, route), refused());
        assertEquals(1, log.of(0, EventKind.TREE_EMPTY).size());
        assertEquals(TAG, log.first(0, EventKind.TREE_HEAD).b());
        assertEquals(List.of(1L, 1L), arrived(0));
        assertEquals(List.of(1L, 0L, 1L, 1L), told(0, EventKind.TASK_RETURNS, EventLog.Event::b));
    }

    @Test
    void withChannelOpenAStrangerContributesInItsPlace() {
        strangers();
        play("lab", UnsafeVariant.CHANNEL_OPEN);
        assertEquals(List.of(), refused());
        assertEquals(1, CollectiveHeader.mixed(log.first(0, EventKind.TREE_HEAD).a()));
    }

    // ---- any commands

    /** Any posts and packets of four tasks, while the system grants and takes back: RTL and twin agree. */
    @Test
    void rtlAndTwinAgreeOnDrawnGrants() {
        for (int seed = 1; seed <= 6; seed++) {
            alike(seed, this::drawn, engine -> play(engine, 0));
        }
    }

    private void drawn(Random random) {
        for (int cycle = 10; cycle < 4000; cycle += 1 + random.nextInt(12)) {
            int task = random.nextInt(4);
            int kind =
                    List.of(OpKind.PUT, OpKind.PUT, OpKind.FLUSH, OpKind.FENCE).get(random.nextInt(4));
            int mode = kind == OpKind.PUT ? PacketMode.DRAWN : 0;
            long bytes = kind == OpKind.PUT ? random.nextInt(600) : 0;
            long thing = random.nextBoolean()
                    ? resource(ResourceKind.INJECTION, random.nextInt(4), random.nextInt(4))
                    : resource(ResourceKind.TREE, random.nextInt(6), random.nextInt(4));
            switch (random.nextInt(8)) {
                case 0 -> give(cycle, 0, SYSTEM, TileCommand.TASK_GRANT, thing);
                case 1 -> give(cycle, 0, SYSTEM, TileCommand.TASK_RESET, thing);
                case 2 -> gives(cycle, random.nextInt(2), task, random.nextInt(2), 1 + random.nextInt(2));
                case 3 -> give(cycle, 0, task, TileCommand.TREE_READ, random.nextInt(3));
                default -> post(cycle, task, word(kind, random.nextInt(NODES), cycle, bytes, random.nextInt(4), mode));
            }
        }
    }
}
