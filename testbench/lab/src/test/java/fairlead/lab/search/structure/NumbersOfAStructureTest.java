// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EventCursor;
import fairlead.evaluate.Worker.Work;
import fairlead.evaluate.Workers;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EpochEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseDraw;
import fairlead.lab.cases.CaseDraw.EdgeDraw;
import fairlead.lockstep.LockstepEngine;
import fairlead.lockstep.LockstepFactory;
import fairlead.lockstep.Monitor;
import fairlead.machine.Buffers;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.machine.Shape;
import fairlead.node.Observer;
import fairlead.search.UsableBuffers;
import fairlead.support.EventLog;
import fairlead.support.EventLog.Event;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The twin of structures whose words have wider numbers of counters and epochs, longer packets, or other numbers of
 * injection and reception FIFOs.
 */
@Tag("M-937")
@Tag("M-926")
class NumbersOfAStructureTest {
    private static final long END = 400_000;
    private static final int NUMBERS = HwLayout.MOST_FIFOS;
    private static final int GAP = 60; // cycles
    private static final long PERIOD = 1024;
    private static final long BUDGET = 200_000;

    private static MachineStructure structure(Map<String, Integer> values) {
        return MachineStructure.of(key -> values.getOrDefault(key.key(), key.standard()));
    }

    private static MachineConfig machine() {
        return MachineConfig.of(new Shape(2, 1, 1)).build();
    }

    /**
     * Opens an epoch of every index at node 1, the last ones, for which entries are kept, from a node each, the others
     * from node 0. Puts 8 bytes in each, which count on the byte counter of the same number, and closes all. Returns
     * how many indices, entries, counters and closings were told of.
     */
    private record EveryNumber() implements Work<String> {
        @Override
        public String run() {
            MachineConfig machine = MachineConfig.of(new Shape(7, 5, 1)).build();
            CommandBuffer commands = new CommandBuffer();
            int n = HwLayout.ORIGIN_EPOCHS;
            int shared = n - HwLayout.KEPT_EPOCHS;
            long target = machine.shape().coord(1);
            int seq = 0;
            for (int i = 0; i < n; i++) {
                int node = i < shared ? 0 : 2 + i - shared;
                long epoch = (long) i << EpochCommand.INDEX_LSB
                        | target << EpochCommand.TARGET_LSB
                        | (long) (1000 + i) << EpochCommand.ID_LSB;
                long put = (long) OpKind.PUT << Descriptor0.KIND_LSB
                        | FifoNumber.inDescriptor(0)
                        | target << Descriptor0.TARGET_LSB
                        | (long) i << Descriptor0.TAG_LSB
                        | 8L << Descriptor0.LENGTH_LSB
                        | (long) i << Descriptor0.INDEX_LSB
                        | 1L << Descriptor0.EPOCH_LSB;
                long counted = (long) i << Descriptor1.CTR_LSB
                        | 1L << Descriptor1.CTR_VALID_LSB
                        | 8L * i << Descriptor1.REMOTE_LSB;
                commands.add(5 + (long) GAP * i, node, 0, TileCommand.EPOCH_OPEN, epoch, 0, 0, 0, seq++);
                commands.add(5 + (long) GAP * i, 1, 0, TileCommand.COUNTER_SET, i, 8, 0, 0, i);
                commands.add((long) GAP * (n + 10 + i), node, 0, TileCommand.POST, put, counted, 0, 0, seq++);
                commands.add((long) GAP * (2 * n + 20 + i), node, 0, TileCommand.EPOCH_CLOSE, epoch, 0, 0, 0, seq++);
            }
            Set<Long> indices = new TreeSet<>();
            Set<Long> entries = new TreeSet<>();
            Set<Long> counters = new TreeSet<>();
            Set<Long> closed = new TreeSet<>();
            for (Event event : EventLog.ofTwin(machine, commands, END)) {
                switch (event.kind()) {
                    case EventKind.EPOCH_OPENED -> {
                        indices.add(event.a());
                        entries.add(EpochEvent.entry(event.b()));
                    }
                    case EventKind.COUNTER_ZERO -> counters.add(event.a());
                    case EventKind.EPOCH_CLOSED -> closed.add(event.a());
                    default -> {}
                }
            }
            return indices.size() + " " + entries.size() + " " + counters.size() + " " + closed.size();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 128, 256})
    void everyCounterAndEpochIsNamed(int n) {
        Map<String, Integer> values = Map.of("counters", n, "origin_epochs", n, "target_epochs", n);
        assertEquals(n + " " + n + " " + n + " " + n, Workers.ask(structure(values), new EveryNumber()));
    }

