// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.threads.Crew;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.TreeLinkState;
import fairlead.machine.MachineConfig;
import fairlead.machine.TreeOrder;
import fairlead.twin.ports.Packets;
import fairlead.twin.router.PartitionPorts;
import fairlead.twin.router.TorusRouter;
import java.util.function.BooleanSupplier;

/**
 * The simulated machine: one part with all nodes, or several parts that threads execute together cycle by cycle. Data
 * that one part sends to another is due in a later cycle. The order of the parts within a cycle therefore does not
 * matter (docs/spec/fabric.md, rule 1), and the threads synchronise only between two cycles.
 */
final class ModelMachine implements AutoCloseable {
    /**
     * Least number of awake nodes outside the largest part for which threads save more time than their synchronisation
     * costs.
     */
    private static final int WORTH_MEETING = 8;

    private final Clock clock;
    private final MachinePart[] parts;
    private final int[] partOf; // part of each node
    private final Packets[] packets; // packets of each part
    private final int packetsACycle; // packets per cycle of one part
    private final TorusRouter routers;
    private final GlobalNetwork barrier;
    private final TreeNetwork tree;
    private final LinkCheck links;
    private transient Crew crew; // null until a cycle is large
    private transient BooleanSupplier goesOn; // of one run

    ModelMachine(MachineConfig config, EngineOptions options, Clock clock) {
        this.clock = clock;
        int nodes = config.nodes();
        parts = new MachinePart[Math.min(options.threads(), nodes)];
        partOf = new int[nodes];
        packets = Packets.shared(parts.length);
        packetsACycle = (nodes + parts.length - 1) / parts.length * MachinePart.PACKETS_A_CYCLE;
        Packets.refill(packets, packetsACycle);
        barrier = GlobalNetwork.of(parts.length, config);
        tree = new TreeNetwork(parts.length, config);
        PartitionPorts[] ports = new PartitionPorts[parts.length];
        for (int part = 0; part < parts.length; part++) {
            int from = TorusRouter.first(nodes, part, parts.length);
            int to = TorusRouter.first(nodes, part + 1, parts.length);
            parts[part] = new MachinePart(part, from, to, config, options, clock, barrier, tree, packets[part]);
            ports[part] = parts[part].ports();
            for (int node = from; node < to; node++) {
                partOf[node] = part;
            }
        }
        routers = new TorusRouter(config, ports);
        for (MachinePart part : parts) {
            part.connect(config, routers);
        }
        barrier.reset();
        for (MachinePart part : parts) {
            part.resetBarrier();
        }
        links = new LinkCheck(config);
    }

    // ---- time

    /**
     * Executes cycles until the caller ends the run.
     *
     * @param goesOn called between two cycles by one thread at a time, not always the caller's: moves the clock to the
     *     next cycle to execute and returns true, or returns false to end the run
     */
    void run(BooleanSupplier goesOn) {
        this.goesOn = goesOn;
        if (parts.length == 1) {
            while (goesOn.getAsBoolean()) {
                parts[0].cycle();
                end();
            }
        } else if (next()) {
            if (crew == null) {
                int threads = Math.min(parts.length, Runtime.getRuntime().availableProcessors());
                crew = new Crew(parts.length, threads, part -> parts[part].cycle(), this::endedByAll);
            }
            crew.run();
        }
    }

    private boolean endedByAll() {
        end();
        return next();
    }

    /**
     * Returns whether there is a cycle for all threads. This method itself executes cycles with little work, because a
     * synchronisation would take longer.
     */
    private boolean next() {
        while (goesOn.getAsBoolean()) {
            if (isLarge()) {
                return true;
            }
            for (MachinePart part : parts) {
                part.cycle();
            }
            end();
        }
        return false;
    }

    private boolean isLarge() {
        int all = 0;
        int most = 0;
        for (MachinePart part : parts) {
            all += part.awake();
            most = Math.max(most, part.awake());
        }
        return all - most >= WORTH_MEETING;
    }

