// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.ideal;

import fairlead.engine.api.Capabilities;
import fairlead.engine.api.CommandBuffer;
import fairlead.engine.api.Engine;
import fairlead.engine.api.EngineStats;
import fairlead.engine.api.EventCursor;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.HostEvent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** A machine with an ideal network, for tests of programs, workloads, executor and checkers: the same commands and events as the RTL, none of its buffers. */
public final class IdealEngine implements Engine {
    /** Told of the bytes that a put or get moves, with the tag under which its origin posted it. */
    public interface DataWatcher {
        void written(int origin, int tag, byte[] data);
    }

    private record Command(long cycle, int task, int seq, int op, long w0, long w1, long w2, long w3) {}

    private static final Comparator<Command> ORDER = Comparator.comparingLong(Command::cycle)
            .thenComparingInt(Command::task)
            .thenComparingInt(Command::seq);

    private record Event(long cycle, int node, int unit, int seq, int kind, long a, long b, long c) {}

    private final MachineConfig config;
    private final IdealNetwork network;
    private final List<IdealNode> nodes = new ArrayList<>();
    private final List<PriorityQueue<Command>> tileQueues = new ArrayList<>();
    private final List<PriorityQueue<Command>> hostQueues = new ArrayList<>();
    private final List<Event> batch = new ArrayList<>();
    private final EventCursor cursor = new EventCursor();
    private DataWatcher watcher = (origin, tag, data) -> {};
    private long now;
    private long commands;
    private long events;

    /** Delays vary with the seed when `jitter` is not 0; `epochEntries` of 64 and a `drainInterval` above 1 make denials and discards happen. */
    public IdealEngine(
            final MachineConfig config,
            final int jitter,
            final long seed,
            final int epochEntries,
            final int drainInterval) {
        this.config = config;
        network = new IdealNetwork(config.nodes(), 10, jitter, seed);
        for (int node = 0; node < config.nodes(); node++) {
            nodes.add(new IdealNode(this, node, epochEntries, drainInterval));
            tileQueues.add(new PriorityQueue<>(ORDER));
            hostQueues.add(new PriorityQueue<>(ORDER));
        }
    }

    public IdealEngine(final MachineConfig config) {
        this(config, 0, 0, IdealEpochs.TABLE, 1);
    }

    public void watch(final DataWatcher newWatcher) {
        watcher = newWatcher;
    }

    void written(final int origin, final int tag, final byte[] data) {
        watcher.written(origin, tag, data);
    }

    IdealNode node(final int rank) {
        return nodes.get(rank);
    }

    IdealNetwork network() {
        return network;
    }

    void event(final int node, final int unit, final int kind, final long a, final long b, final long c) {
        int seq = 0;
        for (int i = batch.size() - 1; i >= 0 && batch.get(i).cycle() == now; i--) {
            seq += batch.get(i).node() == node && batch.get(i).unit() == unit ? 1 : 0;
        }
        batch.add(new Event(now, node, unit, seq, kind, a, b, c));
        events++;
    }

    void joined() {
        if (nodes.stream().allMatch(IdealNode::allJoined)) {
            network.at(now + config.latency().barrier(), () -> nodes.forEach(IdealNode::release));
        }
    }

    /** DLA credits in use on a node. */
    public int dlaHeld(final int node) {
        return nodes.get(node).dla().held();
    }

    @Override
    public String name() {
        return "ideal";
    }

    @Override
    public MachineConfig config() {
        return config;
    }

    @Override
    public Capabilities capabilities() {
        return new Capabilities("ideal", false, false, 64, 32, 64, 256, 1024, 16, 16, 8, 2);
    }

    @Override
    public long cycle() {
        return now;
    }

    @Override
    public void loadMemory(final int node, final int address, final byte[] data) {
        nodes.get(node).memory().load(address, data);
    }

