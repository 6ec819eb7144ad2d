// SPDX-License-Identifier: Apache-2.0
package fairlead.support;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.BarrierCount;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.Meant;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaLimits.DlaOptions;
import fairlead.machine.EpochAccess;
import fairlead.machine.GlobalBarrier.BarrierMaster;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.node.Descriptors;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Host commands that no software would give: barrier joins of wrong tasks, allocations beyond every limit, requests
 * without their data, epochs opened and closed in any state, transfers of epochs that are not open, flushes and fences
 * between them, and {@link RouteJoins}. One seed, one machine and its commands; all addresses are inside memory.
 */
public final class UnitCommands {
    private static final int MEMORY = 1 << 16;
    private static final int STRETCH = 4000; // number of cycles over which the commands are given
    private static final int MOST_BYTES = 700;
    private static final int STATUS_BYTES = 16;
    private static final int FIRST_TASK = 0;

    private final SplittableRandom random;
    private final CommandBuffer commands = new CommandBuffer();
    private final MachineConfig config;
    private final int channels;
    private final int indices; // number of epochs in use
    private int seq;
    private int blocks;

    public UnitCommands(long seed) {
        random = new SplittableRandom(seed);
        SplittableRandom ofRoutes = new SplittableRandom(~seed); // other draws stay as they are
        MachineConfig drawn = machine();
        int most = BarrierCount.K_WIDTH; // drawn for a third of the machines, and for a third the least width
        int width = Math.min(most, drawn.barrierWidth() + Math.max(0, ofRoutes.nextInt(-most, 2 * most)));
        RouteJoins routes = new RouteJoins(ofRoutes, drawn.nodes(), width);
        config = drawn.change().barrierWidth(width).collective(routes.network()).build();
        channels = one(2, 4, 10);
        indices = one(2, 5, 64);
        for (int node = 0; node < config.nodes(); node++) {
            node(node);
        }
        routes.give(STRETCH, (cycle, node, op, word) -> add(cycle, node, op, word, 0, 0));
    }

    public MachineConfig config() {
        return config;
    }

    public CommandBuffer commands() {
        return commands;
    }

