// SPDX-License-Identifier: Apache-2.0
package fairlead.search.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.evaluate.Worker.Work;
import fairlead.evaluate.Workers;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.machine.Shape;
import fairlead.scenario.BadInput;
import fairlead.scenario.ScenarioReader;
import fairlead.search.study.BufferUnit;
import fairlead.search.study.UsableBuffers;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The twin of a structure without some units: their commands are malformed, programs that need them are refused. */
@Tag("M-343")
class AbsentUnitTest {
    private static final long END = 10_000;
    private static final long TAG = 0x123; // bits 31:18 of the first word
    private static final List<Integer> COMMANDS = List.of(
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
    private static final String UNITS = "collective_units: 0, dla_channels: 0, barrier_unit: 0";

    private static final MachineStructure WITHOUT =
            MachineStructure.of(k -> UNITS.contains(k.key()) ? 0 : k.standard());

    /** Gives each command of an absent unit once. Returns the events as kind, tag and reason, and how the run ended. */
    private record Refused() implements Work<String> {
        @Override
        public String run() {
            final CommandBuffer commands = new CommandBuffer();
            for (int i = 0; i < COMMANDS.size(); i++) {
                commands.add(5 + i, 0, 0, COMMANDS.get(i), (TAG + i) << 18, 0, 0, 0, i);
            }
            final StringBuilder said = new StringBuilder();
            final MachineConfig machine = MachineConfig.of(new Shape(1, 1, 1)).build();
            try (Engine engine = new ModelEngineFactory().open(machine, EngineOptions.DEFAULT)) {
                engine.submit(commands);
                StopReason stop;
                do {
                    stop = engine.run(END);
                    final EventCursor events = engine.events();
                    while (events.next()) {
                        said.append(EventKind.name(events.kind()))
                                .append(' ')
                                .append(OpEvent.tag(events.a()) - TAG)
                                .append(events.b() == RejectReason.MALFORMED ? " malformed, " : " ?, ");
                    }
                } while (stop != StopReason.IDLE && engine.cycle() < END);
                return said.append(stop).toString();
            }
        }
    }

    @Test
    void aCommandOfAnAbsentUnitIsMalformed() {
        final StringBuilder expected = new StringBuilder();
        for (int i = 0; i < COMMANDS.size(); i++) {
            expected.append("OP_REJECTED ").append(i).append(" malformed, ");
        }
        assertEquals(expected + "IDLE", Workers.ask(WITHOUT, new Refused()));
    }

    /** Returns whether the DLA of a default machine counts as a unit, and its bits. */
    private record Storage() implements Work<String> {
        @Override
        public String run() {
            final UsableBuffers buffers =
                    UsableBuffers.of(MachineConfig.of(new Shape(2, 2, 1)).build());
            final boolean counts = buffers.units().keySet().stream().anyMatch(at -> at.unit() == BufferUnit.DLA);
            return counts + " " + buffers.bitsByKind().get("dla");
        }
    }

    @Test
    void aBufferThatIsNotThereCostsNothing() {
        assertEquals("false 0", Workers.ask(WITHOUT, new Storage()));
        assertTrue(new Storage().run().startsWith("true "));
    }

    /** Reads a scenario for the structure of this process and makes its program. */
    private static void program(final String text) {
        ScenarioReader.parse(text, "s.yaml", "s", List.of()).program();
    }

    /** Returns what is said about the program of a workload, which this structure cannot run. */
    private record Refusal(String workload) implements Work<String> {
        @Override
        public String run() {
            final String text = "schema: fairlead.scenario/1\nmachine: {shape: [2, 2, 1], structure: {" + UNITS + "}}\n"
                    + "workload:\n  " + workload;
            return assertThrows(BadInput.class, () -> program(text)).getMessage();
        }
    }

    private static void isRefused(final String workload, final String expected) {
        final String said = Workers.ask(WITHOUT, new Refusal(workload));
        assertTrue(said.contains(expected), said);
    }

    /** The reader of keys cannot know what a program will need. */
    @Test
    void aProgramThatNeedsAnAbsentUnitIsRefusedWithItsOperation() {
        final String place = "s.yaml line 4: workload.kind = ";
        isRefused(
                "kind: collectives\n  items: [{collective: {op: allreduce, bytes: 64, algorithm: tree}}]\n",
                place + "collectives: op 1 (TREE, node 0 task 0): needs the collective network, which"
                        + " machine.structure.collective_units = 0 leaves out");
        isRefused(
                "kind: random\n  epochs: false\n  barriers: false\n",
                "needs the DLA, which machine.structure.dla_channels = 0 leaves out");
    }
}
