// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.Capabilities;
import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaLimits.DlaOptions;
import fairlead.machine.EpochAccess;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.support.TestMachine;
import java.util.SplittableRandom;

/**
 * Makes commands that fill the queues and tables of a machine, each set on a machine of its own. Every run plays the
 * same commands.
 */
final class Fills {
    static final int MEMORY = 1 << 20;
    // cycles between two descriptors, so that no descriptor meets a full FIFO for long
    private static final int POST_PACE = 12;

    /** A machine and the commands for its host ports. */
    record Fill(String name, MachineConfig config, CommandBuffer commands) {}

    final SplittableRandom random;
    MachineConfig config;
    private final Capabilities limits;
    private final CommandBuffer commands = new CommandBuffer();
    private int seq;

    Fills(Capabilities limits, long seed) {
        this.limits = limits;
        random = new SplittableRandom(seed);
    }

    TestMachine machine(int kx, int ky, int kz) {
        TestMachine machine = new TestMachine(kx, ky, kz, 1);
        machine.memoryBytes = MEMORY;
        machine.buffers = buffers(limits.most().reception());
        machine.dla = DlaLimits.of(limits.most().dla());
        return machine;
    }

    Buffers buffers(int reception) {
        return new Buffers(
                limits.most().linkVc(),
                limits.most().local(),
                limits.most().injection(),
                reception,
                limits.most().dla(),
                limits.most().response());
    }

    Fill named(String name) {
        return new Fill(name, config, commands);
    }

    void add(long cycle, int node, int op, long... words) {
        if (op == TileCommand.POST && words.length > 1) {
            words[1] &= HwLayout.Meant.post((int) Descriptor0.kind(words[0]), 1);
        } else if (op == TileCommand.DLA_REQUEST) {
            words[0] &= HwLayout.Meant.dlaRequest((int) Descriptor0.kind(words[0]), 0);
            words[1] &= HwLayout.Meant.dlaRequest((int) Descriptor0.kind(words[0]), 1);
        }
        commands.add(
                cycle,
                node,
                0,
                CommandBuffer.SYSTEM,
                op,
                words[0],
                words.length > 1 ? words[1] : 0,
                words.length > 2 ? words[2] : 0,
                words.length > 3 ? words[3] : 0,
                seq++);
    }

    long coord(int node) {
        return config.shape().coord(node);
    }

    long descriptor(int kind, int fifo, int target, int length) {
        return (long) kind << Descriptor0.KIND_LSB
                | (long) fifo << Descriptor0.FIFO_LSB
                | coord(target) << Descriptor0.TARGET_LSB
                | (long) random.nextInt(1 << Descriptor0.TAG_WIDTH) << Descriptor0.TAG_LSB
                | (long) length << Descriptor0.LENGTH_LSB;
    }

    long addresses(int local, int remote) {
        return (long) local << Descriptor1.LOCAL_LSB | (long) remote << Descriptor1.REMOTE_LSB;
    }

    int address() {
        return random.nextInt(MEMORY / 16) * 8;
    }

    /**
     * Three nodes send messages to the fourth, to one reception FIFO after the other, as many as a FIFO holds. All are
     * popped at once after the last has arrived. Memory is slow.
     */
    static Fill messages(Capabilities limits) {
        Fills fill = new Fills(limits, 1);
        TestMachine machine = fill.machine(4, 1, 1);
        machine.memory = 1200;
        fill.config = machine.config().withMessageBase(MEMORY / 2);
        int places = limits.most().reception();
        int senders = fill.config.nodes() - 1;
        for (int node = 1; node <= senders; node++) {
            fill.add(0, node, TileCommand.MSG_CREDIT, fill.coord(0), (places + senders - node) / senders);
        }
        for (int fifo = 0; fifo < HwLayout.RECEPTION_FIFOS; fifo++) {
            long cycle = 10 + fifo * places * 260L;
            long pops = cycle + places * 160L;
            for (int i = 0; i < places; i++) {
                int most = i % 16 == 0 ? HwLayout.MAX_PAYLOAD : 16;
                long word = fill.descriptor(OpKind.MSG, i & 3, 0, 1 + fill.random.nextInt(most));
                long to = fill.addresses(fill.address() & 0xFFF, fifo);
                fill.add(cycle + i * 12L, 1 + i % senders, TileCommand.POST, word, to);
                if (i % 32 == 0) { // long answers delay the credits of the messages
                    long get = fill.descriptor(OpKind.GET, i / 32 & 3, 0, 4000);
                    fill.add(pops - 9000 + i, 1 + i / 32 % senders, TileCommand.POST, get, 0);
                }
                fill.add(pops + i, 0, TileCommand.MSG_POP, fifo);
            }
        }
        return fill.named("messages");
    }

