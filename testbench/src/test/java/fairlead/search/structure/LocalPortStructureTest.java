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
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.machine.MachineBuilder;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.machine.Shape;
import fairlead.search.study.BufferUnit;
import fairlead.search.study.UsableBuffers;
import fairlead.twin.fabric.ModelEngineFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The twin of a structure with one local port of each class: what is absent is not used, not counted and not chosen.
 */
@Tag("M-928")
class LocalPortStructureTest {
    private static final long END = 20_000;
    private static final int PUTS = 24;
    private static final int BYTES = 600;
    private static final MachineStructure ONE =
            MachineStructure.of(key -> key.key().equals("local_ports") ? 1 : key.standard());

    private static MachineBuilder machine() {
        return MachineConfig.of(new Shape(3, 2, 1)).buffers(new Buffers(4, 4, 4, 4, 64, 4));
    }

    /** Returns the events of puts from every injection FIFO of two nodes to a third, and of gets the other way. */
    private static String events(final MachineConfig machine) {
        final CommandBuffer commands = new CommandBuffer();
        for (int i = 0; i < PUTS; i++) {
            final int node = i % 2;
            final long word0 = (long) (i % 3 == 0 ? OpKind.GET : OpKind.PUT) << Descriptor0.KIND_LSB
                    | (long) (i / 2 % HwLayout.INJECTION_FIFOS) << Descriptor0.FIFO_LSB
                    | (long) machine.shape().coord(4) << Descriptor0.TARGET_LSB
                    | (long) i << Descriptor0.TAG_LSB
                    | (long) BYTES << Descriptor0.LENGTH_LSB;
            final long word1 = (long) (i << 10) << Descriptor1.REMOTE_LSB | (long) i << Descriptor1.CTR_LSB;
            commands.add(5 + 40L * i, node, 0, TileCommand.POST, word0, word1, 0, 0, 1 + i);
        }
        final StringBuilder said = new StringBuilder();
        try (Engine engine = new ModelEngineFactory().open(machine, EngineOptions.DEFAULT)) {
            engine.submit(commands);
            StopReason stop;
            do {
                stop = engine.run(END);
                final EventCursor events = engine.events();
                while (events.next()) {
                    said.append(events.unit() + " " + events.cycle() + " " + events.node() + " " + events.kind() + " "
                            + events.a() + " " + events.b() + "\n");
                }
            } while (stop != StopReason.IDLE && engine.cycle() < END);
        }
        return said.toString();
    }

    /** Returns the events of a machine that uses one local port of each class. */
    private record OnePort() implements Work<String> {
        @Override
        public String run() {
            return events(machine().localPorts(1).build());
        }
    }

    @Test
    void anAbsentPortIsLikeOneThatIsNotUsed() {
        final String own = new OnePort().run();
        assertEquals(own, Workers.ask(ONE, new OnePort()));
        assertTrue(own.lines().count() > PUTS, own);
        final String second = EventUnit.ISSUE1 + " ";
        assertTrue(own.lines().noneMatch(line -> line.startsWith(second)), "port 1 was used");
        assertTrue(
                events(machine().build()).lines().anyMatch(line -> line.startsWith(second)), "two ports are two ports");
    }

    /** Returns how many local ports a machine uses that does not say so, and the refusal of one more. */
    private record Ports() implements Work<String> {
        @Override
        public String run() {
            final MachineConfig more =
                    machine().localPorts(HwLayout.LOCAL_PORTS + 1).build();
            final String refusal = assertThrows(
                            RuntimeException.class, () -> new ModelEngineFactory().open(more, EngineOptions.DEFAULT))
                    .getMessage();
            return machine().build().localPorts() + ": " + refusal;
        }
    }

    @Test
    void theTwinTakesNoMorePortsThanThereAre() {
        final String said = Workers.ask(ONE, new Ports());
        assertTrue(said.startsWith("1: ") && said.contains("LOCAL_PORTS") && said.contains("2"), said);
    }

    /** Returns what the buffers of a machine cost that uses all local ports, and the instances of units at these. */
    private record Cost() implements Work<String> {
        @Override
        public String run() {
            final MachineConfig machine = machine().build();
            return UsableBuffers.of(machine).bitsByKind() + " "
                    + UsableBuffers.all(machine.buffers()).bitsByKind()
                    + " " + UsableBuffers.warnings(machine).stream().anyMatch(line -> line.contains("local_ports")) + " "
                    + BufferUnit.LOCAL_INPUT.count() + BufferUnit.EJECTION.count() + BufferUnit.RESPONSE.count()
                    + BufferUnit.COMMIT_SLOTS.count() + BufferUnit.HEADER_QUEUE.count();
        }
    }

    @Test
    void aPortThatIsNotThereCostsNothing() {
        final MachineConfig used = machine().localPorts(1).build();
        final String said = Workers.ask(ONE, new Cost());
        assertTrue(said.startsWith(UsableBuffers.of(used).bitsByKind() + " "), said);
        assertTrue(said.endsWith(" false 22112"), said);
        final var whole = UsableBuffers.all(used.buffers()).bitsByKind();
        assertTrue(
                said.contains("local=" + whole.get("local") / 2)
                        && said.contains("response=" + whole.get("response") / 2),
                said);
    }
}
