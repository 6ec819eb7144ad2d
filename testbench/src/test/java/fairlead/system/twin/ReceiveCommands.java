// SPDX-License-Identifier: Apache-2.0
package fairlead.system.twin;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.machine.MachineConfig;
import fairlead.support.TestMachine;
import java.util.SplittableRandom;

/**
 * Draws a load for the receive half of the DMA engine from one seed: few nodes and targets, both local ports busy, more
 * end-to-end credits than slots, pops when software likes (also of empty FIFOs), few byte counters and words, few
 * response slots, transfers beyond the memory.
 */
final class ReceiveCommands {
    private static final int POSTS = 160;
    private static final int COUNTERS = 3;
    private static final int WORDS = 2;
    private static final int LAST_POPS = 400;
    private static final int FAR = 40_000;

    final MachineConfig config;
    final CommandBuffer commands = new CommandBuffer();
    private final SplittableRandom random;
    private final int messageShare; // share of messages, of 8 posts
    // whether puts are short, so that they fill the commit queues and coincide with presets
    private final boolean streams;
    private int seq;

    ReceiveCommands(final long seed) {
        random = new SplittableRandom(seed);
        streams = random.nextInt(3) == 0;
        config = machine();
        messageShare = streams ? 0 : 1 + random.nextInt(6);
        final int pause = 1 + random.nextInt(30);
        for (int node = 0; node < config.nodes(); node++) {
            add(0, node, HostCommand.FILL, 0, config.messageBase(), random.nextLong());
            for (int target = 0; target < config.nodes(); target++) {
                add(0, node, TileCommand.MSG_CREDIT, config.shape().coord(target), 1 + random.nextInt(6), 0);
            }
            software(node, pause);
        }
    }

    private MachineConfig machine() {
        final TestMachine machine = new TestMachine(1 + random.nextInt(3), 1 + random.nextInt(2), 1, 1);
        machine.link = 1 + random.nextInt(3);
        machine.credit = 1 + random.nextInt(3);
        machine.memory = 1 + random.nextInt(random.nextBoolean() ? 4 : 90);
        // a fast origin and a slow target fill the commit queues
        machine.jitter = random.nextInt(2) * random.nextInt(streams ? 900 : 30);
        machine.buffers = new Buffers(
                1 + random.nextInt(9),
                1 + random.nextInt(9),
                2 + random.nextInt(14),
                1 + random.nextInt(5),
                16,
                1 + random.nextInt(4));
        machine.localPorts = random.nextInt(5) == 0 ? 1 : HwLayout.MOST_PORTS;
        machine.memoryBytes = 1 << 15;
        return machine.config().withMessageBase(1 << 14);
    }

    private void add(final long cycle, final int node, final int op, final long w0, final long w1, final long w2) {
        commands.add(cycle, node, 0, op, w0, w1, w2, random.nextInt(4), seq++);
    }

    private void software(final int node, final int pause) {
        long cycle = 1;
        for (int i = 0; i < POSTS; i++) {
            cycle += random.nextInt(streams ? 40 : 3) == 0 ? random.nextInt(pause) : 0;
            switch (random.nextInt(streams ? 30 : 12)) {
                case 0:
                case 1:
                case 2:
                    add(cycle, node, TileCommand.MSG_POP, random.nextInt(HwLayout.RECEPTION_FIFOS), 0, 0);
                    break;
                case 3:
                case 4:
                    add(cycle, node, TileCommand.COUNTER_SET, random.nextInt(COUNTERS), random.nextInt(4) * 16L, 0);
                    break;
                default:
                    post(cycle, node);
            }
        }
        // messages that have arrived by then are popped in bursts, so that CREDITs of several FIFOs are owed at once
        cycle += FAR;
        for (int i = 0; i < LAST_POPS; i++) {
            cycle += random.nextInt(40) == 0 ? 300 : 1;
            add(cycle, node, TileCommand.MSG_POP, random.nextInt(HwLayout.RECEPTION_FIFOS), 0, 0);
        }
    }

    private void post(final long cycle, final int node) {
        final boolean message = random.nextInt(8) < messageShare;
        final int kind = message
                ? OpKind.MSG
                : streams && random.nextInt(30) > 0 ? OpKind.PUT : random.nextInt(OpKind.FENCE + 1);
        final boolean atomic = kind == OpKind.FADD || kind == OpKind.CAS;
        final int length = atomic ? Long.BYTES : bytes(message || streams || random.nextInt(10) > 0 ? 0 : 600);
        final int target = random.nextInt(3) == 0 ? random.nextInt(config.nodes()) : 0;
        final long w0 = (long) kind << Descriptor0.KIND_LSB
                | (long) random.nextInt(HwLayout.INJECTION_FIFOS) << Descriptor0.FIFO_LSB
                | (long) config.shape().coord(target) << Descriptor0.TARGET_LSB
                | (long) (seq & (1 << Descriptor0.TAG_WIDTH) - 1) << Descriptor0.TAG_LSB
                | (long) length << Descriptor0.LENGTH_LSB;
        final int room = config.messageBase() - 1024;
        final int beyond = config.memoryBytes() - random.nextInt(400);
        final int remote = message || random.nextInt(12) > 0
                ? atomic ? Long.BYTES * random.nextInt(WORDS) : random.nextInt(room)
                : beyond;
        final long w1 = (long) random.nextInt(room) << Descriptor1.LOCAL_LSB
                | (long) remote << Descriptor1.REMOTE_LSB
                | (long) random.nextInt(COUNTERS) << Descriptor1.CTR_LSB
                | (long) (streams ? 1 : random.nextInt(2)) << Descriptor1.CTR_VALID_LSB;
        add(cycle, node, TileCommand.POST, w0, w1, random.nextInt(4));
    }

    /** Returns a length, mostly of one flit or none, and at most MAX_PAYLOAD + `more`. */
    private int bytes(final int more) {
        if (streams) {
            return HwLayout.FLIT_BYTES * random.nextInt(2);
        }
        final int most = random.nextInt(6) == 0 ? HwLayout.MAX_PAYLOAD : 24;
        return random.nextInt(3) == 0 ? 0 : random.nextInt(most + 1) + random.nextInt(more + 1);
    }

    @Override
    public String toString() {
        return config.toString();
    }
}
