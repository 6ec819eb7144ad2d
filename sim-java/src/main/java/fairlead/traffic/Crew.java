// SPDX-License-Identifier: Apache-2.0
package fairlead.traffic;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Threads that go through cycles together: first half of all parts, second half of all parts, end of the cycle. Thread `part` does that part; the caller does part 0. Between halves they
 * wait for each other, spinning: a half takes microseconds.
 */
final class Crew {
    private static final int SPINS = 1 << 12;

    private final int parts;
    private final int spins; // before others are let run; with fewer cores than parts at once
    private final IntConsumer first;
    private final IntConsumer second;
    private final Runnable end;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile int phase;
    private volatile Throwable failure;

    /** @param end by one thread, while the others wait */
    Crew(final int parts, final IntConsumer first, final IntConsumer second, final Runnable end) {
        this.parts = parts;
        spins = parts <= Runtime.getRuntime().availableProcessors() ? SPINS : 1;
        this.first = first;
        this.second = second;
        this.end = end;
    }

    /** Runs so many cycles. What one part throws ends all. */
    void run(final long cycles) {
        final Thread[] others = new Thread[parts - 1];
        for (int i = 0; i < others.length; i++) {
            final int part = i + 1;
            others[i] = new Thread(() -> cycles(part, cycles), "fairlead-part-" + part);
            others[i].setDaemon(true);
            others[i].start();
        }
        cycles(0, cycles);
        boolean interrupted = false;
        for (final Thread other : others) {
            while (other.isAlive()) {
                try {
                    other.join();
                } catch (final InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw new IllegalStateException("a thread of the routers failed: " + failure, failure);
        }
    }

    private void cycles(final int part, final long cycles) {
        try {
            for (long i = 0; i < cycles && failure == null; i++) {
                first.accept(part);
                meet(null);
                second.accept(part);
                meet(end);
            }
        } catch (final RuntimeException | Error e) {
            failure = e;
        }
    }

    /** Waits for all; the last one does `before` first. */
    private void meet(final Runnable before) {
        final int mine = phase;
        if (waiting.incrementAndGet() == parts) {
            if (before != null) {
                before.run();
            }
            waiting.set(0);
            phase = mine + 1;
            return;
        }
        for (int waits = 1; phase == mine && failure == null; waits++) {
            if (waits % spins == 0) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
