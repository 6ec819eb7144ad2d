// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.twin.nic.EventLatches;
import fairlead.twin.nic.IndexSet;
import fairlead.twin.nic.Tile;
import fairlead.twin.nic.TreeFlit;
import fairlead.twin.router.Apart;
import fairlead.twin.router.Packets;
import fairlead.twin.router.PartitionPorts;
import fairlead.twin.router.TorusRouter;

/**
 * The nodes of one thread with all their units, executed one cycle at a time. First the due inputs arrive. Then each
 * node executes memory, host commands, polls and tile. The routers follow (docs/spec/fabric.md, rule 1). In a cycle the
 * part shares only the rings of the links with other parts. Only nodes that are awake cost time. A node is awake while
 * its tile is busy or a tile command waits, and in a cycle in which an input arrives.
 */
final class MachinePart extends Apart implements PartitionPorts.EjectionLinks {
    /** Greatest number of packets that enter the network from one node in one cycle. */
    static final int PACKETS_A_CYCLE = HwLayout.CLASSES * HwLayout.MOST_PORTS;

    private final int part;
    private final int from;
    private final int to;
    private final boolean skip;
    private final Clock clock;
    private final MemoryService memory;
    final CommandSlots slots;
    final Polls polls;
    private final HostCommands host;
    private final Tile[] tiles; // as in all arrays: by node, and only the part's own nodes are used
    private final GlobalNetwork.Part global;
    final EventStream events;
    private final EventLatches latches = new EventLatches();
    private final EventLatches.TileEvents tileEvents;
    private final Packets packets;
    private final EventStream.HopRecords hops; // null if no observer needs hops
    private TorusRouter routers;
    private final IndexSet awake; // nodes that are awake in the next cycle
    private final boolean[] input; // by node: whether the tile has an input on its pins
    private final boolean[] busy;
    private final DueHeap alarms = new DueHeap();
    /** By node, with DLA_BYPASS: whether a store waits at the host interface; null without it. */
    private final boolean[] stalled;

    private final boolean alarmed; // whether a tile may request to be woken (DLA_STATUS)
    int stalls; // number of nodes at which a store waits
    long tileCycles; // number of tile cycles that were not skipped

    /**
     * Makes the part of nodes `from` to `to` - 1.
     *
     * @param global what the part drives outside the torus
     */
    MachinePart(
            int part,
            int from,
            int to,
            MachineConfig config,
            EngineOptions options,
            Clock clock,
            GlobalNetwork.Part global,
            Packets packets) {
        this.part = part;
        this.from = from;
        this.to = to;
        this.clock = clock;
        this.global = global;
        this.packets = packets;
        int nodes = config.nodes();
        events = new EventStream(clock);
        skip = options.skipQuiescent();
        awake = new IndexSet(to);
        input = new boolean[nodes];
        busy = new boolean[nodes];
        alarmed = config.dla().options().writesStatus();
        stalled = config.dla().options().bypass() ? new boolean[nodes] : null;
        slots = new CommandSlots(nodes);
        polls = new Polls(slots, events, nodes);
        memory = new MemoryService(from, to, config, clock, polls, slots);
        host = new HostCommands(slots, memory, polls);
        tileEvents = (node, unit, kind, a, b) -> events.emit(node, unit, kind, 0, a, b, 0);
        hops = options.hopEvents() ? new EventStream.HopRecords(packets) : null;
        tiles = new Tile[nodes];
    }

    PartitionPorts ports() {
        return new PartitionPorts(packets, this, hops);
    }

    /**
     * Connects the tiles to the routers, which include those of other parts, and shows the patterns of barriers after
     * reset.
     */
    void connect(MachineConfig config, TorusRouter all) {
        routers = all;
        long[] classRoutes = config.collective().classRoutes(config.nodes());
        for (int node = from; node < to; node++) {
            tiles[node] = new Tile(
                    node,
                    config,
                    ModelLimits.CAPABILITIES,
                    packets,
                    all.pins(part),
                    memory(node),
                    latches,
                    global,
                    classRoutes[node],
                    all.counts(part));
            global.show(node, tiles[node].giOut());
        }
    }

    /** Returns what a node of this part holds of a HwLayout.TreeLinkState. */
    long treeLink(int node, int link, int channel) {
        return tiles[node].tree.linkState(link, channel);
    }

    /** Receives the pins of the barriers of a node, in the next cycle to be executed. */
    void giIn(int node, long mask, long patterns) {
        tiles[node].giIn(mask, patterns);
        wake(node);
    }

    private void wake(int node) {
        input[node] = true;
        awake.add(node);
    }

    // ---- calls of the routers, which are on the pins in the next cycle

    @Override
    public void eject(int node, int port, int flit) {
        tiles[node].eject(port, flit);
        wake(node);
    }

