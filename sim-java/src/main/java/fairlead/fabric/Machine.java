// SPDX-License-Identifier: Apache-2.0
package fairlead.fabric;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EngineOptions;
import fairlead.engine.MachineConfig;
import fairlead.flow.EjectionLinks;
import fairlead.flow.Packets;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.router.TorusRouter;
import fairlead.top.EventLatches;
import fairlead.top.Tile;
import fairlead.top.TileEvents;
import java.util.TreeMap;

/**
 * Everything that moves, one cycle at a time: what is due arrives, then node by node memory, host commands, polls and tile, then all routers (docs/spec/fabric.md, rule 1).
 * Only nodes that are awake cost anything. A node is awake while its tile is busy or a tile command waits, and in a cycle in which something comes for it.
 */
final class Machine {
    private static final int FIRST_PACKETS = 256;

    private final Clock clock;
    private final int nodes;
    private final boolean skip;
    private final Failure failure;
    private final NodeMemory[] memories;
    private final RequestRing[] requests; // one for each memory latency
    private final CommandSlots slots = new CommandSlots();
    private final CommandQueues queues;
    private final Polls polls;
    private final HostCommands host;
    private final Tile[] tiles;
    private final TorusRouter routers;
    private final BarrierNetwork barrier;
    private final EventStream events;
    private final EventLatches latches = new EventLatches();
    private final TileEvents tileEvents;
    private final HopRecords hops;
    /** Awake in the next cycle. */
    private final NodeSet awake;
    /** Has memory requests due in this cycle. */
    private final boolean[] served;
    /** Its tile has something on its pins. */
    private final boolean[] input;

    private final boolean[] busy;
    private final DueHeap alarms = new DueHeap();
    /** DLA_BYPASS: a store waits at the node's host interface; null without. */
    private final boolean[] stalled;

    private int stalls;
    private final LinkCheck links;
    private long tileCycles;

    Machine(
            final MachineConfig config,
            final EngineOptions options,
            final Clock clock,
            final Failure failure,
            final EventStream events) {
        this.clock = clock;
        this.failure = failure;
        this.events = events;
        nodes = config.nodes();
        skip = options.skipQuiescent();
        awake = new NodeSet(nodes);
        served = new boolean[nodes];
        input = new boolean[nodes];
        busy = new boolean[nodes];
        stalled = config.dla().options().bypass() ? new boolean[nodes] : null;
        queues = new CommandQueues(slots, nodes);
        final HostEvents answers = new HostEvents(slots, events);
        polls = new Polls(slots, answers, nodes);
        final TreeMap<Integer, RequestRing> byLatency = new TreeMap<>();
        final NodeMemory.Service service = new NodeMemory.Service();
        memories = new NodeMemory[nodes];
        for (int node = 0; node < nodes; node++) {
            memories[node] = new NodeMemory(
                    node,
                    config.memoryBytes(),
                    config.memoryLatency(node),
                    clock,
                    byLatency.computeIfAbsent(config.memoryLatency(node), latency -> new RequestRing()),
                    service,
                    polls,
                    failure,
                    stalled != null);
        }
        requests = byLatency.values().toArray(new RequestRing[0]);
        host = new HostCommands(slots, queues, memories, polls, answers);
        tileEvents = (node, unit, kind, a, b) -> events.emit(node, unit, kind, 0, a, b, 0);
        final Packets packets = new Packets(FIRST_PACKETS);
        hops = options.hopEvents() ? new HopRecords(packets) : null;
        tiles = new Tile[nodes];
        routers = new TorusRouter(config, packets, new Pins(), hops);
        for (int node = 0; node < nodes; node++) {
            tiles[node] = new Tile(node, config, ModelLimits.CAPABILITIES, packets, routers, memories[node], latches);
        }
        barrier = new BarrierNetwork(nodes, config.latency().barrier());
        links = new LinkCheck(config);
        reset();
    }

    private void reset() {
        for (int node = 0; node < nodes; node++) {
            barrier.show(node, tiles[node].giOut());
        }
        final int pattern = barrier.reset();
        for (int node = 0; node < nodes; node++) {
            tiles[node].giIn(pattern);
            wake(node);
        }
    }

    private void wake(final int node) {
        input[node] = true;
        awake.add(node);
    }

    /** Where the routers put what is on the pins of the next cycle. */
    private final class Pins implements EjectionLinks {
        @Override
        public void eject(final int node, final int port, final int flit) {
            tiles[node].eject(port, flit);
            wake(node);
        }

        @Override
        public void injectCredit(final int node, final int port) {
            tiles[node].injectCredit(port);
            wake(node);
        }
    }

    // ---- time

    /** Executes the cycle that the clock shows, and moves the clock to the next. */
    void cycle() {
        final long t = clock.now();
        events.beginCycle();
        arrive(t);
        if (!skip) {
            awake.addAll();
        }
        for (int node = awake.next(0); node >= 0; node = awake.next(node + 1)) {
            step(t, node);
        }
        barrier.endCycle(t);
        routers.cycle(t);
        if (hops != null) {
            hops.merge(events);
        }
        clock.set(t + 1);
    }

