// SPDX-License-Identifier: Apache-2.0
package fairlead.system.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.Unsafe;
import fairlead.plan.Plans;
import fairlead.program.ElementType;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ReduceFunction;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests flaws of the collective network on the RTL. Each makes exactly one verdict false (docs/use/verdicts.md), and
 * the same program holds without it.
 */
@Tag("M-548")
@Tag("M-460")
class TreeFlawTest {
    private static final int NODES = 5;
    private static final int BYTES = 1024;
    private static final String ALLREDUCE =
            "kind: collectives, items: [{collective: {op: allreduce, bytes: 512, reduce: sum, type: u64, algorithm: tree}}]";

    private static TestMachine machine() {
        TestMachine machine = new TestMachine(NODES, 1, 1, 1);
        machine.collective = CollectiveNetwork.UNUSED.withGroups(
                List.of(IntStream.range(0, NODES).boxed().toList()));
        return machine;
    }

    /** Returns a program in which all nodes perform allreduces of drawn words, one after the other. */
    private static Program allreduces(TestMachine machine, int calls, int bytes) {
        ProgramBuilder program = machine.program("allreduces");
        int operand = program.windows().everywhere("operand", bytes);
        int route = program.classRoute(IntStream.range(0, NODES).boxed().toList());
        for (int node = 0; node < NODES; node++) {
            program.load(node, operand, Payload.bytes(15 + node, bytes));
            int last = -1;
            for (int call = 0; call < calls; call++) {
                last = program.task(node, 0)
                        .add(Ops.tree(operand, bytes, route, call, ReduceFunction.SUM, ElementType.U64, true, true, 1)
                                .requires(last));
            }
        }
        return program.build();
    }

    private static void completes(RunResult wrong) {
        assertTrue(wrong.report().ending().startsWith("completed"), Runs.text(wrong));
    }

    private static void breaksTheResult(int variant, String name) {
        String yaml = Runs.yaml(1, "5x1x1", ALLREDUCE, "memory_bytes: 65536");
        var plan = Plans.of(Runs.scenario(yaml, "machine.unsafe={variant: " + name + "}"));
        RunResult wrong = Runs.run(plan);
        assertEquals(variant, plan.machine().unsafe().variant());
        Runs.assertFails(wrong, "data_integrity");
        assertTrue(
                Runs.verdicts(wrong).get("data_integrity").detail().contains("of the result of node"),
                Runs.text(wrong));
        assertTrue(Runs.run(yaml).report().holds());
    }

    @Test
    void aCombineThatLeavesBeforeItsLastContribution() {
        breaksTheResult(UnsafeVariant.TREE_EARLY, "tree_early");
    }

    @Test
    void aCarryThatIsLostBetweenTheHalvesOfAnOperand() {
        breaksTheResult(UnsafeVariant.TREE_CARRY, "tree_carry");
    }

    /**
     * Node 4 is late at the barrier of class route 0. Node 0 takes that its neighbours have joined the barrier of class
     * route 1 for joins of this one.
     */
    @Test
    void aBarrierThatTakesThePatternsOfAnotherClassRoute() {
        TestMachine machine = machine();
        List<Integer> all = IntStream.range(0, NODES).boxed().toList();
        machine.collective = CollectiveNetwork.UNUSED.withGroups(List.of(all, all.subList(0, 4)));
        ProgramBuilder builder = machine.program("barriers of two class routes");
        int late = builder.classRoute(all);
        int early = builder.classRoute(all.subList(0, 4));
        for (int node : all) {
            int ready = builder.task(node, 0).add(Ops.calc(node == 4 ? 2000 : 0));
            builder.task(node, 0).add(Ops.barrier().over(late).requires(ready));
            if (node < 4) {
                builder.task(node, 0).add(Ops.barrier().over(early));
            }
        }
        Program program = builder.build();
        Unsafe flaw = new Unsafe(UnsafeVariant.LEG_OTHER, 0, 0);
        completes(Flaws.failsWith(machine, program, flaw, "barrier_safety", "barrier 0 (barrier of class route 0)"));
    }

    /** The network has credits left, so the run ends; the sums of its links show the loss. */
    @Test
    void aCreditThatIsLostOnALink() {
        TestMachine machine = machine();
        Unsafe flaw = new Unsafe(UnsafeVariant.TREE_CREDIT_LEAK, Unsafe.ALL_NODES, 4);
        completes(Flaws.failsWith(machine, allreduces(machine, 1, 512), flaw, "conservation", ""));
    }

    /** No credit comes back, and the network stands: the verdict names the links and who waits for whom. */
    @Test
    void aNetworkThatStandsForLackOfCredits() {
        TestMachine machine = machine();
        machine.library = "lab";
        machine.unsafe = new Unsafe(UnsafeVariant.TREE_CREDIT_LEAK, Unsafe.ALL_NODES, 0);
        RunResult wrong = new Session(machine.plan(allreduces(machine, 4, BYTES)), true)
                .keepGoing()
                .run(executor -> {});
        var verdict = Runs.verdicts(wrong).get("deadlock_freedom");
        assertEquals("credit_leak", verdict.extra().get("kind"), Runs.text(wrong));
        assertEquals(false, Runs.verdicts(wrong).get("conservation").holds());
    }

    /** Nodes wait for each other in the network itself: the verdict names every resource of the knot. */
    @Test
    void aKnotOfTheCollectiveNetworkIsNamed() {
        TestMachine machine = machine();
        Program program = allreduces(machine, 4, BYTES);
        machine.library = "lab";
        machine.unsafe = Unsafe.everywhere(UnsafeVariant.TREE_TURN);
        RunResult wrong = new Session(machine.plan(program), true).keepGoing().run(executor -> {});
        Runs.assertFails(wrong, "deadlock_freedom");
        var verdict = Runs.verdicts(wrong).get("deadlock_freedom");
        assertEquals("deadlock", verdict.extra().get("kind"));
        List<?> knot = (List<?>) verdict.extra().get("tree_knot");
        assertEquals(5, knot.size(), knot::toString);
        assertTrue(verdict.detail().contains("[N37: what comes from the parent waits"), verdict.detail());
        machine.unsafe = Unsafe.NONE;
        assertTrue(machine.run(program).report().holds());
    }
}
