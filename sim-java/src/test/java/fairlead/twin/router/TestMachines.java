// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;
import fairlead.machine.Arbitration;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;

/** Machines of which only the network matters, and the headers that their NICs would write. */
final class TestMachines {
    private TestMachines() {}

    static MachineConfig machine(
            Shape shape,
            int link,
            int credit,
            int interval,
            int linkDepth,
            int localDepth,
            VcRule rule,
            Arbitration arbitration) {
        return MachineConfig.of(shape)
                .latency(new Latency(link, credit, 1, 1, 1, 0))
                .linkInterval(interval)
                .buffers(new Buffers(linkDepth, localDepth, 4, 4, 4, 4))
                .vcRule(rule)
                .arbitration(arbitration)
                .memoryBytes(1 << 12)
                .dla(DlaLimits.of(4))
                .tasks(1)
                .barrierWidth(2)
                .build();
    }

    static MachineConfig machine(Shape shape, int linkDepth, int localDepth) {
        return machine(shape, 2, 2, 1, linkDepth, localDepth, VcRule.DATELINE, Arbitration.AGE);
    }

    /**
     * Returns header word 0 with a minimal direction in each dimension; if both directions are minimal, bit d of `ties`
     * selects minus.
     */
    static long header(Shape shape, int source, int target, int cls, int eport, int ties, int flits, int stamp) {
        long dir = 0;
        long cross = 0;
        int from = shape.coord(source);
        int to = shape.coord(target);
        for (int d = 0; d < 3; d++) {
            int a = from >> 4 * d & 15;
            int b = to >> 4 * d & 15;
            int up = Math.floorMod(b - a, shape.k(d));
            int down = Math.floorMod(a - b, shape.k(d));
            boolean minus = down < up || down == up && (ties >> d & 1) != 0 && up != 0;
            boolean crosses = minus ? b > a : b < a;
            dir |= (minus ? 1L : 0) << d;
            cross |= (crosses ? 1L : 0) << d;
        }
        return (long) to << Header0.DST_LSB
                | (long) from << Header0.SRC_LSB
                | (long) cls << Header0.CLS_LSB
                | dir << Header0.DIR_LSB
                | cross << Header0.CROSS_LSB
                | (long) eport << Header0.EPORT_LSB
                | (long) (flits - 1) * HwLayout.FLIT_BYTES << Header0.LENGTH_LSB
                | (long) (stamp & (int) Header0.STAMP_MASK) << Header0.STAMP_LSB;
    }
}
