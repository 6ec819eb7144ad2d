// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Unsafe;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
import fairlead.run.RunResult;
import fairlead.support.EventLog;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("M-10")
class CounterTest {
    private static final int COUNTER = 7;

    @ParameterizedTest(name = "memory latency {0}")
    @ValueSource(ints = {1, 20, 300})
    @Tag("hazard-epoch-5")
    void aByteCounterAtTheTargetHitsZeroOnceWhenTheLastByteOfAllItsPutsIsInMemory(int memory) {
        TestMachine machine = new TestMachine(2, 2, 1, 1);
        machine.memory = memory;
        ProgramBuilder program = machine.program("counter");
        int source = program.windows().everywhere("source", 1024);
        int landing = program.windows().everywhere("landing", 4096);
        int[] lengths = {600, 40, 257};
        int set = program.task(0, 0).add(Ops.counterSet(COUNTER, 600 + 40 + 257));
        int met = program.task(0, 0).add(Ops.barrier().requires(set));
        int[] puts = new int[lengths.length];
        for (int origin = 1; origin < 4; origin++) {
            program.load(origin, source, Payload.bytes(origin, 1024));
            int ready = program.task(origin, 0).add(Ops.barrier());
            puts[origin - 1] = program.task(origin, 0)
                    .add(Ops.put(0, source, landing + 1024 * origin, lengths[origin - 1], origin)
                            .counter(COUNTER)
                            .requires(ready));
        }
        int await = program.task(0, 0).add(Ops.counterAwait(COUNTER).requires(met));
        EventLog log = new EventLog();
        RunResult result = machine.run(program.build(), log);
        Runs.assertHolds(
                result,
                "see the name of this test",
                List.of("deadlock_freedom", "barrier_safety", "data_integrity", "conservation"));
        List<EventLog.Event> zero = log.of(0, EventKind.COUNTER_ZERO);
        assertEquals(1, zero.size());
        long last = 0;
        for (int put : puts) {
            last = Math.max(last, result.report().operations().get(put).lastCommit());
        }
        assertTrue(
                zero.get(0).cycle() > last && zero.get(0).cycle() < last + 6,
                "zero " + zero.get(0).cycle() + ", last byte " + last);
        assertEquals(
                zero.get(0).cycle() + machine.software,
                result.report().operations().get(await).completed());
    }

    /** What was announced in two parts is one sum; the verdict sees a machine that forgets the first part. */
    @ParameterizedTest(name = "flaw {0}")
    @ValueSource(ints = {0, UnsafeVariant.COUNTER_OVERWRITES})
    void announcementsAreOneSum(int flaw) {
        TestMachine machine = new TestMachine(2, 1, 1, 1);
        machine.unsafe = flaw == 0 ? Unsafe.NONE : Unsafe.everywhere(flaw);
        machine.library = flaw == 0 ? "product" : "lab";
        ProgramBuilder program = machine.program("parts");
        int source = program.windows().everywhere("source", 1024);
        int landing = program.windows().everywhere("landing", 1024);
        program.load(1, source, Payload.bytes(1, 1024));
        int first = program.task(0, 0).add(Ops.counterSet(COUNTER, 500));
        int second = program.task(0, 0).add(Ops.counterSet(COUNTER, 300).requires(first));
        int met = program.task(0, 0).add(Ops.barrier().requires(second));
        program.task(0, 0).add(Ops.counterAwait(COUNTER).requires(met));
        int ready = program.task(1, 0).add(Ops.barrier());
        program.task(1, 0)
                .add(Ops.put(0, source, landing, 300, 1).counter(COUNTER).requires(ready));
        program.task(1, 0)
                .add(Ops.put(0, source, landing + 300, 500, 1).counter(COUNTER).requires(ready));
        RunResult result = machine.run(program.build(), new EventLog());
        assertEquals(flaw == 0, Runs.verdicts(result).get("data_integrity").holds(), Runs.text(result));
    }
}
