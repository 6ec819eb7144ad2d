// SPDX-License-Identifier: Apache-2.0
package fairlead.search.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.evaluate.Worker.Work;
import fairlead.evaluate.Workers;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.machine.Shape;
import fairlead.twin.fabric.ModelEngineFactory;
import org.junit.jupiter.api.Test;

/** Tables of the twin in a structure in which one side of a pair is smaller than the other. */
class SmallTableTest {
    private static final int MORE = 4;
    private static final long END = 10_000;

    /**
     * Opens more epochs than the target has entries for. The result is the number of entries, and the number of epochs
     * that the target has exposed.
     */
    private record Exposed() implements Work<String> {
        @Override
        public String run() {
            final MachineConfig machine = MachineConfig.of(new Shape(2, 1, 1)).build();
            final CommandBuffer commands = new CommandBuffer();
            for (int i = 0; i < HwLayout.TARGET_EPOCHS + MORE; i++) {
                final long word = (long) i << EpochCommand.INDEX_LSB
                        | (long) machine.shape().coord(1) << EpochCommand.TARGET_LSB
                        | (long) i << EpochCommand.ID_LSB;
                commands.add(5 + 40L * i, 0, 0, TileCommand.EPOCH_OPEN, word, 0, 0, 0, i);
            }
            int count = 0;
            try (Engine engine = new ModelEngineFactory().open(machine, EngineOptions.DEFAULT)) {
                engine.submit(commands);
                StopReason stop;
                do {
                    stop = engine.run(END);
                    final EventCursor events = engine.events();
                    while (events.next()) {
                        count += events.kind() == EventKind.EPOCH_EXPOSED ? 1 : 0;
                    }
                } while (stop != StopReason.IDLE && engine.cycle() < END);
            }
            return HwLayout.TARGET_EPOCHS + " " + count;
        }
    }

    /** An origin has 64 epochs here and a target 16 entries. */
    @Test
    void aTargetWithFewerEntriesThanItsOriginsRefusesTheRest() {
        final MachineStructure small =
                MachineStructure.of(k -> k.key().equals("target_epochs") ? 16 : k.standard());
        assertEquals("16 16", Workers.ask(small, new Exposed()));
    }
}
