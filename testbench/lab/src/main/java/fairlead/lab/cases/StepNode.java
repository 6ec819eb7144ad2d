// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.Descriptor0;
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

/**
 * One node of a {@link StepPlayer}: a stream of steps for each task, and the rules that keep the steps legal.
 *
 * <p>A step waits only where the RTL asserts a rule of its caller: a task joins the barrier again only after its
 * release, and a get takes a byte counter that no other get uses. If `closed` is set, a descriptor also waits for a
 * place in its FIFO; otherwise the host port may reject it.
 */
final class StepNode {
    /** The first byte counter for puts; the counters below are for gets. */
    static final int PUT_COUNTERS = HwLayout.COUNTERS * 3 / 4;

    /** The node's view of one of its epoch indices. */
    enum EpochUse {
        NONE,
        OPENING,
        OPEN,
        CLOSING
    }

    /** The `length` of an epoch command that does not wait for the answer to the previous command. */
    static final int HASTY = 1 << 19;

    private static final int ROUND = 512; // in cycles
    private static final int EPOCH_INITING = 1;
    private static final int EPOCH_OPEN = 2;
    private static final int EPOCH_CLOSING = 3;

    private final MachineConfig machine;
    private final StepWords words;
    private final CommandBuffer commands;
    private final int node;
    private final boolean closed;
    private final List<Deque<Step>> streams;
    private final long[] last;
    private final BarrierSteps barriers;
    private final boolean[] atGate;
    private final EpochUse[] epochs = new EpochUse[HwLayout.ORIGIN_EPOCHS];
    private final int[] posted = new int[HwLayout.INJECTION_FIFOS];
    private final int[] counterOf = new int[1 << HwLayout.TAG_BITS];
    private final byte[] fifoOf = new byte[1 << HwLayout.TAG_BITS];
    private final BitSet freeCounters = new BitSet(PUT_COUNTERS);
    private int nextTag;
    private int owed; // number of event credits that software has not yet given back
    private int statusEvents;
    private final DeviceSteps device;
    private int seq;

    StepNode(
            final MachineConfig machine,
            final CommandBuffer commands,
            final int node,
            final boolean closed,
            final long start) {
        this.machine = machine;
        words = new StepWords(machine);
        freeCounters.set(0, PUT_COUNTERS);
        this.commands = commands;
        this.node = node;
        this.closed = closed;
        final int tasks = machine.tasks(node);
        streams = new ArrayList<>();
        for (int task = 0; task < tasks; task++) {
            streams.add(new ArrayDeque<>());
        }
        device = new DeviceSteps(machine, this::command);
        last = new long[tasks];
        Arrays.fill(last, start);
        barriers = new BarrierSteps(machine, node, this::command);
        atGate = new boolean[tasks];
        Arrays.fill(epochs, EpochUse.NONE);
        Arrays.fill(counterOf, -1);
        Arrays.fill(fifoOf, (byte) -1);
    }

