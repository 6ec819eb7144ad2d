// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Puts mutants into one unit of the netlist. A word with mutants becomes `(word & keep) ^ flip`; a mutant that is a
 * cell of its own stands beside the first one, and `pick` chooses. Who calls gives the words keep, flip and pick:
 * registers that are written once at run time, or constants.
 *
 * <p>Every net afterwards has one driver. Verilator orders whole words, and a name over bits of several drivers, as
 * yosys has many, would be a loop to it that is none.
 */
final class NetlistEdit {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final ObjectNode module;
    private final ObjectNode cells;
    private final Map<String, ArrayNode> names = new LinkedHashMap<>(); // of nets, each with one driver
    private final Map<String, String> poked = new LinkedHashMap<>(); // names of registers that runs set, by their bits
    private final Map<Integer, Character> starts = new HashMap<>(); // what bits of registers begin with, if anything
    private int next; // the first number of a bit that is not in use
    private int added;

    /** @param module the unit in the form of yosys's JSON; it is changed */
    NetlistEdit(final ObjectNode module) {
        this.module = module;
        cells = (ObjectNode) module.get("cells");
        forEachBits(bits -> bits.forEach(b -> next = Math.max(next, b.asInt(0) + 1)));
        nameDrivers();
    }

    private interface Use {
        void of(ArrayNode bits);
    }

    private void forEachBits(final Use use) {
        module.get("ports").forEach(port -> use.of((ArrayNode) port.get("bits")));
        cells.forEach(cell -> cell.get("connections").forEach(pin -> use.of((ArrayNode) pin)));
    }

    /** Leaves the names of input ports and one name for each cell output, if possible that of the source. */
    private void nameDrivers() {
        final Map<String, String> source = new LinkedHashMap<>();
        module.get("netnames").fields().forEachRemaining(net -> {
            start(
                    (ArrayNode) net.getValue().get("bits"),
                    net.getValue().path("attributes").path("init").asText());
            final boolean kept = net.getValue().path("attributes").has("keep");
            final boolean hidden = net.getValue().path("hide_name").asInt() == 1;
            if ((kept || !hidden) && !module.get("ports").has(net.getKey())) {
                source.merge(net.getValue().get("bits").toString(), net.getKey(), (a, b) -> kept ? b : a);
                if (net.getValue().path("attributes").has(TileNetlist.POKED)) {
                    poked.put(net.getValue().get("bits").toString(), net.getKey());
                }
            }
        });
        module.get("ports").fields().forEachRemaining(port -> {
            if (isInput(port.getValue())) {
                names.put(port.getKey(), (ArrayNode) port.getValue().get("bits"));
            }
        });
        cells.forEach(cell -> cell.get("connections").fields().forEachRemaining(pin -> {
            final ArrayNode bits = (ArrayNode) pin.getValue();
            if (isOutput(cell, pin.getKey()) && bits.size() > 0) {
                final String name = source.get(bits.toString());
                names.put(name != null ? name : "fl_net_" + names.size(), bits);
            }
        }));
    }

    private void start(final ArrayNode bits, final String init) {
        for (int i = 0; i < init.length(); i++) {
            starts.put(bits.get(i).asInt(), init.charAt(init.length() - 1 - i));
        }
    }

    /** Returns what the bits of a net begin with, the highest one first; x is anything. */
    private String start(final ArrayNode bits) {
        final StringBuilder text = new StringBuilder();
        bits.forEach(bit -> text.insert(0, starts.getOrDefault(bit.asInt(-1), 'x')));
        return text.toString();
    }

    private static boolean isInput(final JsonNode port) {
        return "input".equals(port.get("direction").asText());
    }

    private static boolean isOutput(final JsonNode cell, final String pin) {
        return "output".equals(cell.get("port_directions").get(pin).asText());
    }

    // ---- mutants

    /**
     * Puts mutants in.
     *
     * @param mutants the mutants of this unit
     * @param control gives the bits of a word that controls a site; its arguments are the word's name and width
     */
    void mutate(final List<WordMutant> mutants, final BiFunction<String, Integer, ArrayNode> control) {
        final Map<MutationSite, List<WordMutant>> bySite = new LinkedHashMap<>();
        mutants.forEach(
                m -> bySite.computeIfAbsent(m.site(), s -> new ArrayList<>()).add(m));
        int k = 0;
        for (final Map.Entry<MutationSite, List<WordMutant>> one : bySite.entrySet()) {
            final MutationSite site = one.getKey();
            final ObjectNode connections = (ObjectNode) cells.get(site.cell()).get("connections");
            final ArrayNode before = (ArrayNode) connections.get(site.port());
            final ArrayNode own = site.output() ? fresh(site.width(), "fl_raw_" + k) : before;
            if (site.output()) {
                connections.set(site.port(), own);
                final String register = poked.get(before.toString());
                if (register != null) { // a run sets what the register holds, and not what the mutant makes of it
                    names.put(register, own);
                    names.put("fl_raw_" + k, before);
                }
            }
            ArrayNode value = own;
            for (final WordMutant mutant : one.getValue()) {
                if (mutant.kind().isCell()) {
                    value = picked(mutant, before, value, control.apply(pick(mutant), 1));
                }
            }
            if (one.getValue().stream().anyMatch(m -> !m.kind().isCell())) {
                final ArrayNode masked = word(
                        "$and", value, control.apply(keep(k), site.width()), fresh(site.width(), "fl_masked_" + k));
                value = word(
                        "$xor", masked, control.apply(flip(k), site.width()), fresh(site.width(), "fl_flipped_" + k));
            }
            if (site.output()) {
                cell("$pos", Map.of("A", value), before);
            } else {
                connections.set(site.port(), value);
            }
            k++;
        }
    }

