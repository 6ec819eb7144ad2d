// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EpochEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Shape;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The coverage bins of the units of a NIC that need more than one event, or what was given before. */
final class UnitCoverage {
    private static final int PACKETS = 3; // of a get after the arrival of a PING; more than are already prepared

    private final Shape shape;
    private final Consumer<String> hit;
    // epochs: packed target of the last EPOCH_OPEN and open epochs, by node and index; first word of the last POST, by
    // node and tag; number of open epochs, by target node and packed origin
    private final Map<Long, Long> targets = new HashMap<>();
    private final Set<Long> open = new HashSet<>();
    private final Map<Long, Long> posts = new HashMap<>();
    private final Map<Long, Long> exposed = new HashMap<>();
    // store path, by node and channel: cycle of the last DLA_RELEASE and of the last delayed DLA_RELEASED; number of
    // flits that the last request still lacks
    private final Map<Long, Long> releaseGiven = new HashMap<>();
    private final Map<Long, Long> released = new HashMap<>();
    private final Map<Long, Long> missing = new HashMap<>();
    // responses, by node and port: gets with packets still to come; for each waiting PING, the number of packets that
    // its origin's gets have sent since its arrival
    private final Map<Integer, Set<Long>> underWay = new HashMap<>();
    private final Map<Integer, Map<Long, Integer>> pings = new HashMap<>();

    UnitCoverage(Shape shape, Consumer<String> hit) {
        this.shape = shape;
        this.hit = hit;
    }

    private void hitIf(boolean is, String bin) {
        if (is) {
            hit.accept(bin);
        }
    }

    private static long key(long node, long number) {
        return Coverage.key((int) node, number);
    }

    void command(CommandBuffer commands, int i) {
        int node = commands.node(i);
        long word = commands.word(i, 0);
        switch (commands.op(i)) {
            case TileCommand.EPOCH_OPEN -> targets.put(key(node, EpochCommand.index(word)), EpochCommand.target(word));
            case TileCommand.POST -> {
                posts.put(key(node, Descriptor0.tag(word)), word);
                int coord = (int) Descriptor0.target(word);
                int target = shape.rankOfCoord(coord);
                hitIf(
                        shape.isOnTorus(node)
                                && !shape.isOnTorus(target)
                                && target < shape.nodes()
                                && shape.coord(target) == coord,
                        "IO_TILE_TARGET");
            }
            case TileCommand.DLA_REQUEST -> missing.put(key(node, commands.word(i, 3)), flits(word));
            case TileCommand.DLA_DATA -> missing.merge(key(node, commands.word(i, 3)), -1L, Long::sum);
            case TileCommand.DLA_RELEASE -> releaseGiven.put(key(node, DlaCommand.channel(word)), commands.cycle(i));
            case TileCommand.DLA_CLEAR -> {
                Long lacks = missing.remove(key(node, DlaCommand.channel(word)));
                hitIf(lacks != null && lacks > 0, "DLA_TORN");
            }
            case TileCommand.DLA_EVENT_CREDIT -> hit.accept("DLA_EVENT_CREDIT");
            default -> {}
        }
    }

    private static long flits(long descriptor) {
        long kind = Descriptor0.kind(descriptor);
        long flits = (Descriptor0.length(descriptor) + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
        return kind == OpKind.MSG ? 0 : kind == OpKind.PUT ? flits : 1; // the store path accepts no message
    }

    void event(EventCursor e) {
        int node = e.node();
        switch (e.kind()) {
            case EventKind.EPOCH_OPENED -> open.add(key(node, e.a()));
            case EventKind.EPOCH_CLOSING -> open.remove(key(node, e.a()));
            case EventKind.EPOCH_EXPOSED -> exposed.merge(key(node, EpochEvent.origin(e.a())), 1L, Long::sum);
            case EventKind.EPOCH_FREED -> exposed.merge(key(node, EpochEvent.origin(e.a())), -1L, Long::sum);
            case EventKind.OP_REJECTED -> rejected(e);
            case EventKind.PACKET_DELIVERED -> delivered(e);
            case EventKind.PACKET_INJECTED -> injected(e);
            case EventKind.DLA_RELEASED -> {
                // a release without a wait is answered one cycle after its command
                Long given = releaseGiven.remove(key(node, e.a()));
                if (given != null && e.cycle() > given + 1) {
                    released.put(key(node, e.a()), e.cycle());
                }
            }
            case EventKind.DLA_DRAINED -> {
                // a release that waited for the channel's last request is answered in the cycle of this record
                Long at = released.remove(key(node, DlaTagEvent.channel(e.a())));
                hitIf(at != null && at == e.cycle(), "DLA_RELEASE_PENDING");
            }
            default -> {}
        }
    }

    // ---- epochs and I/O tiles

    private void rejected(EventCursor e) {
        Long word = posts.get(key(e.node(), OpEvent.tag(e.a())));
        if (word != null && e.b() == RejectReason.EPOCH) {
            long index = key(e.node(), Descriptor0.index(word));
            hitIf(open.contains(index) && targets.get(index) != Descriptor0.target(word), "EPOCH_ELSEWHERE");
        }
    }

    private void delivered(EventCursor e) {
        long type = Header0.ptype(e.a());
        if (type <= PacketType.CAS && Header1.epoch(e.b()) == 0) {
            int node = shape.rankOfCoord((int) Header0.dst(e.a()));
            hitIf(exposed.getOrDefault(key(node, Header0.src(e.a())), 0L) > 0, "BESIDE_EPOCH");
        }
        if (type == PacketType.PING) {
            pings.computeIfAbsent(port(e, EventUnit.RX_REQ0), p -> new HashMap<>())
                    .put(leg(Header0.src(e.a()), e.b()), 0);
        }
    }

    // ---- responses that take turns, in the packets that enter and leave the target of a get

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
}
