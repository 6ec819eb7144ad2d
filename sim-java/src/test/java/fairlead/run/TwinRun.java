// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.machine.MachineConfig;
import fairlead.node.ExecutionReport;
import fairlead.node.ExecutorOptions;
import fairlead.node.Observer;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import fairlead.twin.fabric.ModelEngineFactory;
import fairlead.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/** One run of a program on the twin, judged by all checkers. */
public final class TwinRun {
    private final List<Operation> finished = new ArrayList<>();
    private final RunResult result;
    private Engine engine;

    /** Runs without the knot detector. */
    public TwinRun(Program program, MachineConfig machine, ExecutorOptions options) {
        this(program, machine, options, false);
    }

    public TwinRun(Program program, MachineConfig machine, ExecutorOptions options, boolean detect) {
        RunPlan plan = new RunPlan(
                "test",
                program,
                machine.withMessageBase(program.messageBase()),
                (config, how) -> engine = new ModelEngineFactory().open(config, how),
                EngineOptions.DEFAULT,
                options,
                null,
                detect);
        result = new Session(plan).run(executor -> {}, new Observer() {
            @Override
            public void finished(Operation op, Result how, long cycle) {
                finished.add(op);
            }
        });
    }

    public ExecutionReport execution() {
        return result.execution();
    }

    public RunReport report() {
        return result.report();
    }

    public List<Operation> finished() {
        return finished;
    }

    /** A word of a node's memory at the end. */
    public long word(int node, int address) {
        return engine.memory(node).getLong(address);
    }

    /** Returns the verdict of this name. */
    public Verdict verdict(String name) {
        return verdict(report(), name);
    }

    public static Verdict verdict(RunReport report, String name) {
        return report.verdicts().stream()
                .filter(v -> v.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** No verdict is false. */
    public TwinRun holds() {
        assertTrue(result.report().holds(), () -> result.report().verdicts().toString());
        return this;
    }

    /** The program came to its end, no operation ended badly, and no verdict is false. */
    public TwinRun isClean() {
        assertEquals(List.of(), execution().open());
        assertEquals(List.of(), execution().errors());
        assertTrue(execution().isClean());
        return holds();
    }
}
