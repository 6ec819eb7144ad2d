// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The run of many items, several at a time: simulations, cases of a suite, litmus files, mutants, proofs. An item that
 * cannot be run ends the campaign; the items that have ended were told to the listener.
 */
public final class Campaign {
    /** Runs an item; several threads ask it. */
    @FunctionalInterface
    public interface Worker<I, O> {
        O run(I item) throws IOException;
    }

    /** Gets each outcome when it is there, never from two threads at a time. */
    public interface Listener<I, O> {
        void ended(I item, O outcome) throws IOException;
    }

    private Campaign() {}

    /**
     * Runs the items and returns their outcomes in the order of the items.
     *
     * @param jobs the number of items that run at a time
     */
    public static <I, O> List<O> run(List<I> items, int jobs, Worker<I, O> worker, Listener<I, O> told)
            throws IOException {
        Object[] outcomes = new Object[items.size()];
        AtomicInteger next = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(jobs);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < Math.min(jobs, items.size()); t++) {
                all.add(threads.submit(() -> {
                    try {
                        for (int i = next.getAndIncrement(); i < outcomes.length; i = next.getAndIncrement()) {
                            O outcome = worker.run(items.get(i));
                            outcomes[i] = outcome;
                            synchronized (outcomes) {
                                told.ended(items.get(i), outcome);
                            }
                        }
                    } catch (Throwable e) {
                        next.set(outcomes.length); // the others end their items and take no more
                        throw e;
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw cause(e.getCause());
        } finally {
            threads.shutdownNow();
        }
        @SuppressWarnings("unchecked")
        List<O> list = (List<O>) Arrays.asList(outcomes);
        return list;
    }

    private static RuntimeException cause(Throwable e) throws IOException {
        if (e instanceof IOException io) {
            throw io;
        }
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException same ? same : new IllegalStateException(e);
    }
}
