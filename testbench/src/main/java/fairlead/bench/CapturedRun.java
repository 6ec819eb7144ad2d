// SPDX-License-Identifier: Apache-2.0
package fairlead.bench;

import fairlead.engine.api.Capabilities;
import fairlead.engine.api.CommandBuffer;
import fairlead.engine.api.Engine;
import fairlead.engine.api.EngineStats;
import fairlead.engine.api.EventCursor;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.StopReason;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * An engine that captures the commands of software with their cycles, so that they can be replayed without software.
 */
final class CapturedRun implements Engine {
    /** The commands before one call of run, and the cycle in which this call returned. */
    record Step(CommandBuffer commands, long end) {}

    private final Engine engine;
    private final List<Step> steps = new ArrayList<>();
    private CommandBuffer pending = new CommandBuffer();

    CapturedRun(final Engine engine) {
        this.engine = engine;
    }

    List<Step> steps() {
        return steps;
    }

    @Override
    public void submit(final CommandBuffer commands) {
        for (int i = 0; i < commands.count(); i++) {
            pending.add(
                    commands.cycle(i),
                    commands.node(i),
                    commands.task(i),
                    commands.op(i),
                    commands.word(i, 0),
                    commands.word(i, 1),
                    commands.word(i, 2),
                    commands.word(i, 3),
                    commands.seq(i));
        }
        engine.submit(commands);
    }

    @Override
    public StopReason run(final long limitCycle) {
        final StopReason reason = engine.run(limitCycle);
        steps.add(new Step(pending, engine.cycle()));
        pending = new CommandBuffer();
        return reason;
    }

    @Override
    public String name() {
        return engine.name();
    }

    @Override
    public MachineConfig config() {
        return engine.config();
    }

    @Override
    public Capabilities capabilities() {
        return engine.capabilities();
    }

    @Override
    public long cycle() {
        return engine.cycle();
    }

    @Override
    public void loadMemory(final int node, final int address, final byte[] data) {
        engine.loadMemory(node, address, data);
    }

    @Override
    public EventCursor events() {
        return engine.events();
    }

    @Override
    public ByteBuffer memory(final int node) {
        return engine.memory(node);
    }

    @Override
    public String inspect(final int node) {
        return engine.inspect(node);
    }

    @Override
    public void vcStates(final long[] into) {
        engine.vcStates(into);
    }

    @Override
    public EngineStats stats() {
        return engine.stats();
    }

    @Override
    public String failure() {
        return engine.failure();
    }

    @Override
    public void close() {
        engine.close();
    }
}
