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
import fairlead.hw.HwLayout.Meant;
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

    WordNode(MachineConfig machine, CommandBuffer commands, int node, boolean closed) {
        this.machine = machine;
        this.commands = commands;
        this.node = node;
        this.closed = closed;
        int tasks = machine.tasks(node);
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

    void command(long cycle, int task, int op, long w0, long w1, long w2, long w3) {
        commands.add(cycle, node, task, CommandBuffer.SYSTEM, op, w0, w1, w2, w3, seq++);
    }

    /** Gives a command at once, or together with others at the next round of the node. */
    void soon(boolean atOnce, long now, int op, long w0) {
        command(atOnce ? now : (now / ROUND + 1) * ROUND, 0, op, w0, 0, 0, 0);
    }

    long mixed(long number) {
        return Mix.mix64(number * Mix.GOLDEN + node) & 3;
    }

    void useCounters() {
        long on = CounterControl.ON_MASK << CounterControl.ON_LSB;
        long clear = CounterControl.CLEAR_MASK << CounterControl.CLEAR_LSB;
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
    void pump(int task, long now) {
        Deque<Word> stream = streams.get(task);
        while (!stream.isEmpty() && !mustWait(stream.peek())) {
            Word word = stream.remove();
            last[task] = Math.max(now, last[task] + word.gap());
            give(word, last[task]);
        }
        waits[task] = !stream.isEmpty();
    }

    void retry(long now) {
        for (int task = 0; task < waits.length; task++) {
            if (waits[task]) {
                pump(task, now);
            }
        }
    }

    private boolean mustWait(Word word) {
        boolean opens = word.op() == TileCommand.EPOCH_OPEN;
        if (word.op() == TileCommand.BAR_ENTER) {
            return entered[(int) BarrierCommand.barrier(word.w0())][word.task()];
        } else if (opens || word.op() == TileCommand.EPOCH_CLOSE) {
            EpochUse use = epochs[(int) EpochCommand.index(word.w0())];
            return word.w3() != WordPlayer.HASTY && (use == EpochUse.OPENING || opens && use == EpochUse.CLOSING);
        } else if (!word.isDescriptor()) {
            return false;
        }
        boolean inEpoch = Descriptor0.epoch(word.w0()) == 1;
        int fifo = FifoNumber.injection(word.w0());
        return inEpoch && epochs[(int) Descriptor0.index(word.w0())] == EpochUse.OPENING
                || word.isGet() && freeCounters.isEmpty()
                || closed
                        && word.isPost()
                        && fifo < HwLayout.INJECTION_FIFOS
                        && posted[fifo] >= machine.buffers().injections().at(fifo);
    }

    private void give(Word word, long cycle) {
        int task = word.task();
        long w0 = word.w0();
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
        boolean isPlain = word.op() != HostCommand.TIMER;
        boolean isOfTile = word.op() < HostCommand.LOAD; // some of its words tell the player how to give it
        long first = isOfTile ? word.w1() & Meant.host(word.op(), 1) : word.w1();
        long second = isOfTile ? word.w2() & Meant.host(word.op(), 2) : word.w2();
        command(cycle, task, word.op(), w0, isPlain ? first : 0, isPlain ? second : 0, 0);
        for (int flit = 0; flit < word.data(); flit++) {
            long body = Mix.mix64(w0 + word.w1() + flit * Mix.GOLDEN);
            command(cycle, task, TileCommand.TREE_BODY, body, Mix.mix64(body), 0, 0);
        }
    }

    private void descriptor(Word word, long cycle) {
        int tag = nextTag;
        nextTag = nextTag + 1 & TAGS - 1;
        counterOf[tag] = -1;
        long w0 = word.w0() & ~(Descriptor0.TAG_MASK << Descriptor0.TAG_LSB) | (long) tag << Descriptor0.TAG_LSB;
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
            // With `spread`, requests and data of other tasks come between.
            last[word.task()] = cycle + (flit + 1L) * word.spread();
            long low = word.payload(2 * flit, counterOf[tag]);
            long high = word.payload(2 * flit + 1, counterOf[tag]);
            command(last[word.task()], word.task(), TileCommand.DLA_DATA, low, high, 0, word.w3());
        }
    }

    // ---- events

    /** The descriptor with this tag has left its FIFO, or did not enter it. */
    void left(int tag) {
        if (fifoOf[tag] >= 0) {
            posted[fifoOf[tag]]--;
            fifoOf[tag] = -1;
        }
    }

    /** Frees the byte counter of the operation with this tag, which does not use it any more. */
    void over(int tag) {
        if (counterOf[tag] >= 0) {
            freeCounters.set(counterOf[tag]);
            counterOf[tag] = -1;
        }
    }

    /** @param a a HwLayout.BarrierEvent */
    void released(long a) {
        boolean[] ofBarrier = entered[(int) BarrierEvent.barrier(a)];
        for (int task = 0; task < ofBarrier.length; task++) {
            ofBarrier[task] &= (BarrierEvent.tasks(a) >>> task & 1) == 0;
        }
    }

    /** Notes that a command on an epoch index was refused; `state` is the present state of the index. */
    void epochError(int index, int state) {
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
    void creditTaken(long now) {
        int most = machine.dla().options().eventCredits();
        if (most > 0) {
            long draw = mixed(statusEvents++);
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
    void treeArrived(long channels, long now) {
        for (long left = channels; left != 0; left &= left - 1) {
            long channel = Long.numberOfTrailingZeros(left);
            long draw = Mix.mix64(now * Mix.GOLDEN + (channel == HwLayout.CLASS_ROUTES ? node : channel));
            if (channel == HwLayout.CLASS_ROUTES && usesDevice && draw >>> 60 >= 2) {
                drain(draw, now);
            } else {
                soon((draw & 3) != 0, now, TileCommand.TREE_READ, channel);
            }
        }
    }

    private void drain(long draw, long now) {
        int limit = Math.min(HwLayout.TREE_PACKETS * HwLayout.TREE_PAYLOAD, machine.memoryBytes());
        long address = (draw >>> 20 & 0xFFFF) % Math.max(1, machine.memoryBytes() - limit);
        long word = (draw & DeviceCommand.PROCESSOR_MASK) << DeviceCommand.PROCESSOR_LSB
                | (long) limit << DeviceCommand.LIMIT_LSB
                | address << DeviceCommand.ADDRESS_LSB;
        command(now, 0, TileCommand.DEVICE_LOCK, word, 0, 0, 0);
        command(now + (draw >>> 2 & 7), 0, TileCommand.DEVICE_READ_HEADER, word, 0, 0, 0);
        command(now + (draw >>> 5 & 31), 0, TileCommand.DEVICE_DRAIN, word, 0, 0, 0);
        command(now + (draw >>> 10 & 63), 0, TileCommand.DEVICE_UNLOCK, word, 0, 0, 0);
    }

    /** Reads the payload that follows a packet head. */
    void treeHead(long header, long now) {
        boolean message = CollectiveHeader.mode(header) == CollectiveMode.MESSAGE;
        long channel = message ? HwLayout.CLASS_ROUTES : CollectiveHeader.route(header);
        for (int flit = Word.flits(CollectiveHeader.length(header)); flit > 0; flit--) {
            command(now, 0, TileCommand.TREE_READ, channel, 0, 0, 0);
        }
    }
}
