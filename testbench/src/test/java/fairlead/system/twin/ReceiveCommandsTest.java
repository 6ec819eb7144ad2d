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
import fairlead.hw.HwLayout.EventKind;
import fairlead.rtl.RtlEngineFactory;
import fairlead.support.EventBytes;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.BitSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The twin gives the records and memories of the RTL for messages, pops, refusals, atomics and byte counters on both
 * local ports, including full reception FIFOs.
 */
@Tag("M-17")
class ReceiveCommandsTest {
    private static final EngineFactory RTL = new RtlEngineFactory();
    private static final EngineFactory MODEL = new ModelEngineFactory();
    private static final long END = 100_000;
    private static final int FAST_SEEDS = 24;

    /** The kinds of events that the seeds so far have reached. */
    private final BitSet kinds = new BitSet();

    private record Outcome(EventBytes events, StopReason stop, byte[][] memory) {}

    private Outcome run(final EngineFactory factory, final ReceiveCommands load, final EngineOptions options) {
        final EventBytes events = new EventBytes();
        try (Engine engine = factory.open(load.config, options)) {
            engine.submit(load.commands);
            StopReason stop;
            do {
                stop = engine.run(END);
                events.events(engine.events());
                note(engine.events());
            } while (stop == StopReason.REACTION || stop == StopReason.RING_FULL);
            assertEquals("", engine.failure(), load::toString);
            final byte[][] memory = new byte[load.config.nodes()][load.config.memoryBytes()];
            for (int node = 0; node < memory.length; node++) {
                engine.memory(node).get(memory[node]);
            }
            return new Outcome(events, stop, memory);
        }
    }

    private void note(final EventCursor events) {
        while (events.next()) {
            kinds.set(events.kind());
        }
    }

    private void same(final long seed) {
        final ReceiveCommands load = new ReceiveCommands(seed);
        final String repro = "repeat with: scripts/test -Dtest=ReceiveCommandsTest#many* -Dfairlead.excludedTags= "
                + "-Dfairlead.firstSeed=" + seed + " -Dfairlead.seeds=1; " + load;
        final Outcome rtl = run(RTL, load, EngineOptions.DEFAULT);
        final Outcome model = run(MODEL, load, EngineOptions.DEFAULT);
        assertEquals("", model.events.difference(rtl.events), repro);
        assertEquals(rtl.stop, model.stop, repro);
        assertArrayEquals(rtl.memory, model.memory, repro);
    }

    static LongStream seeds() {
        return LongStream.range(0, FAST_SEEDS);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void randomReceptionGivesTheRecordsOfTheRtl(final long seed) {
        same(seed);
    }

    @Tag("slow")
    @ParameterizedTest(name = "seed {0}")
    @MethodSource(ManySeeds.NAME)
    void manyRandomReceptionsGiveTheRecordsOfTheRtl(final long seed) {
        same(seed);
    }

    @Test
    void everyEventOfTheReceiversHappens() {
        seeds().forEach(seed -> run(MODEL, new ReceiveCommands(seed), EngineOptions.DEFAULT));
        final int[] wanted = {
            EventKind.PACKET_DELIVERED, EventKind.OP_DONE, EventKind.OP_RESULT, EventKind.OP_REFUSED,
            EventKind.COUNTER_ZERO, EventKind.MSG_ARRIVED, EventKind.FLUSH_DONE, EventKind.FENCE_DONE
        };
        for (final int kind : wanted) {
            assertTrue(kinds.get(kind), EventKind.name(kind));
        }
    }
}