    /**
     * Plays drawn cases of this structure on the twin until all of this has happened. Returns how often an index above
     * 63 was opened, an entry above 63 granted, a counter above 63 fell to 0, and a packet of more than 256 bytes
     * delivered.
     */
    private record Drawn(long from, long cases) implements Work<String> {
        @Override
        public String run() {
            long[] counts = new long[4];
            Monitor monitor = new Monitor() {
                @Override
                public void events(EventCursor batch) {
                    while (batch.next()) {
                        count(batch, counts);
                    }
                    batch.rewind();
                }
            };
            EngineFactory model = new ModelEngineFactory();
            LockstepFactory both = new LockstepFactory(model, model).watched(PERIOD, monitor);
            EdgeDraw edges = new EdgeDraw(ModelEngineFactory.capabilities());
            CaseDraw draw = new CaseDraw(ModelEngineFactory.capabilities(), BUDGET);
            for (long seed = from; seed < from + cases; seed++) {
                for (Case one : List.of(draw.draw(seed), edges.draw(seed))) {
                    if (LongStream.of(counts).allMatch(count -> count > 0)) {
                        break;
                    }
                    try (LockstepEngine engine = both.open(one.machine(), one.options())) {
                        one.play(engine, new Observer() {});
                    }
                }
            }
            return counts[0] + " " + counts[1] + " " + counts[2] + " " + counts[3];
        }
    }

    private static void count(EventCursor e, long[] counts) {
        switch (e.kind()) {
            case EventKind.EPOCH_OPENED -> {
                counts[0] += e.a() >= HwLayout.SMALL_TABLE ? 1 : 0;
                counts[1] += EpochEvent.entry(e.b()) >= HwLayout.SMALL_TABLE ? 1 : 0;
            }
            case EventKind.COUNTER_ZERO -> counts[2] += e.a() >= HwLayout.SMALL_TABLE ? 1 : 0;
            case EventKind.OP_DONE -> counts[2] += OpEvent.counter(e.a()) >= HwLayout.SMALL_TABLE ? 1 : 0;
            case EventKind.PACKET_DELIVERED -> counts[3] += Header0.length(e.a()) > 256 ? 1 : 0;
            default -> {}
        }
    }

    /** Otherwise lockstep would say nothing of what these structures have beyond others. */
    @Test
    @Tag("slow")
    void drawnCasesUseTheLargeNumbersAndTheLongPackets() {
        Map<String, Integer> values =
                Map.of("counters", 256, "origin_epochs", 256, "target_epochs", 256, "max_payload", 512);
        String said = Workers.ask(structure(values), new Drawn(1, 6));
        System.out.println("NumbersOfAStructureTest: indices, entries, counters, long packets: " + said);
        for (String count : said.split(" ")) {
            assertTrue(Long.parseLong(count) > 0, said);
        }
    }

    /** Returns the lengths of the packets of a put of two packets, and that of the longest message, and its slot. */
    private record Lengths() implements Work<String> {
        @Override
        public String run() {
            MachineConfig machine = machine();
            CommandBuffer commands = new CommandBuffer();
            long target = machine.shape().coord(1);
            long to = target << Descriptor0.TARGET_LSB | FifoNumber.inDescriptor(0);
            long put = to
                    | (long) OpKind.PUT << Descriptor0.KIND_LSB
                    | HwLayout.MAX_PAYLOAD + 1L << Descriptor0.LENGTH_LSB;
            long message = to
                    | (long) OpKind.MSG << Descriptor0.KIND_LSB
                    | (long) HwLayout.MAX_PAYLOAD << Descriptor0.LENGTH_LSB;
            commands.add(5, 0, 0, TileCommand.MSG_CREDIT, target, 1, 0, 0, 0);
            commands.add(10, 0, 0, TileCommand.POST, put, 0, 0, 0, 1);
            commands.add(500, 0, 0, TileCommand.POST, message, 0, 0, 0, 2);
            commands.add(1000, 0, 0, TileCommand.POST, message + (1L << Descriptor0.LENGTH_LSB), 0, 0, 0, 3);
            StringBuilder said = new StringBuilder();
            for (Event event : EventLog.ofTwin(machine, commands, END)) {
                boolean data = event.kind() == EventKind.PACKET_DELIVERED && Header0.ptype(event.a()) <= PacketType.MSG;
                said.append(
                        data
                                ? Header0.length(event.a()) + " "
                                : event.kind() == EventKind.OP_REJECTED ? "rejected " : "");
            }
            return said.toString() + HwLayout.RECEPTION_SLOT;
        }
    }

