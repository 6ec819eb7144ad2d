// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Mix;
import fairlead.program.DeviceFlaw;
import fairlead.program.DeviceMessage;
import fairlead.program.DevicePatience;
import fairlead.program.DevicePolling;
import fairlead.program.Operation;
import fairlead.program.Result;

/**
 * The receive loop of one thread, steps (a) to (f) of US 8,166,146 with a slot of three states (docs/use/device.md).
 * The
 * slot is one word of memory: its two top bits are the state, the rest is the header that was saved.
 */
final class ReceiveLoop {
    private static final int STATE_LSB = 62;
    private static final long PENDING = 1;
    private static final long CONSUMED = 2;
    private static final long HEADER_MASK = (1L << STATE_LSB) - 1;
    private static final long THREAD_ONLY = 0xFF;
    private static final int PATIENCE = 24; // refusals of the lock, one after the other
    private static final int WORD = Long.BYTES;
    private static final int BOUNCE = 64; // bytes from the slot to where a bounced payload goes

    /** What the thread waits for. */
    private enum Step {
        OUT,
        LOOK,
        LOCK,
        SLOT,
        HEADER,
        SAVE,
        TAKE,
        DRAIN,
        COPY,
        LET_GO,
        FINISH,
        EARLY,
        AGAIN,
        SLEEP
    }

    private final NodeHost host;
    private final SharedDevice node;
    private final int thread;
    private final DeviceFlaw flaw;
    private final DevicePolling polling;
    private Operation op; // the message that is to come
    private Step step = Step.OUT;
    private Step resting; // what it goes on with when the node hears of something, or null
    private long header; // of the message that is being received
    private int copied; // words
    private boolean barges; // it has asked for the lock as it let it go
    private int refused; // how often it was refused the lock since it had it

    ReceiveLoop(NodeHost host, SharedDevice node, int thread, DeviceFlaw flaw, DevicePolling polling) {
        this.host = host;
        this.node = node;
        this.thread = thread;
        this.flaw = flaw;
        this.polling = polling;
    }

    /** Enters the loop and stays there until a message has come. */
    void start(Operation receive, long cycle) {
        op = receive;
        host.run.entered(op.id(), cycle);
        ask(cycle);
    }

    private int slot() {
        return op.source();
    }

    private int bounce() {
        return slot() + BOUNCE;
    }

    private void access(long cycle, int command, int address, long value) {
        host.ask(cycle, thread, command, address, value, 0, (event, at) -> woken(event.b(), at));
    }

    private void device(long cycle, int command, int limit, int address) {
        long word = (long) thread << DeviceCommand.PROCESSOR_LSB
                | (long) limit << DeviceCommand.LIMIT_LSB
                | (long) address << DeviceCommand.ADDRESS_LSB;
        host.command(cycle, thread, command, word);
    }

    /** Returns whether nothing moves any more, so that asking again is in vain. */
    private boolean stands(long cycle) {
        return host.run.standstill.isReached(cycle);
    }

    /** Begins a try. */
    private void ask(long cycle) {
        if (polling == DevicePolling.SLOT) {
            step = Step.LOOK;
            access(cycle, HostCommand.LOAD, slot(), 0);
        } else {
            lock(cycle);
        }
    }

    private void lock(long cycle) {
        step = Step.LOCK;
        device(cycle, TileCommand.DEVICE_LOCK, 0, 0);
    }

    /**
     * Asks again without a time-out. Whoever lets the lock go waits for its own time-out, so a thread that asks once a
     * software latency is there before it.
     */
    private void insist(long cycle) {
        lock(cycle + Long.remainderUnsigned(Mix.mix64(cycle * Mix.GOLDEN + thread), DevicePatience.LEAST_SPREAD));
    }

    private void unlock(long cycle, Step then) {
        step = then;
        device(cycle, TileCommand.DEVICE_UNLOCK, 0, 0);
    }

    /** Lets the lock go without a message. */
    private void letGo(long cycle) {
        barges = flaw == DeviceFlaw.BARGES && !stands(cycle);
        unlock(cycle, Step.LET_GO);
        if (barges) {
            device(cycle, TileCommand.DEVICE_LOCK, 0, 0); // the host port takes it in the next cycle
        }
    }

    private void store(long cycle, long value, Step then) {
        step = then;
        access(cycle, HostCommand.STORE, slot(), value);
    }

    /** Waits for the time-out, or for news of the node if nothing moves any more. */
    private void sleep(long cycle, Step then) {
        step = then;
        if (stands(cycle)) {
            resting = then;
            return;
        }
        // Threads that ask in step could find the lock taken for ever. What they do between two commands takes a
        // software latency each, so they keep in step unless their time-outs differ by a part of it.
        long spread = DevicePatience.spread(host.run.latency);
        long more = Long.remainderUnsigned(Mix.mix64(cycle * Mix.GOLDEN + thread), spread);
        access(cycle + op.cycles() + more, HostCommand.TIMER, 0, 0);
    }

