// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.BarrierCount;
import fairlead.hw.HwLayout.ClassRoute;
import fairlead.hw.HwLayout.CollectiveReg;
import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.Descriptors;
import fairlead.twin.nic.ClassRouteBarriers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Compares the ClassRouteBarriers of the RTL alone with their twin and with docs/spec/barrier-unit.md. */
@Tag("M-547")
class ClassRouteBarriersRtlTest extends UnitTest {
    private static final int ROUTES = HwLayout.CLASS_ROUTES;
    private static final int LEG_BITS = 9;
    private static final long MEMBER = 1L << ClassRoute.MEMBER_LSB;
    private static final int[] NOISE = {ConfigReg.SHAPE, ConfigReg.MESSAGE_BASE, CollectiveReg.BARRIER_TREE, 45};

    /**
     * Gives any command in any cycle; half of them are joins that a barrier waits for. The node has any place in the
     * tree of each class route, or none.
     */
    private static final class AgainstTwin extends UnitComparison {
        private final UnitPins pins = new UnitPins();
        private final long[] links = new long[ROUTES];
        private final int[] tasks = new int[ROUTES]; // 0 at a node that is no member
        private final int[] next = new int[ROUTES]; // task that joins next in a regular sequence
        private int width = 5;
        private ClassRouteBarriers twin;
        private long in;

        AgainstTwin(long seed) {
            super("ClassRouteBarriers", seed);
            width += random.nextInt(12);
            for (int route = 0; route < ROUTES; route++) {
                links[route] = seed == 1 ? MEMBER : BarrierLegRtlTest.links(random);
                int most = chance(70) ? 3 : 16;
                tasks[route] = ClassRoute.member(links[route]) == 0 ? 0 : 1 + random.nextInt(most);
            }
        }

        private static long word(long[] fields) {
            long word = 0;
            for (int route = 0; route < ROUTES; route++) {
                word |= fields[route] << HwLayout.CLASS_ROUTE_STRIDE * route;
            }
            return word;
        }

        @Override
        protected void begin() {
            rtl.tolerate("BL_P1", "BU_A", "RB_A1"); // patterns of 000 come, and commands that are ignored (rule 6)
            List<List<Integer>> groups = new ArrayList<>();
            List<List<Integer>> each = new ArrayList<>();
            long[] counts = new long[ROUTES];
            for (int route = 0; route < ROUTES; route++) {
                groups.add(List.of(tasks[route] > 0 ? 0 : 1)); // node 1 is another one
                each.add(List.of(Math.max(1, tasks[route])));
                counts[route] = tasks[route];
            }
            CollectiveNetwork network = CollectiveNetwork.UNUSED.withGroups(groups);
            MachineConfig machine = MachineConfig.of(new Shape(2, 1, 1))
                    .collective(network.withTasks(each))
                    .barrierWidth(width)
                    .build();
            twin = new ClassRouteBarriers(pins.tile(machine, 0), word(links));
            rtl.reset();
            rtl.set("reset", true);
            rtl.load(CollectiveReg.CLASS_ROUTES, word(links));
            rtl.load(ConfigReg.TASKS, 1 + random.nextInt(16)); // of the barrier of all nodes
            rtl.load(CollectiveReg.ROUTE_TASKS, word(counts));
            rtl.load(ConfigReg.BARRIER_WIDTH, width);
            rtl.load(ConfigReg.TASKS, 1 + random.nextInt(16));
            rtl.edge();
            rtl.set("reset", false);
            rtl.edge();
            twin.edge(0);
        }

        private long join(int route) {
            int task = next[route];
            boolean master = task == Math.max(1, tasks[route]) / 2;
            next[route] = chance(80) ? (task + 1) % Math.max(1, tasks[route]) : random.nextInt(16);
            return Descriptors.barrier(0, task, master);
        }

        @Override
        protected void cycle() {
            boolean valid = in("cmd_valid", chance(70));
            int op = chance(80) ? TileCommand.BAR_ENTER : random.nextInt(32);
            long word = random.nextLong();
            int route = random.nextInt(ROUTES);
            long of = chance(90) ? route + 1 : random.nextInt(8);
            if (op == TileCommand.BAR_ENTER && chance(90)) {
                word = word & -1L << BarrierCommand.WIDTH | of << BarrierCommand.BARRIER_LSB | join(route);
            } else if (chance(10)) {
                op = TileCommand.BAR_LEAVE;
                word = word & ~(7L << BarrierCommand.BARRIER_LSB) | of << BarrierCommand.BARRIER_LSB;
            } else if (chance(40)) {
                op = chance(50) ? TileCommand.BAR_ADD : TileCommand.BAR_READ;
                word = word & ~(7L << BarrierCount.BARRIER_LSB) | of << BarrierCount.BARRIER_LSB;
            }
            if (chance(30)) {
                in = chance(20) ? random.nextLong() & (1L << LEG_BITS * ROUTES) - 1 : twin.out() | twin.out() << 3;
                in &= (1L << LEG_BITS * ROUTES) - 1;
                twin.in(in);
            }
            int noise = random.nextInt(NOISE.length);
            rtl.set("cfg_valid", chance(20));
            rtl.set("cfg_reg", NOISE[noise]);
            rtl.set("cfg_data", random.nextLong());
            rtl.set("cmd_op", op);
            rtl.set("cmd_w_0", word);
            for (int r = 0; r < ROUTES; r++) {
                rtl.set(pin("in_", r), in >> LEG_BITS * r & (1 << LEG_BITS) - 1);
            }
            rtl.settle();
            boolean tells = false;
            for (int r = 0; r < ROUTES; r++) {
                same(pin("out_", r), twin.out() >> LEG_BITS * r & (1 << LEG_BITS) - 1);
                pins.compare(this, EventUnit.ROUTE_JOIN0 + 2 * r, "joinEvents_" + r, true);
                pins.compare(this, EventUnit.ROUTE_RELEASE0 + 2 * r, "releaseEvents_" + r, true);
                tells |= pins.shows(EventUnit.ROUTE_JOIN0 + 2 * r) || pins.shows(EventUnit.ROUTE_RELEASE0 + 2 * r);
            }
            same("busy", twin.busy() || tells);
            pins.clear();
            boolean ours = op == TileCommand.BAR_ENTER
                    || op == TileCommand.BAR_LEAVE
                    || op == TileCommand.BAR_ADD
                    || op == TileCommand.BAR_READ;
            if (valid && ours && BarrierCommand.barrier(word) > 0) { // what the tile gives to the twin
                twin.command(op, word);
            }
            twin.edge(cycle);
            rtl.edge();
        }
    }

    ClassRouteBarriersRtlTest() {
        super(
                AgainstTwin::new,
                100,
                2000,
                20,
                500,
                Map.of("cfg_data", -1L << 32 | 0x80808080L, "cmd_w_0", -1L << BarrierCount.WIDTH));
    }
}
