// SPDX-License-Identifier: Apache-2.0
package fairlead.engine;

import fairlead.machine.MachineConfig;
import java.nio.ByteBuffer;

/**
 * An engine that passes every call on to another engine. A subclass overrides the methods that it observes or changes;
 * pages are parts of the memory that {@link #memory} shows.
 */
public abstract class ForwardingEngine implements Engine {
    private final Engine engine;

    protected ForwardingEngine(Engine engine) {
        this.engine = engine;
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
    public void loadMemory(int node, int address, byte[] data) {
        engine.loadMemory(node, address, data);
    }

    @Override
    public void reset() {
        engine.reset();
    }

    @Override
    public void submit(CommandBuffer commands) {
        engine.submit(commands);
    }

    @Override
    public StopReason run(long limitCycle) {
        return engine.run(limitCycle);
    }

    @Override
    public EventCursor events() {
        return engine.events();
    }

    @Override
    public ByteBuffer memory(int node) {
        return engine.memory(node);
    }

    @Override
    public String inspect(int node) {
        return engine.inspect(node);
    }

    @Override
    public void vcStates(long[] into) {
        engine.vcStates(into);
    }

    @Override
    public boolean showsVcs() {
        return engine.showsVcs();
    }

    @Override
    public void treeLinks(long[] into) {
        engine.treeLinks(into);
    }

    @Override
    public boolean showsTreeLinks() {
        return engine.showsTreeLinks();
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
