// SPDX-License-Identifier: Apache-2.0
package fairlead.measure;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.plan.Plans;
import fairlead.program.CollectiveOp;
import fairlead.program.Ops;
import fairlead.program.ProgramBuilder;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.workload.collective.Algorithm;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What one collective operation over all nodes costs: cycles of a run of the operation alone, from cycle 0 until the
 * software of the last node knows that it is done, under all checkers. Each node has one task.
 */
public final class CollectiveCost {
    private static final int LEAST_MEMORY = 1 << 16;
    private static final int MOST_MEMORY = 1 << HwLayout.ADDRESS_BITS;

    /** Cycles, or why there are none. */
    public record Cost(long cycles, boolean holds, String refusal) {
        public boolean isKnown() {
            return refusal.isEmpty();
        }
    }

    private final Shape shape;
    private final String engine;
    private final List<String> overrides;

    public CollectiveCost(Shape shape, String engine) {
        this(shape, engine, List.of());
    }

    /** @param overrides keys of the machine, each as path=value */
    public CollectiveCost(Shape shape, String engine, List<String> overrides) {
        this.shape = shape;
        this.engine = engine;
        this.overrides = List.copyOf(overrides);
    }

    /** Runs the operation. One that is too large is not run: {@link Cost#refusal} says why. */
    public Cost of(CollectiveOp op, Algorithm algorithm, int bytes) {
        return of(op, algorithm.word(), bytes);
    }

    /** Runs the operation by the algorithm that a scenario has unless it names another one. */
    public Cost ofChosen(CollectiveOp op, int bytes) {
        return of(op, "auto", bytes);
    }

    private Cost of(CollectiveOp op, String algorithm, int bytes) {
        String length = op == CollectiveOp.BARRIER ? "" : ", bytes: " + bytes;
        try {
            return run(Plans.of(scenario("{kind: collectives, items: [{collective: {op: "
                    + op.name().toLowerCase(Locale.ROOT) + length + ", algorithm: " + algorithm + "}}]}")));
        } catch (BadInput e) {
            return new Cost(0, true, reason(e));
        }
    }

    /** Returns what is wrong without the place in a workload that the user has not written. */
    private static String reason(BadInput refusal) {
        return refusal.mistakes().stream()
                .map(mistake -> mistake.key().startsWith("workload") ? mistake.what() : mistake.line())
                .collect(Collectors.joining("\n"));
    }

    /** Runs one barrier of all tasks on the barrier units. */
    public Cost ofBarrierUnits() {
        Scenario scenario = scenario("{kind: barrier_storm, instances: 1}");
        MachineConfig machine = scenario.machine();
        ProgramBuilder program = new ProgramBuilder("barrier", machine.shape(), machine.tasks(), machine.memoryBytes());
        for (int node = 0; node < machine.nodes(); node++) {
            program.task(node, 0).add(Ops.barrier());
        }
        return run(Plans.of(scenario, RtlOptions.PRODUCT, program.build()));
    }

    /** The memory is doubled until the program fits, which decides nothing else. */
    private Scenario scenario(String workload) {
        for (long memory = LEAST_MEMORY; ; memory *= 2) {
            String text = text(engine, shape, memory, "workload: " + workload);
            try {
                Scenario scenario = ScenarioReader.parse(text, "collectives", "collectives", overrides);
                scenario.program();
                return scenario;
            } catch (BadInput e) {
                if (memory >= MOST_MEMORY
                        || e.mistakes().stream().noneMatch(m -> m.key().equals("machine.memory_bytes"))) {
                    throw e;
                }
            }
        }
    }

    /** Returns a scenario with one task on each node. */
    static String text(String engine, Shape shape, long memory, String more) {
        return "{schema: fairlead.scenario/1, engine: " + engine + ", machine: {shape: [" + shape.kx() + ", "
                + shape.ky() + ", " + shape.kz() + "], tasks_per_node: 1, memory_bytes: " + memory + "}, " + more + "}";
    }

    private static Cost run(RunPlan plan) {
        RunResult result = new Session(plan).run(executor -> {});
        boolean holds = result.report().holds() && result.execution().isClean();
        return new Cost(result.report().cycles(), holds, "");
    }
}
