// SPDX-License-Identifier: Apache-2.0
package fairlead.device;

import fairlead.engine.api.Mix;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.program.DeviceMessage;

/**
 * The receive loop of one thread, steps (a) to (f) of US 8,166,146 with a slot of three states (docs/device.md). The
 * slot is one word of memory: its two top bits are the state, the rest is the header that was saved.
 */
final class DeviceThread {
    static final int STATE_LSB = 62;
    static final long PENDING = 1;
    static final long CONSUMED = 2;
    static final long HEADER_MASK = (1L << STATE_LSB) - 1;

    private static final long THREAD_ONLY = 0xFF;
    private static final int JITTER_MASK = 7; // threads that wait for one time do not meet for ever
    private static final int WORD = 8;

    /** What the thread waits for. */
    enum Step {
        OUT,
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

    private final DeviceSetup setup;
    private final CommandSink sink;
    private final DeviceNode node;
    private final int thread;
    private Step step = Step.OUT;
    private int left; // messages that are to come
    private int received;
    private long header; // of the message that is being received
    private int copied; // words
    private int waitsFor = -1; // thread whose message the slot had when this one looked

    DeviceThread(final DeviceSetup setup, final CommandSink sink, final DeviceNode node, final int thread) {
        this.setup = setup;
        this.sink = sink;
        this.node = node;
        this.thread = thread;
    }

    int left() {
        return left;
    }

    boolean isInLoop() {
        return step != Step.OUT;
    }

    int waitsFor() {
        return waitsFor;
    }

    /** Enters the loop and stays there until so many messages have come. */
    void begin(final long cycle, final int messages) {
        left = messages;
        if (messages > 0) {
            post();
            lock(cycle);
        }
    }

    private int buffer() {
        return setup.buffer(thread, received);
    }

    private void post() {
        node.posted(thread, buffer());
    }

    private int device(final long cycle, final int op, final int limit, final int address) {
        final long word = (long) thread << DeviceCommand.PROCESSOR_LSB
                | (long) limit << DeviceCommand.LIMIT_LSB
                | (long) address << DeviceCommand.ADDRESS_LSB;
        return sink.command(cycle, thread, op, word, 0);
    }

    private void lock(final long cycle) {
        step = Step.LOCK;
        device(cycle, TileCommand.DEVICE_LOCK, 0, 0);
    }

    private void unlock(final long cycle, final Step then) {
        step = then;
        device(cycle, TileCommand.DEVICE_UNLOCK, 0, 0);
    }

    private void store(final long cycle, final long value, final Step then) {
        step = then;
        node.await(sink.command(cycle, thread, HostCommand.STORE, DeviceSetup.SLOT, value), this);
    }

    private void sleep(final long cycle, final Step then) {
        step = then;
        final long jitter = Mix.mix64(cycle * Mix.GOLDEN + thread) & JITTER_MASK;
        node.await(sink.command(cycle + setup.timeout() + jitter, thread, HostCommand.TIMER, 0, 0), this);
    }

    /** Handles an answer of the device to this thread's processor. */
    void answered(final int result, final long value, final long cycle) {
        final boolean done = result == DeviceResult.DONE;
        switch (step) {
            case LOCK -> {
                node.locked(done);
                if (done) {
                    step = Step.SLOT;
                    node.await(sink.command(cycle, thread, HostCommand.LOAD, DeviceSetup.SLOT, 0), this);
                } else {
                    sleep(cycle, Step.SLEEP);
                }
            }
            case HEADER -> headerRead(done, value, cycle);
            case DRAIN -> drained(cycle);
            case LET_GO -> sleep(cycle, Step.SLEEP);
            case FINISH -> finish(cycle);
            case EARLY -> drain(cycle);
            default -> throw new IllegalStateException("an answer of the device in step " + step);
        }
    }

