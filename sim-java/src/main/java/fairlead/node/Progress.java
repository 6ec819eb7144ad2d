// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.RefusalReason;
import fairlead.program.Decision;
import fairlead.program.DeviceMessage;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Program.Successors;
import fairlead.program.Result;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The progress of a run, which the software of all nodes advances: what is ready, has entered the NICs, and has ended;
 * and what software decides during a run: whether a TEST holds, whether an operation is performed, and which operation
 * an ANY returns.
 */
class Progress {
    private static final int REJECTED = 3; // ending of an operation that its own NIC has not taken

    final int latency; // of software, in cycles
    final OpTable table;
    final CommandBuffer commands = new CommandBuffer();
    final ArrayDeque<Operation> ready = new ArrayDeque<>();
    final List<ExecutionReport.Failed> errors = new ArrayList<>();
    final Observer[] observers;
    long denials; // EPOCH_DENIED answers
    long discards; // requests that the DLA discarded
    long resends; // blocks that were sent again
    private final Operation[] operations;
    private final long patience;
    private long lastMove; // cycle
    private int others; // operations that have begun and not ended, and do not use a device
    private final List<Operation> waiting = new ArrayList<>(); // ANYs that have begun and not ended
    private final BitSet told = new BitSet(); // operations that an ANY has returned
    long lastEvent = -1; // cycle of the event to which software reacts
    private final Map<Integer, Integer> partly = new HashMap<>(); // gets that have lost a packet, and why
    private String refusal = ""; // why the operation that ends was refused

    Progress(Program program, int latency, Observer... observers) {
        this.latency = latency;
        this.observers = observers;
        table = new OpTable(program);
        patience = DeviceMessage.patience(program, latency);
        operations = program.operations().toArray(new Operation[0]);
        for (int id = 0; id < operations.length; id++) {
            if (table.isReady(id)) {
                ready.add(operations[id]);
            }
        }
    }

    /** Ends an operation that is not performed. Nothing of it reaches the machine, so observers do not see it. */
    void skipped(Operation op, long cycle) {
        table.finish(op.id(), cycle, Result.SKIPPED, 0);
        count(op, -1);
        moved(cycle);
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
        Integer reason = partly.isEmpty() ? null : partly.remove(id);
        if (reason != null && result == Result.DONE) {
            refused(op, cycle, reason, false);
            return;
        }
        entered(op, cycle);
        table.finish(id, cycle, result, value);
        count(op, -1);
        moved(cycle);
        report(op, cycle, result);
        meetAll(Successors.onDone(id), cycle);
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).decision().choices().contains(id)) {
                tell(waiting.get(i), cycle);
                return; // only one of them can return it
            }
        }
    }

    /** Notes that a put or message was refused, before or after its local completion. */
    void spoiled(Operation op, long cycle, Result result) {
        if (table.result(op.id()) != result) {
            table.spoil(op.id(), result);
            report(op, cycle, result);
        }
    }

    /**
     * Notes that the target refused an operation; a put or message still completes locally.
     *
     * @param goesOn packets of a get are under way: it ends with the last of them
     */
    void refused(Operation op, long cycle, int reason, boolean goesOn) {
        if (goesOn) {
            partly.putIfAbsent(op.id(), reason);
            return;
        }
        refusal = " (" + RefusalReason.name(reason) + ")";
        if (op.kind() == OpKind.PUT || op.kind() == OpKind.SEND) {
            spoiled(op, cycle, Result.REFUSED);
        } else {
            finished(op, cycle, Result.REFUSED, 1);
        }
        refusal = "";
    }

    private void report(Operation op, long cycle, Result result) {
        boolean bad = result == Result.REFUSED
                || result == Result.REJECTED
                || result == Result.FAILED
                || result == Result.DISCARDED;
        if (bad && !op.isAttempt()) {
            errors.add(
                    new ExecutionReport.Failed(op, result, cycle, result.name().toLowerCase(Locale.ROOT) + refusal));
        }
        for (Observer observer : observers) {
            observer.finished(op, table.result(op.id()), Math.max(lastEvent, table.postedAt(op.id())));
        }
    }

    /** @param op the operation that it is about, or null */
    void complain(Operation op, long cycle, String what) {
        errors.add(new ExecutionReport.Failed(op, null, cycle, what));
    }

    /** Marks one requirement of each operation of a list of {@link Successors} as met. */
    void meetAll(int list, long cycle) {
        Successors next = table.next;
        int end = next.first(list + 1);
        for (int place = next.first(list); place < end; place++) {
            if (table.met(next.at(place), cycle)) {
                ready.add(operations[next.at(place)]);
            }
        }
    }

    // ---- what software decides during a run

    boolean skips(Operation op) {
        return op.onlyIf() >= 0 && table.value(op.onlyIf()) == 0;
    }

    boolean holds(Operation test) {
        Decision decision = test.decision();
        long right = table.value(decision.right()) + decision.operand();
        return decision.comparison().holds(table.value(decision.left()), right);
    }

    /** Returns the value that a STORE writes, or the operand of an atomic or POLL, as it is now. */
    long operand(Operation op) {
        return op.decision() == null ? op.operand() : sum(op.decision());
    }

    long compare(Operation cas) {
        return cas.compared() == null ? cas.compare() : sum(cas.compared());
    }

    private long sum(Decision decision) {
        return table.value(decision.left()) + decision.operand();
    }

    long extracted(Operation extract) {
        return table.value(extract.decision().left())
                        >>> Byte.SIZE * extract.decision().operand()
                & extract.key();
    }

    int ending(Operation ending) {
        int id = ending.decision().left().get(0).operation();
        return table.result(id) == Result.REJECTED ? REJECTED : table.status(id);
    }

    /** Returns whether all operations of a LOOK are done; one that was not performed counts as done. */
    boolean areDone(Operation look) {
        return look.decision().choices().stream().allMatch(table::isDone);
    }

    void await(Operation any, long cycle) {
        entered(any, cycle);
        waiting.add(any);
        tell(any, cycle);
    }

    /** Ends the ANY if one of its operations is done that was not returned: the one that has been done longest. */
    private void tell(Operation any, long cycle) {
        List<Integer> choices = any.decision().choices();
        int first = -1;
        for (int i = 0; i < choices.size(); i++) {
            int id = choices.get(i);
            if (table.isDone(id)
                    && !told.get(id)
                    && (first < 0 || table.doneAt(id) < table.doneAt(choices.get(first)))) {
                first = i;
            }
        }
        if (first >= 0) {
            told.set(choices.get(first));
            waiting.remove(any);
            finished(any, cycle, Result.DONE, any.decision().names().get(first));
        }
    }

    // ---- the end of software on shared network devices

    /** Notes that a packet of a message has been accepted, has come or was taken. */
    void moved(long cycle) {
        lastMove = Math.max(lastMove, cycle);
    }

    void count(Operation op, int change) {
        others += op.kind().isDevice() ? 0 : change;
    }

    /**
     * Returns whether software on shared network devices stops asking: threads and daemons that ask again and again
     * would keep a machine busy for ever in which nothing moves. It stands when no other operation has begun and not
     * ended, and nothing has moved for the cycles of {@link DeviceMessage#patience}.
     */
    boolean stands(long cycle) {
        return others == 0 && cycle - lastMove > patience;
    }
}
