// SPDX-License-Identifier: Apache-2.0
package fairlead.device;

import fairlead.check.DeviceDelivery;
import fairlead.check.Verdict;
import fairlead.engine.api.CommandBuffer;
import fairlead.engine.api.Engine;
import fairlead.engine.api.EngineFactory;
import fairlead.engine.api.EngineOptions;
import fairlead.engine.api.EventCursor;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.StopReason;
import fairlead.program.DeviceMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A run: daemons that send, threads that receive, and the verdict on both (docs/device.md). */
public final class DeviceRun {
    private static final int REACTIONS =
            6; // software latencies for which a thread has the lock at most, besides the drain
    private static final int DRAIN = 400; // cycles for the drain of the longest message
    private static final long PATIENCE = 40_000; // cycles without a message after which the run ends
    private static final long TIMEOUTS = 64; // and so many time-outs

    private final DeviceSetup setup;
    private final MachineConfig config;
    private final CommandBuffer commands = new CommandBuffer();
    private final DeviceDelivery delivery;
    private final DeviceCosts costs = new DeviceCosts();
    private final DeviceNode[] nodes;
    private final IoDaemon[] daemons;
    private final int[] seq;
    private final DeviceStory story;
    private long progress; // cycle of the last message
    private long seen; // messages

    /** @param told number of messages whose story is told */
    public DeviceRun(final DeviceSetup setup, final int told) {
        this.setup = setup;
        config = setup.machine();
        final List<DeviceMessage> plan = setup.plan();
        final int threads = setup.mode().threads();
        final long bound = (long) REACTIONS * setup.software() + DRAIN;
        delivery = new DeviceDelivery(plan, config.nodes(), threads, DeviceSetup.SLOT, bound);
        story = new DeviceStory(told);
        nodes = new DeviceNode[config.nodes()];
        daemons = new IoDaemon[config.nodes()];
        seq = new int[config.nodes()];
        final int[][] counts = new int[config.nodes()][threads];
        plan.forEach(message -> counts[message.node()][message.thread()]++);
        for (int rank = 0; rank < config.nodes(); rank++) {
            final int me = rank;
            final CommandSink sink = (cycle, task, op, w0, w1) -> {
                commands.add(cycle, me, task, op, w0, w1, 0, 0, seq[me]);
                return seq[me]++;
            };
            if (setup.isIo(rank)) {
                final List<DeviceMessage> own =
                        plan.stream().filter(m -> m.sender() == me).toList();
                daemons[rank] = new IoDaemon(sink, config.collective(), own, setup.flaw());
                daemons[rank].give(1);
            } else {
                nodes[rank] = new DeviceNode(setup, rank, sink, delivery, costs);
                begin(nodes[rank], counts[rank], rank);
            }
        }
    }

    private void begin(final DeviceNode node, final int[] counts, final int rank) {
        for (int thread = 0; thread < counts.length; thread++) {
            final boolean absent = setup.flaw() == DeviceFlaw.ABSENT && rank == 1 && thread == 1;
            if (!absent) {
                node.threads().get(thread).begin(1L + thread, counts[thread]);
            }
        }
    }

    /** Plays the run to its end. */
    public DeviceOutcome play(final EngineFactory engines) {
        try (Engine engine = engines.open(config, EngineOptions.DEFAULT)) {
            String failure = "";
            while (failure.isEmpty() && !isOver(engine.cycle())) {
                delivery.commands(commands);
                final boolean gives = commands.count() > 0;
                engine.submit(commands);
                commands.clear();
                final StopReason stop = engine.run(Long.MAX_VALUE >> 1);
                react(engine.events());
                failure = engine.failure();
                if (stop == StopReason.IDLE && !gives && commands.count() == 0) {
                    break;
                }
            }
            return outcome(engine.cycle(), failure);
        }
    }

    private boolean isOver(final long cycle) {
        if (delivery.delivered() > seen) {
            seen = delivery.delivered();
            progress = cycle;
        }
        final boolean flawed = setup.flaw() != DeviceFlaw.NONE && delivery.firstBroken() >= 0;
        final long patience = flawed ? 0 : PATIENCE + TIMEOUTS * setup.timeout();
        return cycle - progress > patience || isDone() && commands.count() == 0;
    }

    private boolean isDone() {
        return IntStream.range(0, nodes.length)
                .allMatch(n -> nodes[n] == null
                        ? daemons[n].isDone()
                        : nodes[n].threads().stream().allMatch(t -> !t.isInLoop() && t.left() == 0));
    }

    private void react(final EventCursor events) {
        while (events.next()) {
            delivery.event(events);
            story.event(events);
            final long cycle = events.cycle() + setup.software();
            if (nodes[events.node()] == null) {
                daemons[events.node()].react(events, cycle);
            } else {
                nodes[events.node()].react(events, cycle);
            }
        }
    }

    private DeviceOutcome outcome(final long cycles, final String failure) {
        final boolean waits = setup.flaw() == DeviceFlaw.ABSENT;
        final Map<String, String> broken = new LinkedHashMap<>(delivery.broken());
        final Verdict verdict = delivery.finish(isDone());
        final List<String> chain = waiting();
        if (!chain.isEmpty()) {
            broken.put("software_wait", String.join("; ", chain));
        } else if (!waits && !isDone() && broken.isEmpty()) {
            broken.put("delivered", failure.isEmpty() ? "the run does not come to its end" : failure);
        }
        return new DeviceOutcome(
                verdict,
                broken,
                cycles,
                delivery.delivered(),
                delivery.firstBroken(),
                delivery.bytes(),
                delivery.copies(),
                delivery.longestHold(),
                costs,
                story.lines());
    }

    /** Returns who waits for a thread that is not in its loop: the threads, and the senders behind them. */
    private List<String> waiting() {
        final List<String> chain = new ArrayList<>();
        for (int rank = 0; rank < nodes.length; rank++) {
            if (nodes[rank] == null) {
                continue;
            }
            final List<DeviceThread> threads = nodes[rank].threads();
            for (int t = 0; t < threads.size(); t++) {
                final int whose = threads.get(t).waitsFor();
                final boolean stuck = threads.get(t).isInLoop() && whose >= 0 && whose < threads.size();
                if (stuck && !threads.get(whose).isInLoop()) {
                    chain.add("node " + rank + " thread " + t + " waits for thread " + whose
                            + ", whose message is at the head and who is not in the receive loop");
                }
            }
        }
        for (int rank = 0; !chain.isEmpty() && rank < daemons.length; rank++) {
            if (daemons[rank] != null && !daemons[rank].isDone()) {
                chain.add("the daemon of node " + rank + " waits for room in the network");
            }
        }
        return chain;
    }
}
