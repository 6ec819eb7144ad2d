// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import com.fasterxml.jackson.databind.JsonNode;
import fairlead.machine.Mix;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds the sites of a unit in another netlist of the same unit, which has more cells. Two cells are the same if they
 * compute the same function of the same registers, input ports and pins of instances, all of which have names. A site
 * of a cell that is there several times is found only if both netlists have it as often.
 */
final class SiteMatch {
    private static final Set<String> COMMUTATIVE =
            Set.of("$and", "$or", "$xor", "$xnor", "$add", "$mul", "$eq", "$ne", "$logic_and", "$logic_or");
    private static final String FRESH = "_"; // the beginning of names that the compiler gives

    /** One unit of one netlist: what each of its nets computes, as a number. */
    private static final class Unit {
        private final Map<Integer, Long> nets = new HashMap<>(); // of leaves, and of what has been asked
        private final Map<Integer, JsonNode> drivers = new HashMap<>(); // of all other nets
        private final Map<JsonNode, Long> cells = new HashMap<>();
        private final Map<Long, List<String>> names = new HashMap<>(); // of the cells that compute the same
        private final JsonNode module;

        Unit(final JsonNode module) {
            this.module = module;
            module.get("ports").fields().forEachRemaining(port -> {
                if ("input".equals(port.getValue().get("direction").asText())) {
                    leaf(port.getValue().get("bits"), "port " + port.getKey());
                }
            });
            final Map<String, String> registers = new TreeMap<>();
            module.get("netnames").fields().forEachRemaining(net -> {
                final boolean given = net.getValue().path("hide_name").asInt() == 0
                        && !net.getKey().startsWith(FRESH)
                        && !module.get("ports").has(net.getKey());
                if (given) {
                    registers.merge(
                            net.getValue().get("bits").toString(), net.getKey(), (a, b) -> a.compareTo(b) < 0 ? a : b);
                }
            });
            module.get("cells").fields().forEachRemaining(cell -> {
                final JsonNode body = cell.getValue();
                final String type = body.get("type").asText();
                if (!type.startsWith("$")) {
                    final String name = "instance " + cell.getKey();
                    body.get("connections").fields().forEachRemaining(pin -> {
                        if (isOutput(body, pin.getKey())) {
                            leaf(pin.getValue(), name + " " + pin.getKey());
                        }
                    });
                    cells.put(body, hash(name));
                } else if ("$dff".equals(type)) {
                    final JsonNode q = body.get("connections").get("Q");
                    final String name = registers.getOrDefault(q.toString(), "a register without a name");
                    leaf(q, "register " + name);
                    cells.put(body, hash("register " + name));
                } else if (body.get("connections").has("Y")) { // an assertion has no output
                    body.get("connections").get("Y").forEach(bit -> drivers.put(bit.asInt(), body));
                }
            });
            module.get("cells").fields().forEachRemaining(cell -> {
                if (cells.containsKey(cell.getValue())
                        || cell.getValue().get("connections").has("Y")) {
                    names.computeIfAbsent(of(cell.getValue()), h -> new ArrayList<>())
                            .add(cell.getKey());
                }
            });
        }

        private static boolean isOutput(final JsonNode cell, final String pin) {
            return "output".equals(cell.get("port_directions").get(pin).asText());
        }

        private void leaf(final JsonNode bits, final String name) {
            for (int i = 0; i < bits.size(); i++) {
                if (bits.get(i).isInt()) {
                    nets.put(bits.get(i).asInt(), hash(name + " " + i));
                }
            }
        }

        /** Returns what a cell computes. */
        private long of(final JsonNode cell) {
            final Long known = cells.get(cell);
            if (known != null) {
                return known;
            }
            final String type = cell.get("type").asText();
            final List<Long> inputs = new ArrayList<>();
            cell.get("connections").fields().forEachRemaining(pin -> {
                if (!isOutput(cell, pin.getKey())) {
                    inputs.add(Mix.mix64(word(pin.getValue()) + (COMMUTATIVE.contains(type) ? 0 : hash(pin.getKey()))));
                }
            });
            inputs.sort(null);
            long all = hash(type + " " + cell.get("connections").get("Y").size());
            for (final long input : inputs) {
                all = Mix.mix64(all * Mix.GOLDEN + input);
            }
            cells.put(cell, all);
            return all;
        }

        /** Returns what an operand is, bit by bit, without the zeros in front: cells have operands without a sign. */
        private long word(final JsonNode bits) {
            int size = bits.size();
            while (size > 1
                    && "0".equals(bits.get(size - 1).asText())
                    && !bits.get(size - 1).isInt()) {
                size--;
            }
            long all = size;
            for (int i = 0; i < size; i++) {
                final JsonNode bit = bits.get(i);
                all = Mix.mix64(all * Mix.GOLDEN + (bit.isInt() ? net(bit.asInt()) : hash(bit.asText())));
            }
            return all;
        }

        private long net(final int bit) {
            final Long known = nets.get(bit);
            if (known != null) {
                return known;
            }
            final JsonNode driver = drivers.get(bit);
            if (driver == null) {
                throw new IllegalStateException("net " + bit + " has no driver");
            }
            final JsonNode bits = driver.get("connections").get("Y");
            int place = 0;
            while (bits.get(place).asInt() != bit) {
                place++;
            }
            final long hash = Mix.mix64(of(driver) + place);
            nets.put(bit, hash);
            return hash;
        }

        private static long hash(final String text) {
            long all = text.length();
            for (int i = 0; i < text.length(); i++) {
                all = Mix.mix64(all * Mix.GOLDEN + text.charAt(i));
            }
            return all;
        }
    }

    private final TileNetlist from;
    private final TileNetlist to;
    private final Map<String, Unit[]> units = new HashMap<>();

    /**
     * @param from the netlist whose sites are given
     * @param to the netlist in which they are found
     */
    SiteMatch(final TileNetlist from, final TileNetlist to) {
        this.from = from;
        this.to = to;
    }

    /** Returns the netlist in which the sites are found. */
    TileNetlist to() {
        return to;
    }

    /** Returns the same mutant in the other netlist, if its cell is found there. */
    Optional<WordMutant> of(final WordMutant mutant) {
        final MutationSite site = mutant.site();
        if (!to.units().contains(site.unit())) {
            return Optional.empty();
        }
        final Unit[] both =
                units.computeIfAbsent(site.unit(), u -> new Unit[] {new Unit(from.module(u)), new Unit(to.module(u))});
        final JsonNode cell = both[0].module.get("cells").get(site.cell());
        final List<String> here = both[0].names.get(both[0].of(cell));
        final List<String> there = both[1].names.getOrDefault(both[0].of(cell), List.of());
        if (here.size() != there.size()) {
            return Optional.empty();
        }
        final String name = there.get(here.indexOf(site.cell()));
        final JsonNode found = both[1].module.get("cells").get(name);
        String port = site.port();
        if (COMMUTATIVE.contains(site.type()) && !site.output()) {
            final long word = both[0].word(cell.get("connections").get(port));
            port = both[1].word(found.get("connections").get("A")) == word ? "A" : "B";
        }
        final String pin = port;
        return to.sites(site.unit()).stream()
                .filter(s -> s.cell().equals(name) && s.port().equals(pin))
                .filter(s -> mutant.kind().isBit() ? mutant.bit() < s.width() : s.width() == site.width())
                .findFirst()
                .map(s -> new WordMutant(mutant.number(), s, mutant.kind(), mutant.bit()));
    }
}