    /** Handles LOADED, STORED or TIMED. */
    void woken(final long value, final long cycle) {
        switch (step) {
            case SLOT -> looked(value, cycle);
            case SAVE -> unlock(cycle, Step.LET_GO);
            case TAKE -> {
                if (setup.flaw() == DeviceFlaw.EARLY_UNLOCK) {
                    unlock(cycle, Step.EARLY);
                } else {
                    drain(cycle);
                }
            }
            case AGAIN -> readHeader(cycle);
            case COPY -> copy(value, cycle);
            case SLEEP -> lock(cycle);
            default -> throw new IllegalStateException("an answer of memory in step " + step);
        }
    }

    private void looked(final long slot, final long cycle) {
        final boolean pending = slot >>> STATE_LSB == PENDING;
        final int whose = DeviceMessage.threadOf(slot);
        waitsFor = -1;
        if (pending && whose == thread) {
            take(slot & HEADER_MASK, cycle);
        } else if (pending && setup.flaw() != DeviceFlaw.LITERAL) {
            node.wasted();
            waitsFor = whose;
            if (setup.flaw() == DeviceFlaw.CLEARED) {
                store(cycle, 0, Step.SAVE);
            } else {
                unlock(cycle, Step.LET_GO);
            }
        } else {
            readHeader(cycle);
        }
    }

    private void readHeader(final long cycle) {
        step = Step.HEADER;
        device(cycle, TileCommand.DEVICE_READ_HEADER, 0, 0);
    }

    private void headerRead(final boolean done, final long value, final long cycle) {
        if (!done && setup.flaw() == DeviceFlaw.POLLS) {
            sleep(cycle, Step.AGAIN);
        } else if (!done) {
            node.wasted();
            unlock(cycle, Step.LET_GO);
        } else if (DeviceMessage.threadOf(value) == thread) {
            take(value, cycle);
        } else {
            node.wasted();
            node.saved(cycle);
            final long kept = setup.flaw() == DeviceFlaw.NO_HEADER ? value & THREAD_ONLY : value & HEADER_MASK;
            store(cycle, PENDING << STATE_LSB | kept, Step.SAVE);
        }
    }

    /** The message is for this thread. */
    private void take(final long itsHeader, final long cycle) {
        header = itsHeader;
        store(cycle, CONSUMED << STATE_LSB | itsHeader, Step.TAKE);
    }

    private void drain(final long cycle) {
        step = Step.DRAIN;
        final int limit = Math.min(DeviceSetup.BUFFER_BYTES, DeviceMessage.bytesOf(header));
        final int to = setup.flaw() == DeviceFlaw.BOUNCED ? DeviceSetup.bounce() : buffer();
        device(cycle, TileCommand.DEVICE_DRAIN, limit, to);
    }

    private void drained(final long cycle) {
        node.drained(cycle);
        if (setup.flaw() == DeviceFlaw.BOUNCED) {
            copied = 0;
            step = Step.COPY;
            node.await(sink.command(cycle, thread, HostCommand.LOAD, DeviceSetup.bounce(), 0), this);
        } else if (setup.flaw() == DeviceFlaw.EARLY_UNLOCK) {
            finish(cycle);
        } else {
            unlock(cycle, Step.FINISH);
        }
    }

    /** Copies a word: a load is answered by its value, and the store behind it needs no answer. */
    private void copy(final long value, final long cycle) {
        final int at = WORD * copied++;
        sink.command(cycle, thread, HostCommand.STORE, buffer() + at, value);
        if (WORD * copied < DeviceMessage.bytesOf(header)) {
            final int next = DeviceSetup.bounce() + WORD * copied;
            node.await(sink.command(cycle, thread, HostCommand.LOAD, next, 0), this);
        } else {
            unlock(cycle, Step.FINISH);
        }
    }

    private void finish(final long cycle) {
        node.completed(thread, DeviceMessage.bytesOf(header), cycle);
        received++;
        left--;
        if (left == 0) {
            step = Step.OUT;
        } else {
            post();
            lock(cycle);
        }
    }
}
