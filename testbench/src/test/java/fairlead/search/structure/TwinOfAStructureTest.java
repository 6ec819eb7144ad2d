// SPDX-License-Identifier: Apache-2.0
package fairlead.search.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EngineOptions;
import fairlead.evaluate.Worker.Work;
import fairlead.evaluate.Workers;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineConfig.MachineBuilder;
import fairlead.machine.MachineStructure;
import fairlead.machine.Shape;
import fairlead.node.Descriptors;
import fairlead.scenario.BadInput;
import fairlead.scenario.ScenarioReader;
import fairlead.search.BufferUnit;
import fairlead.search.UsableBuffers;
import fairlead.support.EventLog;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The twin of structures without some units, ports or places: what is absent is not used, not counted, not chosen. */
class TwinOfAStructureTest {
    private static final long END = 20_000;
    private static final long TAG = 0x123; // bits 31:18 of the first word
    private static final List<Integer> OF_UNITS = List.of(
            TileCommand.TREE_GIVE,
            TileCommand.TREE_BODY,
            TileCommand.TREE_READ,
            TileCommand.DEVICE_LOCK,
            TileCommand.DEVICE_UNLOCK,
            TileCommand.DEVICE_READ_HEADER,
            TileCommand.DEVICE_DRAIN,
            TileCommand.DLA_ALLOC,
            TileCommand.DLA_REQUEST,
            TileCommand.DLA_DATA,
            TileCommand.DLA_END,
            TileCommand.DLA_RELEASE,
            TileCommand.DLA_MARK,
            TileCommand.DLA_CLEAR,
            TileCommand.DLA_EVENT_CREDIT,
            TileCommand.BAR_ENTER,
            TileCommand.BAR_ADD,
            TileCommand.BAR_READ);
    private static final Map<String, Integer> WITHOUT =
            Map.of("collective_units", 0, "dla_channels", 0, "barrier_unit", 0);
    private static final Map<String, Integer> ONE_PORT = Map.of("local_ports", 1);
    private static final int PUTS = 24;
    private static final int BYTES = 600;

    private static <R> R ask(Map<String, Integer> structure, Work<R> work) {
        return Workers.ask(MachineStructure.of(k -> structure.getOrDefault(k.key(), k.standard())), work);
    }

    // ---- absent units

    /** Gives each command of an absent unit once. The result has the kind, tag and reason of each event. */
    private record Refused() implements Work<String> {
        @Override
        public String run() {
            CommandBuffer commands = new CommandBuffer();
            for (int i = 0; i < OF_UNITS.size(); i++) {
                commands.add(5 + i, 0, 0, OF_UNITS.get(i), (TAG + i) << 18, 0, 0, 0, i);
            }
            return EventLog.ofTwin(MachineConfig.of(new Shape(1, 1, 1)).build(), commands, END).stream()
                    .map(e -> EventKind.name(e.kind()) + " " + (OpEvent.tag(e.a()) - TAG)
                            + (e.b() == RejectReason.MALFORMED ? " malformed, " : " ?, "))
                    .collect(Collectors.joining());
        }
    }