    /** Ends the cycle that the clock shows, after all parts have executed it. */
    private void end() {
        long t = clock.now();
        barrier.endCycle(t);
        tree.endCycle(t);
        routers.ended(t);
        if (parts.length > 1) {
            Packets.refill(packets, packetsACycle);
        }
        clock.set(t + 1);
    }

    /** Returns whether no event can occur without a new command. */
    boolean isIdle() {
        int stalls = 0;
        int commands = 0;
        for (MachinePart part : parts) {
            if (!part.isAtRest()) {
                return false;
            }
            stalls += part.stalls();
            commands += part.commands();
        }
        // while stores wait, every remaining command follows a store that waits for a node which is also at rest
        return (stalls > 0 ? nextCommand() == Long.MAX_VALUE : commands == 0)
                && barrier.next() == Long.MAX_VALUE
                && tree.next() == Long.MAX_VALUE
                && routers.idle();
    }

    private long nextCommand() {
        long next = Long.MAX_VALUE;
        for (MachinePart part : parts) {
            next = Math.min(next, part.nextCommand());
        }
        return next;
    }

    /** Returns the first cycle, from the clock's cycle on, in which a part, the barrier or a router must act. */
    long nextWork() {
        long next = Long.MAX_VALUE;
        for (MachinePart part : parts) {
            if (part.isAwake()) {
                return clock.now();
            }
            next = Math.min(next, part.nextDue());
        }
        return Math.max(
                clock.now(), Math.min(Math.min(next, barrier.next()), Math.min(tree.next(), routers.nextDue())));
    }

    @Override
    public void close() {
        if (crew != null) {
            crew.close();
        }
    }

    // ---- between two runs

    /** Checks that, at rest, the sender of every link VC has all its credits (FB_P2). */
    void checkLinks() {
        links.check(routers);
        if (tree.isUsed()) {
            long[] words = new long[partOf.length * Engine.TREE_WORDS];
            treeLinks(words);
            links.check(words, tree.underWay());
        }
    }

    /** Writes the state of the links of the collective network, as in {@link Engine#treeLinks}. */
    void treeLinks(long[] into) {
        TreeOrder order = tree.order();
        for (int node = 0; node < partOf.length; node++) {
            for (int link = 0; link < HwLayout.TREE_LINKS; link++) {
                boolean leads = order.neighbour(node, link) >= 0;
                for (int channel = 0; channel < HwLayout.TREE_CHANNELS; channel++) {
                    int place = TreeNetwork.place(node, link, channel);
                    into[place] = leads
                            ? of(node).treeLink(node, link, channel)
                                    | (long) tree.packets(place) << TreeLinkState.PACKETS_LSB
                            : 0;
                }
            }
        }
    }

    LinkCheck links() {
        return links;
    }

    void submit(CommandBuffer commands) {
        int count = commands.count();
        for (int i = 0; i < count; i++) {
            of(commands.node(i)).submit(commands, i);
        }
    }

    private MachinePart of(int node) {
        return parts[partOf[node]];
    }

    /** Returns the event streams of the parts. */
    EventStream[] events() {
        EventStream[] events = new EventStream[parts.length];
        for (int part = 0; part < parts.length; part++) {
            events[part] = parts[part].events();
        }
        return events;
    }

    /** Returns a one-line description of the first failure in the order of the nodes, or an empty string. */
    String failure() {
        for (MachinePart part : parts) {
            if (part.failure().isSet()) {
                return part.failure().text();
            }
        }
        return "";
    }

    NodeMemory memory(int node) {
        return of(node).memory(node);
    }

    TorusRouter routers() {
        return routers;
    }

    CommandSlots slots(int node) {
        return of(node).slots();
    }

    Polls polls(int node) {
        return of(node).polls();
    }

    boolean isBusy(int node) {
        return of(node).isBusy(node);
    }

    /** Returns the number of tile cycles that were not skipped. */
    long tileCycles() {
        long sum = 0;
        for (MachinePart part : parts) {
            sum += part.tileCycles();
        }
        return sum;
    }
}
