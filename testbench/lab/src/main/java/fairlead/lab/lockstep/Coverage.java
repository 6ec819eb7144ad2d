// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.VcState;
import fairlead.lab.faults.Ledger;
import fairlead.lab.script.DrawScript;
import fairlead.lab.script.ScriptFile;
import fairlead.lockstep.Monitor;
import fairlead.machine.Depths;
import fairlead.machine.MachineConfig;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A monitor that counts the bin hits of one run; bins.yaml has the bins that one event hits. */
public final class Coverage implements Monitor {
    private static final int PACKETS = 3; // of a get after the arrival of a PING; more than are already prepared
    private static final int VCS = 8;
    private static final int ADAPTIVE_VC = 2; // the bit of a VC number that marks an adaptive VC

    private static final Map<?, ?> BLOCKS =
            (Map<?, ?>) ScriptFile.parse(Coverage.class, "bins.yaml").get("blocks");

    private final MachineConfig machine;
    private final int maxLinkDepth;
    private final Map<String, Long> hits = new HashMap<>(); // by bin
    private final WaitCross waits = new WaitCross();
    private final DrawScript bins;
    private final Map<String, Map<Long, Long>> tables = new HashMap<>(); // of bins.yaml, by node and number
    // responses, by node and port: gets with packets still to come; for each waiting PING, the number of packets that
    // its origin's gets have sent since its arrival
    private final Map<Integer, Set<Long>> underWay = new HashMap<>();
    private final Map<Integer, Map<Long, Integer>> pings = new HashMap<>();
    private long samples;
    private long blocked;

    Coverage(MachineConfig machine, int maxLinkDepth) {
        this.machine = machine;
        bins = new DrawScript(Coverage.class, "bins.yaml", null, this)
                .with("machine", machine)
                .with("shape", machine.shape())
                .with(
                        "tasks",
                        machine.tasks().stream()
                                .limit(machine.shape().torusNodes())
                                .mapToLong(Integer::longValue)
                                .sum());
        this.maxLinkDepth = maxLinkDepth;
    }

    Map<String, Long> hits() {
        return hits;
    }

    WaitCross waits() {
        return waits;
    }

    public long samples() {
        return samples;
    }

    /** Returns the number of sampled tiles with a VC whose front flit could not move. */
    public long blocked() {
        return blocked;
    }

    void hit(String bin) {
        Bin.require(bin);
        hits.merge(bin, 1L, Long::sum);
    }

    private void hitIf(boolean is, String bin) {
        if (is) {
            hit(bin);
        }
    }

    private static long key(long node, long number) {
        return node << 32 | number;
    }

    // ---- for bins.yaml

    private Map<Long, Long> table(String name) {
        return tables.computeIfAbsent(name, n -> new HashMap<>());
    }

    /** Returns what a table has at a place, or -1. */
    long at(String table, long node, long number) {
        return table(table).getOrDefault(key(node, number), -1L);
    }

    void keep(String table, long node, long number, long value) {
        table(table).put(key(node, number), value);
    }

    /** Adds to what a table has, at first 0, and returns the sum. */
    long more(String table, long node, long number, long by) {
        return table(table).merge(key(node, number), by, Long::sum);
    }

    /** Removes what a table has at a place and returns it, or -1. */
    long gone(String table, long node, long number) {
        Long was = table(table).remove(key(node, number));
        return was == null ? -1 : was;
    }

    private void run(String block, long cycle, int node, long a, long b, long c) {
        if (BLOCKS.containsKey(block)) {
            bins.with("cycle", cycle)
                    .with("node", (long) node)
                    .with("a", a)
                    .with("b", b)
                    .with("c", c)
                    .run(block);
        }
    }

    // ---- commands and events

    @Override
    public void commands(CommandBuffer commands) {
        for (int i = 0; i < commands.count(); i++) {
            String block = "give " + TileCommand.name(commands.op(i));
            run(block, commands.cycle(i), commands.node(i), commands.word(i, 0), 0, commands.word(i, 3));
        }
    }

    @Override
    public void events(EventCursor e) {
        while (e.next()) {
            run(EventKind.name(e.kind()), e.cycle(), e.node(), e.a(), e.b(), e.c());
            switch (e.kind()) {
                case EventKind.PACKET_DELIVERED -> delivered(e);
                case EventKind.PACKET_INJECTED -> injected(e);
                case EventKind.COUNTERS -> waits.counted(e);
                default -> {}
            }
        }
        e.rewind();
    }

    // ---- responses that take turns, in the packets that enter and leave the target of a get

    private void delivered(EventCursor e) {
        if (Header0.ptype(e.a()) == PacketType.PING) {
            pings.computeIfAbsent(port(e, EventUnit.RX_REQ0), p -> new HashMap<>())
                    .put(leg(Header0.src(e.a()), e.b()), 0);
        }
    }

    private static int port(EventCursor e, int first) {
        return e.node() << 1 | e.unit() - first;
    }

    private static long leg(long node, long word1) {
        return key(node, Header1.entry(word1) << 8 | Header1.slot(word1));
    }

