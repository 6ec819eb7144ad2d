// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.plan.Plans;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Software and checkers keep an account of each class route while calls of four of them are under way at once. */
@Tag("M-536")
class RoutesApartTest {
    private static final String YAML = "{schema: fairlead.scenario/1, seed: 3, engine: model, machine: {shape: [3, 2,"
            + " 2], collective: {injection: 1, link_depth: 1}, latency: {tree: 9}, memory_bytes: 131072}, run: {max_cycles: 400000}, groups: {odd: {every:"
            + " 2, from: 1}, low: [0-6], high: [4-11]}, workload: {kind: collectives, iterations: 4, routes_at_once:"
            + " true, items: [{collective: {op: allreduce, bytes: 1000, algorithm: tree, reduce: sum, type: u64}},"
            + " {collective: {op: broadcast, group: low, bytes: 600, algorithm: one_way}},"
            + " {collective: {op: allgather, group: odd, bytes: 256, algorithm: ring}}," // they are late for the next
            // one
            + " {collective: {op: broadcast, group: low, bytes: 1200, algorithm: one_way}},"
            + " {collective: {op: allreduce, group: odd, bytes: 8, algorithm: tree, reduce: max, type: i32}},"
            + " {collective: {op: reduce, group: low, bytes: 800, algorithm: one_way, reduce: sum}},"
            + " {collective: {op: allreduce, group: high, bytes: 520, algorithm: tree, reduce: xor}},"
            + " {collective: {op: barrier, group: low, algorithm: tree}}]}}";

    @Test
    void callsOfFourClassRoutesAreKeptApart() {
        RunResult run = Runs.run(Plans.of(Runs.scenario(YAML)));
        assertTrue(run.execution().isClean(), () -> Runs.text(run));
        assertEquals(true, run.report().holds(), () -> Runs.text(run));
    }
}
