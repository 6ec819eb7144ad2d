// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.program.GrowingProgram;
import fairlead.program.Operation;
import fairlead.program.Program;
import java.util.Arrays;

/**
 * Runs a program that grows while it runs. A task that has awaited operations goes on in the cycle in which its
 * software learns of the last of them, and adds further operations, which act from that cycle on. The tasks of a cycle
 * go on in the order of the events that they await, hence by node. The machine has executed all cycles before and not
 * that cycle, so that a task can also look at the memory of its node.
 *
 * <p>The captured program gives the same events: a task goes on in the midst of the event that it awaits.
 */
public final class GrowingExecutor extends Executor {
    /** The tasks, which decide during the run what comes next. */
    public interface Software {
        /** Lets a task go on until it awaits operations again or has ended; first of all in cycle 0. */
        void resume(int node, int task);

        /** Tells that the NIC of a node has written 1 to 16 bytes in a cycle before that of the next resume. */
        void committed(int node, int address, int bytes);
    }

    private final GrowingProgram program;
    private final GrowingProgress progress;
    private final Software software;
    private final PendingEvents pending = new PendingEvents();
    private long now; // cycle in which software acts
    private long lastEvent = -1; // cycle

    public GrowingExecutor(
            Engine engine, GrowingProgram program, Software software, ExecutorOptions options, Observer... observers) {
        super(
                engine,
                program.program(),
                options,
                new GrowingProgress(program.program(), latency(engine), observers.clone()),
                mostTags(program.program()));
        this.program = program;
        this.software = software;
        progress = (GrowingProgress) run;
        progress.software = software;
    }

    private static int[] mostTags(Program program) {
        int[] tags = new int[program.nodes()];
        Arrays.fill(tags, 1 << HwLayout.TAG_BITS);
        return tags;
    }

    /** Returns the cycle in which the task acts that goes on now. */
    public long now() {
        return now;
    }

    public OpTable table() {
        return run.table;
    }

    /** Adds an operation of the task that goes on now, and returns its id. */
    public int add(int node, int task, Operation op) {
        program.add(node, task, op);
        for (Observer observer : run.observers) {
            observer.added(op);
        }
        progress.add(op, now);
        return op.id();
    }

    /** Lets the task that goes on now wait for an operation of its own; returns whether it waits for any. */
    public boolean await(int node, int task, int id) {
        return progress.await(node, task, id);
    }

    @Override
    void begin() {
        Program tasks = program.program();
        for (int node = 0; node < tasks.nodes(); node++) {
            for (int task = 0; task < tasks.tasks(node); task++) {
                software.resume(node, task);
            }
        }
        super.begin();
    }

    @Override
    long nextStop(long cycle) {
        return pending.isEmpty()
                ? super.nextStop(cycle)
                : Math.min(super.nextStop(cycle), pending.first() + run.latency);
    }

    /** Reacts to the events that are one software latency old; the others wait. */
    @Override
    void consume(EventCursor events, StopReason stop) {
        for (Observer observer : run.observers) {
            observer.events(events);
        }
        while (events.next()) {
            lastEvent = events.cycle();
            if (EventKind.isReactive(events.kind())) {
                pending.add(events);
            } else if (events.kind() == EventKind.COMMITTED && CommitEvent.bytes(events.a()) > 0) {
                software.committed(
                        events.node(), (int) CommitEvent.address(events.a()), (int) CommitEvent.bytes(events.a()));
            }
        }
        // a machine at rest does nothing before the next command
        long due = stop == StopReason.IDLE ? pending.first() : engine.cycle() - run.latency;
        while (!pending.isEmpty() && pending.first() <= due && nonsense.isEmpty()) {
            now = pending.first() + run.latency;
            run.lastEvent = pending.first();
            react(pending.next());
        }
    }

    @Override
    EndReason reasonToEnd(StopReason stop) {
        run.lastEvent = lastEvent;
        EndReason reason = super.reasonToEnd(stop == StopReason.IDLE && !pending.isEmpty() ? StopReason.LIMIT : stop);
        if (reason != null) { // what has ended ends in the captured program, too; no task goes on
            progress.isOver = true;
            while (!pending.isEmpty() && nonsense.isEmpty()) {
                react(pending.next());
            }
            run.lastEvent = lastEvent;
        }
        return reason;
    }
}
