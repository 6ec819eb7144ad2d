// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.lockstep;

import fairlead.engine.api.EventCursor;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Bins of responses that take turns, from the packets that enter and leave the target of a get. */
final class ResponseCoverage {
    private static final int PACKETS = 3; // of a get, behind the arrival of a PING: more than what was already prepared

    private final Consumer<Bin> hit;
    private final Map<Integer, Set<Long>> underWay = new HashMap<>(); // node and port: gets with packets to come
    private final Map<Integer, Map<Long, Integer>> pings =
            new HashMap<>(); // packets of its origin's gets since it came

    ResponseCoverage(final Consumer<Bin> hit) {
        this.hit = hit;
    }

    private static int port(final EventCursor e, final int first) {
        return e.node() << 1 | e.unit() - first;
    }

    private static long key(final long node, final long number) {
        return node << 32 | number;
    }

    private static long leg(final long node, final long word1) {
        return key(node, Header1.entry(word1) << 8 | Header1.slot(word1));
    }

    void delivered(final EventCursor e) {
        if (Header0.ptype(e.a()) == PacketType.PING) {
            pings.computeIfAbsent(port(e, EventUnit.RX_REQ0), p -> new HashMap<>())
                    .put(leg(Header0.src(e.a()), e.b()), 0);
        }
    }

    void injected(final EventCursor e) {
        if (Header0.cls(e.a()) == 0) {
            return;
        }
        final int port = port(e, EventUnit.TX_RSP0);
        final long dst = Header0.dst(e.a());
        final Set<Long> gets = underWay.computeIfAbsent(port, p -> new HashSet<>());
        final Map<Long, Integer> waiting = pings.computeIfAbsent(port, p -> new HashMap<>());
        if (Header0.ptype(e.a()) == PacketType.DATA) {
            final long get = key(dst, Header1.ctr(e.b()) << 20 | Header1.tag(e.b()));
            final boolean goesOn = gets.remove(get);
            if (!goesOn && !gets.isEmpty()) {
                hit.accept(Bin.RESPONSE_PASSES);
            }
            if (Header0.last(e.a()) == 0) {
                gets.add(get);
            }
            if (goesOn || Header0.last(e.a()) == 0) {
                waiting.replaceAll((ping, n) -> ping >>> 32 == dst ? n + 1 : n);
            }
            return;
        }
        if (!gets.isEmpty()) {
            hit.accept(Bin.RESPONSE_PASSES);
        }
        if (Header0.ptype(e.a()) == PacketType.PONG) {
            final Integer packets = waiting.remove(leg(dst, e.b()));
            if (packets != null && packets >= PACKETS) {
                hit.accept(Bin.PONG_WAITS);
            }
        }
    }
}
