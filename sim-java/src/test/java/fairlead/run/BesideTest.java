// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventRecord;
import fairlead.node.Observer;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Result;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Judges on a thread of their own hear what they would hear on the thread of the run, and fail as they would there. */
@Timeout(60)
class BesideTest {
    private static final Operation OPERATION = Ops.calc(1);

    /** Keeps what it hears as text; it finds a violation in cycle `violation`. */
    private static final class Ear implements Beside.Judge {
        private final List<String> heard = new ArrayList<>();
        private final long violation;
        private long now;
        private volatile Thread thread;

        Ear(long violation) {
            this.violation = violation;
            thread = Thread.currentThread();
        }

        @Override
        public void commands(CommandBuffer commands) {
            for (int i = 0; i < commands.count(); i++) {
                heard.add("command " + commands.cycle(i) + " " + commands.word(i, 3));
            }
        }

        @Override
        public void events(EventCursor batch) {
            while (batch.next()) {
                now = batch.cycle();
                heard.add("event " + now + " " + batch.a());
                if (now == violation && batch.a() < 0) {
                    throw new IllegalStateException("the judge");
                }
            }
        }

        @Override
        public void posted(Operation op, int tag, long cycle) {
            heard.add("posted " + op.kind() + " " + tag + " " + cycle);
        }

        @Override
        public void finished(Operation op, Result result, long cycle) {
            heard.add("finished " + op.kind() + " " + result + " " + cycle);
        }

        @Override
        public void nonsense(long cycle, String what) {
            heard.add(what + " " + cycle);
        }

        @Override
        public long endingViolation() {
            return violation >= 0 && now >= violation ? violation : -1;
        }
    }

    private Ear ear; // made on the thread of the judges
    private Beside<Ear> beside;

    private Beside<Ear> begin(long violation) {
        beside = new Beside<>(() -> ear = new Ear(violation));
        return beside;
    }

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        beside.close();
        if (ear != null) {
            ear.thread.join();
            assertFalse(ear.thread.isAlive());
        }
    }

    private static EventCursor events(long cycle, int count, long a) {
        ByteBuffer records = ByteBuffer.allocate(count * EventCursor.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < records.capacity(); at += EventCursor.BYTES) {
            records.putLong(at + EventRecord.CYCLE_OFFSET, cycle).putLong(at + EventRecord.A_OFFSET, a + at);
        }
        return new EventCursor().wrap(records, count);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void theJudgesHearTheSameCallsInTheSameOrder(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Ear here = new Ear(-1);
        begin(-1);
        CommandBuffer commands = new CommandBuffer();
        for (long cycle = 1; cycle < 400; cycle++) {
            for (int i = random.nextInt(4); i > 0; i--) {
                int tag = random.nextInt(-1, 9);
                List.<Observer>of(here, beside).forEach(o -> o.posted(OPERATION, tag, tag));
            }
            IntStream.range(0, random.nextInt(3)).forEach(i -> commands.add(i, 0, 0, 0, 0, 0, 0, random.nextInt(), i));
            here.commands(commands);
            beside.commands(commands);
            commands.clear(); // they are used again
            EventCursor told = events(cycle, random.nextInt(40) * random.nextInt(40), cycle);
            beside.events(told);
            told.rewind();
            here.events(told);
            told.data().clear().put(new byte[told.data().capacity()]); // the engine writes there again
            Result result = Result.values()[random.nextInt(Result.values().length)];
            long now = cycle;
            List.<Observer>of(here, beside).forEach(o -> o.finished(OPERATION, result, now));
            beside.batch(cycle, 0);
            assertEquals(-1, beside.firstViolation(cycle - 30));
        }
        List.<Observer>of(here, beside).forEach(o -> o.nonsense(400, "what is that"));
        assertEquals(here.heard, beside.judges().heard);
        assertNotSame(Thread.currentThread(), ear.thread);
        assertSame(ear, beside.judges());
    }

    @Test
    void aViolationIsKnownWhenAllBeforeACycleIsJudgedHoweverLittleThatIs() {
        begin(100);
        beside.events(events(100, 1, 0));
        beside.batch(110, 0);
        assertEquals(-1, beside.firstViolation(0));
        assertEquals(100, beside.firstViolation(101));
    }

    @Test
    void aQuietMachineFillsNoMemory() {
        begin(-1);
        for (int i = 1; i <= 10_000; i++) {
            beside.events(events(i, i == 500 ? 1 : 0, 0));
            beside.batch(i, 0);
        }
        assertTrue(beside.batches() < 100, beside.batches() + " batches");
        assertEquals(List.of("event 500 0"), beside.judges().heard);
    }

    @Test
    void whatCallsShowInAQuietMachineIsKnown() {
        begin(-1);
        beside.events(events(100, 1, 0));
        beside.batch(20_000, 0);
        beside.firstViolation(101);
        beside.posted(OPERATION, 1, 20_000); // nothing has come since cycle 100
        beside.firstViolation(15_000);
        assertEquals(2, ear.heard.size());
    }

    @Test
    void theFailureOfAJudgeIsThatOfTheRun() {
        begin(5);
        beside.events(events(5, 1, -1));
        beside.batch(6, 0);
        assertEquals(
                "the judge",
                assertThrows(IllegalStateException.class, () -> beside.firstViolation(6))
                        .getMessage());
    }

    @Test
    void judgesThatCannotBeMadeAreTheFailureOfTheRun() {
        beside = new Beside<>(() -> {
            throw new AssertionError("no judge");
        });
        assertEquals(
                "no judge",
                assertThrows(AssertionError.class, () -> beside.judges()).getMessage());
    }

    @Test
    void aRunThatIsFarAheadLosesNothing() {
        begin(-1);
        for (int cycle = 0; cycle < 200; cycle++) {
            beside.events(events(cycle, 5000, 0));
            beside.batch(cycle, 0);
        }
        assertEquals(200 * 5000, beside.judges().heard.size());
    }
}