    private void arrive(final long t) {
        for (final RequestRing some : requests) {
            for (int i = 0, node = some.dueAt(0, t); node >= 0; node = some.dueAt(++i, t)) {
                served[node] = true;
                awake.add(node);
            }
        }
        if (barrier.next() == t) {
            final int pattern = barrier.take();
            for (int node = 0; node < nodes; node++) {
                tiles[node].giIn(pattern);
                wake(node);
            }
        }
        while (alarms.next() <= t) {
            wake(alarms.take());
        }
        queues.admit(t, awake);
        polls.wakeAtLimit(t, awake);
    }

    /** One node in one cycle: memory, host commands, polls, tile. */
    private void step(final long t, final int node) {
        final Tile tile = tiles[node];
        final boolean waits = stalled != null && stall(node, tile);
        if (served[node] || !waits && (queues.hasHost(node) || polls.mustLook(node))) {
            serve(t, node, tile, waits);
        }
        if (!waits && queues.hasTile(node)) {
            command(node, tile);
        }
        if (input[node] || busy[node] || !skip) {
            input[node] = false;
            tileCycles++;
            tile.cycle(t);
            latches.drain(node, tileEvents);
            barrier.show(node, tile.giOut());
            busy[node] = tile.busy();
            if (tile.alarm() != 0) {
                alarms.add(t + tile.alarm(), node, node);
            }
        }
        if (!isRunning(node, tile)) {
            awake.remove(node);
        }
    }

    private boolean isRunning(final int node, final Tile tile) {
        if (stalled == null) {
            return busy[node] || queues.hasTile(node);
        }
        final boolean waits = stall(node, tile);
        return busy[node]
                || !waits
                        && (queues.hasTile(node)
                                || queues.hasHost(node)
                                || polls.mustLook(node)
                                || memories[node].isHolding());
    }

    /** A store that finds the DLA's FIFO full holds up all that comes behind it, and the memory of its node. */
    private boolean stall(final int node, final Tile tile) {
        boolean waits = false;
        if (tile.storeStall() && queues.hasTile(node)) {
            final int op = queues.nextTileOp(node);
            waits = op == TileCommand.DLA_REQUEST || op == TileCommand.DLA_DATA;
        }
        stalls += (waits ? 1 : 0) - (stalled[node] ? 1 : 0);
        stalled[node] = waits;
        return waits;
    }

    private void serve(final long t, final int node, final Tile tile, final boolean waits) {
        if (!served[node]) {
            host.act(t, node);
            return;
        }
        final NodeMemory memory = memories[node];
        memory.begin(t, waits);
        served[node] = memory.isHolding();
        if (waits) {
            return;
        }
        final boolean written = memory.commit(tile);
        if (queues.hasHost(node) || polls.mustLook(node)) {
            host.act(t, node);
        }
        if (written) {
            memory.emitCommitted(events);
        }
        input[node] |= memory.reply(tile) | written;
    }

    private void command(final int node, final Tile tile) {
        final int slot = queues.takeTile(node);
        tile.command(
                slots.op(slot), slots.word(slot, 0), slots.word(slot, 1), slots.word(slot, 2), slots.word(slot, 3));
        slots.release(slot);
        input[node] = true;
    }

    /** Nothing will ever happen again without a new command. */
    boolean isIdle() {
        if (stalls > 0) {
            // every command that is left stands behind a store that waits for a node which is at rest too
            if (queues.next() != Long.MAX_VALUE || polls.nextLimit() != Long.MAX_VALUE) {
                return false;
            }
        } else if (queues.open() != 0 || polls.limited() != 0) {
            return false;
        }
        return awake.isEmpty()
                && alarms.next() == Long.MAX_VALUE
                && nextRequest() == Long.MAX_VALUE
                && barrier.next() == Long.MAX_VALUE
                && routers.idle();
    }

    /** The first cycle from the clock's on in which anything happens. */
    long nextWork() {
        final long t = clock.now();
        if (!skip || !awake.isEmpty()) {
            return t;
        }
        final long commands = Math.min(Math.min(queues.next(), polls.nextLimit()), alarms.next());
        final long inside = Math.min(nextRequest(), barrier.next());
        return Math.max(t, Math.min(Math.min(commands, inside), routers.nextDue()));
    }

    private long nextRequest() {
        long next = Long.MAX_VALUE;
        for (final RequestRing some : requests) {
            next = Math.min(next, some.next());
        }
        return next;
    }

    // ---- between two cycles

    /** At rest every credit of every link VC is home (FB_P2). */
    void checkLinks() {
        links.check(routers);
    }

    LinkCheck links() {
        return links;
    }

    void submit(final CommandBuffer commands) {
        queues.submit(commands);
    }

    NodeMemory memory(final int node) {
        return memories[node];
    }

    TorusRouter routers() {
        return routers;
    }

    CommandSlots slots() {
        return slots;
    }

    Polls polls() {
        return polls;
    }

    boolean isBusy(final int node) {
        return busy[node] || input[node];
    }

    /** Cycles of tiles that were not skipped. */
    long tileCycles() {
        return tileCycles;
    }
}
