// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.model;

import fairlead.engine.api.CommandBuffer;
import fairlead.engine.api.EngineOptions;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.threads.Crew;
import fairlead.model.ports.Packets;
import fairlead.model.router.PartitionPorts;
import fairlead.model.router.RouterVariant;
import fairlead.model.router.TorusRouter;
import java.util.function.BooleanSupplier;

/**
 * Everything that moves: one part of the nodes, or several that threads go through cycle by cycle together. What parts tell each other is due in a later cycle, so their order
 * within a cycle does not matter (docs/spec/fabric.md, rule 1), and they need to meet only between two cycles.
 */
final class ModelMachine implements AutoCloseable {
    /** Nodes awake outside the largest part from which on threads gain more than it costs them to meet. */
    private static final int WORTH_MEETING = 8;

    private final Clock clock;
    private final MachinePart[] parts;
    private final int[] partOf; // by node
    private final Packets[] packets; // of the parts
    private final int packetsACycle; // of a part
    private final TorusRouter routers;
    private final BarrierNetwork barrier;
    private final LinkCheck links;
    private Crew crew; // null: no cycle has been large
    private BooleanSupplier goesOn;

    ModelMachine(final MachineConfig config, final EngineOptions options, final Clock clock) {
        this.clock = clock;
        final int nodes = config.nodes();
        parts = new MachinePart[Math.min(options.threads(), nodes)];
        partOf = new int[nodes];
        packets = Packets.shared(parts.length);
        packetsACycle = (nodes + parts.length - 1) / parts.length * MachinePart.PACKETS_A_CYCLE;
        Packets.refill(packets, packetsACycle);
        barrier = new BarrierNetwork(parts.length, config);
        final PartitionPorts[] ports = new PartitionPorts[parts.length];
        for (int part = 0; part < parts.length; part++) {
            final int from = TorusRouter.first(nodes, part, parts.length);
            final int to = TorusRouter.first(nodes, part + 1, parts.length);
            parts[part] = new MachinePart(part, from, to, config, options, clock, barrier, packets[part]);
            ports[part] = parts[part].ports();
            for (int node = from; node < to; node++) {
                partOf[node] = part;
            }
        }
        routers = new TorusRouter(config, ports, RouterVariant.RTL);
        for (final MachinePart part : parts) {
            part.connect(config, routers);
        }
        final int pattern = barrier.reset();
        for (final MachinePart part : parts) {
            part.giIn(pattern);
        }
        links = new LinkCheck(config);
    }

    // ---- time

    /**
     * Executes cycles, as long as the caller says so.
     *
     * @param goesOn asked between two cycles: moves the clock to the next one to execute, or says no. One thread at a time asks, not always the caller's
     */
    void run(final BooleanSupplier goesOn) {
        this.goesOn = goesOn;
        if (parts.length == 1) {
            while (goesOn.getAsBoolean()) {
                parts[0].cycle();
                end();
            }
        } else if (next()) {
            if (crew == null) {
                crew = new Crew(parts.length, part -> parts[part].cycle(), this::endedByAll);
            }
            crew.run();
        }
    }

    private boolean endedByAll() {
        end();
        return next();
    }

    /** Whether there is a cycle for all threads. Cycles with little to do are executed here: to meet would take longer. */
    private boolean next() {
        while (goesOn.getAsBoolean()) {
            if (isLarge()) {
                return true;
            }
            for (final MachinePart part : parts) {
                part.cycle();
            }
            end();
        }
        return false;
    }

    private boolean isLarge() {
        int all = 0;
        int most = 0;
        for (final MachinePart part : parts) {
            all += part.awake();
            most = Math.max(most, part.awake());
        }
        return all - most >= WORTH_MEETING;
    }

    /** All parts have executed the cycle that the clock shows. */
    private void end() {
        final long t = clock.now();
        barrier.endCycle(t);
        routers.ended(t);
        if (parts.length > 1) {
            Packets.refill(packets, packetsACycle);
        }
        clock.set(t + 1);
    }

    /** Nothing will ever happen again without a new command. */
    boolean isIdle() {
        int stalls = 0;
        int commands = 0;
        for (final MachinePart part : parts) {
            if (!part.isAtRest()) {
                return false;
            }
            stalls += part.stalls();
            commands += part.commands();
        }
        // where stores wait, every command that is left stands behind one that waits for a node which is at rest too
        return (stalls > 0 ? nextCommand() == Long.MAX_VALUE : commands == 0)
                && barrier.next() == Long.MAX_VALUE
                && routers.idle();
    }

    private long nextCommand() {
        long next = Long.MAX_VALUE;
        for (final MachinePart part : parts) {
            next = Math.min(next, part.nextCommand());
        }
        return next;
    }

    /** The first cycle from the clock's on in which anything happens. */
    long nextWork() {
        long next = Long.MAX_VALUE;
        for (final MachinePart part : parts) {
            if (part.isAwake()) {
                return clock.now();
            }
            next = Math.min(next, part.nextDue());
        }
        return Math.max(clock.now(), Math.min(Math.min(next, barrier.next()), routers.nextDue()));
    }

    @Override
    public void close() {
        if (crew != null) {
            crew.close();
        }
    }

    // ---- between two runs

    /** At rest every credit of every link VC is home (FB_P2). */
    void checkLinks() {
        links.check(routers);
    }

    LinkCheck links() {
        return links;
    }

    void submit(final CommandBuffer commands) {
        final int count = commands.count();
        for (int i = 0; i < count; i++) {
            of(commands.node(i)).submit(commands, i);
        }
    }

    private MachinePart of(final int node) {
        return parts[partOf[node]];
    }

    /** The records of each part. */
    EventStream[] events() {
        final EventStream[] events = new EventStream[parts.length];
        for (int part = 0; part < parts.length; part++) {
            events[part] = parts[part].events();
        }
        return events;
    }

    /** The first thing that went wrong, in the order of the nodes: one line, or an empty string. */
    String failure() {
        for (final MachinePart part : parts) {
            if (part.failure().isSet()) {
                return part.failure().text();
            }
        }
        return "";
    }

    NodeMemory memory(final int node) {
        return of(node).memory(node);
    }

    TorusRouter routers() {
        return routers;
    }

    CommandSlots slots(final int node) {
        return of(node).slots();
    }

    Polls polls(final int node) {
        return of(node).polls();
    }

    boolean isBusy(final int node) {
        return of(node).isBusy(node);
    }

    /** Cycles of tiles that were not skipped. */
    long tileCycles() {
        long sum = 0;
        for (final MachinePart part : parts) {
            sum += part.tileCycles();
        }
        return sum;
    }
}
