// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

import fairlead.hw.HwLayout;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;

/**
 * Software's side of a node's injection FIFOs. Task t posts to FIFO t mod 4. A descriptor that finds no slot, or a get without a counter, waits here with everything behind it: a
 * FIFO never overflows, and the order in which a task's operations become ready is the order in its FIFO.
 */
final class Injection {
    private static final int FIFOS = HwLayout.INJECTION_FIFOS;

    private final NodeHost host;
    private final OpTable table;
    private final Counters counters;
    private final EpochTable epochs;
    private final QuietTable quiets;
    private final IntQueue[] queues = new IntQueue[FIFOS];
    private final int[] slots = new int[FIFOS];
    private final int dataMode;

    Injection(
            final NodeHost host,
            final OpTable table,
            final Counters counters,
            final EpochTable epochs,
            final Program program,
            final int depth,
            final int dataMode) {
        this.host = host;
        this.table = table;
        this.counters = counters;
        this.epochs = epochs;
        this.dataMode = dataMode;
        quiets = new QuietTable(program);
        for (int fifo = 0; fifo < FIFOS; fifo++) {
            queues[fifo] = new IntQueue();
            slots[fifo] = depth;
        }
    }

    static int fifoOf(final Operation op) {
        return op.task() % FIFOS;
    }

    /** The operation is ready from `cycle` on; `now` is when this is decided. */
    void add(final Operation op, final long cycle, final long now) {
        final int descriptors = op.kind() == OpKind.QUIET ? quiets.begin(op) : 1;
        if (descriptors == 0) {
            host.finished(op.id(), cycle, Result.DONE, 0);
        }
        for (int i = 0; i < descriptors; i++) {
            queues[fifoOf(op)].add(op.id());
        }
        post(fifoOf(op), now);
    }

    /** A descriptor has left the FIFO, or did not enter it. */
    void slotFree(final int fifo, final long now) {
        slots[fifo]++;
        post(fifo, now);
    }

    void counterFree(final long now) {
        for (int fifo = 0; fifo < FIFOS; fifo++) {
            post(fifo, now);
        }
    }

    /** One flush of a quiet is done. */
    void flushed(final Operation quiet, final long now) {
        if (quiets.flushed(quiet.id())) {
            queues[fifoOf(quiet)].add(quiet.id());
            post(fifoOf(quiet), now);
        }
        if (quiets.isDone(quiet.id())) {
            host.finished(quiet.id(), now, Result.DONE, 0);
        }
    }

    /** Posts what the FIFO has slots for. */
    private void post(final int fifo, final long now) {
        final IntQueue queue = queues[fifo];
        while (slots[fifo] > 0 && !queue.isEmpty()) {
            final Operation op = host.operation(queue.first());
            final int epoch = epochs.indexFor(op);
            if (epoch == EpochTable.OVER) {
                queue.take();
                late(op, Math.max(now, table.readyAt(op.id())));
                continue;
            }
            final boolean isGet = op.kind() == OpKind.GET;
            final int counter = isGet ? counters.take(op.id()) : op.counter();
            if (isGet && counter < 0) {
                return;
            }
            queue.take();
            slots[fifo]--;
            final long cycle = Math.max(now, table.readyAt(op.id()));
            final int target = op.kind() == OpKind.QUIET ? quiets.nextTarget(op.id()) : op.target();
            final int tag = host.takeTag(op.id(), cycle);
            final long word0 = Descriptors.word0(op, fifo, tag, host.coord(target), epoch, dataMode);
            final long word1 = Descriptors.word1(op, counter);
            host.command(cycle, op.task(), HwLayout.TileCommand.POST, word0, word1, op.operand(), op.compare());
            host.entered(op.id(), cycle);
        }
    }

    /** Its epoch has been closed before the operation became ready: there is no index any more under which to post it. */
    private void late(final Operation op, final long cycle) {
        if (op.isAttempt()) {
            host.finished(op.id(), cycle, Result.REJECTED, 1);
        } else {
            host.complain(op.id(), cycle, "it became ready only after its epoch was closed");
        }
    }
}
