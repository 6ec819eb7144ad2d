// SPDX-License-Identifier: Apache-2.0
package fairlead.system.twin;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCount;
import fairlead.hw.HwLayout.BarrierEvent;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaErrorReason;
import fairlead.hw.HwLayout.EpochState;
import fairlead.hw.HwLayout.EventKind;
import fairlead.rtl.RtlEngineFactory;
import fairlead.support.EventBytes;
import fairlead.support.UnitCommands;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.BitSet;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * FenceUnit, EpochUnit, DlaArbiter and BarrierUnit of the twin give the records of the RTL even for commands that no
 * software would give.
 */
@Tag("M-17")
class UnitCommandsTest {
    private static final EngineFactory RTL = new RtlEngineFactory();
    private static final EngineFactory MODEL = new ModelEngineFactory();
    private static final long END = 60_000;
    private static final int FAST_SEEDS = 30;

    /** Returns all records, and stores the memory of every node after cycle END or at rest. */
    private static EventBytes run(final EngineFactory factory, final UnitCommands load, final byte[][] memories) {
        final EventBytes events = new EventBytes();
        try (Engine engine = factory.open(load.config(), EngineOptions.DEFAULT)) {
            engine.submit(load.commands());
            StopReason stop;
            do {
                stop = engine.run(END);
                events.events(engine.events());
            } while (stop == StopReason.REACTION || stop == StopReason.RING_FULL);
            assertEquals("", engine.failure(), load::toString);
            for (int node = 0; node < memories.length; node++) {
                engine.memory(node).get(memories[node] = new byte[load.config().memoryBytes()]);
            }
        }
        return events;
    }

    private static EventBytes same(final long seed) {
        final UnitCommands load = new UnitCommands(seed);
        final String repro = "repeat with: scripts/test -Dtest=UnitCommandsTest#many* -Dfairlead.excludedTags= "
                + "-Dfairlead.firstSeed=" + seed + " -Dfairlead.seeds=1; " + load;
        final byte[][] rtlMemories = new byte[load.config().nodes()][];
        final byte[][] memories = new byte[load.config().nodes()][];
        final EventBytes rtl = run(RTL, load, rtlMemories);
        final EventBytes model = run(MODEL, load, memories);
        assertEquals("", model.difference(rtl), repro);
        assertArrayEquals(rtlMemories, memories, repro);
        return rtl;
    }

    static LongStream seeds() {
        return LongStream.range(0, FAST_SEEDS);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    @Tag("R-DLA-13")
    void randomCommandsGiveTheRecordsOfTheRtl(final long seed) {
        assertTrue(same(seed).count() > 100, "seed " + seed);
    }

    private static void eachEvent(final Consumer<EventCursor> taker) {
        seeds().forEach(seed -> {
            final UnitCommands load = new UnitCommands(seed);
            try (Engine engine = MODEL.open(load.config(), EngineOptions.DEFAULT)) {
                engine.submit(load.commands());
                StopReason stop;
                do {
                    stop = engine.run(END);
                    final EventCursor event = engine.events();
                    while (event.next()) {
                        taker.accept(event);
                    }
                } while (stop == StopReason.REACTION || stop == StopReason.RING_FULL);
            }
        });
    }

    /** The random commands are useful: the seeds above reach every event, reason and state of the four units. */
    @Test
    @Tag("hazard-DLA-12")
    void theSeedsReachEveryEventReasonAndState() {
        final BitSet kinds = new BitSet();
        final BitSet errors = new BitSet();
        final BitSet drops = new BitSet();
        final BitSet states = new BitSet();
        eachEvent(event -> {
            kinds.set(event.kind());
            if (event.kind() == EventKind.DLA_ERROR) {
                errors.set((int) event.b());
            } else if (event.kind() == EventKind.DLA_DISCARDED) {
                drops.set((int) event.b());
            } else if (event.kind() == EventKind.EPOCH_ERROR) {
                states.set((int) event.b());
            }
        });
        for (int kind = EventKind.FLUSH_ARMED; kind <= EventKind.DLA_CLEARED; kind++) {
            final boolean exists = !EventKind.name(kind).equals(Integer.toString(kind));
            assertEquals(exists, kinds.get(kind), EventKind.name(kind));
        }
        assertEquals(DlaErrorReason.RELEASE, errors.cardinality(), () -> "reasons of DLA_ERROR: " + errors);
        assertEquals(DlaDropReason.MALFORMED, drops.cardinality(), () -> "reasons of DLA_DISCARDED: " + drops);
        assertEquals(EpochState.ENDING + 1, states.cardinality(), () -> "states of EPOCH_ERROR: " + states);
    }

    /** Each barrier of a class route has all its events, releases 16 tasks, and counts in 16 bits. */
    @Test
    void theSeedsReachEveryEventOfTheBarriersOfClassRoutes() {
        final BitSet[] kinds =
                Stream.generate(BitSet::new).limit(HwLayout.BARRIERS).toArray(BitSet[]::new);
        final long[] tasks = new long[HwLayout.BARRIERS];
        final long[] counted = new long[HwLayout.BARRIERS];
        eachEvent(event -> {
            if (event.kind() >= EventKind.BARRIER_JOINED && event.kind() <= EventKind.BARRIER_REFUSED) {
                final int barrier = (int) BarrierEvent.barrier(event.a());
                kinds[barrier].set(event.kind());
                counted[barrier] |= event.b();
                if (event.kind() == EventKind.BARRIER_RELEASED) {
                    tasks[barrier] |= BarrierEvent.tasks(event.a());
                }
            }
        });
        for (int barrier = 1; barrier < HwLayout.BARRIERS; barrier++) {
            assertEquals(EventKind.BARRIER_REFUSED + 1, kinds[barrier].nextClearBit(EventKind.BARRIER_JOINED));
            assertEquals(BarrierEvent.TASKS_MASK, tasks[barrier], "barrier " + barrier);
            assertEquals(BarrierCount.K_MASK, counted[barrier], "barrier " + barrier);
        }
    }

    @Tag("slow")
    @ParameterizedTest(name = "seed {0}")
    @MethodSource(ManySeeds.NAME)
    void manyRandomCommandsGiveTheRecordsOfTheRtl(final long seed) {
        same(seed);
    }
}
