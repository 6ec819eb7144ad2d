// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The bins of responses that take turns, found in the packets that enter and leave the target of a get. */
final class ResponseCoverage {
    // packets of a get after the arrival of a PING; this is more than the number of packets already prepared
    private static final int PACKETS = 3;

    private final Consumer<Bin> hit;
    // gets with packets still to come, by node and port
    private final Map<Integer, Set<Long>> underWay = new HashMap<>();
    private final Map<Integer, Map<Long, Integer>> pings =
            // for each waiting PING, the number of packets that its origin's gets have sent since its arrival, by node
            // and port
            new HashMap<>();

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
