// SPDX-License-Identifier: Apache-2.0
package fairlead.system.twin;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.Meant;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.support.EventBytes;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Node software without rules: every command in any order, right or wrong, as fast as possible, on all nodes at once.
 * It reacts only where the machine would otherwise stop: it pops messages that have arrived.
 */
public final class RandomCommands {
    private static final int TASK = 0;
    private static final long MODE = Descriptor0.MODE_MASK << Descriptor0.MODE_LSB;
    private static final int CHANNELS = 3;
    // a counter has one user: puts share the first counters, and every get has its own
    private static final int PUT_COUNTERS = 4;
    private static final int REQUEST_BYTES = 64;
    private static final int SPAN = 6000;

    private final MachineConfig config;
    private final SplittableRandom random;
    private final CommandBuffer commands = new CommandBuffer();
    // epochs of a node: with few of them commands affect one another, many fill the table of node 0
    private final int indices;
    private final int epochs; // of 16 commands, the number of epoch commands
    private final int[] gets; // by node: counter of its next get
    private int seq;

    public RandomCommands(MachineConfig config, long seed, int commandsOfNode) {
        this(config, seed, commandsOfNode, 0);
    }

    /** Makes the same commands, `from` cycles later. */
    public RandomCommands(MachineConfig config, long seed, int commandsOfNode, long from) {
        this.config = config;
        random = new SplittableRandom(seed);
        gets = new int[config.nodes()];
        Arrays.fill(gets, PUT_COUNTERS);
        indices = random.nextInt(4) == 0 ? HwLayout.ORIGIN_EPOCHS : 3;
        epochs = random.nextInt(3) * random.nextInt(5);
        int span = 1 + random.nextInt(SPAN);
        for (int node = 0; node < config.nodes(); node++) {
            preset(from, node);
            long cycle = from + 1;
            for (int i = 0; i < commandsOfNode; i++) {
                // bursts of one command a cycle, and pauses
                cycle += random.nextInt(4) == 0 ? random.nextInt(1 + 4 * span / commandsOfNode) : 0;
                one(cycle, node);
            }
        }
    }

    private void add(long cycle, int node, int op, long w0, long w1) {
        add(cycle, node, op, w0, w1, 0, 0);
    }

    private void add(long cycle, int node, int op, long w0, long w1, long w2, long w3) {
        // one in 40 keeps a bit that the command does not mean, if it has one
        long kept = op < HostCommand.LOAD && random.nextInt(40) > 0 ? 0 : -1;
        commands.add(
                cycle,
                node,
                TASK,
                CommandBuffer.SYSTEM,
                op,
                w0 & (Meant.host(op, 0) | kept),
                w1 & (Meant.host(op, 1) | kept),
                w2 & (Meant.host(op, 2) | kept),
                w3 & (Meant.host(op, 3) | kept),
                seq++);
    }

    private int coord() {
        return config.shape().coord(random.nextInt(config.nodes()));
    }

    /** Presets memory and the end-to-end credits, which share the reception FIFO among all nodes. */
    private void preset(long from, int node) {
        add(from, node, HostCommand.FILL, 0, config.memoryBytes(), random.nextLong(), 0);
        int share = config.buffers().reception() / config.nodes();
        for (int target = 0; target < config.nodes(); target++) {
            add(from, node, TileCommand.MSG_CREDIT, config.shape().coord(target), share);
        }
        for (int counter = 0; counter < PUT_COUNTERS; counter++) {
            add(from, node, TileCommand.COUNTER_SET, counter, count());
        }
    }

    private void one(long cycle, int node) {
        if (random.nextInt(16) < epochs) {
            add(
                    cycle,
                    node,
                    random.nextInt(indices) > 0 ? TileCommand.EPOCH_OPEN : TileCommand.EPOCH_CLOSE,
                    epoch(),
                    0);
            return;
        }
        switch (2 + random.nextInt(13)) {
            case 2:
                add(cycle, node, TileCommand.BAR_ENTER, barrier(node), 0);
                break;
            case 3:
            case 4:
            case 5:
                dla(cycle, node);
                break;
            case 6:
                add(cycle, node, HostCommand.ADD, 8 * random.nextInt(8), 1);
                break;
            default:
                int kind = kind(node, OpKind.FENCE);
                add(
                        cycle,
                        node,
                        TileCommand.POST,
                        descriptor0(kind, lengths()) & (Meant.post(kind, 0) | MODE),
                        addresses(node, kind) & Meant.post(kind, 1),
                        random.nextInt(4) & Meant.post(kind, 2),
                        random.nextInt(4) & Meant.post(kind, 3));
        }
    }

