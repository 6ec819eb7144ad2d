// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.machine.Arbitration;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import fairlead.openloop.OpenLoop;
import fairlead.openloop.TrafficResult;
import fairlead.openloop.TrafficSpec;
import fairlead.workload.pattern.TrafficPattern;

/**
 * The program of {@link SharedPartitionTest}: routers with the shared VCs of the structure of its process. It prints
 * the number of comparisons; any difference ends it with an error.
 */
final class SharedTimes {
    private static final int VCS = HwLayout.SHARED_VCS;
    private static final int LINK = 2;
    private static final int STAGES = 4;

    private static int compared;

    private SharedTimes() {}

    private static MachineConfig machine(Shape shape, int depth) {
        return TestMachines.machine(shape, LINK, 2, 1, depth, depth, VcRule.STATIC, Arbitration.ROUND_ROBIN);
    }

    public static void main(String[] args) {
        nothingIsLost(4, 8, 0.9);
        nothingIsLost(1, 3, 0.2);
        nothingIsLost(8, 1, 0.9);
        nothingIsLost(2, 5, 0.05);
        double packet = VCS == 2 ? 1 : 2; // VCs of a ring's half
        flow(1, 16, Math.min(1, packet / 3));
        flow(8, 16, Math.min(0.98, packet * 8 / 10));
        if (VCS == 2) {
            flow(8, 4, 0.5);
        }
        System.out.println("shared " + VCS + ", compared " + compared);
    }

    /** Credits, flits and occupancy sum up in every cycle, and every packet arrives at its destination. */
    private static void nothingIsLost(int depth, int flits, double load) {
        MachineConfig machine = machine(new Shape(4, 3, 3), depth);
        Packets packets = new Packets(16);
        UniformTraffic traffic = new UniformTraffic(machine.shape(), packets, depth, flits, load, 1000, 5);
        traffic.lanes(VCS);
        TorusRouter routers = new TorusRouter(machine, new PartitionPorts(packets, traffic, null));
        traffic.attach(routers.pins(0));
        long t = 0;
        for (; t < 1000 || !traffic.idle() || !routers.idle(); t++) {
            traffic.cycle(t);
            routers.cycle(0, t);
            assertEquals("", routers.imbalance(), "cycle " + t);
            assertTrue(t < 200_000, "the machine stands");
            compared++;
        }
    }

    /**
     * One flow a link. A VC carries one packet in flits + 2 cycles, as route and VC allocation of the next begin after
     * the tail; two VCs twice that, up to a flit a cycle. Of four credits the head's comes back after nine cycles,
     * those of its body after seven: eight flits in 16 cycles. With one flow there is no wait below that: a packet of
     * one hop takes four stages twice and the links.
     */
    private static void flow(int flits, int depth, double rate) {
        TrafficSpec spec = TrafficSpec.of(TrafficPattern.NEIGHBOR, 1, flits, 1).withLanes(VCS);
        MachineConfig machine = machine(new Shape(8, 1, 1), depth);
        TrafficResult flood = new OpenLoop(machine, spec.withLatencyLimit(Double.POSITIVE_INFINITY)).measure();
        assertEquals(rate, flood.accepted(), 0.02);
        TrafficResult calm = new OpenLoop(machine, spec.withLoad(0.01)).measure();
        assertEquals(1 + 2 * STAGES + LINK + flits, calm.p50(), depth < 8 && flits > depth ? 8 : 0);
        compared += 2;
    }
}
