// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.evaluate.Worker.Work;
import fairlead.evaluate.Workers;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.machine.Shape;
import fairlead.search.study.UsableBuffers;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The twin of structures with other numbers of injection and reception FIFOs: which of them words name. */
@Tag("M-926")
class FifoStructureTest {
    private static final long END = 20_000;
    private static final int NUMBERS = HwLayout.MOST_FIFOS;

    private static MachineStructure structure(final int injection, final int reception) {
        return MachineStructure.of(key -> switch (key.key()) {
            case "injection_fifos" -> injection;
            case "reception_fifos" -> reception;
            default -> key.standard();
        });
    }

    /**
     * Posts a message from each injection FIFO that a word can name to each reception FIFO that a word can name; each
     * is the tag 16 * injection + reception. Returns for each the reception FIFO in which it arrives, or `-` for a
     * descriptor that is malformed.
     */
    private record Messages() implements Work<String> {
        @Override
        public String run() {
            final MachineConfig machine = MachineConfig.of(new Shape(1, 1, 1))
                    .buffers(new Buffers(8, 8, 1, NUMBERS * NUMBERS, 64, 8))
                    .memoryBytes(1 << 21)
                    .build();
            final CommandBuffer commands = new CommandBuffer();
            commands.add(5, 0, 0, TileCommand.MSG_CREDIT, 0, 300, 0, 0, 0);
            for (int tag = 0; tag < NUMBERS * NUMBERS; tag++) {
                final long word0 = (long) OpKind.MSG << Descriptor0.KIND_LSB
                        | FifoNumber.inDescriptor(tag / NUMBERS)
                        | (long) tag << Descriptor0.TAG_LSB
                        | 8L << Descriptor0.LENGTH_LSB;
                final long word1 = (long) (tag % NUMBERS) << Descriptor1.REMOTE_LSB;
                commands.add(10 + 20L * tag, 0, 0, TileCommand.POST, word0, word1, 0, 0, 1 + tag);
            }
            final char[] said = "?".repeat(NUMBERS * NUMBERS).toCharArray();
            try (Engine engine = new ModelEngineFactory().open(machine, EngineOptions.DEFAULT)) {
                engine.submit(commands);
                StopReason stop;
                do {
                    stop = engine.run(END);
                    final EventCursor events = engine.events();
                    while (events.next()) {
                        if (events.kind() == EventKind.OP_REJECTED && events.b() == RejectReason.MALFORMED) {
                            said[(int) events.a()] = '-';
                        } else if (events.kind() == EventKind.MSG_ARRIVED) {
                            said[(int) events.b()] = Character.forDigit((int) MessageEvent.fifo(events.a()), NUMBERS);
                        }
                    }
                } while (stop != StopReason.IDLE && engine.cycle() < END);
            }
            return new String(said);
        }
    }

    /**
     * Returns what the page says: the low bits that the FIFOs need name one; a number that is left over is malformed.
     */
    private static String expected(final int injection, final int reception) {
        final StringBuilder said = new StringBuilder();
        for (int tag = 0; tag < NUMBERS * NUMBERS; tag++) {
            final int to = low(tag % NUMBERS, reception);
            final boolean there = low(tag / NUMBERS, injection) < injection && to < reception;
            said.append(there ? Character.forDigit(to, NUMBERS) : '-');
        }
        return said.toString();
    }

    private static int low(final int number, final int fifos) {
        int most = 1;
        while (most < fifos) {
            most *= 2;
        }
        return number % most;
    }

    @ParameterizedTest
    @CsvSource({"1, 16", "3, 1", "16, 5"})
    void aWordNamesAFifoOfTheStructureOrIsMalformed(final int injection, final int reception) {
        assertEquals(
                expected(injection, reception), Workers.ask(structure(injection, reception), new Messages()));
    }

    /** The bits of the FIFOs of a machine with the usual depths. */
    private record Bits() implements Work<TreeMap<String, Long>> {
        @Override
        public TreeMap<String, Long> run() {
            return UsableBuffers.of(MachineConfig.of(new Shape(2, 2, 1)).build())
                    .bitsByKind();
        }
    }

    @Test
    void eachFifoCostsItsBits() {
        final Map<String, Long> own = new Bits().run();
        final Map<String, Long> other = Workers.ask(structure(2, 16), new Bits());
        assertEquals(own.get("injection") / 2, other.get("injection"));
        assertEquals(own.get("reception") * 4, other.get("reception"));
    }
}
