// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.Capabilities;
import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.Engine.Savable;
import fairlead.engine.EngineOptions;
import fairlead.engine.EngineStats;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.engine.checkpoint.Checkpoint;
import fairlead.engine.checkpoint.State;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The Java twin of the Verilated machine: the same events in the same cycles (docs/understand/twin.md), on one or more
 * threads, without native code.
 */
public final class ModelEngine implements Engine, Savable {
    private static final int LEAST_EVENTS = 1 << 16;
    private static final int EVENTS_PER_NODE = 64;
    private static final int RESERVE_PER_NODE = 8;
    private static final int RESERVE = 64;

    private final MachineConfig config;
    private final long softwareLatency;
    private final Clock clock = new Clock();
    private final EngineOptions options;
    private final CommandCheck commandCheck;
    private transient EventStream.EventBatch events; // of one batch
    private ModelMachine machine;
    private final BooleanSupplier goesOn = this::goesOn;
    private long commands;
    // state of the current run
    private long limit;
    private StopReason reason;

    ModelEngine(MachineConfig config, EngineOptions options) {
        this.config = config;
        softwareLatency = config.latency().software();
        this.options = options;
        commandCheck = new CommandCheck(config.nodes(), config.memoryBytes());
        build();
    }

    private void build() {
        machine = new ModelMachine(config, options, clock);
        int capacity = Math.max(LEAST_EVENTS, config.nodes() * EVENTS_PER_NODE);
        events = new EventStream.EventBatch(machine.events(), capacity - config.nodes() * RESERVE_PER_NODE - RESERVE);
    }

    /** Replaces the machine by a new one, so that no earlier state remains. */
    @Override
    public void reset() {
        machine.close();
        clock.reset();
        commands = 0;
        build();
    }

    @Override
    public String name() {
        return "model";
    }

    @Override
    public MachineConfig config() {
        return config;
    }

    @Override
    public Capabilities capabilities() {
        return ModelLimits.CAPABILITIES;
    }

    @Override
    public long cycle() {
        return clock.now;
    }

    @Override
    public void loadMemory(int node, int address, byte[] data) {
        if (clock.now != 0) {
            throw new IllegalStateException("memory is loaded before the first cycle");
        }
        if (!machine.of(node).memory(node).contains(address, data.length)) {
            throw new IllegalArgumentException("load: " + data.length + " bytes at " + address + " are beyond the "
                    + config.memoryBytes() + " bytes of memory");
        }
        machine.of(node).memory(node).load(address, data);
    }

    @Override
    public void submit(CommandBuffer buffer) {
        refuseAfterFailure();
        commandCheck.check(buffer, clock.now);
        machine.submit(buffer);
        commands += buffer.count();
    }

    private void refuseAfterFailure() {
        if (!clock.failure.isEmpty()) {
            throw new IllegalStateException(clock.failure);
        }
    }

    @Override
    public StopReason run(long limitCycle) {
        refuseAfterFailure();
        events.begin();
        limit = limitCycle;
        machine.run(goesOn);
        events.finish();
        machine.links.checks = 0; // sums at rest count while the machine stays there
        if (reason == StopReason.IDLE) {
            machine.checkLinks();
        }
        return reason;
    }

    /** Moves the clock to the next cycle to execute; returns false if the run ends before it. */
    private boolean goesOn() {
        for (; ; ) {
            long now = clock.now;
            long first = events.firstReactive();
            long reaction = first == Long.MAX_VALUE ? Long.MAX_VALUE : first + softwareLatency;
            reason = stop(now, reaction);
            if (reason != null) {
                return false;
            }
            long work = Math.min(machine.nextWork(), Math.min(limit, reaction));
            if (work <= now) {
                return true;
            }
            clock.now = work;
        }
    }

    /** Returns the reason why the run ends before cycle `now`, or null if it continues. */
    private StopReason stop(long now, long reaction) {
        if (!clock.failure.isEmpty()) {
            return StopReason.FAILED;
        }
        if (events.isNearlyFull()) {
            return StopReason.RING_FULL;
        }
        if (now >= reaction) {
            return StopReason.REACTION;
        }
        if (now >= limit) {
            return StopReason.LIMIT;
        }
        return machine.isIdle() ? StopReason.IDLE : null;
    }

    @Override
    public Map<String, String> identity() {
        return Checkpoint.identity(name(), config, options);
    }