    /** Returns a kind of operation; a node has at most as many gets as byte counters. */
    private int kind(int node, int last) {
        int kind = random.nextInt(last + 1);
        return kind == OpKind.GET && gets[node] == HwLayout.COUNTERS ? OpKind.PUT : kind;
    }

    /** Returns a preset, often one that a few transfers of {@link #lengths} bring to 0. */
    private int count() {
        return random.nextInt(3) == 0 ? random.nextInt(600) : 8 * random.nextInt(5);
    }

    private int lengths() {
        return random.nextInt(3) == 0 ? random.nextInt(700) : random.nextInt(2) == 0 ? random.nextInt(40) : 8;
    }

    /**
     * Returns the target of the epochs of an index, which is the same for all nodes, because a drawn target would be
     * wrong for most transfers.
     */
    private int targetOf(int index) {
        return config.shape().coord(indices < HwLayout.ORIGIN_EPOCHS ? index % config.nodes() : 0);
    }

    private long epoch() {
        int index = random.nextInt(indices);
        return (long) index << EpochCommand.INDEX_LSB
                | (long) targetOf(index) << EpochCommand.TARGET_LSB
                | (long) random.nextInt(1 << EpochCommand.ID_WIDTH) << EpochCommand.ID_LSB;
    }

    private long barrier(int node) {
        int task = random.nextInt(config.tasks(node));
        return (long) task << BarrierCommand.TASK_LSB
                | (task == config.master(node, -1) ? 1L : 0) << BarrierCommand.MASTER_LSB;
    }

    /**
     * Returns a descriptor that is mostly well formed, with atomics of 8 bytes; sometimes it has a length or a bit that
     * is refused.
     */
    private long descriptor0(int kind, int length) {
        boolean atomic = kind == OpKind.FADD || kind == OpKind.CAS;
        int bytes = atomic && random.nextInt(20) > 0 ? 8 : kind == OpKind.MSG ? length % 260 : length;
        int index = random.nextInt(indices);
        boolean epoch = random.nextInt(3) == 0;
        int target = epoch && random.nextInt(4) > 0 ? targetOf(index) : coord();
        return (long) kind << Descriptor0.KIND_LSB
                | (long) random.nextInt(HwLayout.INJECTION_FIFOS) << Descriptor0.FIFO_LSB
                | (long) target << Descriptor0.TARGET_LSB
                | (long) random.nextInt(1 << Descriptor0.TAG_WIDTH) << Descriptor0.TAG_LSB
                | (long) bytes << Descriptor0.LENGTH_LSB
                | (long) index << Descriptor0.INDEX_LSB
                | (epoch ? 1L << Descriptor0.EPOCH_LSB : 0)
                | mode(kind) << Descriptor0.MODE_LSB;
    }

    /**
     * Returns a mode. Puts, gets and fences are often unordered; other kinds with a mode are refused. Adaptive packets
     * need another machine (CommandStream).
     */
    private long mode(int kind) {
        if (kind == OpKind.PUT || kind == OpKind.GET || kind == OpKind.FENCE) {
            return random.nextInt(3) == 0 ? PacketMode.DRAWN : 0;
        }
        return random.nextInt(40) == 0 ? 1 + random.nextInt(3) : 0;
    }

    /**
     * Returns addresses. Local ones leave room for the longest transfer; remote ones may be beyond the target's memory.
     */
    private long addresses(int node, int kind) {
        int room = config.memoryBytes() - 1024;
        int remote = random.nextInt(30) == 0 ? config.memoryBytes() - random.nextInt(300) : random.nextInt(room);
        boolean atomic = (kind == OpKind.FADD || kind == OpKind.CAS) && remote % 16 != 0;
        return (long) random.nextInt(room) << Descriptor1.LOCAL_LSB
                | (long) (atomic ? remote & -Long.BYTES : remote) << Descriptor1.REMOTE_LSB
                | (long) (kind == OpKind.GET ? gets[node]++ : random.nextInt(PUT_COUNTERS)) << Descriptor1.CTR_LSB
                | (long) random.nextInt(2) << Descriptor1.CTR_VALID_LSB;
    }