    /** Goes on if it rests. */
    void wake(long cycle) {
        if (resting != null) {
            resting = null;
            woken(0, cycle);
        }
    }

    /** Handles an answer of the device to this thread's processor. */
    void answered(int result, long value, long cycle) {
        boolean done = result == DeviceResult.DONE;
        switch (step) {
            case LOCK -> {
                refused = done ? 0 : refused + 1;
                if (done) {
                    step = Step.SLOT;
                    access(cycle, HostCommand.LOAD, slot(), 0);
                } else if (polling == DevicePolling.LOCK && refused > PATIENCE && !stands(cycle)) {
                    insist(cycle);
                } else {
                    sleep(cycle, Step.SLEEP);
                }
            }
            case HEADER -> headerRead(done, value, cycle);
            case DRAIN -> drained(cycle);
            case LET_GO -> {
                if (barges) {
                    step = Step.LOCK; // the answer to it is on its way
                } else {
                    sleep(cycle, Step.SLEEP);
                }
            }
            case FINISH -> finish(cycle);
            case EARLY -> drain(cycle);
            default -> throw new Nonsense("an answer of the device in step " + step);
        }
    }

    /** Handles LOADED, STORED or TIMED. */
    void woken(long value, long cycle) {
        switch (step) {
            case SLOT -> looked(value, cycle);
            case SAVE -> letGo(cycle);
            case TAKE -> {
                if (flaw == DeviceFlaw.EARLY_UNLOCK) {
                    unlock(cycle, Step.EARLY);
                } else {
                    drain(cycle);
                }
            }
            case AGAIN -> readHeader(cycle);
            case COPY -> copy(value, cycle);
            case SLEEP -> ask(cycle);
            case LOOK -> {
                if (isPending(value) && DeviceMessage.threadOf(value) != thread) {
                    sleep(cycle, Step.SLEEP);
                } else {
                    lock(cycle);
                }
            }
            default -> throw new Nonsense("an answer of memory in step " + step);
        }
    }

    private static boolean isPending(long slot) {
        return slot >>> STATE_LSB == PENDING;
    }

    private void looked(long slot, long cycle) {
        boolean pending = isPending(slot);
        int whose = DeviceMessage.threadOf(slot);
        if (pending && whose == thread) {
            take(slot & HEADER_MASK, cycle);
        } else if (pending && flaw != DeviceFlaw.LITERAL) {
            if (flaw == DeviceFlaw.CLEARED) {
                store(cycle, 0, Step.SAVE);
            } else {
                letGo(cycle);
            }
        } else {
            readHeader(cycle);
        }
    }

    private void readHeader(long cycle) {
        step = Step.HEADER;
        device(cycle, TileCommand.DEVICE_READ_HEADER, 0, 0);
    }

    private void headerRead(boolean done, long value, long cycle) {
        if (done) {
            node.moves(cycle);
        }
        if (!done && flaw == DeviceFlaw.POLLS) {
            sleep(cycle, Step.AGAIN);
        } else if (!done) {
            letGo(cycle);
        } else if (DeviceMessage.threadOf(value) == thread) {
            take(value, cycle);
        } else {
            long kept = flaw == DeviceFlaw.NO_HEADER ? value & THREAD_ONLY : value & HEADER_MASK;
            store(cycle, PENDING << STATE_LSB | kept, Step.SAVE);
        }
    }

    /** The message is for this thread. */
    private void take(long itsHeader, long cycle) {
        header = itsHeader;
        store(cycle, CONSUMED << STATE_LSB | itsHeader, Step.TAKE);
    }

    private void drain(long cycle) {
        step = Step.DRAIN;
        int limit = Math.min(op.length(), DeviceMessage.bytesOf(header));
        int to = flaw == DeviceFlaw.BOUNCED ? bounce() : op.local();
        device(cycle, TileCommand.DEVICE_DRAIN, limit, to);
    }

    private void drained(long cycle) {
        node.moves(cycle);
        if (flaw == DeviceFlaw.BOUNCED) {
            copied = 0;
            step = Step.COPY;
            access(cycle, HostCommand.LOAD, bounce(), 0);
        } else if (flaw == DeviceFlaw.EARLY_UNLOCK) {
            finish(cycle);
        } else {
            unlock(cycle, Step.FINISH);
        }
    }

    /** Copies a word: a load is answered by its value, and the store behind it needs no answer. */
    private void copy(long value, long cycle) {
        int at = WORD * copied++;
        host.command(cycle, thread, HostCommand.STORE, op.local() + at, value, 0, 0);
        if (WORD * copied < DeviceMessage.bytesOf(header)) {
            int next = bounce() + WORD * copied;
            access(cycle, HostCommand.LOAD, next, 0);
        } else {
            unlock(cycle, Step.FINISH);
        }
    }

    private void finish(long cycle) {
        step = Step.OUT;
        host.run.finished(op.id(), cycle, Result.DONE, DeviceMessage.bytesOf(header));
    }
}
