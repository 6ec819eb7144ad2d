// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EngineOptions;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Fabrics are independent: they can be created, run and destroyed in any order and by any thread, one call at a time.
 */
@Tag("M-193")
class FabricLifeTest {
    private static final MachineConfig CONFIG = FabricMachines.PLAIN.of(2, 1, 1);
    private static final int COMMANDS = 30;

    private static RtlEngine open(int threads) {
        return new RtlEngineFactory(RtlOptions.of("lab")).open(CONFIG, new EngineOptions(true, true, threads, false));
    }

    private static FabricPlay whole(RtlEngine engine, long seed) {
        return FabricPlay.of(engine, seed, COMMANDS, FabricPlay.END, 0);
    }

    private static <T> T elsewhere(Callable<T> call) throws InterruptedException {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = new Thread(task);
        thread.start();
        thread.join();
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private static void failsIn(RtlEngine engine, int node) {
        CommandBuffer wrong = new CommandBuffer();
        wrong.add(10, node, 9, TileCommand.BAR_ENTER, 9, 0, 0, 0, 1); // task 9 on a node with 2 tasks
        engine.submit(wrong);
        assertEquals(StopReason.FAILED, engine.run(100));
        assertTrue(engine.failure().startsWith("cycle 10 node " + node + ": "), engine.failure());
        assertTrue(engine.failure().contains("node" + node + ".Tile.barrier"), engine.failure());
    }

    /** The remaining fabrics continue unchanged, and their failures name their own tiles. */
    @ParameterizedTest(name = "the one made as number {0} is destroyed first")
    @ValueSource(ints = {0, 1, 2})
    void whatIsDestroyedLeavesTheOthersAlone(int gone) {
        FabricPlay expected;
        try (RtlEngine alone = open(1)) {
            expected = whole(alone, 3);
        }
        List<RtlEngine> engines = new ArrayList<>(List.of(open(1), open(2), open(1)));
        try {
            engines.remove(gone).close();
            expected.assertEqual(whole(engines.get(0), 3), "the first that is left");
            engines.add(open(1));
            failsIn(engines.get(1), 1);
            failsIn(engines.get(2), 0);
            engines.get(0).reset();
            expected.assertEqual(whole(engines.get(0), 3), "after failures of others");
            engines.get(1).reset();
            expected.assertEqual(whole(engines.get(1), 3), "behind its own failure");
        } finally {
            engines.forEach(RtlEngine::close);
        }
    }

    /** Each call may come from another thread, even after an assertion has failed. */
    @Test
    void anyThreadMayCall() throws InterruptedException {
        FabricPlay expected;
        try (RtlEngine here = open(1)) {
            expected = whole(here, 4);
        }
        for (int threads : new int[] {1, 2}) {
            RtlEngine engine = elsewhere(() -> open(threads));
            expected.assertEqual(elsewhere(() -> whole(engine, 4)), threads + " threads, called by another");
            engine.reset();
            expected.assertEqual(whole(engine, 4), threads + " threads, called by this one");
            elsewhere(() -> {
                engine.reset();
                failsIn(engine, 1);
                return true;
            });
            engine.close();
        }
    }
}
