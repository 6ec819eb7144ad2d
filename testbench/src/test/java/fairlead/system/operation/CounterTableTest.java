// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.plan.Plans;
import fairlead.run.RunResult;
import fairlead.run.record.CounterTable;
import fairlead.scenario.ScenarioReader;
import fairlead.support.Runs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The performance counters of whole runs on RTL and twin (docs/spec/perf-counters.md). */
@Tag("M-730")
@Tag("M-840")
class CounterTableTest {
    private static final String HALO =
            "{schema: fairlead.scenario/1, machine: {shape: [3, 3, 2]}, workload: {kind: halo3d, iterations: 2}}";

    private static RunResult run(String engine, String... sets) {
        List<String> all = new ArrayList<>(List.of("engine=" + engine, "run.counters=true"));
        all.addAll(List.of(sets));
        return Runs.run(Plans.of(ScenarioReader.parse(HALO, "halo", "halo", all)));
    }

    private static long sum(CounterTable waits, int cause) {
        return waits.rows().stream().mapToLong(row -> row.causes().get(cause)).sum();
    }

    /** In lockstep, every answer of the RTL is that of the twin. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "machine.buffers.link_vc=2",
                "machine.arbitration=round_robin",
                "machine.routing.mode=adaptive",
                "machine.link_interval=5",
                "machine.shape=[8,2,1]"
            })
    void everyFlitIsCountedOnceARouterAndCausesAddUp(String set) {
        RunResult result = run("lockstep", set);
        assertTrue(result.report().holds());
        assertEquals(true, Runs.verdicts(result).get("router_counters").holds());
        CounterTable waits = result.waits();
        for (CounterTable.Row row : waits.rows()) {
            assertEquals(
                    row.blocked(),
                    row.causes().stream().mapToLong(Long::longValue).sum(),
                    row.toString());
            assertTrue(row.cycles() >= result.report().cycles(), row.toString());
        }
        assertEquals(
                result.report().metrics().flitHops(),
                waits.rows().stream()
                        .filter(CounterTable.Row::isRouted)
                        .mapToLong(CounterTable.Row::moved)
                        .sum());
        assertTrue(waits.rows().stream().mapToLong(CounterTable.Row::blocked).sum() > 1000, waits.line());
    }

    @Test
    void eachMachineHasItsOwnCauses() {
        int link = CounterTable.CAUSES.indexOf("LINK");
        int connection = CounterTable.CAUSES.indexOf("CONNECTION");
        CounterTable plain = run("model").waits();
        assertEquals(0, sum(plain, link));
        assertTrue(sum(plain, connection) > 0);
        assertTrue(sum(run("model", "machine.link_interval=5").waits(), link) > 0);
        assertEquals(0, sum(run("model", "machine.arbitration=round_robin").waits(), connection));
        int credit = CounterTable.CAUSES.indexOf("CREDIT");
        assertTrue(sum(run("model", "machine.buffers.link_vc=1").waits(), credit) > 2 * sum(plain, credit));
    }

    /** All flits wait for credits that are long on their way, so that the whole machine rests with flits in it. */
    @Test
    void cyclesInWhichTheWholeMachineRestsAreCounted() {
        String[] slow = {
            "machine.shape=[3,2,1]",
            "workload.iterations=1",
            "machine.latency.link=90",
            "machine.latency.credit=90",
            "machine.buffers.link_vc=1"
        };
        String[] evaluated = Arrays.copyOf(slow, slow.length + 1);
        evaluated[slow.length] = "run.skip_quiescent=false";
        List<CounterTable.Row> counts = untimed("rtl", slow);
        assertEquals(counts, untimed("rtl", evaluated));
        assertEquals(counts, untimed("model", slow));
        assertEquals(counts, untimed("model", evaluated));
    }

    /**
     * A router that rests with flits in it counts as one that does not. Only the cycle in which the engine notices the
     * rest, and with it the number of cycles counted, may differ.
     */
    @Test
    void skippingAndBatchesChangeNothing() {
        List<CounterTable.Row> counts = untimed("rtl");
        for (String engine : List.of("rtl", "model")) {
            assertEquals(counts, untimed(engine));
            assertEquals(counts, untimed(engine, "run.skip_quiescent=false"));
            assertEquals(counts, untimed(engine, "run.quantum=7"));
        }
        assertEquals(counts, untimed("model", "run.threads=3"));
    }

    private static List<CounterTable.Row> untimed(String engine, String... sets) {
        return run(engine, sets).waits().rows().stream()
                .map(row -> new CounterTable.Row(
                        row.node(),
                        row.port(),
                        row.traffic(),
                        row.isRouted(),
                        row.moved(),
                        row.blocked(),
                        row.stages(),
                        row.causes(),
                        0))
                .toList();
    }

    @Test
    void aRunThatDoesNotCountHasNone() {
        assertNull(run("model", "run.counters=false").waits());
    }
}
