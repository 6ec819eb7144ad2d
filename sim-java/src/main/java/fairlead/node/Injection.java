// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout;
import fairlead.machine.FifoDepths;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The software side of a node's injection FIFOs. Task t posts to FIFO t modulo their number. A descriptor without a
 * free slot, or a get without a free counter, waits here, and so do all later descriptors of the same FIFO. A FIFO
 * therefore never overflows, and it receives a task's operations in the order in which they became ready.
 */
final class Injection {
    private static final int FIFOS = HwLayout.INJECTION_FIFOS;

    private final NodeHost host;
    private final OpTable table;
    private final EpochTable epochs;
    private final Program program;
    private final Map<Integer, Quiet> quiets = new HashMap<>(); // by operation
    private final IntQueue[] queues = new IntQueue[FIFOS];
    private final int[] slots = new int[FIFOS];
    private final int dataMode;

    Injection(
            final NodeHost host,
            final OpTable table,
            final EpochTable epochs,
            final Program program,
            final FifoDepths depths,
            final int dataMode) {
        this.host = host;
        this.table = table;
        this.epochs = epochs;
        this.dataMode = dataMode;
        this.program = program;
        for (int fifo = 0; fifo < FIFOS; fifo++) {
            queues[fifo] = new IntQueue();
            slots[fifo] = depths.at(fifo);
        }
    }

    static int fifoOf(final Operation op) {
        return op.task() % FIFOS;
    }

    /** Queues an operation that is ready from `cycle` on; `now` is the cycle of the call. */
    void add(final Operation op, final long cycle, final long now) {
        int descriptors = 1;
        if (op.kind() == OpKind.QUIET) {
            final Quiet quiet = new Quiet(op, program);
            quiets.put(op.id(), quiet);
            descriptors = quiet.asked;
            if (descriptors == 0) {
                host.run.finished(op.id(), cycle, Result.DONE, 0);
            }
        }
        for (int i = 0; i < descriptors; i++) {
            queues[fifoOf(op)].add(op.id());
        }
        post(fifoOf(op), now);
    }

    /** Frees a slot, because a descriptor has left the FIFO or did not enter it. */
    void slotFree(final int fifo, final long now) {
        slots[fifo]++;
        post(fifo, now);
    }

    void counterFree(final long now) {
        for (int fifo = 0; fifo < FIFOS; fifo++) {
            post(fifo, now);
        }
    }

    /** Handles the end of one flush of a quiet. */
    void flushed(final Operation quiet, final long now) {
        final Quiet flushes = quiets.get(quiet.id());
        flushes.done++;
        if (flushes.asked < flushes.targets.length) {
            flushes.asked++;
            queues[fifoOf(quiet)].add(quiet.id());
            post(fifoOf(quiet), now);
        }
        if (flushes.done == flushes.targets.length) {
            host.run.finished(quiet.id(), now, Result.DONE, 0);
        }
    }

    /** Posts queued operations until the FIFO has no free slot or a get has no free counter. */
    private void post(final int fifo, final long now) {
        final IntQueue queue = queues[fifo];
        while (slots[fifo] > 0 && !queue.isEmpty()) {
            final Operation op = host.run.operation(queue.first());
            final int epoch = epochs.indexFor(op);
            if (epoch == EpochTable.OVER) {
                queue.take();
                late(op, Math.max(now, table.readyAt(op.id())));
                continue;
            }
            final boolean isGet = op.kind() == OpKind.GET;
            final int counter = isGet ? host.counters.take(op.id()) : op.counter();
            if (isGet && counter < 0) {
                return;
            }
            queue.take();
            slots[fifo]--;
            final long cycle = Math.max(now, table.readyAt(op.id()));
            final int target = op.kind() == OpKind.QUIET ? nextTarget(op) : op.target();
            final int tag = host.takeTag(op.id(), cycle);
            final long word0 = Descriptors.word0(op, fifo, tag, host.coord(target), epoch, dataMode);
            final long word1 = Descriptors.word1(op, counter);
            final long word2 = host.run.decisions.operand(op);
            final long word3 = Descriptors.word3(op, host.run.decisions.compare(op));
            host.command(cycle, op.task(), HwLayout.TileCommand.POST, word0, word1, word2, word3);
            host.run.entered(op.id(), cycle);
        }
    }

    private int nextTarget(final Operation op) {
        final Quiet quiet = quiets.get(op.id());
        return quiet.targets[quiet.posted++];
    }

    /** Ends an operation whose epoch was closed before the operation became ready; it has no epoch index any more. */
    private void late(final Operation op, final long cycle) {
        if (op.isAttempt()) {
            host.run.finished(op.id(), cycle, Result.REJECTED, 1);
        } else {
            host.run.complain(op.id(), cycle, "it became ready only after its epoch was closed");
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

        Quiet(final Operation op, final Program program) {
            final BitSet used = new BitSet();
            for (int id = 0; id < op.id(); id++) {
                final Operation earlier = program.operation(id);
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
