// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The software side of a node's injection FIFOs. Task t posts to FIFO t modulo their number. A descriptor without a
 * free slot, or a get without a free counter, waits here, and so do all later descriptors of the same FIFO. A FIFO
 * therefore never overflows, and it receives a task's operations in the order in which they became ready.
 */
final class Injection {
    private static final int FIFOS = HwLayout.INJECTION_FIFOS;

    private final NodeHost host;
    private final EpochTable epochs;
    private final Program program;
    private final Map<Integer, Quiet> quiets = new HashMap<>(); // by operation
    private final List<ArrayDeque<Operation>> queues = new ArrayList<>();
    private final int[] slots = new int[FIFOS];
    private final int dataMode;

    Injection(NodeHost host, EpochTable epochs, Program program, MachineConfig config) {
        this.host = host;
        this.epochs = epochs;
        this.program = program;
        dataMode = config.routing().dataMode();
        for (int fifo = 0; fifo < FIFOS; fifo++) {
            queues.add(new ArrayDeque<>());
            slots[fifo] = config.buffers().injections().at(fifo);
        }
    }

    static int fifoOf(Operation op) {
        return op.task() % FIFOS;
    }

    /** Queues an operation that is ready from `cycle` on; `now` is the cycle of the call. */
    void add(Operation op, long cycle, long now) {
        int descriptors = 1;
        if (op.kind() == OpKind.QUIET) {
            Quiet quiet = new Quiet(op, program);
            quiets.put(op.id(), quiet);
            descriptors = quiet.asked;
            if (descriptors == 0) {
                host.run.finished(op, cycle, Result.DONE, 0);
            }
        }
        for (int i = 0; i < descriptors; i++) {
            queues.get(fifoOf(op)).add(op);
        }
        post(fifoOf(op), now);
    }

    /** Frees a slot, because a descriptor has left the FIFO or did not enter it. */
    void slotFree(int fifo, long now) {
        slots[fifo]++;
        post(fifo, now);
    }

    void counterFree(long now) {
        for (int fifo = 0; fifo < FIFOS; fifo++) {
            post(fifo, now);
        }
    }

    void flushed(Operation quiet, long now) {
        Quiet flushes = quiets.get(quiet.id());
        flushes.done++;
        if (flushes.asked < flushes.targets.length) {
            flushes.asked++;
            queues.get(fifoOf(quiet)).add(quiet);
            post(fifoOf(quiet), now);
        }
        if (flushes.done == flushes.targets.length) {
            host.run.finished(quiet, now, Result.DONE, 0);
        }
    }

    private void post(int fifo, long now) {
        ArrayDeque<Operation> queue = queues.get(fifo);
        while (slots[fifo] > 0 && !queue.isEmpty()) {
            Operation op = queue.peek();
            int epoch = epochs.indexFor(op);
            long cycle = Math.max(now, host.run.table.readyAt(op.id()));
            if (epoch == EpochTable.OVER) {
                queue.remove();
                late(op, cycle);
                continue;
            }
            boolean isGet = op.kind() == OpKind.GET;
            int counter = isGet ? host.counters.take(op.id()) : op.counter();
            if (isGet && counter < 0) {
                return;
            }
            queue.remove();
            slots[fifo]--;
            int target = op.kind() == OpKind.QUIET ? nextTarget(op) : op.target();
            int tag = host.takeTag(op, cycle);
            long word0 = Descriptors.word0(op, fifo, tag, host.coord(target), epoch, dataMode);
            long word1 = Descriptors.word1(op, counter);
            long word2 = host.run.operand(op);
            long word3 = Descriptors.word3(op, host.run.compare(op));
            int owner = epochs.taskFor(epoch, op);
            host.command(cycle, op.task(), owner, HwLayout.TileCommand.POST, word0, word1, word2, word3);
            host.run.entered(op, cycle);
        }
    }

    private int nextTarget(Operation op) {
        Quiet quiet = quiets.get(op.id());
        return quiet.targets[quiet.posted++];
    }

    /** Ends an operation whose epoch was closed before the operation became ready; it has no epoch index any more. */
    private void late(Operation op, long cycle) {
        if (op.isAttempt()) {
            host.run.finished(op, cycle, Result.REJECTED, 1);
        } else {
            host.run.complain(op, cycle, "it became ready only after its epoch was closed");
        }
    }

    /**
     * A quiet consists of a flush to every target that its task has used before it; at most 4 flushes are outstanding
     * at a time (R-FEN-10).
     */
    private static final class Quiet {
        private static final int OUTSTANDING = 4;

        private final int[] targets;
        private int asked; // number of flushes that have been queued
        private int posted;
        private int done;

        Quiet(Operation op, Program program) {
            BitSet used = new BitSet();
            for (int id = 0; id < op.id(); id++) {
                Operation earlier = program.operation(id);
                if (earlier.node() == op.node()
                        && earlier.task() == op.task()
                        && (earlier.kind().isTransfer() || earlier.kind() == OpKind.SEND)) {
                    used.set(earlier.target());
                }
            }
            targets = used.stream().toArray();
            asked = Math.min(OUTSTANDING, targets.length);
        }
    }
}
