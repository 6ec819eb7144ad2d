// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.BarrierEvent;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.CounterControl;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EpochState;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/** One node of a {@link WordPlayer}: a stream of words for each task, and what its software does about events. */
final class WordNode {
    private static final int ROUND = 512; // in cycles
    private static final int TAGS = 1 << HwLayout.TAG_BITS;
    private static final int LOOKS = 24; // reads of performance counters
    private static final int STRIDE = 11; // through their indices: each part, in rows of all queues

    /** A node's view of one of its epoch indices. */
    enum EpochUse {
        NONE,
        OPENING,
        OPEN,
        CLOSING
    }

    private final MachineConfig machine;
    private final CommandBuffer commands;
    private final int node;
    private final boolean closed;
    final List<Deque<Word>> streams = new ArrayList<>(); // by task
    final long[] last; // by task: cycle of the last word
    private final boolean[] waits; // by task
    private final boolean[][] entered; // by barrier and task
    final EpochUse[] epochs = new EpochUse[1 << EpochCommand.INDEX_WIDTH];
    private final int[] posted = new int[HwLayout.MOST_FIFOS]; // a word may name one that is not there
    private final int[] counterOf = new int[TAGS];
    private final byte[] fifoOf = new byte[TAGS];
    private final BitSet freeCounters = new BitSet(WordPlayer.PUT_COUNTERS);
    private int nextTag;
    private int owed; // number of event credits that software has not yet given back
    private int statusEvents;
    boolean usesDevice;
    private int seq;

    WordNode(final MachineConfig machine, final CommandBuffer commands, final int node, final boolean closed) {
        this.machine = machine;
        this.commands = commands;
        this.node = node;
        this.closed = closed;
        final int tasks = machine.tasks(node);
        for (int task = 0; task < tasks; task++) {
            streams.add(new ArrayDeque<>());
        }
        last = new long[tasks];
        waits = new boolean[tasks];
        entered = new boolean[HwLayout.BARRIERS][tasks];
        Arrays.fill(epochs, EpochUse.NONE);
        freeCounters.set(0, WordPlayer.PUT_COUNTERS);
        Arrays.fill(counterOf, -1);
        Arrays.fill(fifoOf, (byte) -1);
    }

    void command(
            final long cycle,
            final int task,
            final int op,
            final long w0,
            final long w1,
            final long w2,
            final long w3) {
        commands.add(cycle, node, task, op, w0, w1, w2, w3, seq++);
    }

    /** Gives a command at once, or together with others at the next round of the node. */
    void soon(final boolean atOnce, final long now, final int op, final long w0) {
        command(atOnce ? now : (now / ROUND + 1) * ROUND, 0, op, w0, 0, 0, 0);
    }

    long mixed(final long number) {
        return Mix.mix64(number * Mix.GOLDEN + node) & 3;
    }

    void useCounters() {
        final long on = CounterControl.ON_MASK << CounterControl.ON_LSB;
        final long clear = CounterControl.CLEAR_MASK << CounterControl.CLEAR_LSB;
        command(0, 0, TileCommand.COUNT_CONTROL, on, 0, 0, 0);
        for (int i = 0; i < LOOKS; i++) {
            command(5L * i * i, 0, TileCommand.COUNT_READ, STRIDE * i, 0, 0, 0);
        }
        command(700, 0, TileCommand.COUNT_CONTROL, 0, 0, 0, 0);
        command(705, 0, TileCommand.COUNT_CONTROL, on, 0, 0, 0);
        command(1000, 0, TileCommand.COUNT_CONTROL, on | clear, 0, 0, 0);
    }

    // ---- words

    /** Gives the words of a task up to the first one that must wait. */
    void pump(final int task, final long now) {
        final Deque<Word> stream = streams.get(task);
        while (!stream.isEmpty() && !mustWait(stream.peek())) {
            final Word word = stream.remove();
            last[task] = Math.max(now, last[task] + word.gap());
            give(word, last[task]);
        }
        waits[task] = !stream.isEmpty();
    }

