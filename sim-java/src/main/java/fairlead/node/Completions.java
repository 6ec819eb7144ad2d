// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.program.OpKind;
import fairlead.program.Result;

/**
 * Handles the DMA engine's events of one node about a tag: the operation under the tag is done, flushed, refused or
 * rejected. Counters and FIFO slots that become free are returned.
 */
final class Completions {
    private final Executor executor;
    private final int node;
    private final Tags tags;
    private final Counters counters;
    private final Injection injection;
    private final SystemMessagingModule messaging;

    Completions(
            final Executor executor,
            final int node,
            final Tags tags,
            final Counters counters,
            final Injection injection,
            final SystemMessagingModule messaging) {
        this.executor = executor;
        this.node = node;
        this.tags = tags;
        this.counters = counters;
        this.injection = injection;
        this.messaging = messaging;
    }

    void react(final EventCursor event, final long cycle) {
        final int tag = (int) OpEvent.tag(event.a());
        switch (event.kind()) {
            case EventKind.OP_LOCAL -> {
                done((int) HwLayout.Header1.tag(event.b()), cycle, 0, "OP_LOCAL");
            }
            case EventKind.OP_RESULT -> {
                done(tag, cycle, event.b(), "OP_RESULT");
            }
            case EventKind.FLUSH_DONE -> flushed(tag, cycle);
            case EventKind.OP_REFUSED -> refused(tag, cycle);
            case EventKind.OP_REJECTED -> rejected(tag, (int) event.b(), cycle);
            default -> {
                done(tag, cycle, 0, "OP_DONE");
            }
        }
    }

    private void done(final int tag, final long cycle, final long value, final String event) {
        final int id = tags.owner(tag);
        if (id < 0) {
            executor.complain(-1, cycle, "node " + node + ": " + event + " for tag " + tag + ", which was never used");
            return;
        }
        executor.finished(id, cycle, Result.DONE, value);
        freeCounter(id, cycle);
    }

    private void freeCounter(final int id, final long cycle) {
        if (counters.release(id)) {
            injection.counterFree(cycle);
            messaging.counterFreed(cycle);
        }
    }

    private void flushed(final int tag, final long cycle) {
        final int id = tags.owner(tag);
        if (id >= 0 && executor.operation(id).kind() == OpKind.QUIET) {
            injection.flushed(executor.operation(id), cycle);
        } else {
            done(tag, cycle, 0, "FLUSH_DONE");
        }
    }

    /**
     * Handles OP_REFUSED. A put or message still completes locally; any other refused operation has no other completion
     * and ends here.
     */
    private void refused(final int tag, final long cycle) {
        final int id = tags.owner(tag);
        if (id < 0) {
            executor.complain(-1, cycle, "node " + node + ": OP_REFUSED for tag " + tag + ", which was never used");
            return;
        }
        final OpKind kind = executor.operation(id).kind();
        if (kind == OpKind.PUT || kind == OpKind.SEND) {
            executor.spoiled(id, cycle, Result.REFUSED);
        } else {
            executor.finished(id, cycle, Result.REFUSED, 1);
            freeCounter(id, cycle);
        }
    }

    private void rejected(final int tag, final int reason, final long cycle) {
        final int id = tags.owner(tag);
        if (id < 0 || reason != RejectReason.EPOCH) {
            executor.complain(id, cycle, "node " + node + ": OP_REJECTED, reason " + reason);
            return;
        }
        executor.finished(id, cycle, Result.REJECTED, 1);
        freeCounter(id, cycle);
        injection.slotFree(Injection.fifoOf(executor.operation(id)), cycle);
    }
}
