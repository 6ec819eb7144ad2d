// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.machine.MachineConfig;
import fairlead.twin.nic.IndexSet;
import fairlead.twin.nic.Tile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Serves the memory requests of a part's nodes in the cycle in which they are due (docs/spec/fabric.md, rule 1): first
 * the writes of all nodes, then all reads except those of nodes that still have host commands in the cycle; these reads
 * wait for the commands. Nodes share no memory, so this order equals the order of every single node. All writes
 * followed by all reads make good use of the processor's caches and branch prediction. A node's events of these writes,
 * and its waiting reads, follow in the turn of the node.
 */
final class MemoryService {
    private final RequestRing[] writes; // one ring for each memory latency
    private final RequestRing[] reads;
    private final NodeMemory[] memories; // as in all arrays: by node, and only the part's own nodes are used
    private final HeldRequests[] held; // null without DLA_BYPASS
    private final Polls polls;
    private final CommandSlots commands;
    private final Commits commits;
    private final boolean[] served; // by node: whether the node has memory events or reads in its turn

    private final RequestRing late = RequestRing.ofReads(); // reads that come after host commands
    private final int[] firstLate; // index of a node's first entry
    private final int[] lates;
    private long touched; // keeps the compiler from removing the loads

    MemoryService(int from, int to, MachineConfig config, Clock clock, Polls polls, CommandSlots commands) {
        this.polls = polls;
        this.commands = commands;
        int nodes = config.nodes();
        commits = new Commits(nodes);
        served = new boolean[nodes];
        firstLate = new int[nodes];
        lates = new int[nodes];
        memories = new NodeMemory[nodes];
        held = config.dla().options().bypass() ? new HeldRequests[nodes] : null;
        List<RequestRing> allWrites = new ArrayList<>();
        List<RequestRing> allReads = new ArrayList<>();
        TreeMap<Integer, Integer> byLatency = new TreeMap<>();
        for (int node = from; node < to; node++) {
            int latency = config.memoryLatency(node);
            int ring = byLatency.computeIfAbsent(latency, unknown -> {
                allWrites.add(RequestRing.ofWrites());
                allReads.add(RequestRing.ofReads());
                return allWrites.size() - 1;
            });
            memories[node] =
                    new NodeMemory(node, config.memoryBytes(), latency, clock, allWrites.get(ring), allReads.get(ring));
            if (held != null) {
                held[node] = new HeldRequests();
            }
        }
        writes = allWrites.toArray(new RequestRing[0]);
        reads = allReads.toArray(new RequestRing[0]);
    }

    NodeMemory memory(int node) {
        return memories[node];
    }

    /** Returns the first cycle in which a request is due, or Long.MAX_VALUE. */
    long next() {
        long next = Long.MAX_VALUE;
        for (int ring = 0; ring < writes.length; ring++) {
            next = Math.min(next, Math.min(writes[ring].next(), reads[ring].next()));
        }
        return next;
    }

    /**
     * Serves the requests due in cycle t, before the turn of any node and after the host commands of t were admitted.
     *
     * @param input marks the nodes whose tiles receive an answer
     */
    void begin(long t, Tile[] tiles, IndexSet awake, boolean[] input) {
        commits.begin();
        late.clear();
        for (RequestRing from : writes) {
            while (from.next() == t) {
                int at = from.take();
                int node = from.node(at);
                served[node] = true;
                awake.add(node);
                if (held == null) {
                    memories[node].commit(from, at, tiles[node], polls, commits);
                    input[node] = true;
                } else {
                    held[node].writes[from.port(at)].copy(from, at);
                }
            }
        }
        for (RequestRing from : reads) {
            touch(from, t);
            while (from.next() == t) {
                int at = from.take();
                int node = from.node(at);
                awake.add(node);
                if (held != null) {
                    served[node] = true;
                    held[node].reads[from.port(at)].copy(from, at);
                    continue;
                }
                input[node] = true;
                if (!commands.host.isEmpty(node)) {
                    served[node] = true;
                    keep(from, at, node);
                } else {
                    memories[node].reply(from, at, tiles[node]);
                }
            }
        }
    }

