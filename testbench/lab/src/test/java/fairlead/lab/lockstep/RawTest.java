// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import fairlead.engine.Capabilities;
import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveRefusal;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.EpochState;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventRecord;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.lab.cases.RawDraw;
import fairlead.lab.cases.RawDraw.RawCase;
import fairlead.lab.lockstep.RawRun.RawHole;
import fairlead.lockstep.LockstepFactory;
import fairlead.lockstep.Monitor;
import fairlead.machine.Buffers;
import fairlead.machine.Depths;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.twin.fabric.ModelEngineFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plays raw commands at the host ports. No command makes the engines differ, a packet stray or outlive its bound, bytes
 * fall outside memory, or the machine hang.
 */
@Tag("M-61")
@Tag("M-130")
class RawTest {
    private static final int WORDS = 1000;
    private static final int MACHINES = 600;
    private static final int FAST_CASES = 5;
    private static final int SLOW_CASES = 60;
    private static final int MOST_WORDS = 100_000; // a hole must be found within this number of words
    private static final Capabilities LIMITS = FabricLibrary.variant("product").capabilities();

    private static RawRun lockstep(EngineFactory first) {
        return new RawRun(
                new LockstepFactory(first, new ModelEngineFactory()).watched(61, new Monitor() {}),
                false,
                EnumSet.allOf(RawWatch.Kind.class));
    }

    private static void sound(RawRun run, long seed) {
        RawRun.Result result = run.play(RawDraw.draw(seed, WORDS, LIMITS));
        assertTrue(
                result.isSound(),
                () -> "scripts/lab lockstep --raw --seed " + seed + " --words " + WORDS + ": "
                        + (result.difference() != null ? result.difference() : result.violation()));
    }

    @Test
    void theEnginesAgreeAndNothingStraysOutlivesOrHangs() {
        RawRun run = lockstep(new RtlEngineFactory(RtlOptions.PRODUCT));
        for (long seed = 1; seed <= FAST_CASES; seed++) {
            sound(run, seed);
        }
    }

    /** A FIFO that is deeper than the others needs memory for all, because their slots have one distance. */
    @Test
    void everyDrawnMachineHasMemoryForItsReceptionFifos() {
        int single = 0;
        for (long seed = 2000; seed < 2000 + MACHINES; seed++) {
            MachineConfig machine = RawDraw.draw(seed, 1, LIMITS).machine();
            Depths depths = machine.buffers().receptions();
            single += depths.least() < depths.greatest() ? 1 : 0;
            assertTrue(machine.messageBase() >= 0, "seed " + seed + ": base " + machine.messageBase());
        }
        assertTrue(single > MACHINES / 20, "machines with a FIFO of another depth: " + single);
    }

    @Tag("slow")
    @Test
    void theEnginesAgreeOnMore() {
        RawRun run = lockstep(new RtlEngineFactory(RtlOptions.PRODUCT));
        for (long seed = 1000; seed < 1000 + SLOW_CASES; seed++) {
            sound(run, seed);
        }
    }