    private void dla(long cycle, int node) {
        int channel = random.nextInt(CHANNELS);
        switch (random.nextInt(10)) {
            case 0:
            case 1:
            case 2:
                int scheme = random.nextInt(12);
                add(
                        cycle,
                        node,
                        TileCommand.DLA_ALLOC,
                        dlaCommand(channel)
                                | (scheme % 2 == 0 || scheme == 11 ? 1L << DlaCommand.CD_LSB : 0)
                                | (scheme % 2 == 1 ? 1L << DlaCommand.PR_LSB : 0)
                                | (long) random.nextInt(2) << DlaCommand.HIGH_LSB
                                | (long) random.nextInt(14) << DlaCommand.CREDITS_LSB,
                        0);
                break;
            case 3:
                long end = dlaCommand(channel) | (long) random.nextInt(2) << DlaCommand.DEALLOC_LSB;
                add(cycle, node, TileCommand.DLA_END, end, 0);
                break;
            case 4:
                add(cycle, node, TileCommand.DLA_RELEASE, dlaCommand(channel), 0);
                break;
            default:
                request(cycle, node, channel);
        }
    }

    private long dlaCommand(int channel) {
        return (long) channel << DlaCommand.CHANNEL_LSB
                | (long) random.nextInt(1 << DlaCommand.BLOCK_WIDTH) << DlaCommand.BLOCK_LSB;
    }

    /** Adds a request and all its data, whether or not it is accepted. */
    private void request(long cycle, int node, int channel) {
        int kind = kind(node, OpKind.CAS);
        int length = random.nextInt(REQUEST_BYTES + 1);
        long d0 = descriptor0(kind, length) & ~(Descriptor0.FIFO_MASK << Descriptor0.FIFO_LSB);
        // a landing beyond the memory ends the run, because nothing checks the landing of a get of the DLA
        long local = random.nextInt(30) == 0 ? Descriptor1.LOCAL_MASK << Descriptor1.LOCAL_LSB : 0;
        long whole = random.nextInt(8) == 0 ? d0 : d0 & Meant.dlaRequest(kind, 0);
        long word1 = (addresses(node, kind) | local) & Meant.dlaRequest(kind, 1);
        add(cycle, node, TileCommand.DLA_REQUEST, whole, word1, 0, channel);
        int bytes = (int) Descriptor0.length(whole);
        int flits = kind == OpKind.PUT ? (bytes + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES : 1;
        for (int flit = 0; flit < flits; flit++) {
            add(cycle, node, TileCommand.DLA_DATA, random.nextLong(), random.nextLong(), 0, channel);
        }
    }

    /** Runs until nothing moves or to `end`, and adds all events and finally all memory to `into`. */
    public StopReason run(Engine engine, long quantum, long end, EventBytes into) {
        return run(engine, quantum, end, into, batch -> {});
    }

    /** Does the same; `batches` receives the stop reason of each batch. */
    public StopReason run(Engine engine, long quantum, long end, EventBytes into, Consumer<StopReason> batches) {
        StopReason stop;
        do {
            engine.submit(commands);
            commands.clear();
            stop = engine.run(Math.min(engine.cycle() + quantum, end));
            into.events(engine.events());
            batches.accept(stop);
            react(engine.events());
        } while (stop != StopReason.FAILED
                && engine.cycle() < end
                && !(stop == StopReason.IDLE && commands.count() == 0));
        return stop;
    }

    private void react(EventCursor events) {
        while (events.next()) {
            if (events.kind() == EventKind.MSG_ARRIVED) {
                long act = events.cycle() + config.latency().software();
                add(act, events.node(), TileCommand.MSG_POP, MessageEvent.fifo(events.a()), 0);
            }
        }
    }
}
