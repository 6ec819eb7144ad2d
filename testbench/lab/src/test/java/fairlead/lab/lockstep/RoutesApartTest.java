// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.plan.Plans;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Software and checkers keep an account of each class route while calls of four of them are under way at once. A line
 * that takes the account of class route 0 for that of another one makes a verdict false, or ends the run badly.
 */
class RoutesApartTest {
    private static final Path SOURCES =
            Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."), "sim-java/src/main/java/fairlead");
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
        final RunResult run = Runs.run(Plans.of(Runs.scenario(YAML)));
        assertTrue(run.execution().isClean(), () -> Runs.text(run));
        assertEquals(true, run.report().holds(), () -> Runs.text(run));
    }

    private static void mustBeNoticed(final String file, final String line, final String changed) {
        final InvocationTargetException ended = assertThrows(
                InvocationTargetException.class,
                () -> MutatedUnit.play(
                        RoutesApartTest.class.getName() + "#callsOfFourClassRoutesAreKeptApart",
                        folder -> MutatedTwin.write(folder, SOURCES, file + ".java", line, changed)));
        assertNotNull(ended.getCause());
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '#',
            value = {
                "software/TreeCalls # return calls.get(op.classRoute()); # return calls.get(0);",
                "software/TreeCalls # host.command(cycle, call.op.task(), TileCommand.TREE_READ, call.op.classRoute(),"
                        + " 0, 0, 0); # host.command(cycle, call.op.task(), TileCommand.TREE_READ, 0, 0, 0, 0);",
                "check/TreeStores # route[node] = (int) CollectiveHeader.route(header); # route[node] = 0;",
                "check/TreeAccount # if (lastTag[place] == tag && refusals.getOrDefault(key, 0) > 0) { # if (false) {"
            })
    void anAccountOfTheWrongClassRouteIsNoticed(final String file, final String line, final String changed) {
        mustBeNoticed(file, line, changed);
    }

    @Tag("slow")
    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '#',
            value = {
                "software/TreeCalls # reading = calls.get((int) CollectiveHeader.route(event.a())).peek();"
                        + " # reading = calls.get(0).peek();",
                "software/TreeCalls # final Call call = route < calls.size() ? calls.get(route).peek() : null;"
                        + " # final Call call = calls.get(0).peek();",
                "software/TreeCalls # | (long) op.classRoute() << CollectiveHeader.ROUTE_LSB # | 0",
                "software/TreeCalls # broadcasts.set(op.classRoute()); # broadcasts.set(0);",
                "software/TreeCalls # early[route]++; # early[0]++;",
                "software/TreeCalls # filled.set(call.op.classRoute(), !call.op.takesPackets());"
                        + " # filled.set(0, !call.op.takesPackets());",
                "check/TreeStores # return open.get(node).get(route[node]); # return open.get(node).get(0);",
                "check/TreeStores # open.get(op.node()).get(op.classRoute()).add(new Reading(op));"
                        + " # open.get(op.node()).get(0).add(new Reading(op));",
                "check/TreeAccount # final int place = node * ROUTES + (int) CollectiveHeader.route(header);"
                        + " # final int place = node * ROUTES;"
            })
    void everyAccountOfTheWrongClassRouteIsNoticed(final String file, final String line, final String changed) {
        mustBeNoticed(file, line, changed);
    }

    /** The class loader alone breaks nothing. */
    @Test
    void theSameWithoutAChangeHolds() throws IOException, ReflectiveOperationException {
        MutatedUnit.play(getClass().getName() + "#callsOfFourClassRoutesAreKeptApart", folder -> {});
    }
}
