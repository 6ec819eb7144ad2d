// SPDX-License-Identifier: Apache-2.0
package fairlead.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.machine.MachineConfig;
import fairlead.node.ExecutionReport;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.Executor;
import fairlead.node.ExecutorOptions;
import fairlead.node.Observer;
import fairlead.program.GrowingProgram;
import fairlead.program.Program;
import fairlead.run.RunPlan;
import fairlead.run.RunReport;
import fairlead.run.Session;
import fairlead.run.TwinRun;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** Live tasks on the twin, judged meanwhile, and the play of what was captured. */
final class LivePlay implements LiveProgram {
    static final ExecutorOptions OPTIONS = ExecutorOptions.of(64, 1_000_000);

    LiveRun run;
    final String hash;
    private final RunReport report;
    private final MachineConfig machine;
    private final ExecutorOptions options;
    private final List<LiveBody> bodies;
    private final GrowingProgram grown;

    LivePlay(MachineConfig machine, ExecutorOptions options, List<LiveBody> bodies) {
        this.machine = machine;
        this.options = options;
        this.bodies = bodies;
        grown = new GrowingProgram("test", machine);
        Program none = new GrowingProgram("test", machine).program();
        RunPlan plan = new RunPlan(
                "test", none, machine, new ModelEngineFactory(), EngineOptions.DEFAULT, options, null, false);
        Session session = new Session(plan).live(this);
        report = (bodies.size() % 2 == 0 ? session.beside() : session)
                .run(executor -> {})
                .report();
        hash = report.eventSha256();
    }

    @Override
    public ExecutionReport play(Engine engine, Consumer<Executor> started, Observer... observers) {
        run = LiveRun.play(engine, grown, bodies, options, started, observers);
        if (run.failure() != null) {
            throw run.failure();
        }
        return run.execution();
    }

    @Override
    public Program program() {
        return grown.part();
    }

    /** Plays one body in every task. */
    static LivePlay of(MachineConfig machine, LiveBody body) {
        int tasks = machine.tasks().stream().mapToInt(each -> each).sum();
        return new LivePlay(machine, OPTIONS, Collections.nCopies(tasks, body));
    }

    LivePlay ends(EndReason reason) {
        assertEquals(reason, run.execution().reason(), () -> run.waiting().toString());
        return this;
    }

    /** The captured program gives the same events as the tasks, and no verdict about it is false. */
    TwinRun again() {
        return same().holds();
    }

    /** The captured program gives the same events and verdicts as the tasks. */
    TwinRun same() {
        TwinRun again = new TwinRun(run.program(), machine, options);
        assertEquals(run.execution().reason(), again.execution().reason());
        assertEquals(run.execution().cycles(), again.report().cycles());
        assertEquals(hash, again.report().eventSha256());
        assertEquals(judged(again.report()), judged(report));
        return again;
    }

    /** Returns the verdicts without how often conserved sums were looked at, which depends on the batches. */
    private static List<String> judged(RunReport run) {
        return run.verdicts().stream()
                .map(v -> v.name().equals("conservation") ? v.name() + v.holds() : v.toString())
                .toList();
    }
}
