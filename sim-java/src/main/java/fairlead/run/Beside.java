// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.node.Observer;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Lets the judges of a run work on a thread of their own, up to {@link #BATCHES} batches behind the run. They get the
 * same calls in the same order, so they find the same. Only the thread of the run calls the methods of this class.
 */
final class Beside implements Observer, AutoCloseable {
    private static final int BATCHES = 8;

    /** What the judges have to hear of one batch. Software gives commands before the batch and reacts to it after. */
    private static final class Told {
        private final List<Consumer<Observer>> calls = new ArrayList<>();
        private final CommandBuffer commands = new CommandBuffer();
        private byte[] records = {};
        private long end; // cycle
        private CompletableFuture<Long> first; // what the judges have found up to here
    }

    private final Judges judges;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread daemon = new Thread(task, "judges");
        daemon.setDaemon(true);
        return daemon;
    });
    private final Deque<Told> waiting = new ArrayDeque<>();
    private final Deque<Told> free = new ArrayDeque<>();
    private Told told = new Told();
    private long judged; // all events before this cycle have been judged
    private long first = -1; // cycle of the first violation among them, or -1

    Beside(Judges judges) {
        this.judges = judges;
    }

    @Override
    public void commands(CommandBuffer commands) {
        CommandBuffer copy = told.commands;
        copy.set(commands);
        told.calls.add(judge -> judge.commands(copy));
    }

    @Override
    public void events(EventCursor batch) {
        int bytes = batch.count() * EventCursor.BYTES;
        if (told.records.length < bytes) {
            told.records = new byte[Integer.highestOneBit(bytes) << 1];
        }
        batch.data().get(0, told.records, 0, bytes);
        ByteBuffer copy = ByteBuffer.wrap(told.records).order(ByteOrder.LITTLE_ENDIAN);
        EventCursor cursor = new EventCursor().wrap(copy, batch.count());
        told.calls.add(judge -> judge.events(cursor));
    }

    @Override
    public void posted(Operation op, int tag, long cycle) {
        told.calls.add(judge -> judge.posted(op, tag, cycle));
    }

    @Override
    public void finished(Operation op, Result result, long cycle) {
        told.calls.add(judge -> judge.finished(op, result, cycle));
    }

    @Override
    public void nonsense(long cycle, String what) {
        told.calls.add(judge -> judge.nonsense(cycle, what));
    }

    @Override
    public void batch(long cycle, int openOperations) {
        Told batch = told;
        batch.end = cycle;
        batch.first = CompletableFuture.supplyAsync(() -> judge(batch), thread);
        waiting.add(batch);
        while (waiting.size() > BATCHES
                || !waiting.isEmpty() && waiting.element().first.isDone()) {
            take();
        }
        told = free.isEmpty() ? new Told() : free.remove();
    }

    private long judge(Told batch) {
        batch.calls.forEach(call -> call.accept(judges));
        batch.calls.clear();
        return judges.checks.endingViolation();
    }

    private void take() {
        Told batch = waiting.remove();
        try {
            first = batch.first.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        }
        judged = batch.end;
        free.add(batch);
    }

    /** Waits until all events before this cycle have been judged. Returns the cycle of the first violation, or -1. */
    long firstViolation(long before) {
        while (judged < before && !waiting.isEmpty()) {
            take();
        }
        return first;
    }

    /** Waits until the judges have heard everything. */
    void finish() {
        batch(Long.MAX_VALUE, 0);
        firstViolation(Long.MAX_VALUE);
        close();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