    @Test
    void aPacketHasUpTo512Bytes() {
        assertEquals("512 1 512 rejected 512", Workers.ask(structure(Map.of("max_payload", 512)), new Lengths()));
        assertEquals("256 1 256 rejected 256", new Lengths().run());
    }

    /**
     * Posts a message from each injection FIFO that a word can name to each reception FIFO that a word can name; each
     * is the tag 16 * injection + reception. The result has for each the reception FIFO in which it arrives, or `-` for
     * a descriptor that is malformed.
     */
    private record Messages() implements Work<String> {
        @Override
        public String run() {
            MachineConfig machine = MachineConfig.of(new Shape(1, 1, 1))
                    .buffers(new Buffers(8, 8, 1, NUMBERS * NUMBERS, 64, 8))
                    .memoryBytes(1 << 21)
                    .build();
            CommandBuffer commands = new CommandBuffer();
            commands.add(5, 0, 0, TileCommand.MSG_CREDIT, 0, 300, 0, 0, 0);
            for (int tag = 0; tag < NUMBERS * NUMBERS; tag++) {
                long word0 = (long) OpKind.MSG << Descriptor0.KIND_LSB
                        | FifoNumber.inDescriptor(tag / NUMBERS)
                        | (long) tag << Descriptor0.TAG_LSB
                        | 8L << Descriptor0.LENGTH_LSB;
                long word1 = (long) (tag % NUMBERS) << Descriptor1.REMOTE_LSB;
                commands.add(10 + 20L * tag, 0, 0, TileCommand.POST, word0, word1, 0, 0, 1 + tag);
            }
            char[] said = "?".repeat(NUMBERS * NUMBERS).toCharArray();
            for (Event e : EventLog.ofTwin(machine, commands, END)) {
                if (e.kind() == EventKind.OP_REJECTED && e.b() == RejectReason.MALFORMED) {
                    said[(int) e.a()] = '-';
                } else if (e.kind() == EventKind.MSG_ARRIVED) {
                    said[(int) e.b()] = Character.forDigit((int) MessageEvent.fifo(e.a()), NUMBERS);
                }
            }
            return new String(said);
        }
    }

    /** What the page says: the low bits that the FIFOs need name one; a number that is left over is malformed. */
    @ParameterizedTest
    @CsvSource({"1, 16", "3, 1", "16, 5"})
    void aWordNamesAFifoOfTheStructureOrIsMalformed(int injection, int reception) {
        StringBuilder expected = new StringBuilder();
        for (int tag = 0; tag < NUMBERS * NUMBERS; tag++) {
            int to = low(tag % NUMBERS, reception);
            boolean there = low(tag / NUMBERS, injection) < injection && to < reception;
            expected.append(there ? Character.forDigit(to, NUMBERS) : '-');
        }
        assertEquals(
                expected.toString(),
                Workers.ask(
                        structure(Map.of("injection_fifos", injection, "reception_fifos", reception)), new Messages()));
    }

    private static int low(int number, int fifos) {
        int most = 1;
        while (most < fifos) {
            most *= 2;
        }
        return number % most;
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
        Map<String, Long> own = new Bits().run();
        Map<String, Long> other =
                Workers.ask(structure(Map.of("injection_fifos", 2, "reception_fifos", 16)), new Bits());
        // two FIFOs in place of four; each entry has the number of one of 16 reception FIFOs in place of one of four
        long entries =
                2L * MachineConfig.of(new Shape(2, 1, 1)).build().buffers().injection();
        assertEquals(own.get("injection") / 2 + entries * 2, other.get("injection"));
        assertEquals(own.get("reception") * 4, other.get("reception"));
    }
}
