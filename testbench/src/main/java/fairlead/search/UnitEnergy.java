// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import com.fasterxml.jackson.databind.JsonNode;
import fairlead.run.ToolException;
import fairlead.search.CellPower.Logic;
import fairlead.search.CellPower.Pin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The energy of a mapped unit. It is simulated gate by gate, without delays, and each change of a net costs the charge
 * of the pins on it and what the tables of its cells say (docs/use/area.md).
 *
 * @param rest pJ of a cycle in which nothing but the clock changes
 * @param busy pJ of all other changes in a cycle with random inputs
 * @param leakage in nW
 */
record UnitEnergy(double rest, double busy, double leakage) {
    /** The version of what is computed here, for results that are kept. */
    static final String RULE = "energy 1";

    private static final int CASES = Long.SIZE; // that are simulated side by side
    private static final int CYCLES = 64;
    private static final int RESET_CYCLES = 2;

    /** What computes a net: a cell or a flip-flop's output, which takes its state from a net of its own. */
    private record Gate(int net, Logic logic, Set<Integer> from) {}

    /** A flip-flop takes its next state into two nets: that of the state and that of its inverse. */
    private record FlipFlop(Logic next, int state) {}

    /** A unit as a network of cells. */
    private static final class Network {
        private final Liberty.Power power;
        private final Map<String, Integer> numbers = new HashMap<>();
        private final List<Gate> gates = new ArrayList<>();
        private final List<FlipFlop> flipFlops = new ArrayList<>();
        private final Map<Integer, Double> loads = new TreeMap<>(); // of pins
        private final Map<Integer, Double> changes = new TreeMap<>(); // energy of a change at the pins on a net
        private final Map<Integer, List<Pin>> drivers = new TreeMap<>();
        private final Set<Integer> clocks = new HashSet<>();
        private final List<Integer> inputs = new ArrayList<>();
        private Integer reset;
        private double rest;
        private double leakage;

        Network(JsonNode module, Liberty.Power power) {
            this.power = power;
            net("0");
            net("1");
            module.get("cells").forEach(this::add);
            module.get("ports").properties().forEach(port -> {
                if (port.getValue().get("direction").asText().equals("input")) {
                    port.getValue().get("bits").forEach(bit -> inputs.add(net(bit.asText())));
                    reset = port.getKey().equals("reset") ? inputs.get(inputs.size() - 1) : reset;
                }
            });
            inputs.removeAll(clocks);
        }

        private int net(String name) {
            return numbers.computeIfAbsent(name.equals("x") ? "0" : name, key -> numbers.size());
        }

        private double charge(double capacitance) {
            return capacitance * power.volts() * power.volts() / 2;
        }

        private void add(JsonNode instance) {
            CellPower cell = power.cells().get(instance.get("type").asText());
            if (cell == null || !cell.plain()) {
                throw new ToolException("energy: cell " + instance.get("type").asText()
                        + " is no gate and no flip-flop without clear and preset");
            }
            leakage += cell.leakage();
            Map<String, Integer> nets = new HashMap<>();
            instance.get("connections").properties().forEach(pin -> {
                if (!pin.getValue().isEmpty()) {
                    nets.put(pin.getKey(), net(pin.getValue().get(0).asText()));
                }
            });
            if (cell.next() != null) {
                int state = net("state " + numbers.size());
                nets.put(cell.state().get(cell.state().size() - 1), net("inverse " + state));
                nets.put(cell.state().get(0), state);
                flipFlops.add(new FlipFlop(CellPower.logic(cell.next(), pin -> nets.getOrDefault(pin, 0)), state));
            }
            cell.pins().forEach((name, pin) -> {
                Integer net = nets.get(name);
                if (net == null) {
                    return;
                } else if (pin.output()) {
                    Set<Integer> from = new HashSet<>();
                    Logic logic = CellPower.logic(pin.function(), of -> {
                        from.add(nets.getOrDefault(of, 0));
                        return nets.getOrDefault(of, 0);
                    });
                    gates.add(new Gate(net, logic, from));
                    drivers.computeIfAbsent(net, n -> new ArrayList<>()).add(pin);
                } else if (name.equals(cell.clock())) {
                    clocks.add(net);
                    rest += 2 * (pin.energy(0) + charge(pin.capacitance()));
                } else {
                    loads.merge(net, pin.capacitance(), Double::sum);
                    changes.merge(net, pin.energy(0) + charge(pin.capacitance()), Double::sum);
                }
            });
        }

        /** Returns the gates, each after those that it depends on. */
        private List<Gate> ordered() {
            Map<Integer, Gate> left = new TreeMap<>();
            gates.forEach(gate -> left.put(gate.net, gate));
            List<Gate> order = new ArrayList<>();
            while (!left.isEmpty()) {
                List<Gate> free = left.values().stream()
                        .filter(gate -> gate.from.stream().noneMatch(left::containsKey))
                        .toList();
                if (free.isEmpty()) {
                    throw new ToolException("energy: a combinational loop in a mapped unit");
                }
                order.addAll(free);
                free.forEach(gate -> left.remove(gate.net));
            }
            return order;
        }

        /** Returns the energy of each net's change. */
        private double[] costs() {
            double[] costs = new double[numbers.size()];
            changes.forEach((net, energy) -> costs[net] += energy);
            drivers.forEach((net, pins) -> pins.forEach(pin -> costs[net] += pin.energy(loads.getOrDefault(net, 0.0))));
            return costs;
        }

        /** Returns the energy of a cycle with random inputs, but for the clock. */
        private double busy() {
            Gate[] order = ordered().toArray(new Gate[0]);
            double[] costs = costs();
            SplittableRandom random = new SplittableRandom(1);
            long[] now = new long[numbers.size()];
            long[] before = now.clone();
            long[] next = new long[flipFlops.size()];
            double sum = 0;
            now[1] = -1;
            for (int cycle = -CYCLES; cycle < CYCLES; cycle++) {
                for (int f = 0; f < next.length; f++) {
                    next[f] = flipFlops.get(f).next.of(now);
                }
                for (int f = 0; f < next.length; f++) {
                    now[flipFlops.get(f).state] = next[f];
                    now[flipFlops.get(f).state + 1] = ~next[f];
                }
                inputs.forEach(net -> now[net] = random.nextLong());
                if (reset != null) {
                    now[reset] = cycle < -CYCLES + RESET_CYCLES ? -1 : 0;
                }
                for (Gate gate : order) {
                    now[gate.net] = gate.logic.of(now);
                }
                for (int net = 0; net < now.length && cycle >= 0; net++) {
                    sum += costs[net] * Long.bitCount(now[net] ^ before[net]);
                }
                System.arraycopy(now, 0, before, 0, now.length);
            }
            return sum / CASES / CYCLES;
        }
    }

    /** Returns the energy of the only module in what yosys writes as JSON. */
    static UnitEnergy of(JsonNode netlist, Liberty.Power power) {
        List<JsonNode> modules = new ArrayList<>();
        netlist.get("modules").properties().forEach(module -> {
            if (!module.getValue().path("attributes").has("blackbox")
                    && !module.getValue().get("cells").isEmpty()) {
                modules.add(module.getValue());
            }
        });
        if (modules.size() != 1) {
            throw new ToolException("energy: the mapped unit has " + modules.size() + " modules with cells");
        }
        Network network = new Network(modules.get(0), power);
        return new UnitEnergy(
                network.rest * power.picofarads(),
                network.busy() * power.picofarads(),
                network.leakage * power.nanowatts());
    }
}
