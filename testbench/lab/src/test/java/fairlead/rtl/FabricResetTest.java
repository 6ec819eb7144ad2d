// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EngineOptions;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.FaultId;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.MuteId;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.support.EventBytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * After a reset, a fabric behaves like a new one whatever it was doing: same records, words, inspections, states and
 * memory.
 */
@Tag("M-67")
class FabricResetTest {
    private static final int COMMANDS = 40;
    private static final int BEFORE = 5; // number of seeds
    private static final int AFTER = 6;

    private static RtlEngine open(String library, MachineConfig config, int threads) {
        return new RtlEngineFactory(new RtlOptions(library, null, null, null, 128))
                .open(config, new EngineOptions(true, true, threads, false));
    }

    private static FabricPlay whole(RtlEngine engine) {
        return FabricPlay.of(engine, AFTER, COMMANDS, FabricPlay.END, 0);
    }

    static Stream<Arguments> cases() {
        List<Arguments> all = new ArrayList<>();
        for (FabricMachines machine : FabricMachines.values()) {
            all.add(Arguments.of(machine, "product", 1));
            all.add(Arguments.of(machine, "product", 3));
            all.add(Arguments.of(machine, "lab", 1));
        }
        all.add(Arguments.of(FabricMachines.PLAIN, "small", 1));
        all.add(Arguments.of(FabricMachines.PLAIN, "flat4", 1));
        return all.stream();
    }

    /**
     * Resets a run with commands, polls, flits, credits, memory requests, alarms and barrier patterns in flight; then a
     * run with less in flight; then one at rest.
     */
    @ParameterizedTest(name = "{0}, {1}, {2} threads")
    @MethodSource("cases")
    void aFabricIsAsANewOne(FabricMachines machine, String library, int threads) {
        MachineConfig config = machine.of(2, 2, 1);
        FabricPlay expected;
        try (RtlEngine engine = open(library, config, threads)) {
            expected = whole(engine);
        }
        try (RtlEngine engine = open(library, config, threads)) {
            for (long end : new long[] {1, 40, 133, 400, 1499, 1502}) {
                FabricPlay.play(engine, BEFORE + end, COMMANDS, FabricPlay.END, 0, end, new EventBytes());
                engine.reset();
                for (int node = 0; node < config.nodes(); node++) {
                    assertEquals(-1, engine.memory(node).mismatch(ByteBuffer.allocate(config.memoryBytes())));
                }
                if (end == 133 || end == 1502) {
                    expected.assertEqual(whole(engine), "cut off in cycle " + end);
                    engine.reset();
                }
            }
            expected.assertEqual(whole(engine), "cut off six times");
        }
    }

    /** Records of a cycle that did not fit wait for the next batch, which the reset discards. */
    @Test
    void recordsThatWaitAreForgotten() {
        MachineConfig config = FabricMachines.PLAIN.of(2, 1, 1);
        try (RtlEngine engine = open("product", config, 1)) {
            FabricPlay expected = whole(engine);
            engine.reset();
            CommandBuffer timers = new CommandBuffer();
            for (int i = 0; i < 140; i++) {
                timers.add(i < 40 ? 9 : 10, 0, 0, HostCommand.TIMER, 0, 0, 0, 0, i);
            }
            engine.submit(timers);
            assertEquals(StopReason.RING_FULL, engine.run(100));
            assertEquals(40, engine.events().count(), "whole cycles");
            engine.reset();
            expected.assertEqual(whole(engine), "records of the run before");
        }
    }

    /** The reset discards a wrong sum and a changed register. */
    @Test
    void aSumThatDifferedIsForgotten() {
        MachineConfig config = FabricMachines.PLAIN.of(2, 1, 1);
        try (RtlEngine engine = open("small", config, 1)) {
            FabricPlay expected = whole(engine);
            engine.poke(1, "router.output1.credits", 0, 0);
            FabricPlay.play(
                    engine,
                    BEFORE,
                    0,
                    FabricPlay.END,
                    engine.cycle(),
                    FabricPlay.END + engine.cycle(),
                    new EventBytes());
            assertTrue(engine.stats().conservationFailures() > 0);
            engine.reset();
            expected.assertEqual(whole(engine), "a sum of the run before");
        }
    }

    /** Faults, muted assertions and a failure end with their run; after a failure the tiles are new. */
    @Test
    void faultsAndFailuresAreForgotten() {
        MachineConfig config = FabricMachines.PLAIN.of(2, 1, 1);
        try (RtlEngine engine = open("lab", config, 1)) {
            FabricPlay expected = whole(engine);
            for (int round = 0; round < 2; round++) {
                engine.reset();
                CommandBuffer faults = new CommandBuffer();
                faults.add(1, 1, 0, TileCommand.FAULT_ARM, MuteId.HOST_RULES, 0, 0, 0, 1);
                faults.add(2, 1, 0, TileCommand.FAULT_ARM, FaultId.LOAD_WRONG, 0, 0, 0, 2);
                faults.add(3, 1, 9, TileCommand.BAR_ENTER, 9, 0, 0, 0, 3); // task 9 on a node with 2 tasks
                engine.submit(faults);
                assertEquals(StopReason.IDLE, engine.run(1000), engine.failure());
                assertEquals(1, engine.stats().assertionsMuted());
                engine.reset();
                CommandBuffer load = new CommandBuffer();
                load.add(1, 1, 0, HostCommand.LOAD, 0, 0, 0, 0, 1);
                load.add(20, 1, 9, TileCommand.BAR_ENTER, 9, 0, 0, 0, 2);
                engine.submit(load);
                assertEquals(StopReason.REACTION, engine.run(1000));
                engine.events().next();
                assertEquals(0, engine.events().b(), "the fault of the run before");
                assertEquals(StopReason.FAILED, engine.run(1000), "the assertion that was muted before");
            }
            engine.reset();
            assertEquals("", engine.failure());
            expected.assertEqual(whole(engine), "behind a failure");
        }
    }
}
