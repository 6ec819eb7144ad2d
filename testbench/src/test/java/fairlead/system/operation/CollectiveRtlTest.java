// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.node.Observer;
import fairlead.plan.Plans;
import fairlead.program.CollectiveOp;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import fairlead.workload.collective.Algorithm;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs collective operations with every algorithm on the RTL: all verdicts hold, and the twin has the same hash. */
@Tag("M-281")
@Tag("M-283")
@Tag("M-286")
class CollectiveRtlTest {
    private static final String SHAPE = "6x3x1";
    private static final int NODES = 18;

    /**
     * Returns a scenario with every operation by every algorithm, each over a group of a drawn size and with a drawn
     * length.
     */
    private static String yaml(long seed, String routing) {
        Random random = new Random(seed);
        List<String> items = new ArrayList<>();
        StringBuilder groups = new StringBuilder();
        for (int members = 1; members < NODES; members++) {
            groups.append(members == 1 ? "" : ", ").append("g" + members + ": [0-" + (members - 1) + "]");
        }
        int size = 1;
        for (CollectiveOp op : CollectiveOp.values()) {
            for (Algorithm algorithm : Algorithm.of(op)) {
                boolean ofTree = algorithm == Algorithm.ONE_WAY || algorithm == Algorithm.BARRIER_UNIT;
                size = ofTree ? size : 1 + random.nextInt(NODES - 1); // the group of TREE: there are four class routes
                items.add("{collective: {op: " + op.name().toLowerCase(Locale.ROOT) + ", group: g" + size
                        + ", algorithm: " + algorithm.word()
                        + (op == CollectiveOp.BARRIER ? "" : ", bytes: " + 8 * (1 + random.nextInt(80)))
                        + (op.isRooted() && algorithm != Algorithm.ONE_WAY ? ", root: " + random.nextInt(size) : "")
                        + (op.isReduction() ? ", reduce: max, type: i32" : "") + "}}");
            }
        }
        String machine = "memory_bytes: 262144, routing: {mode: " + routing + "}";
        String workload = "kind: collectives, items: [" + String.join(", ", items) + "]";
        return Runs.yaml(seed, SHAPE, workload, machine)
                .replace(", workload:", ", groups: {" + groups + "}, workload:");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"dimension_order", "adaptive", "bubble"})
    void everyAlgorithmHoldsOnTheRtlAndOnTheTwin(String routing) {
        for (int seed = 1; seed <= 3; seed++) {
            String yaml = yaml(seed, routing);
            RunResult rtl = Runs.run(yaml);
            RunResult twin = Runs.run(yaml, "engine=model");
            assertTrue(
                    rtl.execution().isClean(),
                    Runs.repro(yaml) + " " + rtl.report().ending());
            assertTrue(
                    rtl.report().holds(), Runs.repro(yaml) + " " + rtl.report().verdicts());
            assertEquals(rtl.report().eventSha256(), twin.report().eventSha256(), Runs.repro(yaml));
            assertEquals("model", twin.report().setup().engine(), Runs.repro(yaml));
        }
    }

    /** Tests one wrong payload byte at the root, and one wrong load of its software. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"byte_wrong", "load_wrong"})
    void aWrongByteOfTheMachineIsFoundInTheResult(String fault) {
        String yaml = Runs.yaml(
                1,
                "2x2x1",
                "kind: collectives, items: [{collective: {op: reduce, bytes: 64, reduce: sum, type: u64, algorithm: binomial_tree}}]",
                "memory_bytes: 65536");
        // a load in the first cycles of the loop, after the poll for its data
        int cycle = fault.equals("load_wrong") ? firstLoad(yaml) : 1;
        RunResult wrong = Runs.run(yaml, "faults=[{id: " + fault + ", node: 0, cycle: " + cycle + "}]");
        Runs.assertFails(wrong, "data_integrity");
        String detail = Runs.verdicts(wrong).get("data_integrity").detail();
        // a wrong load makes software store a value that the checker does not expect
        String named = fault.equals("load_wrong") ? "node 0 read 0x" : "of the result of node 0";
        assertTrue(detail.contains(named), Runs.repro(yaml) + " " + detail);
        Runs.assertHolds(Runs.run(RtlOptions.of("lab"), yaml), Runs.repro(yaml), List.of("data_integrity"));
    }

    /** Returns the cycle in which the first word loop of the run begins. */
    private static int firstLoad(String yaml) {
        long[] first = {Long.MAX_VALUE};
        Runs.run(Plans.of(Runs.scenario(yaml)), new Observer() {
            @Override
            public void posted(Operation op, int tag, long cycle) {
                if (op.kind() == OpKind.REDUCE && op.node() == 0) {
                    first[0] = Math.min(first[0], cycle);
                }
            }
        });
        return (int) first[0];
    }
}