    /** The drawn words are useful: each refusal occurs, and most legal commands are executed. */
    @Test
    void theWordsReachEveryRefusalAndTheOperations() {
        RawRun run = new RawRun(new ModelEngineFactory(), false, EnumSet.allOf(RawWatch.Kind.class));
        Map<String, Long> answers = new TreeMap<>();
        for (long seed = 100; seed < 150; seed++) {
            RawRun.Result result = run.play(RawDraw.draw(seed, WORDS, LIMITS));
            assertTrue(result.isSound(), () -> "seed " + result.played().seed() + ": " + result.violation());
            result.watch().answers().forEach((name, times) -> answers.merge(name, times, Long::sum));
        }
        Set<String> wanted =
                new TreeSet<>(List.of(("OP_REFUSED OP_DONE OP_RESULT MSG_ARRIVED FLUSH_DONE FENCE_DONE EPOCH_CLOSED"
                                + " BARRIER_RELEASED DLA_ACCEPTED DLA_MARKED DLA_CLEARED BARRIER_REFUSED TREE_HEAD TREE_EMPTY"
                                + " COUNTERS")
                        .split(" ")));
        Map<String, List<Integer>> coded = Map.of(
                "OP_REJECTED", List.of(RejectReason.EPOCH, RejectReason.FULL, RejectReason.MALFORMED),
                "EPOCH_ERROR", List.of(EpochState.NONE, EpochState.OPEN, EpochState.NO_TARGET),
                "DLA_DISCARDED", List.of(DlaDropReason.MALFORMED, DlaDropReason.OVERFLOWS),
                "DLA_ERROR", List.of(1, 2),
                "TREE_REFUSED",
                        List.of(
                                CollectiveRefusal.FULL,
                                CollectiveRefusal.TOO_LONG,
                                CollectiveRefusal.ROUTE,
                                CollectiveRefusal.MALFORMED,
                                CollectiveRefusal.OPEN,
                                CollectiveRefusal.STRAY),
                "DEVICE_ANSWER",
                        IntStream.rangeClosed(DeviceResult.DONE, DeviceResult.OUTSIDE)
                                .boxed()
                                .toList());
        coded.forEach((name, codes) -> codes.forEach(code -> wanted.add(name + " " + code)));
        assertTrue(answers.keySet().containsAll(wanted), answers::toString);
    }

    /**
     * A case of fewer words is the beginning of a case of more words on the same machine, so a failing case can be
     * shortened.
     */
    @Test
    void aShorterCaseIsTheBeginningOfALongerOne() {
        RawCase brief = RawDraw.draw(7, 100, LIMITS);
        RawCase longer = RawDraw.draw(7, 300, LIMITS);
        assertEquals(brief.machine(), longer.machine());
        int credits = brief.machine().nodes() * brief.machine().nodes();
        CommandBuffer few = brief.lives().get(0).commands();
        CommandBuffer many = longer.lives().get(0).commands();
        int same = Math.min(
                100,
                Math.min(brief.lives().get(0).words(), longer.lives().get(0).words()));
        for (int i = 0; i < same + credits; i++) {
            assertEquals(few.cycle(i), many.cycle(i));
            assertEquals(few.op(i), many.op(i));
            assertEquals(few.word(i, 1), many.word(i, 1));
        }
    }

    /** Returns each mended hole with each kind of violation by which it is found. */
    static Stream<Arguments> holes() {
        return RawHole.ALL.stream().flatMap(hole -> hole.kinds().stream().map(kind -> arguments(hole, kind)));
    }

    /** If a mended hole is reopened, the judgement finds it on the RTL alone, without a twin for comparison. */
    @ParameterizedTest(name = "{0} as {1}")
    @MethodSource("holes")
    void aHoleThatIsOpenAgainIsFound(RawHole hole, RawWatch.Kind kind) {
        RawHole.Search search = hole.find(Set.of(kind), 1, WORDS, MOST_WORDS, LIMITS);
        assertNotNull(search.violation(), hole.name() + " is not found within " + search.words() + " words");
        assertEquals(kind, search.violation().kind(), search.violation()::toString);
        assertTrue(search.words() <= MOST_WORDS, hole.name() + " takes " + search.words() + " words");
    }

    /**
     * Without a hole, the faults build with hosts that obey no rules is as sound as the product. Assertions about hosts
     * fail, and they are counted.
     */
    @Test
    void theFaultsBuildWithoutAHoleIsSound() {
        RawRun run = new RawRun(new RtlEngineFactory(), true, EnumSet.allOf(RawWatch.Kind.class));
        long muted = 0;
        for (long seed = 1; seed <= FAST_CASES; seed++) {
            RawRun.Result result = run.play(RawDraw.draw(seed, WORDS, LIMITS));
            assertTrue(result.isSound(), () -> "seed " + result.played().seed() + ": " + result.violation());
            muted += result.watch().counts().get("muted");
        }
        assertTrue(muted > 0, "no assertion on a host has failed");
    }