    /** Each channel in turn, in each scheme, takes the whole pool and fills it behind a slow link; a marker follows. */
    static Fill store(Capabilities limits, int way) {
        Fills fill = new Fills(limits, 2 + way);
        TestMachine machine = fill.machine(2, 1, 1);
        machine.dla = machine.dla.with(new DlaOptions(1 + way, MEMORY - 64, 1 + 600 * way, 8000 * way, 1, false));
        machine.linkInterval = 128;
        fill.config = machine.config();
        int words = limits.most().dla();
        int request = 1 + HwLayout.DLA_INLINE_BYTES / HwLayout.FLIT_BYTES;
        long cycle = 10;
        for (int channel = 0; channel < limits.dlaChannels(); channel++) {
            for (int fifo = 0;
                    fifo < HwLayout.INJECTION_FIFOS;
                    fifo++) { // they come before the requests and occupy the network
                fill.add(cycle + fifo, 0, TileCommand.POST, fill.descriptor(OpKind.PUT, fifo, 1, MEMORY / 1024), 0);
            }
            cycle += 3000;
            long kind = way == 0 ? 1L << DlaCommand.PR_LSB : 1L << DlaCommand.CD_LSB;
            long high = (long) (way >> 1) << DlaCommand.HIGH_LSB;
            long block = fill.random.nextLong() & DlaCommand.BLOCK_MASK;
            long word = channel | block << DlaCommand.BLOCK_LSB;
            fill.add(cycle, 0, TileCommand.DLA_ALLOC, word | kind | high | (long) words << DlaCommand.CREDITS_LSB);
            for (int left = words; left > 1; left -= request) {
                int bytes = (Math.min(request, left) - 1) * HwLayout.FLIT_BYTES;
                cycle += request;
                long put = fill.descriptor(OpKind.PUT, 0, 1, bytes);
                fill.add(cycle, 0, TileCommand.DLA_REQUEST, put, fill.addresses(0, fill.address()), 0, channel);
                for (int flit = 0; flit < bytes; flit += HwLayout.FLIT_BYTES) {
                    fill.add(
                            cycle, 0, TileCommand.DLA_DATA, fill.random.nextLong(), fill.random.nextLong(), 0, channel);
                }
            }
            for (int mark = 0; mark < 3; mark++) {
                fill.add(cycle + 2 + 100 * mark, 0, TileCommand.DLA_MARK, word ^ 0xFFFFFL << DlaCommand.BLOCK_LSB);
            }
            fill.add(cycle + 500, 0, way == 0 ? TileCommand.DLA_RELEASE : TileCommand.DLA_END, word);
            fill.add(cycle + 520, 0, TileCommand.DLA_END, word | 1L << DlaCommand.DEALLOC_LSB);
            fill.add(cycle + 540, 0, TileCommand.DLA_CLEAR, word | 1L << DlaCommand.DEALLOC_LSB);
            cycle += 60_000;
            fill.add(cycle, 0, TileCommand.DLA_EVENT_CREDIT, 1L + way);
            cycle += 40;
        }
        return fill.named("store " + way);
    }

    /**
     * Three nodes open all their epoch indices at the fourth; their transfers are refused in turn, and the epochs close
     * together.
     */
    static Fill epochs(Capabilities limits, EpochAccess access) {
        Fills fill = new Fills(limits, 10 + access.ordinal());
        TestMachine machine = fill.machine(4, 1, 1);
        machine.memory = 200;
        fill.config = machine.config().change().epochAccess(access).build();
        int rounds = access == EpochAccess.OPEN ? 2 : 90;
        for (int node = 0; node < 4; node++) {
            for (int index = 0; index < HwLayout.ORIGIN_EPOCHS; index++) {
                boolean several = access == EpochAccess.OPEN;
                if (!several && index % 3 != node % 3) { // only as many as the target has entries
                    continue;
                }
                int target = several ? (node + 1) % 4 : 0;
                long word = (long) index << EpochCommand.INDEX_LSB
                        | fill.coord(target) << EpochCommand.TARGET_LSB
                        | fill.random.nextLong(1 << EpochCommand.ID_WIDTH) << EpochCommand.ID_LSB;
                fill.add(0, node, TileCommand.EPOCH_OPEN, word);
                for (int round = 0; round < rounds; round++) {
                    long cycle = 6000 + 3000L * round;
                    long epoch = 1L << Descriptor0.EPOCH_LSB | (long) index << Descriptor0.INDEX_LSB;
                    int remote = several ? MEMORY - 4 : fill.address();
                    long put = fill.descriptor(OpKind.PUT, index & 3, target, 8) | epoch;
                    if (round == 0 || index % 8 == 0) {
                        fill.add(cycle - 2000 + index * 20L, node, TileCommand.POST, put, fill.addresses(0, remote));
                    }
                    fill.add(cycle + (several ? 0 : index), node, TileCommand.EPOCH_CLOSE, word);
                    if (several) {
                        fill.add(cycle + 2900, node, TileCommand.EPOCH_OPEN, word);
                    }
                }
                fill.add(6000 + 3000L * rounds + 6000, node, TileCommand.EPOCH_CLOSE, word);
            }
        }
        return fill.named("epochs " + access);
    }

