// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Program.Successors;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The progress of a run whose tasks add operations, and what each task waits for before it adds more. */
final class GrowingProgress extends Progress {
    GrowingExecutor.Software software;
    boolean isOver; // no task goes on
    private final Program program;
    private final Map<Integer, List<Operation>> waiting = new HashMap<>(); // by list of Successors
    private final BitSet awaited = new BitSet(); // operations that have not ended and for which their task waits
    private final int[][] missing; // number of these, by node and task

    GrowingProgress(Program program, int latency, Observer[] observers) {
        super(program, latency, observers);
        this.program = program;
        missing = new int[program.nodes()][];
        for (int node = 0; node < missing.length; node++) {
            missing[node] = new int[program.tasks(node)];
        }
    }

    /** Begins an operation that the program has got in this cycle. */
    void add(Operation op, long cycle) {
        int needs = 0;
        long from = cycle;
        for (int id : op.requires()) {
            needs += table.isDone(id) ? 0 : wait(Successors.onDone(id), op);
        }
        for (int id : op.after()) {
            needs += table.postedAt(id) >= 0 ? 0 : wait(Successors.onPost(id), op);
            from = Math.max(from, table.postedAt(id)); // the NIC gets it then
        }
        table.add(needs);
        table.delay(op.id(), from);
        if (needs == 0) {
            ready.add(op);
        }
    }

    private int wait(int list, Operation op) {
        waiting.computeIfAbsent(list, any -> new ArrayList<>(1)).add(op);
        return 1;
    }

    /** Lets a task wait for the end of an operation of its own; returns false if it has ended. */
    boolean await(int node, int task, int id) {
        if (!table.isDone(id) && !awaited.get(id)) {
            awaited.set(id);
            missing[node][task]++;
        }
        return missing[node][task] > 0;
    }

    /**
     * Lets a task go on in the place in which the operations that it adds would become ready if they had been in the
     * program before, so that the captured program gives every command under the same sequence number.
     */
    @Override
    void meetAll(int list, long cycle) {
        for (Operation op : waiting.getOrDefault(list, List.of())) {
            if (table.met(op.id(), cycle)) {
                ready.add(op);
            }
        }
        waiting.remove(list);
        int id = list / 2;
        if (list == Successors.onDone(id) && awaited.get(id)) {
            awaited.clear(id);
            Operation op = program.operation(id);
            if (--missing[op.node()][op.task()] == 0 && !isOver) {
                software.resume(op.node(), op.task());
            }
        }
    }
}
