// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.run.Machines;
import fairlead.twin.nic.TreeFlit;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the global barrier network with its rule: giIn(n, t) is the OR over m of giOut(m, t - up(m) - latency -
 * down(n)).
 */
class BarrierNetworkTest {
    private static final int LATENCY = 3;
    private static final int CYCLES = 400;
    private static final int RESET = 0b100;

    /** Receives what a network shows of barriers. */
    record Pins(Patterns to) implements GlobalNetwork.Sink {
        interface Patterns {
            void show(int node, long mask, long now);
        }

        @Override
        public void patterns(int node, long mask, long now) {
            to.show(node, mask, now);
        }

        @Override
        public void tree(int node, int link, int channels, TreeFlit flit) {
            throw new AssertionError("a flit");
        }
    }

    private static MachineConfig machine(int spread, long seed) {
        return Machines.of(new Shape(3, 2, 1), 1)
                .change()
                .latency(new Latency(2, 2, 20, 16, LATENCY, 0, spread))
                .seed(seed)
                .build();
    }

    private static int shown(int node, long t) {
        // the three nodes are sometimes in step and sometimes not
        return t < 0 ? RESET : RESET >> (int) ((t + 5L * node) / 7 % 3);
    }

    @ParameterizedTest(name = "spread {0}")
    @ValueSource(ints = {0, 1, 9, 100})
    @Tag("R-BAR-8")
    void everyNodeSeesEveryPatternAfterItsOwnLatency(int spread) {
        MachineConfig machine = machine(spread, 7 + spread);
        GlobalNetwork network = new GlobalNetwork(1, machine);
        GlobalNetwork.Part wires = network.parts[0];
        Map<Integer, Long> pins = new TreeMap<>();
        for (int node = 0; node < machine.nodes(); node++) {
            wires.show(node, RESET);
            pins.put(node, (long) RESET);
        }
        network.reset(new Pins((node, mask, now) -> assertEquals(RESET, now)));
        for (long t = 0; t < CYCLES; t++) {
            if (network.next() == t) {
                network.arrive(t, new Pins((node, mask, now) -> pins.put(node, now)));
            }
            for (int node = 0; node < machine.nodes(); node++) {
                long all = 0;
                for (int from = 0; from < machine.nodes(); from++) {
                    all |= shown(from, t - machine.barrierUp(from) - LATENCY - machine.barrierDown(node));
                }
                assertEquals(all, pins.get(node), "node " + node + " in cycle " + t);
            }
            for (int node = 0; node < machine.nodes(); node++) {
                wires.show(node, shown(node, t));
            }
            network.endCycle(t);
        }
    }

    @Test
    @Tag("R-BAR-8")
    void withoutASpreadAllNodesHaveOneLatency() {
        MachineConfig machine = machine(0, 1);
        for (int node = 0; node < machine.nodes(); node++) {
            assertEquals(0, machine.barrierUp(node) + machine.barrierDown(node));
        }
    }
}
