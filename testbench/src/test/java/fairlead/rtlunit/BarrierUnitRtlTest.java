// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.BarrierCount;
import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.FaultId;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.Descriptors;
import fairlead.twin.nic.BarrierUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the BarrierUnit of the RTL alone with its twin and with docs/spec/barrier-unit.md. */
@Tag("M-91")
class BarrierUnitRtlTest extends UnitTest {
    private static final int A = 0b100;
    private static final int[] NOISE = {ConfigReg.SHAPE, ConfigReg.DLA_DEPTH, ConfigReg.MESSAGE_BASE, 15, 29, 45};

    private static void configure(RtlUnit rtl, int tasks, int width) {
        rtl.reset();
        rtl.set("reset", true);
        rtl.load(ConfigReg.TASKS, tasks);
        rtl.load(ConfigReg.BARRIER_WIDTH, width);
        rtl.set("reset", false);
    }

    private static long join(int task, boolean master) {
        return Descriptors.barrier(0, task, master);
    }

    /**
     * Gives any command in any cycle; half of them are those that the barrier waits for. The counters are narrow, so
     * that C wraps.
     */
    private static final class AgainstTwin extends UnitComparison {
        private final UnitPins pins = new UnitPins();
        private final int tasks;
        private final int width;
        private final int master;
        private BarrierUnit twin;
        private int giIn = A;
        private int next; // task that joins next in a regular sequence

        AgainstTwin(long seed) {
            super("BarrierUnit", seed);
            tasks = seed == 1 ? 3 : 1 + random.nextInt(chance(50) ? 4 : 16);
            int least = MachineConfig.minBarrierWidth(tasks);
            width = seed == 1 ? 16 : Math.min(16, least + random.nextInt(chance(70) ? 2 : 17 - least));
            master = random.nextInt(tasks);
        }

        @Override
        protected void begin() {
            rtl.tolerate("BU_A"); // rule 6: commands that are ignored
            MachineConfig machine = MachineConfig.of(new Shape(1, 1, 1))
                    .tasks(List.of(tasks))
                    .barrierWidth(width)
                    .build();
            twin = new BarrierUnit(pins.tile(machine, 0), 0);
            configure(rtl, tasks, width);
        }

        @Override
        protected void cycle() {
            boolean valid = in("cmd_valid", chance(60));
            int op = chance(80) ? TileCommand.BAR_ENTER : random.nextInt(32);
            long word = random.nextLong();
            if (op == TileCommand.BAR_ENTER && chance(90)) {
                word = word & -1L << BarrierCommand.WIDTH | join(next, next == master);
            } else if (chance(15)) {
                op = TileCommand.BAR_LEAVE;
            } else if (chance(40)) {
                op = chance(50) ? TileCommand.BAR_ADD : TileCommand.BAR_READ;
                long k = chance(50) ? random.nextInt(1 << 16) : 1L << random.nextInt(16);
                word = word & -1L << BarrierCount.WIDTH | k << BarrierCount.K_LSB | random.nextInt(16);
            }
            if (chance(30)) {
                giIn = chance(70) ? twin.giOut() : random.nextInt(8);
            }
            noise(20, NOISE);
            rtl.set("cmd_op", op);
            rtl.set("cmd_w_0", word);
            rtl.set("giIn", giIn);
            rtl.settle();

            same("giOut", twin.giOut());
            same("busy", twin.busy() || pins.shows(EventUnit.BARRIER_JOIN) || pins.shows(EventUnit.BARRIER_RELEASE));
            pins.compare(this, EventUnit.BARRIER_JOIN, "joinEvent", true);
            pins.compare(this, EventUnit.BARRIER_RELEASE, "releaseEvent", true);

            pins.clear();
            twin.giIn(giIn);
            if (valid) {
                twin.command(op, word);
            }
            twin.edge(cycle);
            rtl.edge();
            next = chance(80) ? (next + 1) % tasks : random.nextInt(16);
        }
    }

    BarrierUnitRtlTest() {
        super(
                AgainstTwin::new,
                60,
                2000,
                3,
                800,
                Map.of("cfg_data", -1L << 5, "cmd_w_0", -1L << BarrierCount.BARRIER_LSB));
    }

    // ---- the page

    /**
     * Section Errors, fault barrier_early: in one instance a task is missing at the gate; later instances are exact.
     */
    @Test
    void theFaultStrikesOnce() {
        assumeFalse(RtlUnit.hasMutants(), "units with mutants have no faults");
        try (RtlUnit rtl = new RtlUnit("BarrierUnit")) {
            configure(rtl, 3, 4);
            rtl.tolerate("BU_P"); // the properties that the fault violates
            rtl.command(TileCommand.FAULT_ARM, FaultId.BARRIER_EARLY);
            for (int instance = 0; instance < 5; instance++) {
                rtl.set("giIn", rtl.get("giOut"));
                rtl.command(TileCommand.BAR_ENTER, join(1, true));
                rtl.command(TileCommand.BAR_ENTER, join(0, false));
                int c = 4 * instance + 1 & 15;
                assertEquals("BARRIER_JOINED 0 " + c, rtl.event("joinEvent"));
                boolean strikes = instance == 0;
                assertEquals(strikes ? "BARRIER_RELEASED 3 4" : "-", released(rtl), "instance " + instance);
                rtl.command(TileCommand.BAR_ENTER, join(2, false));
                assertEquals("BARRIER_JOINED 2 " + (strikes ? 4 : c + 1), rtl.event("joinEvent"));
                String last = "BARRIER_RELEASED " + (strikes ? 4 : 7) + " " + (4 * (instance + 1) & 15);
                assertEquals(last, released(rtl), "instance " + instance);
            }
        }
    }

    /** Returns the release event of the next cycles, on a machine of one node. */
    private static String released(RtlUnit rtl) {
        String released = "-";
        for (int i = 0; i < 12; i++) {
            rtl.set("giIn", rtl.get("giOut"));
            rtl.edge();
            rtl.settle();
            String now = rtl.event("releaseEvent");
            assertTrue(released.equals("-") || now.equals("-"), released + ", " + now);
            released = now.equals("-") ? released : now;
        }
        return released;
    }
}
