// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.hw.HwLayout;
import fairlead.machine.Buffers;
import fairlead.machine.Depths;
import fairlead.machine.Routing;
import fairlead.machine.TableSizes;
import fairlead.machine.TableSizes.Table;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The depths of buffers and FIFOs, from the keys of `machine.buffers`. Each buffer may have a key of its own, or of its
 * kind: the first one of its keys that a scenario gives is its depth, and the last one is the depth of all others.
 */
enum DepthKeys {
    /** The link VCs, in the order of {@link Depths}: a key of the kind in a dimension, one of the kind, all. */
    LINKS("link_vcs\\.[xyz]", "link_vc", Depths.LINKS, Buffers::links),

    /** The buffers between router and NIC, in the order of {@link Depths#LOCALS}. */
    LOCALS("locals", "local", Depths.LOCALS, Buffers::locals),
    INJECTION("injections", "injection", HwLayout.INJECTION_FIFOS, Buffers::injections),
    RECEPTION("receptions", "reception", HwLayout.RECEPTION_FIFOS, Buffers::receptions),
    RESPONSE("responses", "response", HwLayout.LOCAL_PORTS, Buffers::responses);

    private static final String BUFFERS = "machine.buffers.";

    private final List<List<String>> keys;
    private final int buffers; // that this process has
    private final Function<Buffers, Depths> depths;

    /** @param own pattern of the section of the keys of single buffers, which the table has in the order of Depths */
    DepthKeys(String own, String all, int buffers, Function<Buffers, Depths> depths) {
        keys = Schema.KEYS.stream()
                .filter(key -> key.path().matches("machine\\.buffers\\." + own + "\\.\\w+"))
                .map(key -> List.of(key.path(), key.path().replaceFirst("\\.[xyz]\\.", "."), "machine.buffers." + all))
                .toList();
        this.buffers = buffers;
        this.depths = depths;
    }

    /** Returns the key of the scenario that gives the depth of a buffer. */
    private String key(Predicate<String> has, int at) {
        List<String> own = keys.get(at);
        return own.stream().filter(has).findFirst().orElse(own.get(own.size() - 1));
    }

    private static String key(Table table) {
        return BUFFERS + table.name().toLowerCase(Locale.ROOT);
    }

    private Depths depths(Values values) {
        return new Depths(IntStream.range(0, buffers)
                .mapToObj(at -> values.number(key(values::has, at)))
                .toList());
    }

    static Buffers buffers(Values values) {
        TableSizes sizes = TableSizes.ALL;
        for (Table table : Table.values()) {
            sizes = values.has(key(table)) ? sizes.with(table, values.number(key(table))) : sizes;
        }
        return new Buffers(
                LINKS.depths(values),
                LOCALS.depths(values),
                INJECTION.depths(values),
                RECEPTION.depths(values),
                values.number(BUFFERS + "dla"),
                RESPONSE.depths(values),
                sizes);
    }

    /** Blames the keys of link VCs that are too shallow for the routing, and of those that no link has. */
    static void check(Values values, Routing routing) {
        Depths depths = LINKS.depths(values);
        String why = routing.bubbleEscape() ? "link_vcs:rings" : "link_vcs:whole";
        Set<String> blamed = new HashSet<>();
        for (int at = 0; at < Depths.LINKS; at++) {
            boolean adaptive = Depths.isAdaptive(at);
            String key = LINKS.key(values::has, at);
            if (HwLayout.VCS_PER_CLASS == HwLayout.ESCAPE_VCS && adaptive && !key.equals(Schema.LINK_VC)) {
                values.blame(key, Schema.rule("link_vcs:absent"));
            }
            int least = routing.minDepth(adaptive);
            if (depths.at(at) < least && blamed.add(key)) {
                values.blame(key, Schema.rule(why, least, HwLayout.MAX_PACKET_FLITS, values.word(Schema.MODE)));
            }
        }
    }

    /** Adds a mistake for each key of a FIFO that the structure has not. */
    static void check(Values values) {
        INJECTION.check(values, "FIFO", StructureFile.PREFIX + "injection_fifos");
        RECEPTION.check(values, "FIFO", StructureFile.PREFIX + "reception_fifos");
        RESPONSE.check(values, "queue", StructureFile.PREFIX + "local_ports");
    }

    private void check(Values values, String noun, String key) {
        int there = values.number(key);
        for (List<String> own : keys.subList(there, keys.size())) {
            if (values.has(own.get(0))) {
                values.blame(own.get(0), "no such " + noun + ": " + key + " = " + there);
            }
        }
    }

    /**
     * Returns a key of the scenario for each kind of buffer that is deeper than a library supports, with the greatest
     * depth that it may have.
     *
     * @param has whether the scenario gives a key
     */
    static Map<String, Integer> tooLarge(Buffers buffers, Predicate<String> has, Buffers most) {
        Map<String, Integer> limits = new LinkedHashMap<>();
        for (DepthKeys kind : values()) {
            List<Integer> each = kind.depths.apply(buffers).each();
            int deepest = kind.depths.apply(most).greatest();
            for (int at = 0; at < each.size(); at++) {
                if (each.get(at) > deepest) {
                    limits.put(kind.key(has, at), deepest);
                }
            }
            for (Table table : kind == LOCALS ? Table.values() : new Table[0]) {
                if (buffers.tables().of(table) > most.tables().of(table)) {
                    limits.put(key(table), most.tables().of(table));
                }
            }
        }
        return limits;
    }
}
