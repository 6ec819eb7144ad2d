// SPDX-License-Identifier: Apache-2.0
package fairlead.generate;

import fairlead.engine.CommandBuffer;
import fairlead.engine.MachineConfig;
import fairlead.engine.Mix;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.GetPayload;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.hw.HwLayout.TileCommand;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * One node of a {@link StepPlayer}: a stream of steps for each task, and what keeps them legal.
 *
 * <p>A step waits only where the RTL asserts something of its caller: a task joins the barrier again when it has been released; a get takes a byte counter that no other
 * get uses. With `closed` a descriptor also waits for a place in its FIFO; without, the host port may reject it.
 */
final class StepNode {
    /** Byte counters below are for gets, from here on for puts. */
    static final int PUT_COUNTERS = 48;

    /** What the node knows of one of its epoch indices. */
    enum EpochUse {
        NONE,
        OPENING,
        OPEN,
        CLOSING
    }

    /** `length` of an epoch command that does not wait for the answer to the one before. */
    static final int HASTY = 1 << 19;

    private static final int WORD = 8;
    private static final int ROUND = 512; // cycles
    private static final int EPOCH_INITING = 1;
    private static final int EPOCH_OPEN = 2;
    private static final int EPOCH_CLOSING = 3;

    private final MachineConfig machine;
    private final CommandBuffer commands;
    private final int node;
    private final boolean closed;
    private final List<Deque<Step>> streams;
    private final long[] last;
    private final boolean[] inBarrier;
    private final boolean[] atGate;
    private final EpochUse[] epochs = new EpochUse[HwLayout.ORIGIN_EPOCHS];
    private final int[] posted = new int[HwLayout.INJECTION_FIFOS];
    private final int[] counterOf = new int[1 << HwLayout.TAG_BITS];
    private final byte[] fifoOf = new byte[1 << HwLayout.TAG_BITS];
    private long freeCounters = (1L << PUT_COUNTERS) - 1;
    private int nextTag;
    private int seq;

