// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The whole tile as one netlist. The pins of instances have become cells that pass a word on, so each bit of a unit has
 * a number of its own in each instance. Memories remain cells. A value that Verilog leaves undefined is 0.
 */
final class FlatNetlist {
    private static final String CELLS = "cells";
    private static final String CONNECTIONS = "connections";

    private final JsonNode modules;
    private final Map<String, FlatCell> cells = new LinkedHashMap<>();
    private final Map<Integer, FlatCell> drivers = new HashMap<>();
    private final Map<Integer, List<FlatCell>> users = new HashMap<>();
    private final Map<String, Map<Integer, Integer>> bits = new HashMap<>(); // of each instance, by the unit's number
    private final Map<String, List<String>> places = new HashMap<>(); // of each unit
    private final Set<Integer> pins = new HashSet<>(); // what leaves the tile
    private int next = 2;

    /**
     * @param modules the units in the form of yosys's JSON
     * @param top the unit that contains all others
     */
    FlatNetlist(final JsonNode modules, final String top) {
        this.modules = modules;
        add("", top);
        modules.get(top).get("ports").forEach(port -> {
            if ("output".equals(port.get("direction").asText())) {
                for (final int bit : word("", port.get("bits"))) {
                    pins.add(bit);
                }
            }
        });
    }

    private void add(final String place, final String unit) {
        places.computeIfAbsent(unit, u -> new ArrayList<>()).add(place);
        for (final FlatCell cell : cellsOf(place, modules.get(unit))) {
            cells.put(cell.name(), cell);
            cell.outputs().values().forEach(word -> {
                for (final int bit : word) {
                    drivers.put(bit, cell);
                }
            });
            cell.inputs().values().forEach(word -> {
                for (final int bit : word) {
                    users.computeIfAbsent(bit, b -> new ArrayList<>()).add(cell);
                }
            });
        }
        modules.get(unit).get(CELLS).fields().forEachRemaining(cell -> {
            if (isUnit(cell.getValue())) {
                add(inside(place, cell.getKey()), cell.getValue().get("type").asText());
            }
        });
    }

    private boolean isUnit(final JsonNode cell) {
        final JsonNode module = modules.path(cell.get("type").asText());
        return module.has(CELLS) && !module.path("attributes").has("blackbox");
    }

    private static String inside(final String place, final String name) {
        return place.isEmpty() ? name : place + "/" + name;
    }

    /** Returns the cells of an instance, without those inside its own instances, as a unit says that was edited. */
    synchronized List<FlatCell> cellsOf(final String place, final JsonNode unit) {
        final List<FlatCell> found = new ArrayList<>();
        unit.get(CELLS).fields().forEachRemaining(entry -> {
            final JsonNode cell = entry.getValue();
            final String name = inside(place, entry.getKey());
            final Map<String, int[]> inputs = new LinkedHashMap<>();
            final Map<String, int[]> outputs = new LinkedHashMap<>();
            cell.get(CONNECTIONS).fields().forEachRemaining(pin -> {
                final boolean isOutput = "output"
                        .equals(cell.get("port_directions").get(pin.getKey()).asText());
                final int[] word = word(place, pin.getValue());
                if (word.length > 0 && isUnit(cell)) {
                    final int[] own = word(name, port(cell, pin.getKey()));
                    found.add(buffer(name + "." + pin.getKey(), place, isOutput ? own : word, isOutput ? word : own));
                } else if (word.length > 0) {
                    (isOutput ? outputs : inputs).put(pin.getKey(), word);
                }
            });
            if (!isUnit(cell)) {
                found.add(
                        new FlatCell(name, place, cell.get("type").asText(), cell.get("parameters"), inputs, outputs));
            }
        });
        return found;
    }

    private JsonNode port(final JsonNode cell, final String pin) {
        return modules.get(cell.get("type").asText()).get("ports").get(pin).get("bits");
    }

    private static FlatCell buffer(final String name, final String place, final int[] from, final int[] to) {
        final ObjectNode parameters = JsonNodeFactory.instance.objectNode();
        parameters.put("A_SIGNED", 0).put("A_WIDTH", from.length).put("Y_WIDTH", to.length);
        return new FlatCell(name, place, "$pos", parameters, Map.of("A", from), Map.of("Y", to));
    }

    /** Returns the bits of a word of an instance; a number that the unit did not have before gets a new net. */
    private int[] word(final String place, final JsonNode word) {
        final Map<Integer, Integer> known = bits.computeIfAbsent(place, p -> new HashMap<>());
        final int[] found = new int[word.size()];
        for (int i = 0; i < found.length; i++) {
            final JsonNode bit = word.get(i);
            found[i] = bit.isInt() ? known.computeIfAbsent(bit.asInt(), b -> next++) : "1".equals(bit.asText()) ? 1 : 0;
        }
        return found;
    }

    /** Returns the instances of a unit. */
    List<String> places(final String unit) {
        return places.get(unit);
    }

    /** Returns the bit of an instance's reset, or -1 if it has none. */
    int reset(final String unit, final String place) {
        final JsonNode port = modules.get(unit).get("ports").path("reset");
        return port.isMissingNode() ? -1 : word(place, port.get("bits"))[0];
    }

    /** Returns the cell of this name, or null if the tile has none. */
    FlatCell cellOrNull(final String name) {
        return cells.get(name);
    }

    /** Returns the cell that drives a bit, or null for a constant and for a pin of the tile. */
    FlatCell driverOrNull(final int bit) {
        return drivers.get(bit);
    }

    List<FlatCell> users(final int bit) {
        return users.getOrDefault(bit, List.of());
    }

    boolean leavesTheTile(final int bit) {
        return pins.contains(bit);
    }

    /** Returns the first number behind those of all nets. */
    synchronized int end() {
        return next;
    }
}
