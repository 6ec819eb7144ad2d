// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Mix;
import fairlead.program.DeviceFlaw;
import fairlead.program.DeviceMessage;
import fairlead.program.DevicePolling;
import fairlead.program.Operation;
import fairlead.program.Result;

/**
 * The receive loop of one thread, steps (a) to (f) of US 8,166,146 with a slot of three states (docs/use/device.md).
 * The slot is one word of memory: its two top bits are the state, the rest is the header that was saved.
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

    /** What the thread does when the device answers, or when memory or the timer does. */
    private interface Then {
        void come(boolean done, long value, long cycle);
    }

    private final NodeHost host;
    private final SharedDevice node;
    private final int thread;
    private final DeviceFlaw flaw;
    private final DevicePolling polling;
    private Operation op; // the message that is to come
    private Then answer; // to the device's next answer, or null
    private Then resting; // what it goes on with when the node hears of something, or null
    private long header; // of the message that is being received
    private int copied; // words
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
        host.run.entered(op, cycle);
        ask(true, 0, cycle);
    }

    private int slot() {
        return op.source();
    }

    private void access(long cycle, int command, long address, long value, Then then) {
        host.ask(cycle, thread, command, address, value, 0, (event, at) -> then.come(true, event.b(), at));
    }

    private void device(long cycle, int command, Then then) {
        device(cycle, command, 0, 0, then);
    }

    private void device(long cycle, int command, int limit, int address, Then then) {
        answer = then;
        long word = (long) thread << DeviceCommand.PROCESSOR_LSB
                | (long) limit << DeviceCommand.LIMIT_LSB
                | (long) address << DeviceCommand.ADDRESS_LSB;
        host.command(cycle, thread, command, word);
    }

    /** Threads that ask in step could find the lock taken for ever, so each adds a part of `spread` cycles. */
    private long drawn(long cycle, long spread) {
        return Long.remainderUnsigned(Mix.mix64(cycle * Mix.GOLDEN + thread), spread);
    }

    private void ask(boolean done, long value, long cycle) {
        if (polling != DevicePolling.SLOT) {
            lock(cycle);
            return;
        }
        access(cycle, HostCommand.LOAD, slot(), 0, (read, word, at) -> {
            if (isPending(word) && DeviceMessage.threadOf(word) != thread) {
                sleep(at, this::ask);
            } else {
                lock(at);
            }
        });
    }

    private void lock(long cycle) {
        device(cycle, TileCommand.DEVICE_LOCK, this::lockAnswered);
    }

    private void lockAnswered(boolean done, long value, long cycle) {
        refused = done ? 0 : refused + 1;
        if (done) {
            access(cycle, HostCommand.LOAD, slot(), 0, this::looked);
        } else if (polling == DevicePolling.LOCK && refused > PATIENCE && !host.run.stands(cycle)) {
            // Asks again without a time-out. Whoever lets the lock go waits for its own time-out, so a thread that
            // asks once a software latency is there before it.
            lock(cycle + drawn(cycle, DeviceMessage.LEAST_SPREAD));
        } else {
            sleep(cycle, this::ask);
        }
    }

    private void looked(boolean done, long slot, long cycle) {
        boolean pending = isPending(slot);
        if (pending && DeviceMessage.threadOf(slot) == thread) {
            take(slot & HEADER_MASK, cycle);
        } else if (pending && flaw == DeviceFlaw.CLEARED) {
            access(cycle, HostCommand.STORE, slot(), 0, this::letGo);
        } else if (pending && flaw != DeviceFlaw.LITERAL) {
            letGo(true, 0, cycle);
        } else {
            readHeader(true, 0, cycle);
        }
    }

    private static boolean isPending(long slot) {
        return slot >>> STATE_LSB == PENDING;
    }

    private void letGo(boolean done, long value, long cycle) {
        boolean barges = flaw == DeviceFlaw.BARGES && !host.run.stands(cycle);
        device(cycle, TileCommand.DEVICE_UNLOCK, (free, word, at) -> {
            if (barges) {
                answer = this::lockAnswered; // which is on its way
            } else {
                sleep(at, this::ask);
            }
        });
        if (barges) {
            long word = (long) thread << DeviceCommand.PROCESSOR_LSB;
            host.command(cycle, thread, TileCommand.DEVICE_LOCK, word); // the host port takes it in the next cycle
        }
    }

    /** Waits for the time-out, or for news of the node if nothing moves any more. */
    private void sleep(long cycle, Then then) {
        if (host.run.stands(cycle)) {
            resting = then;
            return;
        }
        // What threads do between two commands takes a software latency each, so they keep in step unless their
        // time-outs differ by a part of it.
        long more = drawn(cycle, DeviceMessage.spread(host.run.latency));
        access(cycle + op.cycles() + more, HostCommand.TIMER, 0, 0, then);
    }

    void wake(long cycle) {
        if (resting != null) {
            Then then = resting;
            resting = null;
            then.come(true, 0, cycle);
        }
    }

    void answered(int result, long value, long cycle) {
        if (answer == null) {
            throw new Nonsense("an answer of the device that thread " + thread + " does not await");
        }
        Then then = answer;
        answer = null;
        then.come(result == DeviceResult.DONE, value, cycle);
    }

    private void readHeader(boolean done, long value, long cycle) {
        device(cycle, TileCommand.DEVICE_READ_HEADER, this::headerRead);
    }

    private void headerRead(boolean done, long value, long cycle) {
        if (done) {
            node.moves(cycle);
        }
        if (!done && flaw == DeviceFlaw.POLLS) {
            sleep(cycle, this::readHeader);
        } else if (!done) {
            letGo(true, 0, cycle);
        } else if (DeviceMessage.threadOf(value) == thread) {
            take(value, cycle);
        } else {
            long kept = flaw == DeviceFlaw.NO_HEADER ? value & THREAD_ONLY : value & HEADER_MASK;
            access(cycle, HostCommand.STORE, slot(), PENDING << STATE_LSB | kept, this::letGo);
        }
    }

    private void take(long itsHeader, long cycle) {
        header = itsHeader;
        access(cycle, HostCommand.STORE, slot(), CONSUMED << STATE_LSB | itsHeader, (stored, value, at) -> {
            if (flaw == DeviceFlaw.EARLY_UNLOCK) {
                device(at, TileCommand.DEVICE_UNLOCK, this::drain);
            } else {
                drain(true, 0, at);
            }
        });
    }

    private void drain(boolean done, long value, long cycle) {
        int limit = Math.min(op.length(), DeviceMessage.bytesOf(header));
        int to = flaw == DeviceFlaw.BOUNCED ? slot() + BOUNCE : op.local();
        device(cycle, TileCommand.DEVICE_DRAIN, limit, to, this::drained);
    }

    private void drained(boolean done, long value, long cycle) {
        node.moves(cycle);
        if (flaw == DeviceFlaw.BOUNCED) {
            copied = 0;
            access(cycle, HostCommand.LOAD, slot() + BOUNCE, 0, this::copy);
        } else if (flaw == DeviceFlaw.EARLY_UNLOCK) {
            finish(true, 0, cycle);
        } else {
            device(cycle, TileCommand.DEVICE_UNLOCK, this::finish);
        }
    }

    /** Copies a word: a load is answered by its value, and the store after it needs no answer. */
    private void copy(boolean done, long value, long cycle) {
        int at = WORD * copied++;
        host.command(cycle, thread, HostCommand.STORE, op.local() + at, value, 0, 0);
        if (WORD * copied < DeviceMessage.bytesOf(header)) {
            access(cycle, HostCommand.LOAD, slot() + BOUNCE + WORD * copied, 0, this::copy);
        } else {
            device(cycle, TileCommand.DEVICE_UNLOCK, this::finish);
        }
    }

    private void finish(boolean done, long value, long cycle) {
        host.run.finished(op, cycle, Result.DONE, DeviceMessage.bytesOf(header));
    }
}
