// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.Descriptors;
import fairlead.support.EventLog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Owners take turns at the host port, so nobody who gives many commands holds up others (fabric.md, rule 4). */
@Tag("M-1110")
class CommandTurnsTest {
    private static final Shape SHAPE = new Shape(2, 1, 1);
    private static final int LATE = 150; // cycle of the command of the victim
    private static final int MANY = 400; // commands of each greedy task
    private static final int VICTIM = 7;
    private static final int ISSUED = 1; // cycles from the turn of a POST to its event

    private final CommandBuffer commands = new CommandBuffer();
    private final EventLog log = new EventLog();
    private int seq;

    private void post(long cycle, int task, int tag) {
        long fifo = (long) (task % 4) << Descriptor0.FIFO_LSB;
        long word = Descriptors.word0(OpKind.PUT, SHAPE.coord(1), tag, 8) | fifo;
        commands.add(cycle, 0, task, TileCommand.POST, word, 0x100, 0, 0, seq++);
    }

    /** Greedy tasks give their commands in one cycle or one a cycle each; the POST of task 7 waits for one of each. */
    @ParameterizedTest(name = "{0}: {1} greedy tasks, {2} commands a cycle")
    @CsvSource({"model, 1, 400", "model, 3, 1", "model, 3, 400", "product, 1, 400", "product, 3, 1", "product, 3, 400"})
    void aCommandWaitsForOneOfEachOtherOwner(String engine, int greedy, int rate) {
        for (int task = 0; task < greedy; task++) {
            for (int i = 0; i < MANY; i++) { // refused commands, which take a turn as others do
                long cycle = 100 + i / rate;
                commands.add(cycle, 0, task, TileCommand.MSG_POP, 0, 0, 0, 0, seq++);
            }
        }
        post(LATE, VICTIM, 5);
        log.play(engine, MachineConfig.of(SHAPE).build(), 0, commands, 4000);
        long issued = log.of(0, EventKind.OP_ISSUED).get(0).cycle();
        assertEquals(LATE + greedy + ISSUED, issued);
        assertEquals((long) greedy * MANY, log.of(0, EventKind.COMMAND_REFUSED).size());
    }

    /** An owner that no tile knows would have a turn of its own, and come to the tile as another one. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"model, 32", "model, 263", "model, -1", "product, 32", "product, 263", "product, -1"})
    void anOwnerThatNoTileKnowsIsRefused(String engine, int owner) {
        commands.add(LATE, 0, VICTIM, owner, TileCommand.MSG_POP, 0, 0, 0, 0, seq);
        MachineConfig machine = MachineConfig.of(SHAPE).build();
        RuntimeException e = assertThrows(RuntimeException.class, () -> log.play(engine, machine, 0, commands, 4000));
        assertTrue(e.getMessage().contains("owner " + Integer.toUnsignedString(owner)), e.getMessage());
    }
}
