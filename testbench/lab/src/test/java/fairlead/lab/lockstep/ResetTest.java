// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lockstep.DifferenceException;
import fairlead.lockstep.LockstepFactory;
import fairlead.lockstep.Monitor;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.rtl.RtlEngineFactory;
import fairlead.support.EventLog;
import fairlead.twin.fabric.ModelEngineFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares RTL and twin after a reset in the middle of a run, and at rest after commands that no software would issue.
 */
@Tag("M-130")
class ResetTest {
    private static final int MEMORY = 1 << 14;
    private static final int COUNTER = 3;
    private static final EngineFactory BOTH =
            new LockstepFactory(new RtlEngineFactory(), new ModelEngineFactory()).watched(61, new Monitor() {});

    private final CommandBuffer commands = new CommandBuffer();
    private int sequence;

    private static Engine open(EngineFactory engines) {
        MachineConfig machine = MachineConfig.of(new Shape(2, 1, 1))
                .latency(new Latency(2, 2, 20, 16, 8, 0))
                .buffers(new Buffers(8, 8, 16, 4, 16, 8))
                .memoryBytes(MEMORY)
                .dla(DlaLimits.of(16))
                .tasks(1)
                .barrierWidth(4)
                .build();
        return engines.open(machine, new EngineOptions(true, true, 1, false));
    }

    private void give(long cycle, int op, long word0, long word1) {
        commands.add(cycle, 0, 0, op, word0, word1, 0, 0, sequence++);
    }

    private void put(int length, boolean counted) {
        long word0 = (long) OpKind.PUT << Descriptor0.KIND_LSB
                | 1L << Descriptor0.TARGET_LSB
                | (long) length << Descriptor0.LENGTH_LSB;
        long counter = (long) COUNTER << Descriptor1.CTR_LSB | (counted ? 1L << Descriptor1.CTR_VALID_LSB : 0);
        give(1, TileCommand.POST, word0, counter);
    }

    /** Runs to rest and returns the number of events of this kind. */
    private long toRest(Engine engine, int kind) {
        EventLog log = new EventLog();
        StopReason stop = log.play(engine, commands, 20_000);
        assertEquals(StopReason.IDLE, stop, () -> "cycle " + engine.cycle() + " " + engine.failure());
        return log.all().stream().filter(e -> e.kind() == kind).count();
    }

    @Test
    void nothingOfARunIsLeftBehindAReset() {
        try (Engine engine = open(BOTH)) {
            for (int node = 0; node < 2; node++) {
                engine.loadMemory(node, 0, new byte[] {1, 2, 3});
            }
            for (int i = 0; i < 12; i++) {
                put(2000, false);
            }
            engine.submit(commands);
            commands.clear();
            while (engine.cycle() < 100) {
                engine.run(100);
            }
            engine.reset();
            assertEquals(0, engine.cycle());
            assertEquals(0, engine.memory(1).get(1));
            assertEquals(0, toRest(engine, EventKind.PACKET_INJECTED));
            assertTrue(engine.cycle() < 50, () -> "at rest in cycle " + engine.cycle());
        }
    }

    /** The counter's word was once not reset, so the counter looked as if it had been used before the reset. */
    @Test
    void aByteCounterIsZeroBehindAReset() {
        try (Engine engine = open(BOTH)) {
            give(1, TileCommand.COUNTER_SET, COUNTER, 100);
            commands.add(1, 1, 0, TileCommand.COUNTER_SET, COUNTER, 100, 0, 0, sequence++);
            put(0, true);
            assertEquals(0, toRest(engine, EventKind.COUNTER_ZERO), "100 less 0 is not 0");
            engine.reset();
            put(100, true);
            assertEquals(1, toRest(engine, EventKind.COUNTER_BELOW), "0 less 100 is below 0");
        }
    }

    /** Lockstep finds a reset that leaves a register unchanged, in either engine. */
    @Test
    void aResetThatLeavesSomethingIsFound() {
        for (boolean first : new boolean[] {true, false}) {
            EngineFactory sound = new ModelEngineFactory();
            EngineFactory wrong = Altered.factory(sound, Forgetful::new);
            EngineFactory both = new LockstepFactory(first ? wrong : sound, first ? sound : wrong);
            assertThrows(DifferenceException.class, () -> {
                try (Engine engine = open(both)) {
                    engine.reset();
                    put(100, true);
                    toRest(engine, EventKind.COUNTER_BELOW);
                }
            });
        }
    }

    /** Does not clear its byte counters at a reset. */
    private static final class Forgetful extends Altered {
        Forgetful(Engine engine) {
            super(engine);
        }

        @Override
        public void reset() {
            super.reset();
            CommandBuffer left = new CommandBuffer();
            for (int node = 0; node < 2; node++) {
                left.add(0, node, 0, TileCommand.COUNTER_SET, COUNTER, 1, 0, 0, 1000);
            }
            submit(left);
        }
    }
}