    static String keep(final int site) {
        return "fl_keep_" + site;
    }

    static String flip(final int site) {
        return "fl_flip_" + site;
    }

    static String pick(final WordMutant mutant) {
        return "fl_pick_" + mutant.number();
    }

    /** Returns the word of a site that has, beside its own cell, the one of a mutant. */
    private ArrayNode picked(
            final WordMutant mutant, final ArrayNode before, final ArrayNode value, final ArrayNode chosen) {
        final int width = value.size();
        if (mutant.kind() == MutantKind.HOLD) {
            final ObjectNode register =
                    (ObjectNode) cells.get(mutant.site().cell()).get("connections");
            final ArrayNode loaded = fresh(width, "fl_load_" + mutant.number());
            mux((ArrayNode) register.get("D"), before, chosen, loaded);
            register.set("D", loaded);
            return value;
        }
        final ObjectNode other = cells.get(mutant.site().cell()).deepCopy();
        final ObjectNode pins = (ObjectNode) other.get("connections");
        if (mutant.kind() == MutantKind.SWAP) {
            final JsonNode a = pins.get("A");
            pins.set("A", pins.get("B"));
            pins.set("B", a);
        } else {
            other.put("type", mutant.site().otherType());
        }
        final ArrayNode result = fresh(width, "fl_other_" + mutant.number());
        pins.set(mutant.site().port(), result);
        cells.set("fl_cell_" + added++, other);
        return mux(value, result, chosen, fresh(width, "fl_picked_" + mutant.number()));
    }

    // ---- cells

    /** Returns the bits of a new net. */
    ArrayNode fresh(final int width, final String name) {
        final ArrayNode bits = JSON.arrayNode();
        for (int i = 0; i < width; i++) {
            bits.add(next++);
        }
        names.put(name, bits);
        return bits;
    }

    private ArrayNode mux(final ArrayNode a, final ArrayNode b, final ArrayNode s, final ArrayNode y) {
        final ObjectNode cell = cell("$mux", Map.of("A", a, "B", b, "S", s), y);
        ((ObjectNode) cell.get("parameters")).removeAll().put("WIDTH", y.size());
        return y;
    }

    private ArrayNode word(final String type, final ArrayNode a, final ArrayNode b, final ArrayNode y) {
        cell(type, Map.of("A", a, "B", b), y);
        return y;
    }

    private ObjectNode cell(final String type, final Map<String, ArrayNode> inputs, final ArrayNode y) {
        final ObjectNode cell = JSON.objectNode().put("hide_name", 1).put("type", type);
        final ObjectNode parameters = cell.putObject("parameters").put("Y_WIDTH", y.size());
        cell.putObject("attributes");
        final ObjectNode directions = cell.putObject("port_directions").put("Y", "output");
        final ObjectNode connections = cell.putObject("connections");
        connections.set("Y", y);
        inputs.forEach((pin, bits) -> {
            parameters.put(pin + "_SIGNED", 0).put(pin + "_WIDTH", bits.size());
            directions.put(pin, "input");
            connections.set(pin, bits);
        });
        cells.set("fl_cell_" + added++, cell);
        return cell;
    }

    // ---- the whole

    /**
     * Ends the edit: output ports become copies, and only nets with one driver keep a name.
     *
     * @return the unit
     */
    ObjectNode finish() {
        module.get("ports").fields().forEachRemaining(port -> {
            if (!isInput(port.getValue())) {
                final ArrayNode bits = (ArrayNode) port.getValue().get("bits");
                final ArrayNode copy = fresh(bits.size(), port.getKey());
                cell("$pos", Map.of("A", bits), copy);
                ((ObjectNode) port.getValue()).set("bits", copy);
            }
        });
        final ObjectNode nets = module.putObject("netnames");
        names.forEach((name, bits) -> {
            final ObjectNode net = nets.putObject(name).put("hide_name", 0);
            net.set("bits", bits);
            final String init = start(bits);
            final ObjectNode attributes = net.putObject("attributes");
            if (init.chars().anyMatch(c -> c != 'x')) { // of what an assertion has sampled, before the first cycle
                attributes.put("init", init);
            }
        });
        return module;
    }
}
