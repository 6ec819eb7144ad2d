// SPDX-License-Identifier: Apache-2.0
package fairlead.live;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A thread that runs in turns with the thread that made it, its owner: one of them waits while the other one runs. It
 * begins in its first turn.
 */
final class TurnThread {
    /** Unwinds the thread when the owner ends it. */
    static final class Ended extends Error {
        private static final long serialVersionUID = 1L;

        Ended() {
            super("the run has ended", null, false, false);
        }
    }

    private final Thread owner = Thread.currentThread();
    private final Thread thread;
    private volatile boolean turn; // of the thread
    private boolean over;
    private boolean ends;
    private BooleanSupplier instead; // what the owner does in turns of the thread until it returns false; else null
    private boolean acts; // the owner does this now

    TurnThread(String name, Runnable body) {
        thread = new Thread(
                () -> {
                    try {
                        body.run();
                    } finally {
                        over = true;
                        pass(owner, false);
                    }
                },
                name);
        thread.setDaemon(true);
    }

    // ---- the owner

    /** Gives the thread a turn and returns when it pauses or has ended. */
    void resume() {
        do {
            if (over || instead != null && !ends && act()) {
                return;
            }
            instead = null;
            pass(thread, true);
            if (thread.getState() == Thread.State.NEW) {
                thread.start();
            }
            await(false);
        } while (instead != null);
    }

    private boolean act() {
        acts = true;
        try {
            return instead.getAsBoolean();
        } finally {
            acts = false;
        }
    }

    /** Ends the thread. */
    void end() {
        ends = true;
        if (thread.getState() != Thread.State.NEW) {
            resume();
            join();
        }
    }

    private void join() {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            owner.interrupt();
        }
    }

    boolean isOver() {
        return over;
    }

    boolean isEnding() {
        return ends;
    }

    StackTraceElement[] stack() {
        return thread.getStackTrace();
    }

    // ---- the thread

    /** Returns when the thread has the next turn. */
    void pause() {
        if (acts) {
            throw new IllegalStateException("only a thread can pause, and not what acts in its place");
        }
        pass(owner, false);
        await(true);
        check();
    }

    /**
     * Lets the owner act in place of the thread, in this turn and in later ones, as long as this returns true: then it
     * has paused. The thread has the turn in which it returns false. This saves the change of threads.
     */
    void leave(BooleanSupplier act) {
        instead = act;
        pause();
    }

    boolean isCurrent() {
        return Thread.currentThread() == (acts ? owner : thread);
    }

    /** Lets every further {@link #check} and {@link #pause} throw {@link Ended}. */
    void forbid() {
        ends = true;
    }

    void check() {
        if (!isCurrent()) {
            throw new IllegalStateException("a live task is called by its own thread only");
        }
        checkRun();
    }

    // ---- whichever thread of the run has the turn

    void checkRun() {
        if (ends) {
            throw new Ended();
        }
    }

    // ---- both

    private void pass(Thread other, boolean toThread) {
        turn = toThread;
        LockSupport.unpark(other);
    }

    private void await(boolean mine) {
        boolean interrupted = false;
        while (turn != mine) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
