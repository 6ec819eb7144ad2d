// SPDX-License-Identifier: Apache-2.0
package fairlead.system.twin;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.support.EventBytes;
import java.util.SplittableRandom;

/**
 * Gives random tile commands to every node of a small random machine, without an executor. FIFOs overflow, descriptors
 * are malformed, epochs are closed while transfers are posted, targets refuse, every local port and FIFO is used, and
 * memory, windows and counters collide. Only commands that leave a register undefined are excluded.
 */
final class CommandStream {
    private static final int MEMORY = 1 << 16;
    private static final int MESSAGE_BASE = 1 << 15;
    private static final int RECEPTION = 16;
    private static final int COMMANDS = 120;
    private static final int GET_COUNTERS = 32;
    private static final int EPOCHS = 4;
    private static final long AMPLE = 1 << 28;
    private static final long END = 300_000;

    private final SplittableRandom random;
    final MachineConfig config;
    private final long seed;
    private final CommandBuffer commands = new CommandBuffer();
    private final int modes; // PacketModes that packets may have
    private int seq;

    CommandStream(final long seed) {
        this.seed = seed;
        random = new SplittableRandom(seed);
        final Shape[] shapes = {
            new Shape(1, 1, 1), new Shape(2, 1, 1), new Shape(2, 2, 1), new Shape(3, 2, 1), new Shape(4, 1, 1)
        };
        final Shape shape = shapes[random.nextInt(shapes.length)];
        final Routing[] routings = {Routing.DIMENSION_ORDER, Routing.ADAPTIVE, Routing.BUBBLE};
        final Routing routing = routings[random.nextInt(routings.length)];
        modes = routing.cutThrough() ? 4 : 1;
        config = MachineConfig.of(shape)
                .latency(new Latency(
                        1 + random.nextInt(3),
                        1 + random.nextInt(3),
                        1 + random.nextInt(30),
                        1 + random.nextInt(40),
                        8,
                        random.nextInt(2) * random.nextInt(9)))
                .linkInterval(1 + random.nextInt(4) / 3)
                .buffers(new Buffers(
                        routing.minLinkDepth() + random.nextInt(8),
                        1 + random.nextInt(8),
                        1 + random.nextInt(6),
                        RECEPTION,
                        32,
                        1 + random.nextInt(5)))
                .localPorts(1 + random.nextInt(2))
                .memoryBytes(MEMORY)
                .messageBase(MESSAGE_BASE)
                .dla(DlaLimits.of(32))
                .tasks(1)
                .seed(seed)
                .build()
                .withRouting(routing);
        for (int node = 0; node < config.nodes(); node++) {
            node(node);
        }
    }

    private void add(
            final long cycle,
            final int node,
            final int op,
            final long w0,
            final long w1,
            final long w2,
            final long w3) {
        commands.add(cycle, node, 0, op, w0, w1, w2, w3, seq++);
    }

    private int target() {
        return config.shape().coord(random.nextInt(config.nodes()));
    }

    private void node(final int node) {
        for (int counter = 0; counter < HwLayout.COUNTERS; counter++) {
            add(0, node, TileCommand.COUNTER_SET, counter, AMPLE, 0, 0);
        }
        for (int other = 0; other < config.nodes(); other++) {
            final int each = RECEPTION / config.nodes();
            add(0, node, TileCommand.MSG_CREDIT, config.shape().coord(other), 1 + random.nextInt(each), 0, 0);
        }
        for (int index = 0; index < EPOCHS; index++) {
            add(0, node, TileCommand.EPOCH_OPEN, epoch(index), 0, 0, 0);
        }
        add(0, node, TileCommand.DLA_ALLOC, 16L << DlaCommand.CREDITS_LSB | 1L << DlaCommand.PR_LSB, 0, 0, 0);
        long cycle = 80;
        final int pause = 1 + random.nextInt(60);
        int counter = GET_COUNTERS;
        for (int i = 0; i < COMMANDS; i++) {
            cycle += 1 + (random.nextInt(3) == 0 ? random.nextInt(pause) : 0);
            final int what = random.nextInt(100);
            if (what < 88) {
                final boolean get = counter < HwLayout.COUNTERS && random.nextInt(4) == 0;
                post(cycle, node, get ? counter++ : -1);
            } else if (what < 97) {
                cycle = store(cycle, node);
            } else {
                add(cycle, node, TileCommand.EPOCH_CLOSE, random.nextInt(EPOCHS), 0, 0, 0);
            }
        }
        for (int index = 0; index < EPOCHS; index++) {
            add(cycle + index, node, TileCommand.EPOCH_CLOSE, index, 0, 0, 0);
        }
    }

    /** Returns the target of the epochs of an index, which is the same for all nodes. */
    private int targetOf(final int index) {
        return config.shape().coord(index % config.nodes());
    }

    private long epoch(final int index) {
        return (long) index << EpochCommand.INDEX_LSB
                | (long) targetOf(index) << EpochCommand.TARGET_LSB
                | (long) random.nextInt(1000) << EpochCommand.ID_LSB;
    }

    private int length(final int most) {
        switch (random.nextInt(4)) {
            case 0:
                return random.nextInt(3) * 16;
            case 1:
                return random.nextInt(most + 1);
            default:
                return random.nextInt(64);
        }
    }

    /** Returns an address, mostly inside memory and below the messages, sometimes beyond memory. */
    private long address(final int length) {
        return random.nextInt(20) == 0 ? random.nextInt(2 * MEMORY) : random.nextInt(MESSAGE_BASE - length) & ~7;
    }