    @Tag("M-343")
    @Test
    void aCommandOfAnAbsentUnitIsMalformed() {
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < OF_UNITS.size(); i++) {
            expected.append("OP_REJECTED ").append(i).append(" malformed, ");
        }
        assertEquals(expected.toString(), ask(WITHOUT, new Refused()));
    }

    /** Whether the DLA of a default machine counts as a unit, and the bits of its buffers. */
    private record HasDla() implements Work<Boolean> {
        @Override
        public Boolean run() {
            UsableBuffers buffers = UsableBuffers.of(machine().build());
            boolean counts = buffers.units().keySet().stream().anyMatch(at -> at.unit() == BufferUnit.DLA);
            assertEquals(counts, buffers.bitsByKind().get("dla") > 0);
            return counts;
        }
    }

    @Tag("M-343")
    @Test
    void aBufferThatIsNotThereCostsNothing() {
        assertEquals(false, ask(WITHOUT, new HasDla()));
        assertEquals(true, new HasDla().run());
    }

    /** What is said about the program of a workload, which this structure cannot run. */
    private record Refusal(String workload) implements Work<String> {
        @Override
        public String run() {
            String text = "schema: fairlead.scenario/1\nmachine: {shape: [2, 2, 1], structure: "
                    + WITHOUT.toString().replace("=", ": ") + "}\nworkload:\n  " + workload;
            return assertThrows(BadInput.class, () -> ScenarioReader.parse(text, "s.yaml", "s", List.of())
                            .program())
                    .getMessage();
        }
    }

    /** The reader of keys cannot know what a program will need. */
    @Tag("M-343")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'kind: collectives\n  items: [{collective: {op: allreduce, bytes: 64, algorithm: tree}}]\n'"
                        + "| 's.yaml line 4: workload.kind = collectives: op 1 (TREE, node 0 task 0): needs the collective"
                        + " network, which machine.structure.collective_units = 0 leaves out'",
                "'kind: random\n  epochs: false\n  barriers: false\n'"
                        + "| needs the DLA, which machine.structure.dla_channels = 0 leaves out"
            })
    void aProgramThatNeedsAnAbsentUnitIsRefusedWithItsOperation(String workload, String expected) {
        String said = ask(WITHOUT, new Refusal(workload));
        assertTrue(said.contains(expected), said);
    }

    // ---- small tables

    /** Opens more epochs than the target has entries for. The result is the number of those that it has exposed. */
    private record Exposed() implements Work<Long> {
        @Override
        public Long run() {
            MachineConfig machine = MachineConfig.of(new Shape(2, 1, 1)).build();
            CommandBuffer commands = new CommandBuffer();
            for (int i = 0; i < HwLayout.TARGET_EPOCHS + 4; i++) {
                long word = Descriptors.epoch(i, machine.shape().coord(1), i);
                commands.add(5 + 40L * i, 0, 0, TileCommand.EPOCH_OPEN, word, 0, 0, 0, i);
            }
            assertEquals(16, HwLayout.TARGET_EPOCHS);
            return EventLog.ofTwin(machine, commands, END).stream()
                    .filter(e -> e.kind() == EventKind.EPOCH_EXPOSED)
                    .count();
        }
    }

    /** An origin has 64 epochs here and a target 16 entries, the last two of which are kept for other origins. */
    @Test
    void aTargetWithFewerEntriesThanItsOriginsRefusesTheRest() {
        assertEquals(14, ask(Map.of("target_epochs", 16), new Exposed()));
    }

    // ---- local ports

    private static MachineBuilder machine() {
        return MachineConfig.of(new Shape(3, 2, 1)).buffers(new Buffers(4, 4, 4, 4, 64, 4));
    }

    /** Returns the events of puts from every injection FIFO of two nodes to a third, and of gets the other way. */
    private static String events(MachineConfig machine) {
        CommandBuffer commands = new CommandBuffer();
        for (int i = 0; i < PUTS; i++) {
            int node = i % 2;
            long word0 = Descriptors.word0(
                            i % 3 == 0 ? OpKind.GET : OpKind.PUT,
                            machine.shape().coord(4),
                            i,
                            BYTES)
                    | (long) (i / 2 % HwLayout.INJECTION_FIFOS) << Descriptor0.FIFO_LSB;
            long word1 = (long) (i << 10) << Descriptor1.REMOTE_LSB | (long) i << Descriptor1.CTR_LSB;
            commands.add(5 + 40L * i, node, 0, TileCommand.POST, word0, word1, 0, 0, 1 + i);
        }
        return EventLog.ofTwin(machine, commands, END).stream()
                .map(e -> e.unit() + " " + e.cycle() + " " + e.node() + " " + e.kind() + " " + e.a() + " " + e.b())
                .collect(Collectors.joining("\n"));
    }

    /** The events of a machine that uses one local port of each class. */
    private record OnePort() implements Work<String> {
        @Override
        public String run() {
            return events(machine().localPorts(1).build());
        }
    }

    @Tag("M-928")
    @Test
    void anAbsentPortIsLikeOneThatIsNotUsed() {
        String own = new OnePort().run();
        assertEquals(own, ask(ONE_PORT, new OnePort()));
        assertTrue(own.lines().count() > PUTS, own);
        String second = EventUnit.ISSUE1 + " ";
        assertTrue(own.lines().noneMatch(line -> line.startsWith(second)), "port 1 was used");
        assertTrue(
                events(machine().build()).lines().anyMatch(line -> line.startsWith(second)), "two ports are two ports");
    }

    /** How many local ports a machine uses that does not say so, and the refusal of one more. */
    private record Ports() implements Work<String> {
        @Override
        public String run() {
            MachineConfig more = machine().localPorts(HwLayout.LOCAL_PORTS + 1).build();
            String refusal = assertThrows(
                            RuntimeException.class, () -> new ModelEngineFactory().open(more, EngineOptions.DEFAULT))
                    .getMessage();
            return machine().build().localPorts() + ": " + refusal;
        }
    }

    @Tag("M-928")
    @Test
    void theTwinTakesNoMorePortsThanThereAre() {
        String said = ask(ONE_PORT, new Ports());
        assertTrue(said.startsWith("1: ") && said.contains("LOCAL_PORTS") && said.contains("2"), said);
    }

    /**
     * The bits of the buffers of a machine that uses all local ports, those of all its buffers, the instances of units
     * at ports, and the lines of warnings about ports.
     */
    private record Cost() implements Work<List<TreeMap<String, Long>>> {
        @Override
        public List<TreeMap<String, Long>> run() {
            MachineConfig machine = machine().build();
            TreeMap<String, Long> counts = new TreeMap<>();
            List.of("LOCAL_INPUT", "EJECTION", "RESPONSE", "COMMIT_SLOTS", "HEADER_QUEUE")
                    .forEach(unit ->
                            counts.put(unit, (long) BufferUnit.valueOf(unit).count()));
            long warnings = UsableBuffers.warnings(machine).stream()
                    .filter(line -> line.contains("local_ports"))
                    .count();
            counts.put("warnings", warnings);
            return List.of(
                    UsableBuffers.of(machine).bitsByKind(),
                    UsableBuffers.all(machine.buffers()).bitsByKind(),
                    counts);
        }
    }

    @Tag("M-928")
    @Test
    void aPortThatIsNotThereCostsNothing() {
        MachineConfig used = machine().localPorts(1).build();
        List<TreeMap<String, Long>> cost = ask(ONE_PORT, new Cost());
        assertEquals(UsableBuffers.of(used).bitsByKind(), cost.get(0));
        Map<String, Long> whole = UsableBuffers.all(used.buffers()).bitsByKind();
        assertEquals(whole.get("local") / 2, cost.get(1).get("local"));
        assertEquals(whole.get("response") / 2, cost.get(1).get("response"));
        assertEquals(
                Map.of(
                        "LOCAL_INPUT",
                        2L,
                        "EJECTION",
                        2L,
                        "RESPONSE",
                        1L,
                        "COMMIT_SLOTS",
                        1L,
                        "HEADER_QUEUE",
                        2L,
                        "warnings",
                        0L),
                cost.get(2));
    }
}