    /**
     * The judgement is independent of the engines: it finds a packet with one hop too many, and data outside memory, in
     * events alone.
     */
    @Test
    void whatIsWrongInTheEventsIsFound() {
        RawEvents.of(2, 2, 1)
                .injected(0, 3, 1)
                .hop(0, 3, 1)
                .hop(1, 3, 1)
                .delivered(3, 3, 1)
                .expectNothing();
        RawEvents.of(2, 2, 1)
                .injected(0, 3, 1)
                .hop(0, 3, 1)
                .hop(1, 3, 1)
                .hop(3, 3, 1)
                .expect(RawWatch.Kind.OUTLIVES);
        RawEvents.of(2, 2, 1).injected(0, 0x040, 1).expect(RawWatch.Kind.ASTRAY);
        RawEvents.of(2, 2, 1).injected(0, 3, 1).delivered(2, 3, 1).expect(RawWatch.Kind.ASTRAY);
        RawEvents.of(2, 2, 1).hop(0, 3, 1).expect(RawWatch.Kind.ASTRAY);
        RawEvents.of(2, 2, 1)
                .injected(0, 3, (1 << HwLayout.ADDRESS_BITS) - 15, 16)
                .expect(RawWatch.Kind.OUTSIDE);
        RawEvents.of(2, 2, 1)
                .injected(0, 3, (1 << HwLayout.ADDRESS_BITS) - 16, 16)
                .expectNothing();
        RawEvents.of(2, 2, 1).issued(0, 3, OpKind.FADD, 8, 0).expectNothing();
        RawEvents.of(2, 2, 1).issued(0, 3, OpKind.FADD, 9, 0).expect(RawWatch.Kind.ILLEGAL);
        RawEvents.of(2, 2, 1).issued(0, 3, OpKind.MSG, 257, 0).expect(RawWatch.Kind.ILLEGAL);
        RawEvents.of(2, 2, 1).issued(0, 3, OpKind.PUT, 257, 1).expect(RawWatch.Kind.ILLEGAL);
        RawEvents.of(2, 2, 1).issued(0, 0x040, OpKind.PUT, 257, 0).expect(RawWatch.Kind.ILLEGAL);
        RawEvents.of(2, 2, 1).begin(100).injected(0, 3, 1).expect(RawWatch.Kind.STALE);
        RawEvents.of(2, 2, 1).begin(0).injected(0, 3, 1).expectNothing();
        RawEvents.of(2, 2, 1).epoch(0, true).epoch(0, false).rest().expectNothing();
        RawEvents.of(2, 2, 1).epoch(0, true).rest().expect(RawWatch.Kind.HANG);
        RawEvents.of(2, 2, 1).epoch(0, true).begin(0).rest().expectNothing();
        RawEvents.of(2, 2, 1).committed(1, RawEvents.MEMORY - 8, 8).expectNothing();
        RawEvents.of(2, 2, 1).committed(1, RawEvents.MEMORY - 8, 9).expect(RawWatch.Kind.OUTSIDE);
        RawEvents.of(2, 2, 1).data(2, 0, RawEvents.MEMORY - 15, 16).expect(RawWatch.Kind.OUTSIDE);
    }

    /** Makes events by hand for a RawWatch. A destination is a rank, or a Coord that no node has. */
    static final class RawEvents {
        static final int MEMORY = 4096;

        private final MachineConfig machine;
        private final RawWatch watch;
        private long cycle;

        private RawEvents(Shape shape) {
            machine = MachineConfig.of(shape)
                    .latency(new Latency(1, 1, 1, 1, 1, 0))
                    .buffers(new Buffers(4, 4, 4, 4, 16, 4))
                    .memoryBytes(MEMORY)
                    .dla(DlaLimits.of(16))
                    .tasks(1)
                    .barrierWidth(4)
                    .build();
            watch = new RawWatch(machine, EnumSet.allOf(RawWatch.Kind.class));
        }