    private void injected(EventCursor e) {
        if (Header0.cls(e.a()) == 0) {
            return;
        }
        int port = port(e, EventUnit.TX_RSP0);
        long dst = Header0.dst(e.a());
        Set<Long> gets = underWay.computeIfAbsent(port, p -> new HashSet<>());
        Map<Long, Integer> waiting = pings.computeIfAbsent(port, p -> new HashMap<>());
        if (Header0.ptype(e.a()) != PacketType.DATA) {
            hitIf(!gets.isEmpty(), "RESPONSE_PASSES");
            Integer packets = Header0.ptype(e.a()) == PacketType.PONG ? waiting.remove(leg(dst, e.b())) : null;
            hitIf(packets != null && packets >= PACKETS, "PONG_WAITS");
            return;
        }
        long get = key(dst, Header1.ctr(e.b()) << 20 | Header1.tag(e.b()));
        boolean goesOn = gets.remove(get);
        hitIf(!goesOn && !gets.isEmpty(), "RESPONSE_PASSES");
        if (Header0.last(e.a()) == 0) {
            gets.add(get);
        }
        if (goesOn || Header0.last(e.a()) == 0) {
            waiting.replaceAll((ping, n) -> ping >>> 32 == dst ? n + 1 : n);
        }
    }

    // ---- VC states

    @Override
    public void states(long cycle, long[] words) {
        int nodes = machine.nodes();
        for (int node = 0; node < nodes; node++) {
            boolean stuck = false;
            for (int port = 0; port < HwLayout.ROUTER_PORTS; port++) {
                for (int vc = 0; vc < VCS; vc++) {
                    stuck |= vc(words, node * Engine.VC_WORDS, port, vc);
                }
            }
            samples++;
            blocked += stuck ? 1 : 0;
        }
    }

    private boolean vc(long[] words, int base, int port, int vc) {
        long word = words[base + port * VCS + vc];
        long occupancy = VcState.occupancy(word);
        if (occupancy == 0) {
            return false;
        }
        if (port < HwLayout.LINKS) {
            int depth = machine.buffers().links().at(port / 2, Depths.kind(vc));
            if (depth == 1) {
                hit("DEPTH_ONE");
            } else if (depth == maxLinkDepth) {
                hit("DEPTH_MAX");
            }
        }
        if (VcState.wantPort(word) >= HwLayout.ROUTER_PORTS) {
            return false; // a head is routed in this cycle
        }
        long out = words[base + (int) VcState.wantPort(word) * VCS + (int) VcState.wantVc(word)];
        boolean head = VcState.head(word) == 1;
        boolean waitsForOwner = head && VcState.owned(out) == 1;
        boolean starved = VcState.credits(out) <= VcState.enters(word);
        if (head && starved && !waitsForOwner) {
            hit("STARVED_HEAD");
        }
        boolean toLink = VcState.wantPort(word) < HwLayout.LINKS;
        if (toLink && !starved && !waitsForOwner && machine.linkPeriod() > 1) {
            hit(machine.linkChunk() > 1 ? "CHUNKED_LINK" : "SLOW_LINK");
        }
        boolean needsNoCredit = !head && machine.routing().cutThrough() && toLink;
        boolean stuck =
                !needsNoCredit && (starved || waitsForOwner) && !hasAnother(words, base, vc, VcState.adaptive(word));
        waits.sampled(port, vc, !stuck ? WaitCross.FREE : waitsForOwner ? WaitCross.OWNER : WaitCross.CREDIT);
        return stuck;
    }

    /** Tells whether an adaptive VC of the class of `vc` is free on one of these links. */
    private static boolean hasAnother(long[] words, int base, int vc, long links) {
        for (int link = 0; link < HwLayout.LINKS; link++) {
            for (int other = vc & ~3 | ADAPTIVE_VC; (links >> link & 1) != 0 && other <= (vc | 3); other++) {
                long out = words[base + link * VCS + other];
                if (VcState.owned(out) == 0 && VcState.credits(out) > 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * A coverage bin: a situation that a campaign must have exercised (bins.txt). Hits are counted from events, from
     * the given program or from sampled VC states, and never from the intentions of the case generator.
     */
    public record Bin(String name, String meaning) {
        /** All bins in the order of a report. */
        public static final List<Bin> ALL = Ledger.lines(Bin.class, "bins.txt").stream()
                .map(line -> line.split(" *\\| ", 2))
                .map(parts -> new Bin(parts[0], parts[1]))
                .toList();

        private static final Set<String> NAMES =
                new HashSet<>(ALL.stream().map(Bin::name).toList());

        static void require(String name) {
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException("no bin " + name);
            }
        }

        /** Tells whether it is of the collective network, which few cases use unless they are focused on it. */
        public boolean isOfTree() {
            return name.startsWith("TREE_");
        }

        /** Tells whether it is of I/O tiles, which few machines have. */
        public boolean isOfIoTiles() {
            return name.startsWith("IO_TILE_");
        }

        /** Tells whether it is of the shared device, which only cases focused on it use. */
        public boolean isOfDevice() {
            return name.startsWith("DEVICE_");
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
