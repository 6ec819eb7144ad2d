// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.CounterControl;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Gives steps to an engine, those of each task in order and with their gaps. It is causal like the executor (a node
 * reacts to an event of cycle c in cycle c + software latency), so its commands do not depend on where batches end.
 *
 * <p>Before the first step, every byte counter that puts name is set to the sum of their bytes, and every end-to-end
 * credit counter that messages use is set to a share of the target's reception FIFO. A share may be 0; then the message
 * stays in its FIFO.
 */
public final class StepPlayer {
    private static final int MOST_CREDITS = 511;

    // when the counters are used
    private static final int LOOKS = 24;
    private static final int LOOK = 5;
    private static final int STRIDE = 11; // through the indices: each part, in rows of all queues
    private static final int STOP = 700;
    private static final int CLEAR = 1000;

    private final Engine engine;
    private final List<Step> steps;
    private final int quantum;
    private final CommandBuffer commands = new CommandBuffer();
    private final StepNode[] nodes;
    private final int latency;

    /**
     * @param closed whether a descriptor waits for a place in its FIFO
     * @param counts whether the performance counters are used: switched on, read, stopped and cleared meanwhile
     */
    public StepPlayer(
            final Engine engine,
            final List<Step> steps,
            final boolean closed,
            final int quantum,
            final boolean counts) {
        this.engine = engine;
        this.steps = steps;
        this.quantum = quantum;
        final MachineConfig machine = engine.config();
        latency = machine.latency().software();
        nodes = new StepNode[machine.nodes()];
        final Map<Integer, TreeMap<Integer, Long>> counters = counters();
        final Map<Integer, TreeMap<Integer, Integer>> credits = credits(machine);
        int most = 0;
        for (int node = 0; node < nodes.length; node++) {
            most = Math.max(
                    most,
                    counters.getOrDefault(node, new TreeMap<>()).size()
                            + credits.getOrDefault(node, new TreeMap<>()).size());
        }
        for (int node = 0; node < nodes.length; node++) {
            nodes[node] = new StepNode(machine, commands, node, closed, most);
        }
        if (counts) {
            for (final StepNode node : nodes) {
                useCounters(node);
            }
        }
        counters.forEach((node, values) -> values.forEach(
                (counter, value) -> nodes[node].command(0, 0, TileCommand.COUNTER_SET, counter, value, 0, 0)));
        credits.forEach((node, shares) -> shares.forEach((target, share) -> nodes[node].command(
                0, 0, TileCommand.MSG_CREDIT, machine.shape().coord(target), share, 0, 0)));
        steps.forEach(step -> nodes[step.node()].add(step));
    }

    private static void useCounters(final StepNode node) {
        final long on = CounterControl.ON_MASK << CounterControl.ON_LSB;
        final long clear = CounterControl.CLEAR_MASK << CounterControl.CLEAR_LSB;
        node.command(0, 0, TileCommand.COUNT_CONTROL, on, 0, 0, 0);
        for (int i = 0; i < LOOKS; i++) {
            node.command((long) LOOK * i * i, 0, TileCommand.COUNT_READ, STRIDE * i, 0, 0, 0);
        }
        node.command(STOP, 0, TileCommand.COUNT_CONTROL, 0, 0, 0, 0);
        node.command(STOP + LOOK, 0, TileCommand.COUNT_CONTROL, on, 0, 0, 0);
        node.command(CLEAR, 0, TileCommand.COUNT_CONTROL, on | clear, 0, 0, 0);
    }

    /** Returns the number of bytes of all puts that name a counter, by node and counter. */
    private Map<Integer, TreeMap<Integer, Long>> counters() {
        final Map<Integer, TreeMap<Integer, Long>> sums = new TreeMap<>();
        for (final Step step : steps) {
            if (step.counter() >= 0) {
                sums.computeIfAbsent(step.target(), t -> new TreeMap<>())
                        .merge(step.counter(), (long) step.length(), Long::sum);
            }
        }
        return sums;
    }

    /** Returns the number of credits, by origin and target. */
    private Map<Integer, TreeMap<Integer, Integer>> credits(final MachineConfig machine) {
        final Map<Integer, TreeSet<Integer>> senders = new TreeMap<>();
        for (final Step step : steps) {
            if (step.kind() == StepKind.MSG) {
                senders.computeIfAbsent(step.target(), t -> new TreeSet<>()).add(step.node());
            }
        }
        final Map<Integer, TreeMap<Integer, Integer>> shares = new TreeMap<>();
        final int depth = machine.buffers().receptions().least();
        senders.forEach((target, origins) -> {
            int rest = depth;
            int left = origins.size();
            for (final int origin : origins) {
                final int share = Math.min(MOST_CREDITS, (rest + left - 1) / left);
                rest -= share;
                left--;
                shares.computeIfAbsent(origin, o -> new TreeMap<>()).put(target, share);
            }
        });
        return shares;
    }

    /** Runs until nothing can happen any more, the engine fails, or cycle `maxCycles` is reached. */
    public StopReason run(final long maxCycles) {
        for (final StepNode node : nodes) {
            node.startAll(0);
        }
        while (true) {
            engine.submit(commands);
            commands.clear();
            final StopReason stop = engine.run(Math.min(engine.cycle() + quantum, maxCycles));
            final EventCursor events = engine.events();
            while (events.next()) {
                react(events, events.cycle() + latency);
            }
            final boolean over = stop == StopReason.IDLE && commands.count() == 0;
            if (over || stop == StopReason.FAILED || engine.cycle() >= maxCycles) {
                return stop;
            }
        }
    }

    private void react(final EventCursor e, final long now) {
        final StepNode node = nodes[e.node()];
        switch (e.kind()) {
            case EventKind.OP_ISSUED -> node.issued(e.a(), now);
            case EventKind.OP_REJECTED -> node.rejected((int) OpEvent.tag(e.a()), now);
            case EventKind.OP_DONE, EventKind.OP_REFUSED -> node.over((int) OpEvent.tag(e.a()), now);
            case EventKind.DLA_GRANTED,
                    EventKind.DLA_DENIED,
                    EventKind.DLA_ENDED,
                    EventKind.DLA_MARKED,
                    EventKind.DLA_MERGED -> node.creditTaken(now);
            case EventKind.DLA_DISCARDED, EventKind.DLA_PURGED -> node.over((int) DlaTagEvent.tag(e.a()), now);
            case EventKind.MSG_ARRIVED -> node.arrived((int) MessageEvent.fifo(e.a()), (int) e.b(), now);
            case EventKind.BARRIER_RELEASED -> node.released(e.a(), now);
            case EventKind.EPOCH_OPENED -> node.epoch((int) e.a(), StepNode.EpochUse.OPEN, now);
            case EventKind.EPOCH_DENIED, EventKind.EPOCH_ENDED -> node.epoch((int) e.a(), StepNode.EpochUse.NONE, now);
            case EventKind.EPOCH_ERROR -> node.epochError((int) e.a(), (int) e.b(), now);
            case EventKind.TREE_ARRIVED -> node.treeArrived(e.a(), now);
            case EventKind.TREE_HEAD -> node.treeHead(e.a(), now);
            default -> {}
        }
    }
}
