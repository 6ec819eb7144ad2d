// SPDX-License-Identifier: Apache-2.0
package fairlead.launch;

import fairlead.engine.Engine;
import fairlead.live.LiveProgram;
import fairlead.live.LiveRun;
import fairlead.node.ExecutionReport;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.Executor;
import fairlead.node.ExecutorOptions;
import fairlead.node.Observer;
import fairlead.pe.NativeException;
import fairlead.program.GrowingProgram;
import fairlead.program.Program;
import java.util.Set;
import java.util.function.Consumer;

/** A native program whose PEs run while the machine runs and is judged, on any engine. */
public final class NativeLive implements LiveProgram {
    private final NativeProgram program;
    private final ExecutorOptions options;
    private final NativeOutput output;
    private final Set<Integer> debugged;
    private final boolean verifies;
    private GrowingProgram grown;
    private ExecutionReport execution;
    private NativeRun run;

    /**
     * @param debugged PEs that wait before main for a debugger, which a line of output tells
     * @param verifies whether the program runs a second time on the twin, and all calls must be equal
     */
    public NativeLive(
            NativeProgram program,
            ExecutorOptions options,
            NativeOutput output,
            Set<Integer> debugged,
            boolean verifies) {
        this.program = program;
        this.options = options.until(Math.min(options.maxCycles(), program.maxCycles()));
        this.output = output;
        this.debugged = debugged;
        this.verifies = verifies;
    }

    @Override
    public ExecutionReport play(Engine engine, Consumer<Executor> started, Observer... observers) {
        grown = new GrowingProgram(program.kind(), engine.config());
        NativeRun.Stage stage = bodies -> {
            LiveRun live = LiveRun.play(engine, grown, bodies, options, started, observers);
            execution = live.execution();
            return live;
        };
        run = verifies
                ? NativeRun.twice(program, engine.config(), output, stage)
                : program.run(engine.config(), output, debugged, stage);
        return execution;
    }

    @Override
    public Program program() {
        Program part = grown.part();
        return run == null ? part : part.with(run.races());
    }

    /** Returns what the program has done; its {@link NativeRun#ending} tells what ended it early. */
    public NativeRun run() {
        return run;
    }

    /** Returns whether the program has run to its end, and a second time with equal calls. */
    public boolean isVerified() {
        return verifies && execution.reason() == EndReason.COMPLETED;
    }

    /** Returns what has ended the program, if that was not the machine or a limit of the run; otherwise null. */
    public NativeException ending() {
        boolean limited = execution.reason() == EndReason.MAX_CYCLES && options.maxCycles() < program.maxCycles();
        return limited ? null : run.ending();
    }
}
