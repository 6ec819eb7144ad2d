// SPDX-License-Identifier: Apache-2.0
package fairlead.live;

import fairlead.engine.Engine;
import fairlead.machine.MachineConfig;
import fairlead.node.ExecutionReport;
import fairlead.node.Executor;
import fairlead.node.ExecutorOptions;
import fairlead.node.GrowingExecutor;
import fairlead.node.Observer;
import fairlead.program.GrowingProgram;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.ProgramException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run of live tasks and the program that they made. Each body has a thread of its own, and one thread runs at a time,
 * so that the same bodies on the same machine always do the same.
 */
public final class LiveRun {
    /**
     * What a task waits for that has not ended.
     *
     * @param operation the first operation that its await waits for
     * @param since cycle of the await
     * @param calls the calls that have led to the await, the last one first
     */
    public record Waiting(Operation operation, long since, List<StackTraceElement> calls) {
        /** Returns one line that names the last call by code outside these classes. */
        public String outside(Class<?>... library) {
            Set<String> names = Stream.of(library).map(Class::getName).collect(Collectors.toSet());
            String place = calls.stream()
                    .filter(call -> !names.contains(call.getClassName()))
                    .map(call -> " (" + call.getFileName() + ":" + call.getLineNumber() + ")")
                    .findFirst()
                    .orElse("");
            return "node " + operation.node() + " task " + operation.task() + " waits since cycle " + since + " for "
                    + operation + place;
        }

        @Override
        public String toString() {
            return outside();
        }
    }

    private final GrowingProgram program;
    private final List<List<Calls>> tasks = new ArrayList<>(); // by node and task
    private final List<NodeView> views = new ArrayList<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private GrowingExecutor executor;
    private ExecutionReport execution;
    private RuntimeException failure;

    private LiveRun(GrowingProgram program) {
        this.program = program;
    }

    /**
     * Plays live tasks on an engine that has just been opened.
     *
     * @param bodies one for each task, by node and task
     * @throws LiveException if a body has thrown an exception or error
     * @throws ProgramException if a task has asked for what the machine cannot do
     */
    public static LiveRun capture(
            Engine engine, String name, List<LiveBody> bodies, ExecutorOptions options, Observer... observers) {
        LiveRun run =
                play(engine, new GrowingProgram(name, engine.config()), bodies, options, executor -> {}, observers);
        if (run.failure != null) {
            throw run.failure;
        }
        return run;
    }

    /**
     * Plays live tasks whose operations are added to a program, and keeps what a body has thrown as {@link #failure}.
     *
     * @param started receives the executor before the first cycle
     */
    public static LiveRun play(
            Engine engine,
            GrowingProgram program,
            List<LiveBody> bodies,
            ExecutorOptions options,
            Consumer<Executor> started,
            Observer... observers) {
        LiveRun run = new LiveRun(program);
        run.play(engine, bodies, options, started, observers);
        return run;
    }

    private void play(
            Engine engine,
            List<LiveBody> bodies,
            ExecutorOptions options,
            Consumer<Executor> started,
            Observer... observers) {
        executor = new GrowingExecutor(
                engine,
                program,
                new GrowingExecutor.Software() {
                    @Override
                    public void resume(int node, int task) {
                        if (failure == null) {
                            tasks.get(node).get(task).thread.resume();
                        }
                    }

                    @Override
                    public void committed(int node, int address, int bytes) {
                        views.get(node).committed(address, bytes);
                    }
                },
                options,
                observers);
        prepare(engine, bodies);
        started.accept(executor);
        try {
            execution = executor.run();
            tasks.stream()
                    .flatMap(List::stream)
                    .filter(task -> !task.thread.isOver())
                    .forEach(this::left);
        } finally {
            tasks.stream().flatMap(List::stream).forEach(task -> task.thread.end());
        }
    }

    private void left(Calls task) {
        if (failure == null) {
            waiting.add(task.waiting(program.program().operations()));
        }
    }

    private void prepare(Engine engine, List<LiveBody> bodies) {
        MachineConfig config = engine.config();
        int needed = config.tasks().stream().mapToInt(each -> each).sum();
        if (needed != bodies.size()) {
            throw new IllegalArgumentException(
                    "the machine has " + needed + " tasks, and there are " + bodies.size() + " bodies");
        }
        int nodes = config.shape().torusNodes();
        int next = 0;
        for (int node = 0; node < config.nodes(); node++) {
            NodeView view = new NodeView(engine, node);
            List<Calls> here = new ArrayList<>();
            for (int task = 0; task < config.tasks(node); task++) {
                LiveBody body = bodies.get(next++);
                here.add(new Calls(executor, view, node, task, nodes, calls -> act(body, calls), this::fail));
            }
            views.add(view);
            tasks.add(here);
        }
    }

    private void act(LiveBody body, Calls task) {
        try {
            body.run(task);
        } catch (Throwable e) {
            if (!task.thread.isEnding()) { // otherwise it comes from the end of the run
                fail(new LiveException(task.node(), task.task(), executor.now(), e));
            }
        }
    }

    /** Ends the run; the first failure counts. */
    private void fail(RuntimeException e) {
        if (failure == null) {
            failure = e;
            executor.requestStop();
        }
    }

    /** Returns how the run has ended; COMPLETED means that all bodies have returned and the machine is at rest. */
    public ExecutionReport execution() {
        return execution;
    }

    /** Returns what has ended the run: a ProgramException or LiveException, or null. */
    public RuntimeException failure() {
        return failure;
    }

    /** Returns the tasks that have not ended, by node and task; none after COMPLETED. */
    public List<Waiting> waiting() {
        return waiting;
    }

    /**
     * Returns the captured program. Played from cycle 0 on with the same configuration and options it gives the same
     * events.
     *
     * @throws ProgramException if not all tasks have joined each barrier, because the run ended before
     */
    public Program program() {
        return program.captured();
    }
}
