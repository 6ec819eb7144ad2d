// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.CommandBuffer;
import fairlead.program.DevicePatience;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import fairlead.program.Successors;
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
    final IntQueue ready = new IntQueue();
    final List<ExecutionReport.Failed> errors = new ArrayList<>();
    final Observer[] observers;
    private final Operation[] operations;
    private long lastEvent = -1;

    Progress(Program program, int latency, Observer... observers) {
        this.latency = latency;
        this.observers = observers;
        table = new OpTable(program);
        standstill = new Standstill(program, latency);
        decisions = new Decisions(this, table);
        operations = program.operations().toArray(new Operation[0]);
        for (int id = 0; id < operations.length; id++) {
            if (table.isReady(id)) {
                ready.add(id);
            }
        }
    }

    /** Notes the cycle of the event to which software reacts. */
    void event(long cycle) {
        lastEvent = cycle;
    }

    /** Returns the cycle of the last event, or -1. */
    long lastEvent() {
        return lastEvent;
    }

    /** Ends an operation that is not performed. Nothing of it reaches the machine, so observers are not told. */
    void skipped(Operation op, long cycle) {
        table.finish(op.id(), cycle, Result.SKIPPED, 0);
        standstill.ended(op, cycle);
        meetAll(Successors.onPost(op.id()), cycle);
        meetAll(Successors.onDone(op.id()), cycle);
    }

    Operation operation(int id) {
        return operations[id];
    }

    void tagged(int id, int tag, long cycle) {
        for (Observer observer : observers) {
            observer.posted(operations[id], tag, cycle);
        }
    }

    void entered(int id, long cycle) {
        if (!table.post(id, cycle)) {
            return;
        }
        Operation op = operations[id];
        if (!op.kind().isNetwork() && op.kind() != OpKind.QUIET && op.kind() != OpKind.EPOCH_OPEN) {
            tagged(id, -1, cycle);
        }
        meetAll(Successors.onPost(id), cycle);
    }

    void finished(int id, long cycle, Result result, long value) {
        if (table.isDone(id)) {
            return;
        }
        entered(id, cycle);
        table.finish(id, cycle, result, value);
        Operation op = operations[id];
        standstill.ended(op, cycle);
        blame(op, cycle, result);
        for (Observer observer : observers) {
            observer.finished(op, table.result(id), Math.max(lastEvent, table.postedAt(id)));
        }
        meetAll(Successors.onDone(id), cycle);
        decisions.ended(id, cycle);
    }

    /** Marks one requirement of each operation of a list as met. */
    private void meetAll(int list, long cycle) {
        Successors next = table.next();
        int end = next.first(list + 1);
        for (int place = next.first(list); place < end; place++) {
            if (table.met(next.at(place), cycle)) {
                ready.add(next.at(place));
            }
        }
    }

    private void blame(Operation op, long cycle, Result result) {
        boolean bad = result == Result.REFUSED
                || result == Result.REJECTED
                || result == Result.FAILED
                || result == Result.DISCARDED;
        if (bad && !op.isAttempt()) {
            errors.add(
                    new ExecutionReport.Failed(op, result, cycle, result.name().toLowerCase(Locale.ROOT)));
        }
    }

    /** Notes that a put or message was refused, before or after its local completion. */
    void spoiled(int id, long cycle, Result result) {
        if (table.result(id) != result) {
            table.spoil(id, result);
            blame(operations[id], cycle, result);
            for (Observer observer : observers) {
                observer.finished(operations[id], result, Math.max(lastEvent, table.postedAt(id)));
            }
        }
    }

    void complain(int id, long cycle, String what) {
        errors.add(new ExecutionReport.Failed(id < 0 ? null : operations[id], null, cycle, what));
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