    /**
     * Loads the data of the cycle's reads in advance. These loads do not depend on each other, so that the processor
     * can fetch all missing cache lines at the same time.
     */
    private void touch(RequestRing from, long t) {
        long sum = 0;
        for (int i = 0, at = from.head; from.isDue(i, at, t); i++, at = from.after(at)) {
            sum += memories[from.node(at)].byteAt(from.address(at) + from.length(at) - 1);
        }
        touched += sum;
    }

    private void keep(RequestRing from, int at, int node) {
        int place = late.copy(from, at);
        if (lates[node]++ == 0) {
            firstLate[node] = place;
        }
    }

    /** Returns whether the node has a turn. */
    boolean serves(int node) {
        return served[node];
    }

    /**
     * With DLA_BYPASS, serves the oldest write of each port in a node's turn if no store waits, before its host
     * commands act.
     */
    void release(int node, Tile tile, boolean[] input) {
        for (RequestRing port : held[node].writes) {
            if (!port.isEmpty()) {
                memories[node].commit(port, port.take(), tile, polls, commits);
                input[node] = true;
            }
        }
    }

    /** Ends the turn of a node, after its host commands: emits its COMMITTED events and serves its reads. */
    void end(int node, Tile tile, EventStream events, boolean[] input) {
        served[node] = false;
        commits.emit(node, events);
        for (int at = firstLate[node]; lates[node] > 0; lates[node]--, at = late.after(at)) {
            memories[node].reply(late, at, tile);
        }
        if (held != null) {
            for (RequestRing port : held[node].reads) {
                if (!port.isEmpty()) {
                    memories[node].reply(port, port.take(), tile);
                    input[node] = true;
                }
            }
            served[node] = isHolding(node);
        }
    }

    /** Returns whether requests wait that were due in an earlier cycle. */
    boolean isHolding(int node) {
        return held != null && !held[node].isEmpty();
    }

    /**
     * The due memory requests of one node with DLA_BYPASS, by port. A store that waits at the host interface delays
     * them. Afterwards one request of each port is served in a cycle.
     */
    static final class HeldRequests {
        final RequestRing[] writes = new RequestRing[RequestRing.DEVICE + 1];
        final RequestRing[] reads = new RequestRing[HwLayout.MOST_PORTS];

        HeldRequests() {
            Arrays.setAll(writes, port -> RequestRing.ofWrites());
            Arrays.setAll(reads, port -> RequestRing.ofReads());
        }

        boolean isEmpty() {
            return isEmpty(writes) && isEmpty(reads);
        }

        private static boolean isEmpty(RequestRing[] ports) {
            for (RequestRing port : ports) {
                if (!port.isEmpty()) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * The COMMITTED events of a cycle, which are kept until the turn of their node. The events of one node are
     * adjacent.
     */
    static final class Commits {
        private static final int PER_NODE = HwLayout.MOST_PORTS + 1;
        private static final int WORDS = 3;

        private final long[] words;
        private final int[] first; // index of a node's first entry
        private final int[] counts;
        private int end;

        Commits(int nodes) {
            words = new long[nodes * PER_NODE * WORDS];
            first = new int[nodes];
            counts = new int[nodes];
        }

        void begin() {
            end = 0;
        }

        void add(int node, long a, long b, long c) {
            if (counts[node]++ == 0) {
                first[node] = end;
            }
            words[end] = a;
            words[end + 1] = b;
            words[end + 2] = c;
            end += WORDS;
        }

        /** Emits the events of a node, after the answers to its host commands. */
        void emit(int node, EventStream events) {
            int at = first[node];
            int count = counts[node];
            for (int i = 0; i < count; i++, at += WORDS) {
                events.emit(node, EventUnit.MEMORY, EventKind.COMMITTED, i, words[at], words[at + 1], words[at + 2]);
            }
            counts[node] = 0;
        }
    }
}