    void add(final Step step) {
        if (step.task() >= streams.size()) {
            throw new IllegalArgumentException("a step of task " + step.task() + " on a node of " + streams.size());
        }
        streams.get(step.task()).add(step);
        device.note(step);
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

    void startAll(final long now) {
        for (int task = 0; task < streams.size(); task++) {
            pump(task, now);
        }
    }

    /** Issues the steps of a task up to the first step that must wait. */
    private void pump(final int task, final long now) {
        final Deque<Step> stream = streams.get(task);
        atGate[task] = false;
        while (!stream.isEmpty()) {
            final Step step = stream.peek();
            if (mustWait(step)) {
                atGate[task] = true;
                return;
            }
            stream.remove();
            last[task] = Math.max(now, last[task] + step.gap());
            give(step, last[task]);
        }
    }

    private boolean mustWait(final Step step) {
        if (step.kind() == StepKind.BARRIER || step.kind() == StepKind.ROUTE_BARRIER) {
            return barriers.hasEntered(step);
        }
        if (step.epoch() >= 0 && step.length() != HASTY && epochWaits(step)) {
            return true;
        }
        if (step.kind().isGet() && freeCounters.isEmpty()) {
            return true;
        }
        return closed
                && step.kind().isPost()
                && posted[step.fifo()] >= machine.buffers().injections().at(step.fifo());
    }

    private boolean epochWaits(final Step step) {
        final EpochUse use = epochs[step.epoch()];
        return use == EpochUse.OPENING || step.kind() == StepKind.EPOCH_OPEN && use == EpochUse.CLOSING;
    }

    private void retry(final long now) {
        for (int task = 0; task < atGate.length; task++) {
            if (atGate[task]) {
                pump(task, now);
            }
        }
    }

    // ---- events

    void issued(final long descriptor, final long now) {
        final int fifo = FifoNumber.injection(descriptor);
        posted[fifo]--;
        fifoOf[(int) (descriptor >>> Descriptor0.TAG_LSB) & fifoOf.length - 1] = -1;
        retry(now);
    }

    void rejected(final int tag, final long now) {
        if (fifoOf[tag] >= 0) {
            posted[fifoOf[tag]]--;
            fifoOf[tag] = -1;
        }
        over(tag, now);
    }

    /** Frees the byte counter of the operation with this tag, which does not use it any more. */
    void over(final int tag, final long now) {
        if (counterOf[tag] >= 0) {
            freeCounters.set(counterOf[tag]);
            counterOf[tag] = -1;
        }
        retry(now);
    }

    /** @param a a HwLayout.BarrierEvent */
    void released(final long a, final long now) {
        barriers.released(a);
        retry(now);
    }

    void epoch(final int index, final EpochUse use, final long now) {
        epochs[index] = use;
        retry(now);
    }

    /** Notes that a command on an epoch index was refused; `state` is the present state of the index. */
    void epochError(final int index, final int state, final long now) {
        if (state != EPOCH_INITING) {
            epochs[index] =
                    state == EPOCH_OPEN ? EpochUse.OPEN : state == EPOCH_CLOSING ? EpochUse.CLOSING : EpochUse.NONE;
        }
        retry(now);
    }

    /**
     * Reads a message at once, or together with others at the next round of the node. The choice depends on the tag
     * only.
     */
    void arrived(final int fifo, final int tag, final long now) {
        final boolean atOnce = (Mix.mix64(tag * Mix.GOLDEN + node) & 3) == 0;
        final long cycle = atOnce ? now : (now / ROUND + 1) * ROUND;
        command(cycle, 0, TileCommand.MSG_POP, fifo, 0, 0, 0);
    }

    /**
     * Returns event credits for status events of the DLA: at once, at the next round of the node, or several together.
     * Software never keeps so many that the DLA has none left.
     */
    void creditTaken(final long now) {
        final int most = machine.dla().options().eventCredits();
        if (most == 0) {
            return;
        }
        final long draw = Mix.mix64(statusEvents++ * Mix.GOLDEN + node) & 3;
        if (draw < 2 && owed + 1 < most) {
            owed++;
            return;
        }
        final long cycle = draw == 2 ? (now / ROUND + 1) * ROUND : now;
        command(cycle, 0, TileCommand.DLA_EVENT_CREDIT, 1L + owed, 0, 0, 0);
        owed = 0;
    }

    /** Reads packets of the collective network at once, or at the next round of the node. */
    void treeArrived(final long channels, final long now) {
        for (long left = channels; left != 0; left &= left - 1) {
            final long channel = Long.numberOfTrailingZeros(left);
            if (channel == HwLayout.CLASS_ROUTES && device.takes(now, node)) {
                continue;
            }
            final boolean atOnce = (Mix.mix64(now * Mix.GOLDEN + channel) & 3) != 0;
            command(atOnce ? now : (now / ROUND + 1) * ROUND, 0, TileCommand.TREE_READ, channel, 0, 0, 0);
        }
    }

    /** Reads the payload that follows a packet head. */
    void treeHead(final long header, final long now) {
        final boolean message = CollectiveHeader.mode(header) == CollectiveMode.MESSAGE;
        final long channel = message ? HwLayout.CLASS_ROUTES : CollectiveHeader.route(header);
        final long flits = (CollectiveHeader.length(header) + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
        for (long flit = 0; flit < flits; flit++) {
            command(now, 0, TileCommand.TREE_READ, channel, 0, 0, 0);
        }
    }

    // ---- commands

    private int tag() {
        final int tag = nextTag;
        nextTag = nextTag + 1 & counterOf.length - 1;
        counterOf[tag] = -1;
        return tag;
    }

    private int counter(final Step step, final int tag) {
        if (!step.kind().isGet()) {
            return step.counter();
        }
        final int counter = freeCounters.nextSetBit(0);
        freeCounters.clear(counter);
        counterOf[tag] = counter;
        return counter;
    }

    private void give(final Step step, final long cycle) {
        final StepKind kind = step.kind();
        if (kind.isPost()) {
            post(step, cycle);
        } else if (kind.isRequest()) {
            request(step, cycle);
        } else {
            other(step, cycle);
        }
    }

    private void post(final Step step, final long cycle) {
        final int tag = tag();
        posted[step.fifo()]++;
        fifoOf[tag] = (byte) step.fifo();
        if (step.kind() == StepKind.MALFORMED) {
            final long[] wrong = words.malformed(step, tag);
            command(cycle, step.task(), TileCommand.POST, wrong[0], wrong[1], 0, 0);
            return;
        }
        final long word1 = StepWords.word1(step, counter(step, tag));
        final long word0 = words.word0(step, tag) | words.mode(step, tag) << Descriptor0.MODE_LSB;
        command(cycle, step.task(), TileCommand.POST, word0, word1, step.value(), step.compare());
    }

    /**
     * Issues a request and its payload flits. Without `spread` all act in one cycle, so that no request of another task
     * comes between (DL_A1). With `spread` they are that many cycles apart, which only nodes with one task use.
     */
    private void request(final Step step, final long cycle) {
        final int tag = tag();
        final int counter = counter(step, tag);
        final int channel = step.fifo();
        final long word0 = words.word0(step, tag);
        if (step.kind() == StepKind.DLA_MALFORMED) {
            final long[] wrong = words.malformedRequest(step, tag);
            command(cycle, step.task(), TileCommand.DLA_REQUEST, wrong[0], wrong[1], 0, channel);
            return;
        }
        command(cycle, step.task(), TileCommand.DLA_REQUEST, word0, StepWords.word1(step, counter), 0, channel);
        final boolean torn = step.kind() == StepKind.DLA_TORN;
        final int flits = torn ? Math.min((int) step.compare(), StepWords.flits(step)) : StepWords.flits(step);
        for (int flit = 0; flit < flits; flit++) {
            final long[] payload = StepWords.payload(step, flit, counter);
            last[step.task()] = cycle + (flit + 1L) * step.spread();
            command(last[step.task()], step.task(), TileCommand.DLA_DATA, payload[0], payload[1], 0, channel);
        }
        if (torn) {
            command(last[step.task()], step.task(), TileCommand.DLA_CLEAR, StepWords.dla(step), 0, 0, 0);
        }
    }

    private void other(final Step step, final long cycle) {
        final int task = step.task();
        final long local = step.local();
        switch (step.kind()) {
            case EPOCH_OPEN -> {
                epochs[step.epoch()] = EpochUse.OPENING;
                command(cycle, task, TileCommand.EPOCH_OPEN, words.epoch(step), 0, 0, 0);
            }
            case EPOCH_CLOSE -> {
                epochs[step.epoch()] = EpochUse.CLOSING;
                command(cycle, task, TileCommand.EPOCH_CLOSE, words.epoch(step), 0, 0, 0);
            }
            case BARRIER, ROUTE_BARRIER -> barriers.enter(step, cycle);
            case DLA_ALLOC -> command(cycle, task, TileCommand.DLA_ALLOC, StepWords.dla(step), 0, 0, 0);
            case DLA_END -> command(cycle, task, TileCommand.DLA_END, StepWords.dla(step), 0, 0, 0);
            case DLA_RELEASE -> command(cycle, task, TileCommand.DLA_RELEASE, StepWords.dla(step), 0, 0, 0);
            case DLA_MARK -> command(cycle, task, TileCommand.DLA_MARK, StepWords.dla(step), 0, 0, 0);
            case DLA_CLEAR -> command(cycle, task, TileCommand.DLA_CLEAR, StepWords.dla(step), 0, 0, 0);
            case LOAD -> command(cycle, task, HostCommand.LOAD, local, 0, 0, 0);
            case STORE -> command(cycle, task, HostCommand.STORE, local, step.value(), 0, 0);
            case ADD -> command(cycle, task, HostCommand.ADD, local, step.value(), 0, 0);
            case CAS_LOCAL -> command(cycle, task, HostCommand.CAS_LOCAL, local, step.value(), step.compare(), 0);
            case POLL -> {
                final long comparison = (long) step.remote() << 32;
                command(cycle, task, HostCommand.POLL, local | comparison, step.value(), step.length(), 0);
            }
            case TIMER -> {
                nextTag = step.length() > 0 ? step.length() & counterOf.length - 1 : nextTag;
                command(cycle, task, HostCommand.TIMER, 0, 0, 0, 0);
            }
            case TREE_GIVE -> {
                command(cycle, task, TileCommand.TREE_GIVE, step.value(), step.compare(), 0, 0);
                for (int flit = 0; flit < (step.length() + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES; flit++) {
                    final long word = Mix.mix64(step.value() + step.compare() + flit * Mix.GOLDEN);
                    command(cycle, task, TileCommand.TREE_BODY, word, Mix.mix64(word), 0, 0);
                }
            }
            case DEVICE -> device.play(cycle, task, step);
            case TREE_READ -> command(cycle, task, TileCommand.TREE_READ, step.fifo(), 0, 0, 0);
            default -> command(cycle, task, HostCommand.FILL, local, step.length(), step.value(), 0);
        }
    }
}
