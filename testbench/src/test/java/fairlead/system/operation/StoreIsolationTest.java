// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.node.Descriptors;
import fairlead.support.EventLog;
import fairlead.support.TestMachine;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tasks of one node store at once, word by word in any order, and one of them may die within a request. The others lose
 * nothing, and the flush of a task that never used the store path is done.
 */
@Tag("M-94")
class StoreIsolationTest {
    private static final int TASKS = 8; // the last one posts and flushes, and the first one may die
    private static final int CREDITS = 8;
    private static final int FLUSH = 4000; // tag
    private static final int SEEDS = 40;
    private static final long OF_THE_DEAD = 1L << DlaCommand.CD_LSB | (long) CREDITS << DlaCommand.CREDITS_LSB;

    private final TestMachine machine = new TestMachine(2, 1, 1, TASKS);
    private final CommandBuffer commands = new CommandBuffer();
    private final Random random = new Random();
    private int count;

    private void command(long cycle, int task, int op, long w0, long w1, long w3) {
        commands.add(cycle, 0, task, op, w0, w1, 0, w3, count++);
    }

    private long word0(int kind, int tag, int length) {
        return Descriptors.word0(kind, machine.shape.coord(1), tag, length);
    }

    /** Gives the commands; returns the number of requests of tasks that live. */
    private int stores(boolean dies) {
        count = 0;
        int requests = 0;
        for (int task = 0; task < TASKS - 1; task++) {
            long cycle = 20;
            long reserve = task | 1L << DlaCommand.PR_LSB | (long) CREDITS << DlaCommand.CREDITS_LSB;
            command(10, task, TileCommand.DLA_ALLOC, reserve, 0, 0);
            boolean isDead = false;
            for (int i = 0; i < 4 && !isDead; i++) {
                isDead = dies && task == 0 && i == 1;
                int flits = 1 + random.nextInt(4);
                int whole = isDead ? random.nextInt(flits) : flits;
                long at = (long) (64 * (8 * task + i)) << Descriptor1.REMOTE_LSB;
                command(cycle, task, TileCommand.DLA_REQUEST, word0(OpKind.PUT, 8 * task + i, 16 * flits), at, task);
                for (int word = 0; word < whole; word++) {
                    cycle += 1 + random.nextInt(6);
                    command(cycle, task, TileCommand.DLA_DATA, word, task, task);
                }
                requests += isDead ? 0 : 1;
                cycle += 500; // its credits are back
            }
        }
        command(600, TASKS - 1, TileCommand.POST, word0(OpKind.PUT, FLUSH - 1, 0), 0, 0);
        command(600, TASKS - 1, TileCommand.POST, word0(OpKind.FLUSH, FLUSH, 0), 0, 0);
        return requests;
    }

    /** Returns what node 0 tells until it rests. */
    private EventLog play(String engine, int flaw) {
        EventLog log = new EventLog();
        assertEquals(StopReason.IDLE, log.play(engine, machine.config(), flaw, commands, 20_000));
        return log;
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"model", "product"})
    void tasksThatStoreAtOnceLoseNothingByEachOther(String engine) {
        for (int seed = 0; seed < SEEDS; seed++) {
            random.setSeed(seed);
            boolean dies = seed % 2 == 1;
            int requests = stores(dies);
            boolean clears = seed % 4 == 3;
            if (clears) {
                commands.add(5000, 0, 1, CommandBuffer.SYSTEM, TileCommand.DLA_CLEAR, 0, 0, 0, 0, count++);
                command(5100, 1, TileCommand.DLA_ALLOC, OF_THE_DEAD, 0, 0);
            }
            EventLog told = play(engine, 0);
            assertEquals(0, told.of(0, EventKind.DLA_DISCARDED).size(), "seed " + seed);
            assertEquals(requests, told.of(0, EventKind.DLA_DRAINED).size(), "seed " + seed);
            assertEquals(1, told.of(0, EventKind.FLUSH_DONE).size(), "seed " + seed);
            assertEquals(FLUSH, OpEvent.tag(told.first(0, EventKind.FLUSH_DONE).a()), "seed " + seed);
            assertEquals(
                    clears ? TASKS : TASKS - 1,
                    told.of(0, EventKind.DLA_GRANTED).size(),
                    "seed " + seed);
        }
    }

    private EventLog flawed(int variant) {
        random.setSeed(1);
        stores(true);
        return play("lab", variant);
    }

    @Test
    void withOneAssemblyOthersLoseRequests() {
        assertFalse(flawed(UnsafeVariant.ONE_ASSEMBLY)
                .of(0, EventKind.DLA_DISCARDED)
                .isEmpty());
    }

    @Test
    void whatIsCountedAtItsHeadIsNotYetThere() {
        Error stops = assertThrows(AssertionError.class, () -> flawed(UnsafeVariant.COUNTS_AT_HEAD));
        assertTrue(stops.getMessage().contains("DL_P9: more requests than words"), stops.getMessage());
    }
}
