// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.threads.Crew;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.TreeLinkState;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.CollectiveNetwork.TreeOrder;
import fairlead.machine.Depths;
import fairlead.machine.MachineConfig;
import fairlead.twin.nic.TreeFlit;
import fairlead.twin.router.Packets;
import fairlead.twin.router.PartitionPorts;
import fairlead.twin.router.TorusRouter;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * The simulated machine: one part with all nodes, or several parts that threads execute together cycle by cycle. Data
 * that one part sends to another is due in a later cycle. The order of the parts within a cycle therefore does not
 * matter (docs/spec/fabric.md, rule 1), and the threads synchronise only between two cycles.
 */
final class ModelMachine implements AutoCloseable, GlobalNetwork.Sink {
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
    final TorusRouter routers;
    private final GlobalNetwork global;
    private final TreeOrder order;
    final LinkCheck links;
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
        global = new GlobalNetwork(parts.length, config);
        order = config.collective().order();
        PartitionPorts[] ports = new PartitionPorts[parts.length];
        for (int part = 0; part < parts.length; part++) {
            int from = TorusRouter.first(nodes, part, parts.length);
            int to = TorusRouter.first(nodes, part + 1, parts.length);
            parts[part] = new MachinePart(part, from, to, config, options, clock, global.parts[part], packets[part]);
            ports[part] = parts[part].ports();
            for (int node = from; node < to; node++) {
                partOf[node] = part;
            }
        }
        routers = new TorusRouter(config, ports);
        for (MachinePart part : parts) {
            part.connect(config, routers);
        }
        global.reset(this);
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
                global.arrive(clock.now, this);
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
            global.arrive(clock.now, this);
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
        long t = clock.now;
        global.endCycle(t);
        if (parts.length > 1) {
            Packets.refill(packets, packetsACycle);
        }
        clock.now = t + 1;
    }

    @Override
    public void patterns(int node, long mask, long now) {
        of(node).giIn(node, mask, now);
    }

    @Override
    public void tree(int node, int link, int channels, TreeFlit flit) {
        of(node).tree(node, link, channels, flit);
    }

    /** Returns whether no event can occur without a new command. */
    boolean isIdle() {
        int stalls = 0;
        int commands = 0;
        for (MachinePart part : parts) {
            if (!part.isAtRest()) {
                return false;
            }
            stalls += part.stalls;
            commands += part.commands();
        }
        // while stores wait, every remaining command follows a store that waits for a node which is also at rest
        return (stalls > 0 ? nextCommand() == Long.MAX_VALUE : commands == 0)
                && global.next() == Long.MAX_VALUE
                && routers.idle();
    }

    private long nextCommand() {
        long next = Long.MAX_VALUE;
        for (MachinePart part : parts) {
            next = Math.min(next, part.nextCommand());
        }
        return next;
    }

    /** Returns the first cycle, from the clock's cycle on, in which a part, the global network or a router must act. */
    long nextWork() {
        long next = Long.MAX_VALUE;
        for (MachinePart part : parts) {
            if (part.isAwake()) {
                return clock.now;
            }
            next = Math.min(next, part.nextDue());
        }
        return Math.max(clock.now, Math.min(Math.min(next, global.next()), routers.nextDue()));
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
        if (global.isUsed()) {
            long[] words = new long[partOf.length * Engine.TREE_WORDS];
            treeLinks(words);
            links.check(words, global.underWay());
        }
    }

    /** Writes the state of the links of the collective network, as in {@link Engine#treeLinks}. */
    void treeLinks(long[] into) {
        for (int node = 0; node < partOf.length; node++) {
            for (int link = 0; link < HwLayout.TREE_LINKS; link++) {
                boolean leads = order.neighbour(node, link) >= 0;
                for (int channel = 0; channel < HwLayout.TREE_CHANNELS; channel++) {
                    int place = GlobalNetwork.place(node, link, channel);
                    into[place] = leads
                            ? of(node).treeLink(node, link, channel)
                                    | (long) global.packets[place] << TreeLinkState.PACKETS_LSB
                            : 0;
                }
            }
        }
    }

    void submit(CommandBuffer commands) {
        int count = commands.count();
        for (int i = 0; i < count; i++) {
            of(commands.node(i)).slots.submit(commands, i);
        }
    }

    MachinePart of(int node) {
        return parts[partOf[node]];
    }

    EventStream[] events() {
        return Arrays.stream(parts).map(part -> part.events).toArray(EventStream[]::new);
    }

    long tileCycles() {
        return Arrays.stream(parts).mapToLong(part -> part.tileCycles).sum();
    }

    /**
     * The conservation check of links (FB_P2): credits + flits in flight + credits in flight + occupancy = depth for
     * every link VC; at rest the sender has all credits.
     */
    static final class LinkCheck {
        private static final int PORT_WORDS = Engine.VC_WORDS / HwLayout.ROUTER_PORTS;
        private static final int CLASS_SHIFT = 2;

        private final MachineConfig config;
        private final int vcsPerClass = ModelLimits.CAPABILITIES.vcsPerClass();
        private final long[] states;
        long checks; // number of (link, VC) sums compared since the machine came to rest
        long failures; // number of sums that differed

        LinkCheck(MachineConfig config) {
            this.config = config;
            states = new long[config.nodes() * Engine.VC_WORDS];
        }

        /** Checks routers that are at rest. */
        void check(TorusRouter routers) {
            routers.vcStates(states);
            long before = failures;
            for (int node = 0; node < config.nodes(); node++) {
                for (int link = 0; link < HwLayout.LINKS; link++) {
                    if (config.shape().hasLink(node, link)) {
                        check((node * HwLayout.ROUTER_PORTS + link) * PORT_WORDS, link >> 1);
                    }
                }
            }
            if (failures == before && !routers.imbalance().isEmpty()) {
                failures++;
            }
        }

        /**
         * Checks the links of the collective network that have carried a packet.
         *
         * @param links words of {@link Engine#treeLinks}
         * @param underWay number of flits and credits on their way, by the place of the sender of flits
         */
        void check(long[] links, int[] underWay) {
            TreeOrder order = config.collective().order();
            for (int place = 0; place < links.length; place++) {
                if (TreeLinkState.packets(links[place]) != 0) {
                    int link = place / HwLayout.TREE_CHANNELS % HwLayout.TREE_LINKS;
                    int node = place / Engine.TREE_WORDS;
                    int there = GlobalNetwork.place(
                            order.neighbour(node, link), order.otherEnd(node, link), place % HwLayout.TREE_CHANNELS);
                    long sum = TreeLinkState.credits(links[place])
                            + underWay[place]
                            + TreeLinkState.occupancy(links[there]);
                    checks++;
                    failures += sum == config.collective().linkDepth() ? 0 : 1;
                }
            }
        }

        private void check(int first, int dimension) {
            for (int cls = 0; cls < HwLayout.CLASSES; cls++) {
                for (int vc = 0; vc < vcsPerClass; vc++) {
                    checks++;
                    if (VcState.credits(states[first + (cls << CLASS_SHIFT | vc)])
                            != all(config, dimension, cls << CLASS_SHIFT | vc)) {
                        failures++;
                    }
                }
            }
        }

        /** Returns all credits of a link VC, in flits, or in packets under cut-through. */
        static int all(MachineConfig config, int dimension, int vc) {
            int depth = config.buffers().links().at(dimension, Depths.kind(vc));
            return config.routing().cutThrough() ? config.routing().slots(depth) : depth;
        }
    }
}
