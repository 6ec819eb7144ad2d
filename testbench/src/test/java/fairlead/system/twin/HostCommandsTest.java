// SPDX-License-Identifier: Apache-2.0
package fairlead.system.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.rtl.RtlEngineFactory;
import fairlead.support.EventBytes;
import fairlead.support.TestMachine;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LOAD to FILL give the same records on the RTL engine and on the twin, wherever batches end. No tile takes part. */
@Tag("M-17")
class HostCommandsTest {
    private static final int SPAN = 400;
    private static final int COMMANDS = 300;
    private static final long END = 20_000;
    private static final int COMPARISONS = 6;

    private static final EngineFactory RTL = new RtlEngineFactory();
    private static final EngineFactory MODEL = new ModelEngineFactory();

    /** Adds commands for one node within few cycles and on few words of memory, so that they affect one another. */
    private static void random(SplittableRandom random, int nodes, long from, CommandBuffer to) {
        for (int seq = to.count(); seq < COMMANDS; seq++) {
            int op = HostCommand.LOAD + random.nextInt(HostCommand.FILL - HostCommand.LOAD + 1);
            long address = random.nextInt(24);
            long w0 = op == HostCommand.POLL ? address | (long) random.nextInt(COMPARISONS) << 32 : address;
            long w1 = op == HostCommand.FILL ? random.nextInt(20) : value(random);
            long w2 = op != HostCommand.POLL
                    ? op == HostCommand.STORE ? random.nextInt(8) : value(random)
                    : random.nextInt(8) == 0 ? -1L - random.nextInt(3) : random.nextInt(3) * random.nextInt(200);
            long cycle = from + random.nextInt(SPAN) * (long) random.nextInt(3);
            to.add(cycle, random.nextInt(nodes), random.nextInt(3), op, w0, w1, w2, 0, seq);
        }
    }

    /** Returns a word; words are unsigned, and some are large. */
    private static long value(SplittableRandom random) {
        int small = random.nextInt(6);
        return random.nextInt(4) == 0 ? Long.MIN_VALUE - 3 + small : small;
    }

    /**
     * Returns all events of two sets of commands. The second is given when the machine has come to rest or to cycle
     * END.
     */
    private static EventBytes run(
            EngineFactory factory, MachineConfig config, long seed, EngineOptions options, long quantum) {
        SplittableRandom random = new SplittableRandom(seed);
        EventBytes events = new EventBytes();
        try (Engine engine = factory.open(config, options)) {
            for (int load = 0; load < 2; load++) {
                CommandBuffer commands = new CommandBuffer();
                random(random, config.nodes(), load * END, commands);
                engine.submit(commands);
                StopReason stop;
                do {
                    stop = engine.run(Math.min(engine.cycle() + quantum, (load + 1) * END));
                    events.events(engine.events());
                } while (stop != StopReason.IDLE && engine.cycle() < (load + 1) * END);
                assertEquals("", engine.failure());
            }
        }
        return events;
    }

    private static void same(EventBytes one, EventBytes other, long seed) {
        assertTrue(one.count() > COMMANDS, "seed " + seed + ": only " + one.count() + " events");
        assertEquals("", one.difference(other), "seed " + seed);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void randomHostCommandsGiveTheRecordsOfTheRtl(long seed) {
        MachineConfig config = new TestMachine(3, 1, 1, 1).config();
        EventBytes rtl = run(RTL, config, seed, EngineOptions.DEFAULT, END);
        same(rtl, run(MODEL, config, seed, EngineOptions.DEFAULT, END), seed);
        same(rtl, run(MODEL, config, seed, EngineOptions.DEFAULT, 1), seed);
        same(rtl, run(MODEL, config, seed, EngineOptions.DEFAULT, 13), seed);
        same(rtl, run(MODEL, config, seed, new EngineOptions(true, false, 1, false), 64), seed);
    }

    @Test
    void aStoreOfFewBytesReachesTheLastByteOfMemoryAndLeavesTheOthers() {
        MachineConfig config = new TestMachine(1, 1, 1, 1).config();
        int last = config.memoryBytes() - 8;
        CommandBuffer commands = new CommandBuffer();
        commands.add(1, 0, 0, HostCommand.STORE, last, 0x8877665544332211L, 0, 0, 0);
        commands.add(2, 0, 0, HostCommand.STORE, last + 7, 0xBBAA, 1, 0, 1);
        commands.add(2, 0, 0, HostCommand.STORE, last + 2, 0xFFEEDDCCL, 3, 0, 2);
        for (EngineFactory factory : List.of(RTL, MODEL)) {
            try (Engine engine = factory.open(config, EngineOptions.DEFAULT)) {
                engine.submit(commands);
                engine.run(10);
                assertEquals(0xAA7766EEDDCC2211L, engine.memory(0).getLong(last), engine.name());
            }
        }
    }

    @Test
    void aBatchEndsBeforeTheCycleInWhichSoftwareCouldAct() {
        MachineConfig config = new TestMachine(1, 1, 1, 1).config();
        CommandBuffer commands = new CommandBuffer();
        commands.add(10, 0, 0, HostCommand.TIMER, 0, 0, 0, 0, 0);
        commands.add(12, 0, 0, HostCommand.TIMER, 0, 0, 0, 0, 1);
        commands.add(500, 0, 0, HostCommand.TIMER, 0, 0, 0, 0, 2);
        try (Engine engine = MODEL.open(config, EngineOptions.DEFAULT)) {
            engine.submit(commands);
            assertEquals(StopReason.REACTION, engine.run(1000));
            assertEquals(10 + config.latency().software(), engine.cycle());
            assertEquals(2, engine.events().count());
            assertEquals(StopReason.LIMIT, engine.run(200));
            assertEquals(200, engine.cycle());
            assertEquals(StopReason.IDLE, engine.run(1000));
            assertEquals(501, engine.cycle());
            assertEquals(1, engine.events().count());
        }
    }

    @Test
    void aBatchEndsWhenItsMemoryIsNearlyFullAndLosesNothing() {
        MachineConfig config = new TestMachine(1, 1, 1, 1).config();
        CommandBuffer commands = new CommandBuffer();
        int many = 150_000;
        for (int i = 0; i < many; i++) {
            commands.add(5 + i / 50_000, 0, 0, HostCommand.TIMER, 0, 0, 0, 0, i);
        }
        try (Engine engine = MODEL.open(config, EngineOptions.DEFAULT)) {
            engine.submit(commands);
            int seen = 0;
            StopReason stop;
            do {
                stop = engine.run(1000);
                seen += engine.events().count();
            } while (stop == StopReason.RING_FULL);
            assertEquals(many, seen);
        }
    }

    @Test
    void aRefusedBatchChangesNothing() {
        MachineConfig config = new TestMachine(1, 1, 1, 1).config();
        try (Engine engine = MODEL.open(config, EngineOptions.DEFAULT)) {
            CommandBuffer commands = new CommandBuffer();
            commands.add(0, 0, 0, HostCommand.TIMER, 0, 0, 0, 0, 0);
            commands.add(0, 0, 0, HostCommand.LOAD, config.memoryBytes() - 7, 0, 0, 0, 1);
            assertThrows(IllegalArgumentException.class, () -> engine.submit(commands));
            assertEquals(StopReason.IDLE, engine.run(100));
            assertEquals(0, engine.events().count());
            commands.clear();
            commands.add(0, 0, 0, TileCommand.FAULT_ARM, 1, 0, 0, 0, 2);
            assertThrows(IllegalArgumentException.class, () -> engine.submit(commands));
        }
    }
}
