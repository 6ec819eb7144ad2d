// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.Descriptors;
import fairlead.verdict.EventHash;
import java.util.SplittableRandom;

/**
 * Makes traffic without the executor: every node fills memory, puts, gets, adds, polls, flushes and joins a barrier.
 * When its flush is done, it loads a word one software latency later.
 */
public final class FabricTraffic {
    static final int SOURCE = 0x1000;
    static final int LANDING = 0x3000;
    public static final int GOT = 0x5000;
    static final int WORD = 0x100;
    public static final int BYTES = 900;
    static final int GET_BYTES = 500;
    public static final long LAST_CYCLE = 200_000;
    private static final int TASK = 0;

    private final MachineConfig config;
    private final CommandBuffer commands = new CommandBuffer();
    private int seq;

    public FabricTraffic(MachineConfig config) {
        this.config = config;
        SplittableRandom random = new SplittableRandom(config.seed());
        for (int node = 0; node < config.nodes(); node++) {
            node(node, random.nextInt(50));
        }
    }

    public static MachineConfig machine(int kx, int ky, int kz) {
        return machine(kx, ky, kz, new Latency(2, 2, 20, 64, 16, 9));
    }

    public static MachineConfig machine(int kx, int ky, int kz, Latency latency) {
        Shape shape = new Shape(kx, ky, kz);
        return MachineConfig.of(shape)
                .latency(latency)
                .buffers(new Buffers(4, 4, 4, 8, 32, 4).with(FabricMachines.TABLES))
                .messageBase(1 << 15)
                .dla(DlaLimits.of(32))
                .tasks(1)
                .barrierWidth(MachineConfig.minBarrierWidth(1))
                .seed(7)
                .build();
    }

    public int target(int node) {
        return (node * 7 + 3) % config.nodes();
    }

    public static long key(int node) {
        return 1000L * node + 5;
    }

    private void node(int node, long start) {
        command(start, node, HostCommand.FILL, SOURCE, BYTES, key(node), 0);
        command(start, node, TileCommand.COUNTER_SET, 5, BYTES, 0, 0);
        command(
                start + 1,
                node,
                TileCommand.POST,
                descriptor(OpKind.PUT, node, 1, BYTES, 0),
                addresses(SOURCE, LANDING, 5),
                0,
                0);
        command(start + 1, node, TileCommand.POST, descriptor(OpKind.FADD, node, 2, 8, 0), addresses(0, WORD, 0), 7, 0);
        command(start + 1, node, TileCommand.POST, descriptor(OpKind.FLUSH, node, 3, 0, 0), 0, 0, 0);
        command(
                start + 9,
                node,
                TileCommand.POST,
                descriptor(OpKind.GET, node, 4, GET_BYTES, 1),
                addresses(GOT, SOURCE, 9),
                0,
                0);
        command(start + 9, node, TileCommand.BAR_ENTER, 1L << BarrierCommand.MASTER_LSB, 0, 0, 0);
        command(start, node, HostCommand.POLL, WORD | 1L << 32, 0, 0, 0);
        command(start, node, HostCommand.POLL, WORD | 5L << 32, 1000, 3000, 0);
    }

    private long descriptor(int kind, int node, int tag, long length, int fifo) {
        return Descriptors.word0(kind, config.shape().coord(target(node)), tag, length)
                | (long) fifo << Descriptor0.FIFO_LSB;
    }

    private static long addresses(long local, long remote, long counter) {
        return local << Descriptor1.LOCAL_LSB
                | remote << Descriptor1.REMOTE_LSB
                | counter << Descriptor1.CTR_LSB
                | (counter == 5 ? 1L << Descriptor1.CTR_VALID_LSB : 0);
    }

    private void command(long cycle, int node, int op, long w0, long w1, long w2, long w3) {
        commands.add(cycle, node, TASK, CommandBuffer.SYSTEM, op, w0, w1, w2, w3, seq++);
    }

    /** Runs one batch of at most `quantum` cycles; the reactions of software are submitted with the next batch. */
    public StopReason step(Engine engine, long quantum, EventHash hash) {
        engine.submit(commands);
        commands.clear();
        StopReason stop = engine.run(Math.min(engine.cycle() + quantum, LAST_CYCLE));
        EventCursor events = engine.events();
        hash.add(events);
        while (events.next()) {
            if (events.kind() == EventKind.FLUSH_DONE) {
                command(events.cycle() + config.latency().software(), events.node(), HostCommand.LOAD, WORD, 0, 0, 0);
            }
        }
        return stop;
    }

    /** Runs to the end and returns the event hash of the run. */
    public String run(Engine engine, long quantum) {
        EventHash hash = new EventHash();
        StopReason stop;
        do {
            stop = step(engine, quantum, hash);
        } while (!isOver(engine, stop));
        return hash.finish();
    }

    public boolean isOver(Engine engine, StopReason stop) {
        return stop == StopReason.FAILED
                || engine.cycle() >= LAST_CYCLE
                || stop == StopReason.IDLE && commands.count() == 0;
    }
}