    private int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    private int one(int... values) {
        return values[random.nextInt(values.length)];
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private MachineConfig machine() {
        int tasks = between(1, 16);
        TestMachine machine = new TestMachine(between(1, 3), between(1, 2), one(1, 1, 2), tasks);
        machine.memoryBytes = MEMORY;
        machine.link = between(1, 4);
        machine.credit = between(1, 4);
        machine.memory = between(1, 40);
        machine.barrier = between(1, 20);
        machine.localPorts = between(1, 2);
        int depth = between(5, 64);
        machine.buffers = new Buffers(between(1, 8), between(1, 8), between(1, 16), 64, depth, between(1, 8));
        machine.dla = new DlaLimits(
                limit(depth),
                limit(depth),
                limit(depth),
                limit(depth),
                limit(depth),
                limit(depth),
                limit(depth),
                cap(depth),
                cap(depth),
                options());
        machine.tasks = new ArrayList<>(machine.tasks);
        machine.tasks.replaceAll(same -> between(1, tasks));
        machine.barrierWidth = MachineConfig.minBarrierWidth(tasks) + random.nextInt(3);
        EpochAccess[] access = EpochAccess.values();
        MachineConfig config = machine.config()
                .change()
                .epochAccess(access[tasks % access.length])
                .build();
        int spread = tasks % 3 == 0 ? 0 : 7 * tasks; // not drawn, so that other draws stay as they are
        Latency latency = new Latency(
                machine.link,
                machine.credit,
                machine.memory,
                machine.software,
                machine.barrier,
                machine.jitter,
                spread);
        BarrierMaster[] masters = BarrierMaster.values();
        return config.change()
                .latency(latency)
                .seed(depth)
                .barrierMaster(masters[depth % masters.length])
                .build();
    }

    private DlaOptions options() {
        boolean status = chance(60);
        return new DlaOptions(
                chance(50) ? between(1, 6) : 0,
                MEMORY - STATUS_BYTES * between(1, 9),
                status && chance(60) ? between(1, 40) : 0,
                status && chance(60) ? between(1, 900) : 0,
                1,
                chance(20));
    }

    private int limit(int depth) {
        return chance(60) ? depth : between(1, depth);
    }

    /** Returns a limit; a limit above the depth leaves refusals to the depth. */
    private int cap(int depth) {
        return chance(20) ? 2 * depth : limit(depth);
    }

    private void node(int node) {
        int pace = one(1, 3, 20); // mean number of cycles between commands
        long cycle = random.nextInt(50);
        while (cycle < STRETCH) {
            one(cycle, node);
            cycle += random.nextInt(2 * pace);
            if (chance(1)) {
                cycle += random.nextInt(800); // the machine can come to rest
            }
        }
    }

    private void add(long cycle, int node, int op, long w0, long w1, long w3) {
        commands.add(cycle, node, FIRST_TASK, CommandBuffer.SYSTEM, op, w0, w1, random.nextInt(5), w3, seq++);
    }

    private void one(long cycle, int node) {
        switch (random.nextInt(11)) {
            case 0:
                join(cycle, node);
                break;
            case 1:
            case 2:
                epoch(cycle, node);
                break;
            case 3:
            case 4:
                post(cycle, node);
                break;
            case 5:
                allocation(cycle, node);
                break;
            case 6:
                notice(cycle, node);
                break;
            default:
                request(cycle, node);
                break;
        }
    }

    /** Adds barrier joins, mostly of the tasks of the node with one of them as the master, otherwise arbitrary ones. */
    private void join(long cycle, int node) {
        if (chance(20)) {
            count(cycle, node);
        }
        boolean wild = chance(3);
        int tasks = config.tasks(node);
        for (int i = 0; i < between(1, tasks); i++) {
            int task = wild ? random.nextInt(16) : random.nextInt(tasks);
            boolean master = wild ? chance(50) : task == config.master(node, -1);
            long word = Descriptors.barrier(0, task, master);
            add(cycle, node, TileCommand.BAR_ENTER, word, 0, 0);
        }
    }

    /** Adds a read of the barrier's counter, or adds whose sum is a multiple of every P. */
    private void count(long cycle, int node) {
        int task = random.nextInt(16);
        if (chance(40)) {
            add(cycle, node, TileCommand.BAR_READ, task, 0, 0);
            return;
        }
        int k = chance(50) ? 0 : random.nextInt(1 << 16);
        if (k != 0) {
            add(cycle, node, TileCommand.BAR_ADD, (long) k << BarrierCount.K_LSB | task, 0, 0);
        }
        int rest = 16 * random.nextInt(1 << 12) - k & 0xFFFF;
        add(cycle, node, TileCommand.BAR_ADD, (long) rest << BarrierCount.K_LSB | task, 0, 0);
    }

    private long coord() {
        return config.shape().coord(random.nextInt(config.nodes()));
    }

    private void epoch(long cycle, int node) {
        long word = (long) random.nextInt(indices) << EpochCommand.INDEX_LSB
                | (chance(70) ? 0 : chance(10) ? random.nextInt(1 << EpochCommand.TARGET_WIDTH) : coord())
                        << EpochCommand.TARGET_LSB // most epochs have one target, whose table becomes full
                | (long) random.nextInt(1 << 16) << EpochCommand.ID_LSB;
        add(cycle, node, chance(55) ? TileCommand.EPOCH_OPEN : TileCommand.EPOCH_CLOSE, word, 0, 0);
    }

    private long descriptor(int kind, int length) {
        return (long) kind << Descriptor0.KIND_LSB
                | (long) random.nextInt(4) << Descriptor0.FIFO_LSB
                | (chance(70) ? 0 : coord()) << Descriptor0.TARGET_LSB
                | (long) random.nextInt(1 << Descriptor0.TAG_WIDTH) << Descriptor0.TAG_LSB
                | (long) length << Descriptor0.LENGTH_LSB;
    }

    private long addresses(boolean counter) {
        return (long) random.nextInt(MEMORY / 2) << Descriptor1.LOCAL_LSB
                | (long) random.nextInt(MEMORY / 16) * 8 << Descriptor1.REMOTE_LSB
                | (long) random.nextInt(64) << Descriptor1.CTR_LSB
                | (counter ? 1L << Descriptor1.CTR_VALID_LSB : 0);
    }

    /** Adds a put, get or atomic, in an epoch or outside, or a flush or fence. */
    private void post(long cycle, int node) {
        int kind = one(OpKind.PUT, OpKind.PUT, OpKind.GET, OpKind.FADD, OpKind.CAS, OpKind.FLUSH, OpKind.FENCE);
        boolean isFence = kind == OpKind.FLUSH || kind == OpKind.FENCE;
        long epoch = !isFence && chance(60)
                ? 1L << Descriptor0.EPOCH_LSB | (long) random.nextInt(indices) << Descriptor0.INDEX_LSB
                : 0;
        int length = isFence ? 0 : kind == OpKind.PUT || kind == OpKind.GET ? between(1, MOST_BYTES) : 8;
        long word0 = descriptor(kind, length) | epoch;
        add(cycle, node, TileCommand.POST, word0, addresses(chance(20)) & Meant.post(kind, 1), 0);
    }

    private void allocation(long cycle, int node) {
        boolean persistent = chance(50);
        boolean discarding = chance(4) ? persistent : !persistent;
        int depth = config.buffers().dla();
        int credits = chance(3) ? random.nextInt(2 * depth + 9) : random.nextInt(depth);
        long word = (long) random.nextInt(channels) << DlaCommand.CHANNEL_LSB
                | (discarding ? 1L << DlaCommand.CD_LSB : 0)
                | (persistent ? 1L << DlaCommand.PR_LSB : 0)
                | (long) random.nextInt(2) << DlaCommand.HIGH_LSB
                | (long) random.nextInt(2) << DlaCommand.DEALLOC_LSB
                | (long) credits << DlaCommand.CREDITS_LSB
                | (long) (chance(60) ? blocks++ & 3 : random.nextInt(1 << DlaCommand.BLOCK_WIDTH))
                        << DlaCommand.BLOCK_LSB
                | (chance(30) ? 1L << DlaCommand.CHAIN_LSB : 0);
        int op = one(
                TileCommand.DLA_ALLOC,
                TileCommand.DLA_ALLOC,
                TileCommand.DLA_END,
                TileCommand.DLA_END,
                TileCommand.DLA_RELEASE);
        add(cycle, node, op, word, 0, 0);
    }

    /** Adds a marker, a clear or a return of event credits. */
    private void notice(long cycle, int node) {
        long word = (long) random.nextInt(chance(3) ? 16 : channels) << DlaCommand.CHANNEL_LSB
                | (long) random.nextInt(2) << DlaCommand.DEALLOC_LSB
                | (long) random.nextInt(1 << DlaCommand.BLOCK_WIDTH) << DlaCommand.BLOCK_LSB;
        int op = one(
                TileCommand.DLA_MARK,
                TileCommand.DLA_MARK,
                TileCommand.DLA_MARK,
                TileCommand.DLA_CLEAR,
                TileCommand.DLA_EVENT_CREDIT,
                TileCommand.DLA_EVENT_CREDIT,
                TileCommand.DLA_EVENT_CREDIT);
        add(cycle, node, op, op == TileCommand.DLA_EVENT_CREDIT ? between(0, 4) : word, 0, 0);
    }

    /**
     * Adds a request and its data, whether it is accepted or not. Sometimes the request is malformed, or data are
     * missing.
     */
    private void request(long cycle, int node) {
        int kind = chance(3) ? one(OpKind.MSG, OpKind.FLUSH, 15) : random.nextInt(4);
        int length =
                kind == OpKind.PUT ? random.nextInt(chance(95) ? 65 : 90) : kind == OpKind.GET ? between(1, 300) : 8;
        long epoch = chance(2) ? 1L << Descriptor0.EPOCH_LSB : 0;
        long channel = random.nextInt(channels);
        long word0 = descriptor(kind, length) & ~(Descriptor0.FIFO_MASK << Descriptor0.FIFO_LSB) | epoch;
        long tag = Descriptor0.tag(word0); // some tags mark a request without a target or landing
        long stray = tag % 50 == 0 ? 0xFFFL << Descriptor0.TARGET_LSB : 0;
        long landing = tag % 50 == 1 ? (long) MEMORY << Descriptor1.LOCAL_LSB : 0;
        long word1 = (addresses(chance(20)) | landing) & Meant.dlaRequest(kind, 1);
        add(cycle, node, TileCommand.DLA_REQUEST, word0 | stray, word1, channel);
        int flits = (kind == OpKind.PUT ? length + 15 : 16) / 16;
        for (int i = chance(2) ? 1 : 0; i < flits; i++) {
            long other = chance(1) ? random.nextInt(channels) : channel;
            add(cycle, node, TileCommand.DLA_DATA, random.nextLong(), random.nextLong(), other);
        }
    }

    /** Returns a description of machine and load, for messages. */
    @Override
    public String toString() {
        return List.of(config, commands.count() + " commands", "channels " + channels, "epochs " + indices)
                .toString();
    }
}