    StepNode(
            final MachineConfig machine,
            final CommandBuffer commands,
            final int node,
            final boolean closed,
            final long start) {
        this.machine = machine;
        this.commands = commands;
        this.node = node;
        this.closed = closed;
        final int tasks = machine.tasks(node);
        streams = new java.util.ArrayList<>();
        for (int task = 0; task < tasks; task++) {
            streams.add(new ArrayDeque<>());
        }
        last = new long[tasks];
        Arrays.fill(last, start);
        inBarrier = new boolean[tasks];
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

    /** Gives the steps of a task up to the first that must wait. */
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
        if (step.kind() == StepKind.BARRIER) {
            return inBarrier[step.task()];
        }
        if (step.epoch() >= 0 && step.length() != HASTY && epochWaits(step)) {
            return true;
        }
        if (step.kind().isGet() && freeCounters == 0) {
            return true;
        }
        return closed
                && step.kind().isPost()
                && posted[step.fifo()] >= machine.buffers().injection();
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
        final int fifo = (int) (descriptor >>> Descriptor0.FIFO_LSB & 3);
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

    /** The operation under this tag will use its counter no more. */
    void over(final int tag, final long now) {
        if (counterOf[tag] >= 0) {
            freeCounters |= 1L << counterOf[tag];
            counterOf[tag] = -1;
        }
        retry(now);
    }

    void released(final long mask, final long now) {
        for (int task = 0; task < inBarrier.length; task++) {
            if ((mask >>> task & 1) != 0) {
                inBarrier[task] = false;
            }
        }
        retry(now);
    }

    void epoch(final int index, final EpochUse use, final long now) {
        epochs[index] = use;
        retry(now);
    }

    /** A command on an epoch index was refused; `state` is the one that the index is in. */
    void epochError(final int index, final int state, final long now) {
        if (state != EPOCH_INITING) {
            epochs[index] =
                    state == EPOCH_OPEN ? EpochUse.OPEN : state == EPOCH_CLOSING ? EpochUse.CLOSING : EpochUse.NONE;
        }
        retry(now);
    }

    /** Some messages are read at once, others all together at the next round of the node; which, depends on the tag only. */
    void arrived(final int fifo, final int tag, final long now) {
        final boolean atOnce = (Mix.mix64(tag * Mix.GOLDEN + node) & 3) == 0;
        final long cycle = atOnce ? now : (now / ROUND + 1) * ROUND;
        command(cycle, 0, TileCommand.MSG_POP, fifo, 0, 0, 0);
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
        final int counter = Long.numberOfTrailingZeros(freeCounters);
        freeCounters &= freeCounters - 1;
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

    private static int code(final StepKind kind) {
        switch (kind) {
            case GET:
            case DLA_GET:
                return OpKind.GET;
            case FADD:
            case DLA_FADD:
                return OpKind.FADD;
            case CAS:
            case DLA_CAS:
                return OpKind.CAS;
            case MSG:
            case DLA_MALFORMED:
                return OpKind.MSG;
            case FLUSH:
                return OpKind.FLUSH;
            case FENCE:
                return OpKind.FENCE;
            default:
                return OpKind.PUT;
        }
    }

    private long word0(final Step step, final int tag) {
        final long word = (long) code(step.kind()) << Descriptor0.KIND_LSB
                | (step.kind().isPost() ? (long) step.fifo() << Descriptor0.FIFO_LSB : 0)
                | (long) machine.shape().coord(step.target()) << Descriptor0.TARGET_LSB
                | (long) tag << Descriptor0.TAG_LSB
                | (long) step.length() << Descriptor0.LENGTH_LSB;
        return step.epoch() < 0
                ? word
                : word | (long) step.epoch() << Descriptor0.INDEX_LSB | 1L << Descriptor0.EPOCH_LSB;
    }

    private static long word1(final Step step, final int counter) {
        final long word = (long) step.local() << Descriptor1.LOCAL_LSB | (long) step.remote() << Descriptor1.REMOTE_LSB;
        return counter < 0 ? word : word | (long) counter << Descriptor1.CTR_LSB | 1L << Descriptor1.CTR_VALID_LSB;
    }

    private void post(final Step step, final long cycle) {
        final int tag = tag();
        posted[step.fifo()]++;
        fifoOf[tag] = (byte) step.fifo();
        if (step.kind() == StepKind.MALFORMED) {
            malformed(step, tag, cycle);
            return;
        }
        final long word1 = word1(step, counter(step, tag));
        final long word0 = word0(step, tag) | mode(step, tag) << Descriptor0.MODE_LSB;
        command(cycle, step.task(), TileCommand.POST, word0, word1, step.value(), step.compare());
    }

    /** Puts, gets and fences go by the machine's routing, each third as unordered with drawn ties, which any machine takes. */
    private long mode(final Step step, final int tag) {
        final int code = code(step.kind());
        if (code != OpKind.PUT && code != OpKind.GET && code != OpKind.FENCE) {
            return PacketMode.DETERMINISTIC;
        }
        return tag % 3 == 0 ? PacketMode.DRAWN : machine.routing().dataMode();
    }

    /** A descriptor with one mistake: kind, mode, target, length of a message or of an atomic, address beyond all or beyond the own memory. */
    private void malformed(final Step step, final int tag, final long cycle) {
        final int reason = step.length() % 7;
        long word = word0(step.withLength(0), tag);
        int local = 0;
        int remote = 0;
        switch (reason) {
            case 0:
                word |= 0xFL << Descriptor0.KIND_LSB;
                break;
            case 1:
                word |= (long) OpKind.FLUSH << Descriptor0.KIND_LSB | 1L << Descriptor0.MODE_LSB;
                break;
            case 2:
                word = word & ~(0xFFFL << Descriptor0.TARGET_LSB)
                        | (long) machine.shape().kx() << Descriptor0.TARGET_LSB;
                word |= machine.shape().kx() == HwLayout.MAX_K ? 0xFL << Descriptor0.KIND_LSB : 0;
                break;
            case 3:
                word |= (long) OpKind.MSG << Descriptor0.KIND_LSB | 257L << Descriptor0.LENGTH_LSB;
                break;
            case 4:
                word |= (long) OpKind.FADD << Descriptor0.KIND_LSB | 7L << Descriptor0.LENGTH_LSB;
                break;
            case 5:
                word |= (long) OpKind.CAS << Descriptor0.KIND_LSB | (long) WORD << Descriptor0.LENGTH_LSB;
                remote = (1 << HwLayout.ADDRESS_BITS) - WORD + 1;
                break;
            default:
                word |= 9L << Descriptor0.LENGTH_LSB;
                local = machine.memoryBytes() - WORD;
                break;
        }
        command(
                cycle,
                step.task(),
                TileCommand.POST,
                word,
                (long) local << Descriptor1.LOCAL_LSB | (long) remote << Descriptor1.REMOTE_LSB,
                0,
                0);
    }

    /**
     * A request and its payload flits. Without `spread` all are of one cycle, so that no other task's request comes between (DL_A1); with it they are so many cycles apart,
     * which is for nodes of one task.
     */
    private void request(final Step step, final long cycle) {
        final int tag = tag();
        final int counter = counter(step, tag);
        final int channel = step.fifo();
        command(cycle, step.task(), TileCommand.DLA_REQUEST, word0(step, tag), word1(step, counter), 0, channel);
        if (step.kind() == StepKind.DLA_MALFORMED) {
            return;
        }
        final int flits =
                step.kind() == StepKind.DLA_PUT ? (step.length() + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES : 1;
        for (int flit = 0; flit < flits; flit++) {
            final long low;
            final long high;
            switch (step.kind()) {
                case DLA_PUT:
                    low = masked(step, 2 * flit);
                    high = masked(step, 2 * flit + 1);
                    break;
                case DLA_GET:
                    low = (long) step.local() << GetPayload.LANDING_LSB
                            | (long) step.length() << GetPayload.LENGTH_LSB
                            | (long) counter << GetPayload.CTR_LSB;
                    high = 0;
                    break;
                default:
                    low = step.value();
                    high = step.kind() == StepKind.DLA_CAS ? step.compare() : 0;
                    break;
            }
            last[step.task()] = cycle + (flit + 1L) * step.spread();
            command(last[step.task()], step.task(), TileCommand.DLA_DATA, low, high, 0, channel);
        }
    }

    private static long masked(final Step step, final int index) {
        final int left = step.length() - WORD * index;
        final long word = Mix.mix64(step.value() + index * Mix.GOLDEN);
        return left >= WORD ? word : left <= 0 ? 0 : word & (1L << 8 * left) - 1;
    }

    private static long dla(final Step step) {
        final boolean alloc = step.kind() == StepKind.DLA_ALLOC;
        final boolean end = step.kind() == StepKind.DLA_END;
        final boolean persistent = (step.value() & 1) != 0;
        return (long) step.fifo() << DlaCommand.CHANNEL_LSB
                | (alloc ? 1L << (persistent ? DlaCommand.PR_LSB : DlaCommand.CD_LSB) : 0)
                | (alloc && (step.value() & 2) != 0 ? 1L << DlaCommand.HIGH_LSB : 0)
                | (end && (step.value() & 1) != 0 ? 1L << DlaCommand.DEALLOC_LSB : 0)
                | (alloc ? (long) step.length() << DlaCommand.CREDITS_LSB : 0)
                | (step.value() >>> 2 & 0xFF) << DlaCommand.BLOCK_LSB;
    }

    private long epoch(final Step step) {
        return (long) step.epoch() << EpochCommand.INDEX_LSB
                | (long) machine.shape().coord(step.target()) << EpochCommand.TARGET_LSB
                | (step.value() & 0xFFFF) << EpochCommand.ID_LSB;
    }

    private void other(final Step step, final long cycle) {
        final int task = step.task();
        final long local = step.local();
        switch (step.kind()) {
            case EPOCH_OPEN:
                epochs[step.epoch()] = EpochUse.OPENING;
                command(cycle, task, TileCommand.EPOCH_OPEN, epoch(step), 0, 0, 0);
                break;
            case EPOCH_CLOSE:
                epochs[step.epoch()] = EpochUse.CLOSING;
                command(cycle, task, TileCommand.EPOCH_CLOSE, epoch(step), 0, 0, 0);
                break;
            case BARRIER:
                inBarrier[task] = true;
                final long master = task == 0 ? 1L << HwLayout.BarrierCommand.MASTER_LSB : 0;
                final long word = (long) task << HwLayout.BarrierCommand.TASK_LSB | master;
                command(cycle, task, TileCommand.BAR_ENTER, word, 0, 0, 0);
                break;
            case DLA_ALLOC:
                command(cycle, task, TileCommand.DLA_ALLOC, dla(step), 0, 0, 0);
                break;
            case DLA_END:
                command(cycle, task, TileCommand.DLA_END, dla(step), 0, 0, 0);
                break;
            case DLA_RELEASE:
                command(cycle, task, TileCommand.DLA_RELEASE, dla(step), 0, 0, 0);
                break;
            case LOAD:
                command(cycle, task, HostCommand.LOAD, local, 0, 0, 0);
                break;
            case STORE:
                command(cycle, task, HostCommand.STORE, local, step.value(), 0, 0);
                break;
            case ADD:
                command(cycle, task, HostCommand.ADD, local, step.value(), 0, 0);
                break;
            case CAS_LOCAL:
                command(cycle, task, HostCommand.CAS_LOCAL, local, step.value(), step.compare(), 0);
                break;
            case POLL:
                final long comparison = (long) step.remote() << 32;
                command(cycle, task, HostCommand.POLL, local | comparison, step.value(), step.length(), 0);
                break;
            case TIMER:
                command(cycle, task, HostCommand.TIMER, 0, 0, 0, 0);
                break;
            default:
                command(cycle, task, HostCommand.FILL, local, step.length(), step.value(), 0);
                break;
        }
    }
}