    void retry(final long now) {
        for (int task = 0; task < waits.length; task++) {
            if (waits[task]) {
                pump(task, now);
            }
        }
    }

    private boolean mustWait(final Word word) {
        final boolean opens = word.op() == TileCommand.EPOCH_OPEN;
        if (word.op() == TileCommand.BAR_ENTER) {
            return entered[(int) BarrierCommand.barrier(word.w0())][word.task()];
        } else if (opens || word.op() == TileCommand.EPOCH_CLOSE) {
            final EpochUse use = epochs[(int) EpochCommand.index(word.w0())];
            return word.w3() != WordPlayer.HASTY && (use == EpochUse.OPENING || opens && use == EpochUse.CLOSING);
        } else if (!word.isDescriptor()) {
            return false;
        }
        final boolean inEpoch = Descriptor0.epoch(word.w0()) == 1;
        final int fifo = FifoNumber.injection(word.w0());
        return inEpoch && epochs[(int) Descriptor0.index(word.w0())] == EpochUse.OPENING
                || word.isGet() && freeCounters.isEmpty()
                || closed
                        && word.isPost()
                        && fifo < HwLayout.INJECTION_FIFOS
                        && posted[fifo] >= machine.buffers().injections().at(fifo);
    }

    private void give(final Word word, final long cycle) {
        final int task = word.task();
        final long w0 = word.w0();
        if (word.isDescriptor()) {
            descriptor(word, cycle);
            return;
        }
        switch (word.op()) {
            case TileCommand.EPOCH_OPEN -> epochs[(int) EpochCommand.index(w0)] = EpochUse.OPENING;
            case TileCommand.EPOCH_CLOSE -> epochs[(int) EpochCommand.index(w0)] = EpochUse.CLOSING;
            case TileCommand.BAR_ENTER -> entered[(int) BarrierCommand.barrier(w0)][task] = true;
            case HostCommand.TIMER -> nextTag = word.w3() > 0 ? (int) word.w3() & TAGS - 1 : nextTag;
            default -> {}
        }
        final boolean isPlain = word.op() != HostCommand.TIMER;
        command(cycle, task, word.op(), w0, isPlain ? word.w1() : 0, isPlain ? word.w2() : 0, 0);
        for (int flit = 0; flit < word.data(); flit++) {
            final long body = Mix.mix64(w0 + word.w1() + flit * Mix.GOLDEN);
            command(cycle, task, TileCommand.TREE_BODY, body, Mix.mix64(body), 0, 0);
        }
    }

    private void descriptor(final Word word, final long cycle) {
        final int tag = nextTag;
        nextTag = nextTag + 1 & TAGS - 1;
        counterOf[tag] = -1;
        final long w0 = word.w0() & ~(Descriptor0.TAG_MASK << Descriptor0.TAG_LSB) | (long) tag << Descriptor0.TAG_LSB;
        long w1 = word.w1();
        if (word.isGet()) {
            counterOf[tag] = freeCounters.nextSetBit(0);
            freeCounters.clear(counterOf[tag]);
            w1 = w1 & ~(Descriptor1.CTR_MASK << Descriptor1.CTR_LSB)
                    | (long) counterOf[tag] << Descriptor1.CTR_LSB
                    | 1L << Descriptor1.CTR_VALID_LSB;
        }
        if (word.isPost()) {
            fifoOf[tag] = (byte) FifoNumber.injection(w0);
            posted[fifoOf[tag]]++;
            command(cycle, word.task(), word.op(), w0, w1, word.w2(), word.w3());
            return;
        }
        command(cycle, word.task(), word.op(), w0, w1, 0, word.w3());
        for (int flit = 0; flit < word.data(); flit++) {
            // Without `spread` all act in one cycle, so that no request of another task comes between (DL_A1).
            last[word.task()] = cycle + (flit + 1L) * word.spread();
            final long low = word.payload(2 * flit, counterOf[tag]);
            final long high = word.payload(2 * flit + 1, counterOf[tag]);
            command(last[word.task()], word.task(), TileCommand.DLA_DATA, low, high, 0, word.w3());
        }
    }

