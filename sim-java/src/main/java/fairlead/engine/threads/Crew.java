// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.threads;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * Threads that execute the cycles of a machine together: they process the parts of a cycle, one thread ends the cycle,
 * and the next cycle begins. The caller of {@link #run} is the first thread. Each thread first takes fixed parts, whose
 * data is in its cache, and then any part that is still free. A thread that the operating system suspends therefore
 * delays only its current part. Threads wait for each other by spinning, because a cycle takes only microseconds;
 * between two runs they soon sleep. A cycle allocates no memory.
 */
public final class Crew implements AutoCloseable {
    private static final int SPINS = 1 << 12;
    // small, so that the core is soon free for the work between two runs
    private static final int RESTING_SPINS = 1 << 7;

    // the order to all threads, in the low bits of the state; the other bits count the changes of the state
    private static final int REST = 0;
    private static final int WORK = 1;
    private static final int LEAVE = 2;
    private static final int ORDER_MASK = 3;
    private static final int ONE_CHANGE = 4;
    private static final int APART = 32; // distance between the words of two parts: two cache lines

    private final int parts;
    private final int threads;
    private final IntConsumer work;
    private final BooleanSupplier end;
    private final Throwable[] failures; // by part
    private final Thread[] others;
    private final AtomicIntegerArray taken; // by part: the state in which it was last taken
    private final AtomicInteger done = new AtomicInteger(); // number of parts that are done in this state
    private final AtomicInteger asleep = new AtomicInteger();
    private volatile int state;

    /**
     * Makes the threads.
     *
     * @param threads at most `parts`
     * @param work processes one cycle of a part
     * @param end ends the cycle in one thread while the others wait; returns whether another cycle follows
     */
    public Crew(int parts, int threads, IntConsumer work, BooleanSupplier end) {
        this.parts = parts;
        this.threads = threads;
        this.work = work;
        this.end = end;
        failures = new Throwable[parts];
        taken = new AtomicIntegerArray(parts * APART);
        others = new Thread[threads - 1];
        for (int i = 0; i < others.length; i++) {
            int thread = i + 1;
            others[i] = new Thread(() -> serve(thread), "fairlead-crew-" + thread);
            others[i].setDaemon(true);
            others[i].start();
        }
    }

    /**
     * Executes one or more cycles, until `end` returns false. An exception in a part ends the run after the cycle; if
     * several parts fail, the exception of the lowest part is rethrown in an IllegalStateException.
     */
    public void run() {
        if ((state & ORDER_MASK) == LEAVE) {
            throw new IllegalStateException("the crew is closed");
        }
        int seen = change(WORK);
        do {
            work(0, seen);
            seen = await(seen);
        } while ((seen & ORDER_MASK) == WORK);
        for (int part = 0; part < parts; part++) {
            if (failures[part] != null) {
                throw new IllegalStateException(
                        "part " + part + " of " + parts + " failed: " + failures[part], failures[part]);
            }
        }
    }

    private void serve(int thread) {
        for (int seen = REST; (seen & ORDER_MASK) != LEAVE; seen = await(seen)) {
            if ((seen & ORDER_MASK) == WORK) {
                work(thread, seen);
            }
        }
    }

    private void work(int thread, int now) {
        int part = parts * thread / threads;
        for (int i = 0; i < parts; i++) {
            if (takes(part, now)) {
                work(part);
            }
            part = part + 1 == parts ? 0 : part + 1;
        }
    }

    /** Claims a part; of all threads in this state exactly one gets true. */
    private boolean takes(int part, int now) {
        int last = taken.get(part * APART);
        return last - now < 0 && taken.compareAndSet(part * APART, last, now);
    }

    private void work(int part) {
        try {
            work.accept(part);
        } catch (RuntimeException | Error e) {
            failures[part] = e;
        }
        if (done.incrementAndGet() == parts) {
            done.set(0);
            change(goesOn(part) ? WORK : REST);
        }
    }

    private boolean goesOn(int part) {
        for (Throwable failure : failures) {
            if (failure != null) {
                return false;
            }
        }
        try {
            return end.getAsBoolean();
        } catch (RuntimeException | Error e) {
            failures[part] = e;
            return false;
        }
    }

    private int change(int order) {
        int next = (state & ~ORDER_MASK) + ONE_CHANGE | order;
        state = next;
        if (asleep.get() != 0) {
            for (Thread other : others) {
                LockSupport.unpark(other);
            }
        }
        return next;
    }

    /** Waits until the state differs from `seen`, and returns the new state. */
    private int await(int seen) {
        boolean works = (seen & ORDER_MASK) == WORK;
        for (int waits = 1; state == seen; waits++) {
            if (waits % (works ? SPINS : RESTING_SPINS) != 0) {
                Thread.onSpinWait();
            } else if (works) {
                Thread.yield(); // other threads may need this core, among them the one that this thread waits for
            } else {
                asleep.incrementAndGet();
                while (state == seen) {
                    LockSupport.park(this);
                }
                asleep.decrementAndGet();
            }
        }
        return state;
    }

    /** Ends the threads; called between two runs. */
    @Override
    public void close() {
        change(LEAVE);
        boolean interrupted = false;
        for (Thread other : others) {
            while (other.isAlive()) {
                try {
                    other.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
