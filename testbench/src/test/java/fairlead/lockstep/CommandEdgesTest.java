// SPDX-License-Identifier: Apache-2.0
package fairlead.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EngineOptions;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.node.Descriptors;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.support.TestMachine;
import fairlead.twin.fabric.ModelEngineFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Plays commands at the limits of a unit's tables and counters, which drawn cases seldom reach and seldom follow by an
 * operation that shows the effect.
 */
@Tag("M-21")
class CommandEdgesTest {
    private static final int MOST_CREDITS = 511;
    private static final TestMachine MACHINE = new TestMachine(2, 1, 1, 1);

    private final CommandBuffer commands = new CommandBuffer();
    private int seq;

    private void command(long cycle, int node, int op, long w0, long w1) {
        commands.add(cycle, node, 0, op, w0, w1, 0, 0, seq++);
    }

    /** Adds the POST of an 8-byte operation from node 0 to node 1. */
    private void post(long cycle, int kind, boolean counter) {
        long word0 = Descriptors.word0(kind, MACHINE.config().shape().coord(1), 0, Long.BYTES);
        command(cycle, 0, TileCommand.POST, word0, counter ? 1L << Descriptor1.CTR_VALID_LSB : 0);
    }

    /** Returns the number of events of this kind, after both engines have given the same events. */
    private int events(int kind) {
        int found = 0;
        LockstepFactory engines =
                new LockstepFactory(new RtlEngineFactory(RtlOptions.PRODUCT), new ModelEngineFactory());
        try (LockstepEngine engine = engines.open(MACHINE.config(), EngineOptions.DEFAULT)) {
            engine.submit(commands);
            StopReason stop;
            do {
                stop = engine.run(100_000);
                while (engine.events().next()) {
                    found += engine.events().kind() == kind ? 1 : 0;
                }
            } while (stop == StopReason.REACTION || stop == StopReason.LIMIT && engine.cycle() < 100_000);
            assertEquals("", engine.failure());
            assertEquals(StopReason.IDLE, stop);
        }
        return found;
    }

    /**
     * Counter 0 is set to the bytes of two puts. A command for the counter after the last one, before or after that,
     * changes nothing, so counter 0 reports zero once.
     */
    @ParameterizedTest(name = "last set: counter {0}")
    @ValueSource(ints = {0, 64})
    void aCounterThatDoesNotExistIsNotSet(int last) {
        command(0, 1, TileCommand.COUNTER_SET, HwLayout.COUNTERS - last, last == 0 ? 1000 : 2 * Long.BYTES);
        command(1, 1, TileCommand.COUNTER_SET, last, last == 0 ? 2 * Long.BYTES : 1000);
        post(10, OpKind.PUT, true);
        post(300, OpKind.PUT, true);
        assertEquals(1, events(EventKind.COUNTER_ZERO));
    }

    /** A credit that returns when the counter is full is lost, and the counter stays full. */
    @Test
    void aFullCounterOfCreditsStaysFull() {
        long target = MACHINE.config().shape().coord(1);
        command(0, 0, TileCommand.MSG_CREDIT, target, 1);
        post(10, OpKind.MSG, false);
        command(300, 0, TileCommand.MSG_CREDIT, target, MOST_CREDITS);
        command(600, 1, TileCommand.MSG_POP, 0, 0);
        post(1000, OpKind.MSG, false);
        assertEquals(2, events(EventKind.MSG_ARRIVED));
    }
}
