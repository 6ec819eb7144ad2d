// SPDX-License-Identifier: Apache-2.0
package fairlead.model.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.api.Arbitration;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Shape;
import fairlead.engine.api.VcRule;
import fairlead.model.ports.Packets;
import fairlead.openloop.OpenLoop;
import fairlead.openloop.TrafficResult;
import fairlead.openloop.TrafficSpec;
import fairlead.workload.TrafficPattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The routers for comparison keep the rules of every router, and have the closed forms of their pipeline. */
class SeparablePartitionTest {
    private static MachineConfig machine(final Shape shape, final int depth) {
        return TestMachines.machine(shape, 3, 2, 1, depth, depth, VcRule.STATIC, Arbitration.ROUND_ROBIN);
    }

    /** Credits, flits and occupancy sum up in every cycle, and every packet arrives at its destination. */
    @ParameterizedTest(name = "depth {0}, {1} flits, load {2}, {3} classes")
    @CsvSource({"4, 8, 0.9, 2", "1, 3, 0.2, 2", "8, 1, 0.9, 1", "2, 5, 0.05, 1"})
    void nothingIsLost(final int depth, final int flits, final double load, final int classes) {
        final MachineConfig machine = machine(new Shape(4, 3, 3), depth);
        final Packets packets = new Packets(16);
        final UniformTraffic traffic = new UniformTraffic(machine.shape(), packets, depth, flits, load, 1000, 5);
        final TorusRouter routers = new TorusRouter(machine, packets, traffic, null, RouterVariant.separable(classes));
        traffic.attach(routers);
        long t = 0;
        for (; t < 1000 || !traffic.idle() || !routers.idle(); t++) {
            traffic.cycle(t);
            routers.cycle(t);
            assertEquals("", routers.imbalance(), "cycle " + t);
            assertTrue(t < 200_000, "the machine stands");
        }
    }

    /**
     * One flow a link. A VC carries one packet in flits + 2 cycles, as route and VC allocation of the next begin behind
     * the tail; two VCs twice that, up to a flit a cycle. Of four credits the head's comes back after nine cycles,
     * those of its body after seven: eight flits in 16 cycles. With one flow there is no wait below that: a packet of
     * one hop takes four stages twice and the links.
     */
    @ParameterizedTest(name = "{0} flits, depth {1}, {2} classes: {3}")
    @CsvSource({"1, 16, 1, 0.3333", "8, 16, 1, 0.8", "8, 4, 1, 0.5", "1, 16, 2, 0.6667", "8, 16, 2, 0.98"})
    void aFlowHasTheRateOfItsVcs(final int flits, final int depth, final int classes, final double rate) {
        final TrafficSpec spec = TrafficSpec.of(TrafficPattern.NEIGHBOR, 1, flits, 1)
                .withLanes(2 * classes)
                .withRouter(RouterVariant.separable(classes));
        final MachineConfig machine = machine(new Shape(8, 1, 1), depth);
        final TrafficResult flood = new OpenLoop(machine, spec.withLatencyLimit(Double.POSITIVE_INFINITY)).measure();
        assertEquals(rate, flood.accepted(), 0.02);
        final TrafficResult calm = new OpenLoop(machine, spec.withLoad(0.01)).measure();
        assertEquals(11 + flits - 1, calm.p50(), depth < 8 && flits > depth ? 8 : 0);
    }
}
