// SPDX-License-Identifier: Apache-2.0
package fairlead.system.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.PacketType;
import fairlead.rtl.RtlEngineFactory;
import fairlead.support.EventBytes;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The twin gives every record of the RTL for tile commands without an executor, legal or not. */
class CommandStreamTest {
    private static EventBytes compare(final long seed) {
        final EventBytes rtl = new CommandStream(seed).run(new RtlEngineFactory());
        final EventBytes twin = new CommandStream(seed).run(new ModelEngineFactory());
        assertEquals(
                "",
                twin.difference(rtl),
                () -> "repeat with: new CommandStream(" + seed + "), " + new CommandStream(seed).config);
        return rtl;
    }

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void randomCommandsGiveTheRecordsOfTheRtl(final long seed) {
        assertTrue(compare(seed).count() > 200);
    }

    @Tag("slow")
    @ParameterizedTest(name = "seed {0}")
    @MethodSource(ManySeeds.NAME)
    void manyRandomCommandsGiveTheRecordsOfTheRtl(final long seed) {
        compare(seed);
    }

    /** The streams reach every outcome of a POST; otherwise the comparison would not cover it. */
    @Test
    void theStreamsReachEveryOutcomeOfAPost() {
        final Set<String> seen = new TreeSet<>();
        for (long seed = 0; seed < 6; seed++) {
            final EventCursor events =
                    new CommandStream(seed).run(new ModelEngineFactory()).cursor();
            while (events.next()) {
                final int kind = events.kind();
                seen.add(EventKind.name(kind) + (kind == EventKind.OP_REJECTED ? " " + events.b() : ""));
                if (kind == EventKind.EPOCH_CLOSED && events.b() != 0) {
                    seen.add("EPOCH_CLOSED with an error");
                }
                if (kind == EventKind.PACKET_DELIVERED) {
                    seen.add("PACKET_DELIVERED " + PacketType.name((int) Header0.ptype(events.a())));
                }
            }
        }
        assertTrue(
                seen.containsAll(Set.of(
                        "OP_REJECTED 1",
                        "OP_REJECTED 2",
                        "OP_REJECTED 3",
                        "OP_ISSUED",
                        "OP_LOCAL",
                        "OP_DONE",
                        "OP_RESULT",
                        "OP_REFUSED",
                        "MSG_ARRIVED",
                        "FLUSH_DONE",
                        "FENCE_DONE",
                        "EPOCH_OPENED",
                        "EPOCH_CLOSED",
                        "EPOCH_CLOSED with an error",
                        "EPOCH_ENDED",
                        "DLA_DRAINED",
                        "PACKET_DELIVERED PUT_ACK")),
                () -> "only " + seen);
    }
}
