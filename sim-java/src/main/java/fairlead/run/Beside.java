// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventRecord;
import fairlead.node.Observer;
import fairlead.program.Operation;
import fairlead.program.Result;
import fairlead.verdict.Checks;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Lets the judges of a run work on a thread of their own, up to {@link #PARTS} parts behind the run. They get the same
 * calls in the same order, so they find the same (decision 32). Only the thread of the run calls the methods of this
 * class.
 */
final class Beside<J extends Beside.Judge> implements Observer, AutoCloseable {
    /** An observer that finds violations. */
    interface Judge extends Observer {
        /** Returns {@link Checks#endingViolation}. */
        long endingViolation();
    }

    private static final int PARTS = 32; // that wait for the judges
    /** A part ends with the batch in which it has this many events or is this many cycles long. */
    private static final int MOST_EVENTS = 4096;

    private static final long MOST_CYCLES = Checks.LATEST / 4;

    private enum Call {
        COMMANDS,
        EVENTS,
        ADDED,
        POSTED,
        FINISHED,
        NONSENSE
    }

    /** What the observers of a run are told in one batch, in this order; it is used again and again. */
    private static final class Batch {
        private static final Result[] RESULTS = Result.values();

        private final CommandBuffer commands = new CommandBuffer(4);
        private final EventCursor events = new EventCursor();
        private byte[] records = {};
        private Call[] calls = new Call[64];
        private Object[] what = new Object[64];
        private int[] how = new int[64];
        private long[] when = new long[64]; // cycles
        private int count;

        void add(Call call, Object of, int in, long cycle) {
            if (count == calls.length) {
                calls = Arrays.copyOf(calls, 2 * count);
                what = Arrays.copyOf(what, 2 * count);
                how = Arrays.copyOf(how, 2 * count);
                when = Arrays.copyOf(when, 2 * count);
            }
            calls[count] = call;
            what[count] = of;
            how[count] = in;
            when[count++] = cycle;
        }

        /** Copies events and returns the cycle of the last one, or `none` if there is none. */
        long copy(EventCursor batch, long none) {
            int bytes = batch.count() * EventCursor.BYTES;
            if (records.length < bytes) {
                records = new byte[Integer.highestOneBit(bytes) << 1];
            }
            batch.data().get(0, records, 0, bytes);
            ByteBuffer copy = ByteBuffer.wrap(records).order(ByteOrder.LITTLE_ENDIAN);
            events.wrap(copy, batch.count());
            return bytes == 0 ? none : copy.getLong(bytes - EventCursor.BYTES + EventRecord.CYCLE_OFFSET);
        }

        boolean isSilent() {
            return events.count() == 0 && count == 1 && calls[0] == Call.EVENTS;
        }

        void tell(Observer judge) {
            for (int i = 0; i < count; i++) {
                switch (calls[i]) {
                    case COMMANDS -> judge.commands(commands);
                    case EVENTS -> judge.events(events);
                    case ADDED -> judge.added((Operation) what[i]);
                    case POSTED -> judge.posted((Operation) what[i], how[i], when[i]);
                    case FINISHED -> judge.finished((Operation) what[i], RESULTS[how[i]], when[i]);
                    case NONSENSE -> judge.nonsense(when[i], (String) what[i]);
                }
            }
            count = 0;
        }
    }

    /** Batches that the judges get at once, because handing over costs more than a small batch. */
    private static final class Part {
        private final List<Batch> batches = new ArrayList<>();
        private int count; // of batches that are in use
        private int events;
        private boolean tells; // more than that there was no event
        private long end; // cycle of the last event up to its end; 0 if there was none
        private CompletableFuture<Long> first; // what the judges have found up to here

        Batch next() {
            if (count == batches.size()) {
                batches.add(new Batch());
            }
            return batches.get(count++);
        }
    }

    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread daemon = new Thread(task, "judges");
        daemon.setDaemon(true);
        return daemon;
    });
    private final Deque<Part> waiting = new ArrayDeque<>();
    private final Deque<Part> free = new ArrayDeque<>();
    private J judges; // of the other thread, until that has ended its last part
    private Part part = new Part();
    private Batch batch = part.next();
    private long begun; // cycle in which the part began
    private long given; // whatever the judges have not got came after an event of this cycle or a later one
    private long judged; // whatever has not been judged came after an event of this cycle or a later one
    private long first = -1; // cycle of the first violation in what has been judged, or -1

    /** @param made makes the judges, on their thread */
    Beside(Supplier<J> made) {
        give(() -> {
            judges = made.get();
            return -1;
        });
    }

    @Override
    public void commands(CommandBuffer commands) {
        if (commands.count() > 0) {
            batch.commands.set(commands);
            add(Call.COMMANDS, null, 0, 0);
        }
    }

    @Override
    public void events(EventCursor events) {
        part.end = batch.copy(events, part.end);
        part.tells |= events.count() > 0;
        part.events += events.count();
        batch.add(Call.EVENTS, null, 0, 0);
    }

    @Override
    public void added(Operation op) {
        add(Call.ADDED, op, 0, 0);
    }

    @Override
    public void posted(Operation op, int tag, long cycle) {
        add(Call.POSTED, op, tag, cycle);
    }

    @Override
    public void finished(Operation op, Result result, long cycle) {
        add(Call.FINISHED, op, result.ordinal(), cycle);
    }

    @Override
    public void nonsense(long cycle, String says) {
        add(Call.NONSENSE, says, 0, cycle);
    }

    private void add(Call call, Object of, int in, long cycle) {
        part.tells = true;
        batch.add(call, of, in, cycle);
    }

    @Override
    public void batch(long cycle, int openOperations) {
        if (part.events >= MOST_EVENTS || part.tells && cycle - begun >= MOST_CYCLES) {
            give();
            begun = cycle;
            while (waiting.size() > PARTS
                    || !waiting.isEmpty() && waiting.element().first.isDone()) {
                take();
            }
        } else if (batch.isSilent()) {
            batch.count = 0; // a machine that is quiet for long must not fill the memory
        } else {
            batch = part.next();
        }
    }

    /** Returns how many batches have been made and are kept. */
    int batches() {
        return Stream.of(waiting, free, List.of(part))
                .flatMap(Collection::stream)
                .mapToInt(each -> each.batches.size())
                .sum();
    }

    /** Hands the part over, with all batches that have ended and the one that is open. */
    private void give() {
        Part full = part;
        give(() -> {
            for (int i = 0; i < full.count; i++) {
                full.batches.get(i).tell(judges);
            }
            return judges.endingViolation();
        });
    }

    private void give(LongSupplier task) {
        part.first = CompletableFuture.supplyAsync(task::getAsLong, thread);
        given = part.end;
        waiting.add(part);
        part = free.isEmpty() ? new Part() : free.remove();
        part.count = 0;
        part.events = 0;
        part.tells = false;
        part.end = given;
        batch = part.next();
    }

    private void take() {
        Part done = waiting.remove();
        try {
            first = done.first.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        }
        judged = done.end;
        free.add(done);
    }

    /**
     * Waits until everything has been judged that came after an event of a cycle before this one. Returns the cycle of
     * the first violation, or -1.
     */
    long firstViolation(long before) {
        if (given < before && part.tells) {
            give();
        }
        while (judged < before && !waiting.isEmpty()) {
            take();
        }
        return first;
    }

    /** Returns the judges, who have heard everything; nothing is told after this. */
    J judges() {
        if (!thread.isShutdown()) {
            give();
            while (!waiting.isEmpty()) {
                take();
            }
            close();
        }
        return judges;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
