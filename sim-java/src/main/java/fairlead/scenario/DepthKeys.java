// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.machine.Buffers;
import fairlead.machine.LinkDepths;
import fairlead.machine.LocalDepths;
import fairlead.machine.Routing;
import fairlead.machine.TableSizes;
import fairlead.machine.TableSizes.Table;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The depths of the router's buffers, from the keys of `machine.buffers`. Each kind of buffer may have a key of its own
 * below `link_vcs` or `locals`; a link VC may have one for its kind, and one for its kind in a dimension, which counts
 * more. `link_vc` and `local` are the depths of all other buffers.
 */
final class DepthKeys {
    private static final String LINKS = "machine.buffers.link_vcs.";
    private static final String LOCALS = "machine.buffers.locals.";
    private static final String LOCAL = "machine.buffers.local";
    private static final String BUFFERS = "machine.buffers.";
    private static final int MOST = 256;

    private static final List<String> AXES = List.of("x", "y", "z");
    /** The kinds of link VCs, in the order of {@link LinkDepths}. */
    static final List<String> VCS =
            List.of("request_escape", "request_adaptive", "response_escape", "response_adaptive");
    /** The kinds of buffers between router and NIC, in the order of {@link LocalDepths}. */
    static final List<String> PORTS =
            List.of("request_injection", "response_injection", "request_ejection", "response_ejection");

    private static final Map<Table, String> TABLES = Map.of(
            Table.COMMIT_SLOTS, "packets that may wait behind a memory write port for their writes",
            Table.HEADER_QUEUE, "packets that a packetiser may prepare ahead",
            Table.READ_WINDOW, "flits of read data that a packetiser may have asked for and not sent",
            Table.FENCE_ENTRIES, "fences and flushes of a node under way",
            Table.ACK_COUNTERS, "counters of unordered puts and gets, each of one target");

    private final Values values;

    DepthKeys(final Values values) {
        this.values = values;
    }

    static void links(final List<Key> keys) {
        for (final String kind : VCS) {
            keys.add(Key.derived(
                    LINKS + kind, 1, MOST, "flits of each " + words(kind) + " VC of a link; default link_vc"));
        }
        for (final String axis : AXES) {
            for (final String kind : VCS) {
                keys.add(Key.derived(
                        LINKS + axis + "." + kind,
                        1,
                        MOST,
                        "the same on the links in " + axis + "; default link_vcs." + kind));
            }
        }
    }

    static void locals(final List<Key> keys) {
        for (final String kind : PORTS) {
            keys.add(Key.derived(
                    LOCALS + kind, 1, MOST, "flits of each " + words(kind) + " buffer; default machine.buffers.local"));
        }
    }

    static void tables(final List<Key> keys) {
        for (final Table table : Table.values()) {
            keys.add(Key.derived(tableKey(table), 1, table.most(), TABLES.get(table) + "; default " + table.most()));
        }
    }

    private static String tableKey(final Table table) {
        return BUFFERS + table.name().toLowerCase(Locale.ROOT);
    }

    private static String words(final String kind) {
        return kind.replace('_', ' ');
    }

    LinkDepths links() {
        LinkDepths depths = LinkDepths.of(values.number(Schema.LINK_VC));
        for (int at = 0; at < depths.flits().size(); at++) {
            depths = depths.with(at / LinkDepths.KINDS, at % LinkDepths.KINDS, values.number(linkKey(values::has, at)));
        }
        return depths;
    }

    LocalDepths locals() {
        LocalDepths depths = LocalDepths.of(values.number(LOCAL));
        for (int kind = 0; kind < LocalDepths.KINDS; kind++) {
            depths = depths.with(kind, values.number(localKey(values::has, kind)));
        }
        return depths;
    }

    TableSizes tables() {
        TableSizes sizes = TableSizes.ALL;
        for (final Table table : Table.values()) {
            sizes = values.has(tableKey(table)) ? sizes.with(table, values.number(tableKey(table))) : sizes;
        }
        return sizes;
    }

    /** Blames the keys of link VCs that are too shallow for the routing, and of those that no link has. */
    void check(final Routing routing, final String why) {
        if (HwLayout.VCS_PER_CLASS == HwLayout.ESCAPE_VCS) {
            for (int at = 0; at < LinkDepths.DIMENSIONS * LinkDepths.KINDS; at++) {
                final String key = linkKey(values::has, at);
                if (LinkDepths.isAdaptive(at % LinkDepths.KINDS) && !key.equals(Schema.LINK_VC)) {
                    values.blame(key, "the links of this structure have no adaptive VCs");
                }
            }
        }
        final LinkDepths depths = links();
        final Set<String> blamed = new HashSet<>();
        for (int at = 0; at < depths.flits().size(); at++) {
            final int least = routing.minDepth(LinkDepths.isAdaptive(at % LinkDepths.KINDS));
            final String key = linkKey(values::has, at);
            if (depths.flits().get(at) < least && blamed.add(key)) {
                values.blame(key, "must be at least " + least + " with " + why);
            }
        }
    }

    /**
     * Returns a key of the scenario for each kind of buffer that is deeper than a library supports, with the greatest
     * depth that it may have.
     *
     * @param has whether the scenario gives a key
     */
    static Map<String, Integer> tooLarge(final Buffers buffers, final Predicate<String> has, final Capabilities can) {
        final Map<String, Integer> limits = new LinkedHashMap<>();
        for (int at = 0; at < buffers.links().flits().size(); at++) {
            if (buffers.links().flits().get(at) > can.maxLinkDepth()) {
                limits.put(linkKey(has, at), can.maxLinkDepth());
            }
        }
        for (int kind = 0; kind < LocalDepths.KINDS; kind++) {
            if (buffers.locals().flits().get(kind) > can.maxLocalDepth()) {
                limits.put(localKey(has, kind), can.maxLocalDepth());
            }
        }
        for (final Table table : Table.values()) {
            if (buffers.tables().of(table) > can.tables().of(table)) {
                limits.put(tableKey(table), can.tables().of(table));
            }
        }
        return limits;
    }

    /** Returns the key of the scenario that gives a depth of {@link LinkDepths#flits}. */
    private static String linkKey(final Predicate<String> has, final int at) {
        final String kind = VCS.get(at % LinkDepths.KINDS);
        final String own = LINKS + AXES.get(at / LinkDepths.KINDS) + "." + kind;
        return has.test(own) ? own : has.test(LINKS + kind) ? LINKS + kind : Schema.LINK_VC;
    }

    private static String localKey(final Predicate<String> has, final int kind) {
        return has.test(LOCALS + PORTS.get(kind)) ? LOCALS + PORTS.get(kind) : LOCAL;
    }
}
