// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.WaitCause;
import fairlead.machine.Arbitration;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;

/**
 * The program of {@link StagesTest}: compares the routers of the structure of its process with the closed forms of
 * docs/understand/router-stages.md, to the cycle. It prints the number of comparisons; any difference ends it with an
 * error.
 */
final class StageTimes {
    private static final Shape SHAPE = new Shape(8, 4, 3);
    private static final int[] TARGETS = {0, 1, 3, 4 + 8 * 2, 2 + 8 + 32, 7 + 8 * 3 + 64};
    private static final int[] FLITS = {1, 2, 3, 5, 8, HwLayout.MAX_PACKET_FLITS};
    private static final long START = 5;
    private static final int SETTLED = 200;
    private static final int LOOPS = 20;

    private static int compared;

    private StageTimes() {}

    public static void main(String[] args) {
        int stages = HwLayout.ROUTER_STAGES;
        int passage = stages > 1 ? 1 : 0;
        for (Arbitration arbitration : Arbitration.values()) {
            for (int link = 1; link <= 4; link++) {
                for (int credit = 1; credit <= 3; credit++) {
                    zeroLoad(machine(link, credit, link + credit + 2 + passage, arbitration), link, stages);
                }
            }
            for (int depth = 1; depth <= 9; depth++) {
                rateOfOnePacket(machine(2, 2, depth, arbitration), depth, 2 + 2 + 2 + passage);
            }
            for (int flits = 1; flits <= 6; flits++) {
                rateOfOneVc(machine(2, 2, 40, arbitration), flits, stages);
            }
        }
        counts(stages, 2 + 2 + Math.max(2, stages) + passage);
        System.out.println("stages " + stages + ", iSLIP " + HwLayout.ISLIP_ITERATIONS + ", compared " + compared);
    }

    private static MachineConfig machine(int link, int credit, int depth, Arbitration arbitration) {
        return TestMachines.machine(SHAPE, link, credit, 1, depth, 16, VcRule.DATELINE, arbitration);
    }

    private static void zeroLoad(MachineConfig machine, int link, int stages) {
        for (int target : TARGETS) {
            for (int flits : FLITS) {
                ScriptedPorts ports = new ScriptedPorts(machine);
                int id = ports.send(START, 0, 1, target, flits, 0);
                ports.drain(false);
                int hops = ports.hops.size();
                String what = "target " + target + ", flits " + flits + ", L " + link;
                same(START + (hops + 1L) * stages + (long) hops * link + flits, ports.tailOnPin(id), what);
                for (int h = 0; h < hops; h++) {
                    same(
                            START + (long) (h + 1) * stages + (long) h * link,
                            ports.hops.get(h).cycle(),
                            what);
                }
                assertEquals("", ports.routers.imbalance());
            }
        }
    }

    /**
     * The performance counters of one packet: while its head goes through stages, flits after it come, for which the
     * buffer has room.
     */
    private static void counts(int stages, int depth) {
        MachineConfig machine = machine(2, 2, depth, Arbitration.AGE);
        for (int target : TARGETS) {
            for (int flits = 1; flits <= HwLayout.MAX_PACKET_FLITS; flits++) {
                ScriptedPorts ports = new ScriptedPorts(machine);
                TorusRouter.WaitCounts counts = ports.routers.counts(0);
                for (int node = 0; node < machine.nodes(); node++) {
                    counts.control(node, true, true, 0);
                }
                ports.send(START, 0, 1, target, flits, 0);
                ports.drain(false);
                long routers = ports.hops.size() + 1L;
                String what = "target " + target + ", flits " + flits;
                same(routers * flits, sum(machine, counts, 0), "moved, " + what);
                same(0, sum(machine, counts, 1), "blocked, " + what);
                same(routers * Math.max(0, stages - 2), sum(machine, counts, 1 + WaitCause.STAGE), what);
            }
        }
    }

    /** Returns the sum of a counter over all rows of all routers. */
    private static long sum(MachineConfig machine, TorusRouter.WaitCounts counts, int counter) {
        long sum = 0;
        for (int node = 0; node < machine.nodes(); node++) {
            for (int row = 0; row < HwLayout.FIRST_SEND_ROW; row++) {
                sum += counts.count(node, row, counter);
            }
        }
        return sum;
    }

    /** Flits of long packets of one VC pass at the rate of its credit loop, or of the packets. */
    private static void rateOfOnePacket(MachineConfig machine, int depth, int loop) {
        ScriptedPorts ports = new ScriptedPorts(machine);
        int id = ports.send(START, 0, 0, 1, HwLayout.MAX_PACKET_FLITS, 0);
        ports.drain(false);
        int behind = HwLayout.MAX_PACKET_FLITS - 1;
        int serial = depth >= loop ? behind : behind / depth * loop + behind % depth;
        same(START + 2L * HwLayout.ROUTER_STAGES + 2 + 1 + serial, ports.tailOnPin(id), "one packet, depth " + depth);
    }

    /** Packets of one VC that nothing delays follow each other without a gap, or with the cycles of route and VC. */
    private static void rateOfOneVc(MachineConfig machine, int flits, int stages) {
        ScriptedPorts ports = new ScriptedPorts(machine);
        for (int i = 0; i < 1000; i++) {
            ports.send(0, 0, 0, 2, flits, i);
        }
        ports.run(SETTLED);
        long before = ports.routers.flitHops();
        int period = flits + Math.max(0, stages - 2);
        ports.run(SETTLED + (long) LOOPS * period);
        same(2L * LOOPS * flits, ports.routers.flitHops() - before, "packets of " + flits + " flits over two links");
    }

    private static void same(long expected, long found, String what) {
        assertEquals(expected, found, what);
        compared++;
    }
}
