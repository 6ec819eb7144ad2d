// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout.ClassRoute;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.GlobalBarrier;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.twin.nic.BarrierLeg;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tree of the barrier against its rule: all(n, t) is the OR over m of own(m, t - 2 - (d(m) + d(n)) T). */
@Tag("M-322")
class BarrierTreeTest {
    private static final int CYCLES = 300;
    private static final int RESET = 0b100;
    private static final long TREE = 1L << ClassRoute.MEMBER_LSB | 0b110L << ClassRoute.CHILDREN_LSB;
    private static final long PARENT = 1L << ClassRoute.PARENT_LSB;

    private static int shown(int node, long t) {
        return t < 0 ? RESET : RESET >> (int) ((t + 5L * node) / 7 % 3);
    }

    private static int depth(int node) {
        return 31 - Integer.numberOfLeadingZeros(node + 1);
    }

    @ParameterizedTest(name = "{0} nodes, latency {1}")
    @CsvSource({"1, 1", "2, 1", "6, 3", "13, 2"})
    void everyNodeSeesEveryPatternAfterTheLatencyOfThePair(int nodes, int latency) {
        MachineConfig machine = MachineConfig.of(new Shape(nodes, 1, 1))
                .collective(new CollectiveNetwork(latency, 8, 8, 8, List.of()))
                .barrier(GlobalBarrier.TREE)
                .build();
        GlobalNetwork network = new GlobalNetwork(1, machine);
        BarrierLeg[] legs = new BarrierLeg[nodes];
        long[] pins = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            legs[node] = new BarrierLeg(node == 0 ? TREE : TREE | PARENT);
            network.parts[0].show(node, legs[node].out());
        }
        BarrierNetworkTest.Pins see = new BarrierNetworkTest.Pins((node, mask, now) -> {
            pins[node] = pins[node] & ~mask | now;
            legs[node].in((int) pins[node]);
        });
        network.reset(see);
        for (long t = 0; t < CYCLES; t++) {
            if (network.next() == t) {
                network.arrive(t, see);
            }
            for (int node = 0; node < nodes; node++) {
                int all = 0;
                for (int from = 0; from < nodes; from++) {
                    all |= shown(from, t - 2 - (long) latency * (depth(from) + depth(node)));
                }
                assertEquals(all, legs[node].all(), "node " + node + " in cycle " + t);
            }
            for (int node = 0; node < nodes; node++) {
                legs[node].edge(shown(node, t));
                network.parts[0].show(node, legs[node].out());
            }
            network.endCycle(t);
        }
    }
}