    @Override
    public void save(OutputStream to) throws IOException {
        refuseAfterFailure();
        State.write(this, to);
    }

    @Override
    public void restore(InputStream from) throws IOException {
        if (clock.now != 0) {
            throw new IllegalStateException("a state is restored before the first cycle");
        }
        State.read(this, from);
        events.begin();
    }

    @Override
    public EventCursor events() {
        return events.cursor;
    }

    @Override
    public ByteBuffer memory(int node) {
        return machine.of(node).memory(node).view();
    }

    @Override
    public ByteBuffer page(int node, int number) {
        NodeMemory memory = machine.of(node).memory(node);
        return memory.isPaged() ? memory.page(number) : Engine.super.page(node, number);
    }

    @Override
    public String inspect(int node) {
        return Inspection.of(config, machine.of(node), this, node);
    }

    @Override
    public void vcStates(long[] into) {
        machine.routers.vcStates(into);
    }

    @Override
    public void treeLinks(long[] into) {
        machine.treeLinks(into);
    }

    @Override
    public EngineStats stats() {
        return new EngineStats(
                clock.now,
                clock.now * config.nodes(),
                machine.tileCycles(),
                commands,
                events.total(),
                machine.routers.flitHops(),
                machine.links.checks,
                machine.links.failures,
                0);
    }

    @Override
    public String failure() {
        return clock.failure;
    }

    @Override
    public void close() {
        machine.close();
    }

    /** Refuses a batch that contains a command which cannot be executed; a refused batch changes nothing. */
    record CommandCheck(int nodes, int memoryBytes) {
        /** @param now next cycle to execute */
        void check(CommandBuffer commands, long now) {
            int count = commands.count();
            for (int i = 0; i < count; i++) {
                check(commands, i, now);
            }
        }

        private void check(CommandBuffer commands, int i, long now) {
            if (commands.node(i) < 0 || commands.node(i) >= nodes) {
                throw refuse(commands, i, "there are " + nodes + " nodes");
            }
            if (commands.cycle(i) < now) {
                throw refuse(commands, i, "cycle " + commands.cycle(i) + " is before cycle " + now);
            }
            if (commands.owner(i) >>> HwLayout.OWNER_BITS != 0) {
                throw refuse(commands, i, "owner " + Integer.toUnsignedLong(commands.owner(i)));
            }
            int op = commands.op(i);
            if (op < HostCommand.LOAD && op != TileCommand.FAULT_ARM || op == HostCommand.TIMER) {
                return; // a tile ignores a code below LOAD that it does not know
            }
            long word0 = commands.word(i, 0);
            switch (op) {
                case TileCommand.FAULT_ARM -> throw refuse(commands, i, "the engine model has no faults");
                case HostCommand.STORE -> {
                    long bytes = commands.word(i, 2);
                    if (Long.compareUnsigned(bytes, Long.BYTES) >= 0) {
                        throw refuse(commands, i, "no such number of bytes");
                    }
                    range(commands, i, word0, bytes == 0 ? Long.BYTES : bytes);
                    return;
                }
                case HostCommand.LOAD, HostCommand.ADD, HostCommand.CAS_LOCAL -> {
                    range(commands, i, word0, Long.BYTES);
                    return;
                }
                case HostCommand.FILL -> {
                    range(commands, i, word0, commands.word(i, 1));
                    return;
                }
                case HostCommand.POLL -> {
                    if (!Polls.isKnown(word0)) {
                        throw refuse(commands, i, "no such comparison");
                    }
                    range(commands, i, Polls.address(word0), Long.BYTES);
                    return;
                }
                default -> throw refuse(commands, i, "no such command");
            }
        }

        private void range(CommandBuffer commands, int i, long address, long bytes) {
            if (address < 0 || bytes < 0 || address > memoryBytes || bytes > memoryBytes - address) {
                throw refuse(
                        commands,
                        i,
                        bytes + " bytes at " + address + " are beyond the " + memoryBytes + " bytes of memory");
            }
        }

        private static IllegalArgumentException refuse(CommandBuffer commands, int i, String what) {
            return new IllegalArgumentException("command " + commands.op(i) + " (node " + commands.node(i) + ", task "
                    + commands.task(i) + ", seq " + commands.seq(i) + "): " + what);
        }
    }
}
