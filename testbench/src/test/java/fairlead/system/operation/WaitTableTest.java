// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.run.RunResult;
import fairlead.run.plan.Plans;
import fairlead.run.record.WaitTable;
import fairlead.scenario.ScenarioReader;
import fairlead.support.Runs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The performance counters of whole runs on RTL and twin (docs/spec/perf-counters.md). */
class WaitTableTest {
    private static final String HALO =
            "{schema: fairlead.scenario/1, machine: {shape: [3, 3, 2]}, workload: {kind: halo3d, iterations: 2}}";
    private static final int CAUSES = WaitTable.CAUSES.size();

    private static RunResult run(final String engine, final String... sets) {
        final List<String> all = new ArrayList<>(List.of("engine=" + engine, "run.counters=true"));
        all.addAll(List.of(sets));
        return Runs.run(Plans.of(ScenarioReader.parse(HALO, "halo", "halo", all)));
    }

    private static long sum(final WaitTable waits, final int cause) {
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
                "machine.shape=[8,1,1]"
            })
    void everyFlitIsCountedOnceARouterAndCausesAddUp(final String set) {
        final RunResult result = run("lockstep", set);
        assertTrue(result.report().holds());
        final WaitTable waits = result.waits();
        for (final WaitTable.Row row : waits.rows()) {
            assertEquals(
                    row.blocked(),
                    row.causes().stream().mapToLong(Long::longValue).sum(),
                    row.toString());
            assertTrue(row.cycles() >= result.report().cycles(), row.toString());
        }
        assertEquals(
                result.report().metrics().flitHops(),
                waits.rows().stream().mapToLong(WaitTable.Row::flits).sum());
        assertTrue(waits.rows().stream().mapToLong(WaitTable.Row::blocked).sum() > 1000, waits.line());
    }

    @Test
    void eachMachineHasItsOwnCauses() {
        final int link = WaitTable.CAUSES.indexOf("LINK");
        final int connection = WaitTable.CAUSES.indexOf("CONNECTION");
        final WaitTable plain = run("model").waits();
        assertEquals(0, sum(plain, link));
        assertTrue(sum(plain, connection) > 0);
        assertTrue(sum(run("model", "machine.link_interval=5").waits(), link) > 0);
        assertEquals(0, sum(run("model", "machine.arbitration=round_robin").waits(), connection));
        final int credit = WaitTable.CAUSES.indexOf("CREDIT");
        assertTrue(sum(run("model", "machine.buffers.link_vc=1").waits(), credit) > 2 * sum(plain, credit));
    }

    /** A router that rests with flits in it counts as one that does not. */
    @Test
    void skippingAndBatchesChangeNothing() {
        for (final String engine : List.of("rtl", "model")) {
            final WaitTable waits = run(engine).waits();
            assertEquals(
                    waits.rows(),
                    run(engine, "run.skip_quiescent=false").waits().rows());
            assertEquals(waits.rows(), run(engine, "run.quantum=7").waits().rows());
        }
        assertEquals(
                run("rtl").waits().rows(), run("model", "run.threads=3").waits().rows());
        assertEquals(CAUSES, WaitTable.CAUSES.size());
    }

    @Test
    void aRunThatDoesNotCountHasNone() {
        assertNull(run("model", "run.counters=false").waits());
    }
}
