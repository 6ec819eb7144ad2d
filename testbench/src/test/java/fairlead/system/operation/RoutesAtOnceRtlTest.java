// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.node.Observer;
import fairlead.plan.Plans;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls of one node on several class routes of the collective network at once. */
@Tag("M-548")
@Tag("M-445")
class RoutesAtOnceRtlTest {
    private static final int NODE = 4; // of all groups
    private static final int BARRIERS = 50 * (5 + 4 + 3 + 2 + 1); // members of the five groups

    /** How many calls of a node are under way at a time, and how many there were on each class route. */
    private static final class AtOnce implements Observer {
        private final OpKind kind;
        private int now;
        private int most;
        private final int[] calls = new int[4];

        AtOnce() {
            this(OpKind.TREE);
        }

        AtOnce(OpKind kind) {
            this.kind = kind;
        }

        @Override
        public void posted(Operation op, int tag, long cycle) {
            if (op.kind() == kind && op.node() == NODE) {
                most = Math.max(most, ++now);
                calls[op.classRoute()]++;
            }
        }

        @Override
        public void finished(Operation op, Result result, long cycle) {
            now -= op.kind() == kind && op.node() == NODE ? 1 : 0;
        }
    }

    private static RunResult run(AtOnce observer, String yaml, String... sets) {
        RunResult result = Runs.run(Plans.of(Runs.scenario(yaml, sets)), observer);
        assertTrue(result.report().holds(), result.report().verdicts().toString());
        assertTrue(result.execution().isClean());
        return result;
    }

    /**
     * On class routes of the collective network, and on the legs of the barrier units. Source: H53, for i in 0..n the
     * set {i..n-1}, fifty barriers each.
     */
    @ParameterizedTest
    @CsvSource({"TREE, overlapping_routes, ", "BARRIER, overlapping_legs, wires", "BARRIER, overlapping_legs, tree"})
    void aNodeIsInFourBarriersAtOnce(OpKind kind, String example, String network) throws IOException {
        String yaml = Files.readString(Path.of("../examples/" + example + ".yaml"));
        boolean legs = kind == OpKind.BARRIER;
        String same = legs ? "machine.barrier={network: " + network + "}" : "engine=rtl";
        AtOnce many = new AtOnce(kind);
        AtOnce one = new AtOnce(kind);
        RunResult rtl = run(many, yaml, same);
        RunResult inTurn = run(one, yaml, same, "workload.routes_at_once=false");
        RunResult twin = run(new AtOnce(), yaml, same, "engine=model");
        assertEquals(4, many.most);
        assertEquals(1, one.most);
        for (int route = 0; route < 4; route++) {
            assertEquals(50, many.calls[route], "class route " + route);
        }
        assertEquals(
                BARRIERS + (legs ? 50 * (5 + 4 + 3 + 2) : 0),
                Runs.verdicts(rtl).get("barrier_safety").checked());
        assertEquals(rtl.report().eventSha256(), twin.report().eventSha256());
        assertTrue(
                (legs ? 3 : 2) * rtl.report().cycles() < inTurn.report().cycles(),
                rtl.report() + " and " + inTurn.report());
        if (legs) {
            String routes = Files.readString(Path.of("../examples/overlapping_routes.yaml"));
            RunResult combines = run(new AtOnce(), routes, "engine=model");
            assertTrue(rtl.report().cycles() < combines.report().cycles(), rtl.report() + " and " + combines.report());
        }
    }

    /**
     * Packets of several class routes arrive in any order; software reads each whole and keeps each where it belongs.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | ''",
                "2 | ''",
                "3 | ', collective: {injection: 1, link_depth: 1}, latency: {tree: 9}, memory_bytes: 131072'"
            })
    @Tag("M-536")
    void resultsOfSeveralClassRoutesAreKeptApart(long seed, String machine) {
        String yaml = "{schema: fairlead.scenario/1, seed: " + seed + ", machine: {shape: [3, 2, 2]" + machine + "},"
                + " groups: {odd: {every: 2, from: 1}, low: [0-6], high: [4-11]},"
                + " workload: {kind: collectives, iterations: 6, routes_at_once: true, items: ["
                + "{collective: {op: allreduce, bytes: 1000, algorithm: tree, reduce: sum, type: u64}},"
                + "{collective: {op: broadcast, group: low, bytes: 600, algorithm: one_way}},"
                + "{collective: {op: allgather, group: odd, bytes: 256, algorithm: ring}}," // late for the next
                + "{collective: {op: broadcast, group: low, bytes: 1200, algorithm: one_way}},"
                + "{collective: {op: allreduce, group: odd, bytes: 8, algorithm: tree, reduce: max, type: i32}},"
                + "{collective: {op: reduce, group: low, bytes: 800, algorithm: one_way, reduce: sum}},"
                + "{collective: {op: barrier, group: low, algorithm: tree}},"
                + "{collective: {op: allreduce, group: high, bytes: 520, algorithm: tree, reduce: xor}},"
                + "{collective: {op: alltoall, group: odd, bytes: 64}}]}}";
        RunResult rtl = run(new AtOnce(), yaml);
        RunResult twin = run(new AtOnce(), yaml, "engine=model");
        assertEquals(true, Runs.verdicts(rtl).get("data_integrity").holds(), Runs.repro(yaml));
        assertEquals(rtl.report().eventSha256(), twin.report().eventSha256(), Runs.repro(yaml));
    }
}