    /**
     * Puts and gets between all pairs of a machine, ordered and unordered, of one packet and of several packets, with a
     * flush from time to time.
     */
    static Fill traffic(Capabilities limits, int kx, int ky, int kz, int operations, int memory) {
        Fills fill = new Fills(limits, 100L * kx + 10L * ky + kz);
        TestMachine machine = fill.machine(kx, ky, kz);
        machine.memory = memory;
        machine.routing = Routing.ADAPTIVE;
        machine.localPorts = 2;
        fill.config = machine.config();
        int nodes = fill.config.nodes();
        int[] kinds = {OpKind.PUT, OpKind.PUT, OpKind.GET, OpKind.FADD, OpKind.CAS, OpKind.FLUSH, OpKind.FENCE};
        for (int node = 0; node < nodes; node++) {
            for (int i = 0; i < operations; i++) {
                int kind = kinds[fill.random.nextInt(kinds.length)];
                boolean transfer = kind == OpKind.PUT || kind == OpKind.GET;
                int length =
                        transfer ? 1 + fill.random.nextInt(600) : kind == OpKind.FADD || kind == OpKind.CAS ? 8 : 0;
                int target = fill.random.nextInt(nodes);
                long mode = transfer ? fill.random.nextLong(4) << Descriptor0.MODE_LSB : 0;
                long counter = kind == OpKind.GET
                        ? (long) fill.random.nextInt(64) << Descriptor1.CTR_LSB | 1L << Descriptor1.CTR_VALID_LSB
                        : 0;
                fill.add(
                        5 + (long) i * POST_PACE,
                        node,
                        TileCommand.POST,
                        fill.descriptor(kind, fill.random.nextInt(4), target, length) | mode,
                        fill.addresses(fill.address(), fill.address()) | counter,
                        fill.random.nextLong(),
                        fill.random.nextLong());
            }
        }
        return fill.named("traffic " + fill.config.shape());
    }

    /** Puts and gets of a few flits over the slowest links, each of which carries them in its longest chunks. */
    static Fill paced(Capabilities limits) {
        Fills fill = new Fills(limits, 50);
        fill.config = fill.machine(3, 3, 3)
                .config()
                .change()
                .linkInterval(HwLayout.MAX_LINK_INTERVAL)
                .linkChunk(HwLayout.MAX_LINK_CHUNK)
                .build();
        int nodes = fill.config.nodes();
        for (int node = 0; node < nodes; node++) {
            for (int i = 0; i < 6; i++) {
                int kind = i % 2 == 0 ? OpKind.PUT : OpKind.GET;
                int target = fill.random.nextInt(nodes);
                long word = fill.descriptor(kind, i & 3, target, 1 + fill.random.nextInt(64));
                long at = fill.addresses(fill.address(), fill.address());
                fill.add(5 + (long) i * POST_PACE, node, TileCommand.POST, word, at);
            }
        }
        return fill.named("paced");
    }

    /**
     * One node sends unordered puts to as many other nodes as it has acknowledgement counters. In each round the
     * targets are other nodes of a large machine with long links. A flush of each target follows.
     */
    static Fill unordered(Capabilities limits, int kx, int ky, int kz) {
        Fills fill = new Fills(limits, 40L + kx);
        TestMachine machine = fill.machine(kx, ky, kz);
        machine.link = 400;
        machine.routing = Routing.ADAPTIVE;
        fill.config = machine.config();
        long cycle = 5;
        for (int round = 0; round < 48; round++) {
            int[] targets = fill.random
                    .ints(1, fill.config.nodes())
                    .distinct()
                    .limit(HwLayout.ACK_COUNTERS)
                    .toArray();
            for (int i = 0; i < targets.length * 4; i++) {
                long put = fill.descriptor(OpKind.PUT, i & 3, targets[i % targets.length], 16)
                        | 1 + fill.random.nextLong(3) << Descriptor0.MODE_LSB;
                cycle += 9;
                fill.add(cycle, 0, TileCommand.POST, put, fill.addresses(fill.address(), fill.address()));
            }
            for (int i = 0; i < targets.length; i++) {
                cycle += 9;
                fill.add(cycle, 0, TileCommand.POST, fill.descriptor(OpKind.FLUSH, i & 3, targets[i], 0), 0);
            }
            cycle += 17_000;
        }
        return fill.named("unordered " + fill.config.shape());
    }
}