    // ---- events

    /** The descriptor with this tag has left its FIFO, or did not enter it. */
    void left(final int tag) {
        if (fifoOf[tag] >= 0) {
            posted[fifoOf[tag]]--;
            fifoOf[tag] = -1;
        }
    }

    /** Frees the byte counter of the operation with this tag, which does not use it any more. */
    void over(final int tag) {
        if (counterOf[tag] >= 0) {
            freeCounters.set(counterOf[tag]);
            counterOf[tag] = -1;
        }
    }

    /** @param a a HwLayout.BarrierEvent */
    void released(final long a) {
        final boolean[] ofBarrier = entered[(int) BarrierEvent.barrier(a)];
        for (int task = 0; task < ofBarrier.length; task++) {
            ofBarrier[task] &= (BarrierEvent.tasks(a) >>> task & 1) == 0;
        }
    }

    /** Notes that a command on an epoch index was refused; `state` is the present state of the index. */
    void epochError(final int index, final int state) {
        if (state != EpochState.INITING) {
            epochs[index] = state == EpochState.OPEN
                    ? EpochUse.OPEN
                    : state == EpochState.CLOSING ? EpochUse.CLOSING : EpochUse.NONE;
        }
    }

    /**
     * Returns event credits for status events of the DLA: at once, at the next round of the node, or several
     * together. Software never keeps so many that the DLA has none left.
     */
    void creditTaken(final long now) {
        final int most = machine.dla().options().eventCredits();
        if (most > 0) {
            final long draw = mixed(statusEvents++);
            if (draw < 2 && owed + 1 < most) {
                owed++;
            } else {
                soon(draw != 2, now, TileCommand.DLA_EVENT_CREDIT, 1L + owed);
                owed = 0;
            }
        }
    }

    /**
     * Reads packets of the collective network at once, or at the next round. On a node that uses its shared device,
     * the device takes most packets of messages.
     */
    void treeArrived(final long channels, final long now) {
        for (long left = channels; left != 0; left &= left - 1) {
            final long channel = Long.numberOfTrailingZeros(left);
            final long draw = Mix.mix64(now * Mix.GOLDEN + (channel == HwLayout.CLASS_ROUTES ? node : channel));
            if (channel == HwLayout.CLASS_ROUTES && usesDevice && draw >>> 60 >= 2) {
                drain(draw, now);
            } else {
                soon((draw & 3) != 0, now, TileCommand.TREE_READ, channel);
            }
        }
    }

    private void drain(final long draw, final long now) {
        final int limit = Math.min(HwLayout.TREE_PACKETS * HwLayout.TREE_PAYLOAD, machine.memoryBytes());
        final long address = (draw >>> 20 & 0xFFFF) % Math.max(1, machine.memoryBytes() - limit);
        final long word = (draw & DeviceCommand.PROCESSOR_MASK) << DeviceCommand.PROCESSOR_LSB
                | (long) limit << DeviceCommand.LIMIT_LSB
                | address << DeviceCommand.ADDRESS_LSB;
        command(now, 0, TileCommand.DEVICE_LOCK, word, 0, 0, 0);
        command(now + (draw >>> 2 & 7), 0, TileCommand.DEVICE_READ_HEADER, word, 0, 0, 0);
        command(now + (draw >>> 5 & 31), 0, TileCommand.DEVICE_DRAIN, word, 0, 0, 0);
        command(now + (draw >>> 10 & 63), 0, TileCommand.DEVICE_UNLOCK, word, 0, 0, 0);
    }

    /** Reads the payload that follows a packet head. */
    void treeHead(final long header, final long now) {
        final boolean message = CollectiveHeader.mode(header) == CollectiveMode.MESSAGE;
        final long channel = message ? HwLayout.CLASS_ROUTES : CollectiveHeader.route(header);
        for (int flit = Word.flits(CollectiveHeader.length(header)); flit > 0; flit--) {
            command(now, 0, TileCommand.TREE_READ, channel, 0, 0, 0);
        }
    }
}