    private void post(final long cycle, final int node, final int counter) {
        final int[] kinds = {
            OpKind.PUT, OpKind.PUT, OpKind.PUT, OpKind.FADD, OpKind.CAS, OpKind.MSG, OpKind.FLUSH, OpKind.FENCE
        };
        final int kind = counter >= 0 ? OpKind.GET : kinds[random.nextInt(kinds.length)];
        final boolean atomic = kind == OpKind.FADD || kind == OpKind.CAS;
        final int length = atomic ? 8 : length(kind == OpKind.MSG ? HwLayout.MAX_PAYLOAD : 1200);
        long w0 = (long) kind << Descriptor0.KIND_LSB
                | (long) random.nextInt(HwLayout.INJECTION_FIFOS) << Descriptor0.FIFO_LSB
                | (long) target() << Descriptor0.TARGET_LSB
                | (long) random.nextInt(1 << HwLayout.TAG_BITS) << Descriptor0.TAG_LSB
                | (long) length << Descriptor0.LENGTH_LSB;
        if (random.nextInt(4) == 0) {
            final int index = random.nextInt(EPOCHS);
            w0 |= 1L << Descriptor0.EPOCH_LSB | (long) index << Descriptor0.INDEX_LSB;
            // otherwise it may go to a node that is not the epoch's target, and is rejected
            if (random.nextInt(4) > 0) {
                w0 &= ~(Descriptor0.TARGET_MASK << Descriptor0.TARGET_LSB);
                w0 |= (long) targetOf(index) << Descriptor0.TARGET_LSB;
            }
        }
        if (kind == OpKind.PUT || kind == OpKind.GET || kind == OpKind.FENCE) {
            final long drawn = random.nextInt(4) == 0 ? PacketMode.DRAWN : 0; // allowed without cut-through, too
            w0 |= (random.nextInt(2) * random.nextInt(modes) | drawn) << Descriptor0.MODE_LSB;
        } else if (random.nextInt(40) == 0) {
            w0 |= 1L << Descriptor0.MODE_LSB; // makes the descriptor malformed
        }
        if (random.nextInt(20) == 0) {
            w0 ^= 1L << random.nextInt(Descriptor0.EPOCH_LSB);
            if (Descriptor0.kind(w0) == OpKind.GET && kind != OpKind.GET
                    || Descriptor0.mode(w0) % 2 != 0 && modes == 1) {
                // a second get on a counter would leave its count undefined, and adaptive packets need cut-through
                return;
            }
        }
        long w1 = address(length) << Descriptor1.LOCAL_LSB | address(length) << Descriptor1.REMOTE_LSB;
        if (counter >= 0) {
            w1 |= (long) counter << Descriptor1.CTR_LSB;
        } else if (random.nextBoolean()) {
            w1 |= 1L << Descriptor1.CTR_VALID_LSB | (long) random.nextInt(GET_COUNTERS) << Descriptor1.CTR_LSB;
        }
        add(cycle, node, TileCommand.POST, w0, w1, random.nextInt(5), random.nextInt(5));
    }

    /** Adds a put of the store path and its data; returns the cycle of the last word. */
    private long store(final long cycle, final int node) {
        final int length = random.nextInt(HwLayout.DLA_INLINE_BYTES + 1);
        final long w0 = (long) OpKind.PUT << Descriptor0.KIND_LSB
                | (long) target() << Descriptor0.TARGET_LSB
                | (long) length << Descriptor0.LENGTH_LSB;
        add(cycle, node, TileCommand.DLA_REQUEST, w0, address(length) << Descriptor1.REMOTE_LSB, 0, 0);
        long last = cycle;
        for (int byteOf = 0; byteOf < length; byteOf += HwLayout.FLIT_BYTES) {
            final long word = random.nextLong();
            final int left = length - byteOf;
            add(++last, node, TileCommand.DLA_DATA, masked(word, left), masked(~word, left - 8), 0, 0);
        }
        return last;
    }

    private static long masked(final long word, final int bytes) {
        return bytes >= 8 ? word : bytes <= 0 ? 0 : word & (1L << 8 * bytes) - 1;
    }

    /**
     * Returns every record until the machine is at rest. Messages are popped one software latency after their arrival.
     */
    EventBytes run(final EngineFactory factory) {
        final EventBytes records = new EventBytes();
        final CommandBuffer next = new CommandBuffer();
        int pops = 1 << 20;
        try (Engine engine = factory.open(config, EngineOptions.DEFAULT)) {
            for (int node = 0; node < config.nodes(); node++) {
                final byte[] bytes = new byte[MEMORY];
                new java.util.Random(seed + node).nextBytes(bytes);
                engine.loadMemory(node, 0, bytes);
            }
            engine.submit(commands);
            StopReason stop;
            do {
                stop = engine.run(END);
                records.events(engine.events());
                final EventCursor events = engine.events();
                while (events.next()) {
                    if (events.kind() == EventKind.MSG_ARRIVED) {
                        final long at = events.cycle() + config.latency().software();
                        final long fifo = MessageEvent.fifo(events.a());
                        next.add(at, events.node(), 0, TileCommand.MSG_POP, fifo, 0, 0, 0, pops++);
                    }
                }
                engine.submit(next);
                if (next.count() != 0 && stop == StopReason.IDLE) {
                    stop = StopReason.REACTION;
                }
                next.clear();
            } while (stop == StopReason.REACTION || stop == StopReason.RING_FULL);
            if (stop != StopReason.IDLE) {
                throw new IllegalStateException(engine.name() + ", seed " + seed + ": " + stop + " in cycle "
                        + engine.cycle() + " " + engine.failure());
            }
        }
        return records;
    }
}
