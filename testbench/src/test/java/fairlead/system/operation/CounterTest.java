// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.EventKind;
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
    void aByteCounterAtTheTargetHitsZeroOnceWhenTheLastByteOfAllItsPutsIsInMemory(final int memory) {
        final TestMachine machine = new TestMachine(2, 2, 1, 1);
        machine.memory = memory;
        final ProgramBuilder program = machine.program("counter");
        final int source = program.windows().everywhere("source", 1024);
        final int landing = program.windows().everywhere("landing", 4096);
        final int[] lengths = {600, 40, 257};
        final int set = program.task(0, 0).add(Ops.counterSet(COUNTER, 600 + 40 + 257));
        final int met = program.task(0, 0).add(Ops.barrier().requires(set));
        final int[] puts = new int[lengths.length];
        for (int origin = 1; origin < 4; origin++) {
            program.load(origin, source, Payload.bytes(origin, 1024));
            final int ready = program.task(origin, 0).add(Ops.barrier());
            puts[origin - 1] = program.task(origin, 0)
                    .add(Ops.put(0, source, landing + 1024 * origin, lengths[origin - 1], origin)
                            .counter(COUNTER)
                            .requires(ready));
        }
        final int await = program.task(0, 0).add(Ops.counterAwait(COUNTER).requires(met));
        final EventLog log = new EventLog();
        final RunResult result = machine.run(program.build(), log);
        Runs.assertHolds(
                result,
                "see the name of this test",
                List.of("deadlock_freedom", "barrier_safety", "data_integrity", "conservation"));
        final List<EventLog.Event> zero = log.of(0, EventKind.COUNTER_ZERO);
        assertEquals(1, zero.size());
        long last = 0;
        for (final int put : puts) {
            last = Math.max(last, result.report().operations().get(put).lastCommit());
        }
        assertTrue(
                zero.get(0).cycle() > last && zero.get(0).cycle() < last + 6,
                "zero " + zero.get(0).cycle() + ", last byte " + last);
        assertEquals(
                zero.get(0).cycle() + machine.software,
                result.report().operations().get(await).completed());
    }
}