        static RawEvents of(int kx, int ky, int kz) {
            return new RawEvents(new Shape(kx, ky, kz));
        }

        private RawEvents event(int node, int kind, long a, long b) {
            ByteBuffer record = ByteBuffer.allocate(EventCursor.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            record.putLong(EventRecord.CYCLE_OFFSET, cycle++);
            record.putShort(EventRecord.NODE_OFFSET, (short) node);
            record.put(EventRecord.KIND_OFFSET, (byte) kind);
            record.putLong(EventRecord.A_OFFSET, a);
            record.putLong(EventRecord.B_OFFSET, b);
            watch.events(new EventCursor().wrap(record, 1));
            return this;
        }

        /**
         * Returns the header of a packet from node 0 to the node of this rank, or to this Coord if there is no such
         * rank.
         */
        private long header(int to) {
            long dst = to < machine.nodes() ? machine.shape().coord(to) : to;
            return (long) PacketType.PUT << Header0.PTYPE_LSB | dst << Header0.DST_LSB;
        }

        RawEvents injected(int node, int to, int tag) {
            return event(node, EventKind.PACKET_INJECTED, header(to), tag);
        }

        RawEvents injected(int node, int to, int address, int bytes) {
            return event(
                    node,
                    EventKind.PACKET_INJECTED,
                    header(to) | (long) bytes << Header0.LENGTH_LSB,
                    (long) address << Header1.ADDR_LSB);
        }

        RawEvents issued(int node, int to, int kind, int bytes, int mode) {
            long target = to < machine.nodes() ? machine.shape().coord(to) : to;
            return event(
                    node,
                    EventKind.OP_ISSUED,
                    (long) kind << Descriptor0.KIND_LSB
                            | target << Descriptor0.TARGET_LSB
                            | (long) bytes << Descriptor0.LENGTH_LSB
                            | (long) mode << Descriptor0.MODE_LSB,
                    0);
        }

        /** Adds the event that an epoch begins to close, or that it has ended. */
        RawEvents epoch(int node, boolean closes) {
            return event(node, closes ? EventKind.EPOCH_CLOSING : EventKind.EPOCH_ENDED, 3, 0);
        }

        RawEvents begin(long first) {
            watch.begin(first);
            return this;
        }

        /** Ends the run at rest, on a machine that has executed nothing. */
        RawEvents rest() {
            try (Engine engine = new ModelEngineFactory().open(machine, new EngineOptions(true, true, 1, false))) {
                watch.end(engine, StopReason.IDLE);
            }
            return this;
        }

        RawEvents hop(int node, int to, int tag) {
            return event(node, EventKind.HOP, header(to), tag);
        }

        RawEvents delivered(int node, int to, int tag) {
            return event(node, EventKind.PACKET_DELIVERED, header(to), tag);
        }

        RawEvents data(int node, int to, int landing, int bytes) {
            long word0 = (long) PacketType.DATA << Header0.PTYPE_LSB
                    | (long) bytes << Header0.LENGTH_LSB
                    | (long) machine.shape().coord(node) << Header0.SRC_LSB
                    | (long) machine.shape().coord(to) << Header0.DST_LSB;
            return event(node, EventKind.PACKET_INJECTED, word0, (long) landing << Header1.ADDR_LSB);
        }

        RawEvents committed(int node, int address, int bytes) {
            return event(
                    node,
                    EventKind.COMMITTED,
                    (long) address << CommitEvent.ADDRESS_LSB | (long) bytes << CommitEvent.BYTES_LSB,
                    0);
        }

        void expectNothing() {
            assertNull(watch.violation());
        }

        void expect(RawWatch.Kind kind) {
            assertNotNull(watch.violation());
            assertEquals(kind, watch.violation().kind());
        }
    }
}
