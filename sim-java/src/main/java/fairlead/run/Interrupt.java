// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

/**
 * A command that ends in order on SIGINT and SIGTERM. First every command is stopped and writes what it has, and only
 * then the cleanups run, the latest first. All of it is one shutdown hook, because hooks run at the same time.
 */
public final class Interrupt {
    private static final Deque<Interrupt> COMMANDS = new ConcurrentLinkedDeque<>();
    private static final Deque<Runnable> CLEANUPS = new ConcurrentLinkedDeque<>();
    private static final Deque<Runnable> AFTER = new ConcurrentLinkedDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Interrupt::end, "interrupt"));
    }

    private final BooleanSupplier stop;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** @param stop stops the command and returns whether the process waits until it is done */
    public Interrupt(BooleanSupplier stop) {
        this.stop = stop;
        COMMANDS.add(this);
    }

    /** Adds what is done when the process ends, until it is removed. */
    public static void cleanUp(Runnable cleanup) {
        CLEANUPS.addFirst(cleanup);
    }

    public static void remove(Runnable cleanup) {
        CLEANUPS.remove(cleanup);
    }

    /** Adds what is done after each command of this process. */
    public static void afterCommand(Runnable action) {
        AFTER.add(action);
    }

    public static void endCommand() {
        AFTER.forEach(Runnable::run);
    }

    private static void end() {
        List<Interrupt> waiting =
                COMMANDS.stream().filter(c -> c.stop.getAsBoolean()).toList();
        try {
            for (Interrupt command : waiting) {
                command.ended.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        CLEANUPS.forEach(Runnable::run);
    }

    /** The command has written everything. */
    public void done() {
        COMMANDS.remove(this);
        ended.countDown();
    }
}
