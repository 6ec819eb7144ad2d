// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.machine.Mix;
import fairlead.machine.TableSizes.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Gives some kinds of buffers of a drawn machine depths of their own. The values follow from a hash of the latencies
 * and the other depths, so that all other draws stay as they are.
 */
final class DepthDraw {
    private static final List<String> LINK_KINDS =
            List.of("request_escape", "request_adaptive", "response_escape", "response_adaptive");
    private static final List<String> LOCAL_KINDS =
            List.of("request_injection", "response_injection", "request_ejection", "response_ejection");
    private static final List<String> AXES = List.of("x", "y", "z");
    private static final int SHARE = 40; // percent of the machines
    private static final int NARROW = 4;

    private final SplittableRandom random;
    private final Capabilities limits;
    private final boolean cutThrough;
    private final boolean rings;

    private DepthDraw(final SplittableRandom random, final Map<String, Object> routing, final Capabilities limits) {
        this.random = random;
        this.limits = limits;
        cutThrough = !"dimension_order".equals(routing.get("mode"));
        rings = "bubble".equals(routing.get("mode")) || "bubble".equals(routing.get("escape"));
    }

    static void split(
            final Map<String, Object> buffers,
            final Map<String, Object> routing,
            final Map<String, Object> latency,
            final Capabilities limits) {
        final SplittableRandom random = new SplittableRandom(Mix.seed(latency.hashCode(), buffers.hashCode()));
        if (random.nextInt(100) >= SHARE) {
            return;
        }
        final DepthDraw draw = new DepthDraw(random, routing, limits);
        final Map<String, Object> links = draw.links();
        for (final String axis : AXES) {
            put(links, axis, draw.links());
        }
        put(buffers, "link_vcs", links);
        put(buffers, "locals", draw.locals());
        put(buffers, "injections", draw.fifos("fifo_", HwLayout.INJECTION_FIFOS, (int) buffers.get("injection")));
        put(buffers, "receptions", draw.fifos("fifo_", HwLayout.RECEPTION_FIFOS, (int) buffers.get("reception")));
        put(buffers, "responses", draw.fifos("port_", HwLayout.LOCAL_PORTS, (int) buffers.get("response")));
    }

    /** Gives some tables of the NIC a size, and all of which the library has less than the twin. */
    static void tables(
            final Map<String, Object> buffers, final Map<String, Object> latency, final Capabilities limits) {
        final SplittableRandom random = new SplittableRandom(Mix.seed(buffers.hashCode(), latency.hashCode()));
        final boolean some = random.nextInt(100) < SHARE;
        for (final Table table : Table.values()) {
            final int most = limits.tables().of(table);
            final int size = random.nextInt(NARROW) == 0 ? 1 + random.nextInt(most) : 1 + random.nextInt(NARROW);
            if (most < table.most() || some && random.nextBoolean()) {
                buffers.put(table.name().toLowerCase(Locale.ROOT), Math.min(size, most));
            }
        }
    }

    private static void put(final Map<String, Object> map, final String key, final Map<String, Object> value) {
        if (!value.isEmpty()) {
            map.put(key, value);
        }
    }

    private Map<String, Object> links() {
        final Map<String, Object> keys = new LinkedHashMap<>();
        for (final String kind : LINK_KINDS) {
            final boolean adaptive = kind.endsWith("adaptive");
            final int packets = rings && !adaptive ? 2 : 1;
            if (random.nextInt(3) == 0 && (!adaptive || limits.vcsPerClass() > HwLayout.ESCAPE_VCS)) {
                keys.put(kind, depth(cutThrough ? packets * HwLayout.MAX_PACKET_FLITS : 1, limits.maxLinkDepth()));
            }
        }
        return keys;
    }

    private Map<String, Object> locals() {
        final Map<String, Object> keys = new LinkedHashMap<>();
        for (final String kind : LOCAL_KINDS) {
            if (random.nextBoolean()) {
                keys.put(kind, depth(1, limits.maxLocalDepth()));
            }
        }
        return keys;
    }

    /**
     * Draws depths of some FIFOs, none above that of the others: of reception FIFOs, software has made room for that.
     */
    private Map<String, Object> fifos(final String name, final int fifos, final int most) {
        final Map<String, Object> keys = new LinkedHashMap<>();
        for (int fifo = 0; fifo < fifos; fifo++) {
            if (random.nextInt(3) == 0) {
                keys.put(name + fifo, depth(1, most));
            }
        }
        return keys;
    }

    /** Draws a depth, which is mostly near the least one. */
    private int depth(final int least, final int most) {
        final int width = most - least + 1;
        return least + random.nextInt(random.nextInt(NARROW) == 0 ? width : Math.min(width, NARROW));
    }
}