    @Override
    public void submit(final CommandBuffer buffer) {
        for (int i = 0; i < buffer.count(); i++) {
            if (buffer.cycle(i) < now) {
                throw new IllegalStateException("command for cycle " + buffer.cycle(i) + " comes in cycle " + now);
            }
            final int op = buffer.op(i);
            (op >= HwLayout.HostCommand.LOAD ? hostQueues : tileQueues)
                    .get(buffer.node(i))
                    .add(new Command(
                            buffer.cycle(i),
                            buffer.task(i),
                            buffer.seq(i),
                            op,
                            buffer.word(i, 0),
                            buffer.word(i, 1),
                            buffer.word(i, 2),
                            buffer.word(i, 3)));
            commands++;
        }
    }

    @Override
    public StopReason run(final long limitCycle) {
        batch.clear();
        StopReason reason = StopReason.LIMIT;
        long reaction = Long.MAX_VALUE;
        while (now < limitCycle) {
            final long next = nextCycle();
            if (next == Long.MAX_VALUE) {
                reason = StopReason.IDLE;
                break;
            }
            now = Math.min(Math.max(now, next), Math.min(limitCycle, reaction));
            if (now >= Math.min(limitCycle, reaction)) {
                break;
            }
            final int before = batch.size();
            step();
            for (int i = before; i < batch.size() && reaction == Long.MAX_VALUE; i++) {
                if (HwLayout.EventKind.isReactive(batch.get(i).kind())) {
                    reaction = now + config.latency().software();
                }
            }
            now++;
        }
        finishBatch();
        return now >= reaction ? StopReason.REACTION : reason;
    }

    private void step() {
        network.deliver(now);
        for (int i = 0; i < nodes.size(); i++) {
            final IdealNode node = nodes.get(i);
            final PriorityQueue<Command> host = hostQueues.get(i);
            while (!host.isEmpty() && host.peek().cycle() <= now) {
                final Command c = host.poll();
                node.memory()
                        .command(now, (long) c.task() << HostEvent.TASK_LSB | c.seq(), c.op(), c.w0(), c.w1(), c.w2());
            }
            node.memory().poll(now);
            final PriorityQueue<Command> tile = tileQueues.get(i);
            if (!tile.isEmpty() && tile.peek().cycle() <= now) {
                final Command c = tile.poll();
                node.command(c.op(), c.w0(), c.w1(), c.w2(), c.w3());
            }
            node.issue(now);
        }
    }

    private long nextCycle() {
        long next = network.nextCycle();
        for (int i = 0; i < nodes.size() && next > now; i++) {
            final Command host = hostQueues.get(i).peek();
            final Command tile = tileQueues.get(i).peek();
            next = Math.min(next, host == null ? Long.MAX_VALUE : host.cycle());
            next = Math.min(next, tile == null ? Long.MAX_VALUE : tile.cycle());
            next = Math.min(
                    next, nodes.get(i).isBusy() ? now : nodes.get(i).memory().nextLimit());
        }
        return next;
    }

    private void finishBatch() {
        batch.sort(Comparator.comparingLong(Event::cycle)
                .thenComparingInt(Event::node)
                .thenComparingInt(Event::unit)
                .thenComparingInt(Event::seq));
        final ByteBuffer data =
                ByteBuffer.allocateDirect(batch.size() * EventCursor.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (final Event e : batch) {
            data.putLong(e.cycle())
                    .putShort((short) e.node())
                    .put((byte) e.unit())
                    .put((byte) e.kind())
                    .putInt(e.seq());
            data.putLong(e.a()).putLong(e.b()).putLong(e.c());
        }
        cursor.wrap(data, batch.size());
    }

    @Override
    public EventCursor events() {
        return cursor;
    }

    @Override
    public ByteBuffer memory(final int node) {
        return nodes.get(node).memory().view();
    }

    @Override
    public String inspect(final int node) {
        return "{\"node\": " + node + "}";
    }

    /** This engine has no routers. */
    @Override
    public void vcStates(final long[] into) {
        Arrays.fill(into, 0, nodes.size() * VC_WORDS, 0);
    }

    @Override
    public EngineStats stats() {
        return new EngineStats(now, now * nodes.size(), now * nodes.size(), commands, events, 0, 0, 0);
    }

    @Override
    public String failure() {
        return "";
    }

    @Override
    public void close() {}
}