    @Override
    public void injectCredit(int node, int port) {
        tiles[node].injectCredit(port);
        wake(node);
    }

    // ---- time

    void cycle() {
        long t = clock.now;
        events.beginCycle();
        arrive(t);
        if (!skip) {
            awake.addAll(from, to);
        }
        for (int node = awake.from(from); node >= 0; node = awake.from(node + 1)) {
            step(t, node);
        }
        routers.cycle(part, t);
        if (hops != null) {
            hops.merge(events);
        }
    }

    private void arrive(long t) {
        while (alarms.next() <= t) {
            wake(alarms.take());
        }
        slots.admit(t, awake);
        polls.wakeAtLimit(t, awake);
        memory.begin(t, tiles, awake, input);
    }

    /** Receives a flit or credits of the collective network, in the next cycle to be executed. */
    void tree(int node, int link, int channels, TreeFlit flit) {
        if (flit == null) {
            tiles[node].tree.credit(link, channels);
        } else {
            tiles[node].tree.arrive(link, channels, flit);
        }
        wake(node);
    }

    /** Executes one node in one cycle: memory, host commands, polls, tile. */
    private void step(long t, int node) {
        Tile tile = tiles[node];
        boolean waits = stalled != null && stall(node, tile);
        if (!waits) {
            serve(t, node, tile);
        }
        if (!waits && !slots.tile.isEmpty(node)) {
            command(node, tile);
        }
        if (input[node] || busy[node] || !skip) {
            input[node] = false;
            tileCycles++;
            tile.cycle(t);
            latches.drain(node, tileEvents);
            global.show(node, tile.giOut());
            busy[node] = tile.busy();
            if (alarmed && tile.alarm() != 0) {
                alarms.add(t + tile.alarm(), node, node);
            }
        }
        if (!isRunning(node, tile)) {
            awake.remove(node);
        }
    }

    private boolean isRunning(int node, Tile tile) {
        if (stalled == null) {
            return busy[node] || !slots.tile.isEmpty(node);
        }
        boolean waits = stall(node, tile);
        return busy[node]
                || !waits
                        && (!slots.tile.isEmpty(node)
                                || !slots.host.isEmpty(node)
                                || polls.mustLook(node)
                                || memory.isHolding(node));
    }

    /**
     * Updates and returns whether a store at this node finds the DLA FIFO full; such a store delays all later commands
     * and the memory of its node.
     */
    private boolean stall(int node, Tile tile) {
        boolean waits = false;
        if (tile.storeStall() && !slots.tile.isEmpty(node)) {
            int op = slots.op[slots.tile.first[node]];
            waits = op == TileCommand.DLA_REQUEST || op == TileCommand.DLA_DATA;
        }
        stalls += (waits ? 1 : 0) - (stalled[node] ? 1 : 0);
        stalled[node] = waits;
        return waits;
    }

    /** Executes the host commands and the memory accesses of a node's turn. */
    private void serve(long t, int node, Tile tile) {
        boolean serves = memory.serves(node);
        if (serves && stalled != null) {
            memory.release(node, tile, input);
        }
        if (!slots.host.isEmpty(node) || polls.mustLook(node)) {
            host.act(t, node);
        }
        if (serves) {
            memory.end(node, tile, events, input);
        }
    }

    private void command(int node, Tile tile) {
        int slot = slots.take(slots.tile, node);
        tile.command(
                slots.owner[slot],
                slots.op[slot],
                slots.word(slot, 0),
                slots.word(slot, 1),
                slots.word(slot, 2),
                slots.word(slot, 3));
        slots.release(slot);
        input[node] = true;
    }

    // ---- between two cycles

    /** Returns whether no node is awake and no input is due at one. */
    boolean isAtRest() {
        return awake.isEmpty() && alarms.next() == Long.MAX_VALUE && memory.next() == Long.MAX_VALUE;
    }

    boolean isAwake() {
        return !skip || !awake.isEmpty();
    }

    int awake() {
        return awake.size();
    }

    /**
     * Returns the first cycle in which a command, the limit of a poll, an alarm or memory wakes a node, or
     * Long.MAX_VALUE.
     */
    long nextDue() {
        return Math.min(Math.min(nextCommand(), alarms.next()), memory.next());
    }

    /** Returns the first cycle in which a command or the limit of a poll is due, or Long.MAX_VALUE. */
    long nextCommand() {
        return Math.min(slots.next(), polls.nextLimit());
    }

    /**
     * Returns the number of commands that have not acted yet, plus the polls with a limit, which answer even without a
     * write.
     */
    int commands() {
        return slots.open + polls.limited;
    }

    NodeMemory memory(int node) {
        return memory.memory(node);
    }

    boolean isBusy(int node) {
        return busy[node] || input[node];
    }
}
