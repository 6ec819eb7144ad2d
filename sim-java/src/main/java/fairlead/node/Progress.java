// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.CommandBuffer;
import fairlead.program.DevicePatience;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import fairlead.program.Successors;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The progress of a run, which the software of all nodes advances: what is ready, has entered the NICs, and has ended.
 */
class Progress {
    final int latency; // of software, in cycles
    final OpTable table;
    final Decisions decisions;
    final Standstill standstill;
    final CommandBuffer commands = new CommandBuffer();
    final ArrayDeque<Operation> ready = new ArrayDeque<>();
    final List<ExecutionReport.Failed> errors = new ArrayList<>();
    final Observer[] observers;
    private final Operation[] operations;
    long lastEvent = -1; // cycle of the event to which software reacts

    Progress(Program program, int latency, Observer... observers) {
        this.latency = latency;
        this.observers = observers;
        table = new OpTable(program);
        standstill = new Standstill(program, latency);
        decisions = new Decisions(this, table);
        operations = program.operations().toArray(new Operation[0]);
        for (int id = 0; id < operations.length; id++) {
            if (table.isReady(id)) {
                ready.add(operations[id]);
            }
        }
    }

    /** Ends an operation that is not performed. Nothing of it reaches the machine, so observers are not told. */
    void skipped(Operation op, long cycle) {
        table.finish(op.id(), cycle, Result.SKIPPED, 0);
        standstill.ended(op, cycle);
        meetAll(Successors.onPost(op.id()), cycle);
        meetAll(Successors.onDone(op.id()), cycle);
    }

    void tagged(Operation op, int tag, long cycle) {
        for (Observer observer : observers) {
            observer.posted(op, tag, cycle);
        }
    }

    void entered(Operation op, long cycle) {
        if (!table.post(op.id(), cycle)) {
            return;
        }
        if (!op.kind().isNetwork() && op.kind() != OpKind.QUIET && op.kind() != OpKind.EPOCH_OPEN) {
            tagged(op, -1, cycle);
        }
        meetAll(Successors.onPost(op.id()), cycle);
    }

    void finished(Operation op, long cycle, Result result, long value) {
        int id = op.id();
        if (table.isDone(id)) {
            return;
        }
        entered(op, cycle);
        table.finish(id, cycle, result, value);
        standstill.ended(op, cycle);
        report(op, cycle, result);
        meetAll(Successors.onDone(id), cycle);
        decisions.ended(id, cycle);
    }

    /** Notes that a put or message was refused, before or after its local completion. */
    void spoiled(Operation op, long cycle, Result result) {
        if (table.result(op.id()) != result) {
            table.spoil(op.id(), result);
            report(op, cycle, result);
        }
    }

    private void report(Operation op, long cycle, Result result) {
        boolean bad = result == Result.REFUSED
                || result == Result.REJECTED
                || result == Result.FAILED
                || result == Result.DISCARDED;
        if (bad && !op.isAttempt()) {
            errors.add(new ExecutionReport.Failed(op, result, cycle, result.name().toLowerCase(Locale.ROOT)));
        }
        for (Observer observer : observers) {
            observer.finished(op, table.result(op.id()), Math.max(lastEvent, table.postedAt(op.id())));
        }
    }

    /** @param op the operation that it is about, or null */
    void complain(Operation op, long cycle, String what) {
        errors.add(new ExecutionReport.Failed(op, null, cycle, what));
    }

    /** Marks one requirement of each operation of a list as met. */
    private void meetAll(int list, long cycle) {
        Successors next = table.next();
        int end = next.first(list + 1);
        for (int place = next.first(list); place < end; place++) {
            if (table.met(next.at(place), cycle)) {
                ready.add(operations[next.at(place)]);
            }
        }
    }

    /**
     * Decides when software on shared network devices stops asking: threads and daemons that ask again and again would
     * keep a machine busy for ever in which nothing moves. It stands when no other operation has begun and not ended,
     * and no packet of a message has been accepted, has come or was taken for the cycles of {@link DevicePatience}.
     */
    static final class Standstill {
        private final long patience;
        private long progress; // latest cycle
        private int others; // operations that have begun and not ended, and do not use a device

        /** @param software software latency in cycles */
        Standstill(Program program, int software) {
            patience = DevicePatience.of(program, software);
        }

        void begun(Operation op) {
            others += op.kind().isDevice() ? 0 : 1;
        }

        void ended(Operation op, long cycle) {
            others -= op.kind().isDevice() ? 0 : 1;
            progressed(cycle);
        }

        void progressed(long cycle) {
            progress = Math.max(progress, cycle);
        }

        boolean isReached(long cycle) {
            return others == 0 && cycle - progress > patience;
        }
    }
}
