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
    private static String yaml(final long seed, final String routing) {
        final Random random = new Random(seed);
        final List<String> items = new ArrayList<>();
        final StringBuilder groups = new StringBuilder();
        for (int members = 1; members < NODES; members++) {
            groups.append(members == 1 ? "" : ", ").append("g" + members + ": [0-" + (members - 1) + "]");
        }
        int size = 1;
        for (final CollectiveOp op : CollectiveOp.values()) {
            for (final Algorithm algorithm : Algorithm.of(op)) {
                final boolean ofTree = algorithm == Algorithm.ONE_WAY || algorithm == Algorithm.BARRIER_UNIT;
                size = ofTree ? size : 1 + random.nextInt(NODES - 1); // the group of TREE: there are four class routes
                items.add("{collective: {op: " + op.name().toLowerCase(Locale.ROOT) + ", group: g" + size
                        + ", algorithm: " + algorithm.word()
                        + (op == CollectiveOp.BARRIER ? "" : ", bytes: " + 8 * (1 + random.nextInt(80)))
                        + (op.isRooted() && algorithm != Algorithm.ONE_WAY ? ", root: " + random.nextInt(size) : "")
                        + (op.isReduction() ? ", reduce: max, type: i32" : "") + "}}");
            }
        }
        final String machine = "memory_bytes: 262144, routing: {mode: " + routing + "}";
        final String workload = "kind: collectives, items: [" + String.join(", ", items) + "]";
        return Runs.yaml(seed, SHAPE, workload, machine)
                .replace(", workload:", ", groups: {" + groups + "}, workload:");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"dimension_order", "adaptive", "bubble"})
    void everyAlgorithmHoldsOnTheRtlAndOnTheTwin(final String routing) {
        for (int seed = 1; seed <= 3; seed++) {
            final String yaml = yaml(seed, routing);
            final RunResult rtl = Runs.run(yaml);
            final RunResult twin = Runs.run(yaml, "engine=model");
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
    void aWrongByteOfTheMachineIsFoundInTheResult(final String fault) {
        final String yaml = Runs.yaml(
                1,
                "2x2x1",
                "kind: collectives, items: [{collective: {op: reduce, bytes: 64, reduce: sum, type: u64, algorithm: binomial_tree}}]",
                "memory_bytes: 65536");
        // a load in the first cycles of the loop, after the poll for its data
        final int cycle = fault.equals("load_wrong") ? firstLoad(yaml) : 1;
        final RunResult wrong = Runs.run(yaml, "faults=[{id: " + fault + ", node: 0, cycle: " + cycle + "}]");
        Runs.assertFails(wrong, "data_integrity");
        final String detail = Runs.verdicts(wrong).get("data_integrity").detail();
        // a wrong load makes software store a value that the checker does not expect
        final String named = fault.equals("load_wrong") ? "node 0 read 0x" : "of the result of node 0";
        assertTrue(detail.contains(named), Runs.repro(yaml) + " " + detail);
        Runs.assertHolds(Runs.run(RtlOptions.of("lab"), yaml), Runs.repro(yaml), List.of("data_integrity"));
    }

    /** Returns the cycle in which the first word loop of the run begins. */
    private static int firstLoad(final String yaml) {
        final long[] first = {Long.MAX_VALUE};
        Runs.run(Plans.of(Runs.scenario(yaml)), new Observer() {
            @Override
            public void posted(final Operation op, final int tag, final long cycle) {
                if (op.kind() == OpKind.REDUCE && op.node() == 0) {
                    first[0] = Math.min(first[0], cycle);
                }
            }
        });
        return (int) first[0];
    }
}
