// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import fairlead.hw.HwLayout.ClassRoute;
import fairlead.hw.HwLayout.CollectiveReg;
import fairlead.hw.HwLayout.ConfigReg;
import fairlead.twin.nic.BarrierLeg;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Compares the GlobalLeg of the RTL alone with the twin's leg, or with wires, and with docs/spec/barrier-unit.md. */
@Tag("M-323")
class GlobalLegRtlTest extends UnitTest {
    private static final int[] NOISE = {CollectiveReg.BARRIER_TREE, ConfigReg.SHAPE, CollectiveReg.CLASS_ROUTES};
    private static final int TREE = 1;
    private static final int ROOT = 3;
    private static final int[] WAYS = {0, TREE, ROOT};
    private static final long LINKS = 1L << ClassRoute.MEMBER_LSB | 0b110L << ClassRoute.CHILDREN_LSB;
    private static final long PARENT = 1L << ClassRoute.PARENT_LSB;

    /** Gives any patterns in any cycle to a leg on the wires, in the tree or at its root. */
    private static final class AgainstTwin extends UnitComparison {
        private final int way;
        private final BarrierLeg twin;
        private int own = 4;
        private int in;
        private boolean isNew; // `all` has changed at the last edge

        AgainstTwin(long seed) {
            super("GlobalLeg", seed);
            way = WAYS[(int) (seed % WAYS.length)];
            twin = new BarrierLeg(way == ROOT ? LINKS : LINKS | PARENT);
        }

        private boolean isTree() {
            return way != 0;
        }

        @Override
        protected void begin() {
            rtl.tolerate("BL_P1"); // patterns of 000 come, which no node shows
            rtl.reset();
            rtl.set("reset", true);
            rtl.load(CollectiveReg.BARRIER_TREE, way | random.nextLong() << 2);
            rtl.edge();
            rtl.set("reset", false);
        }

        @Override
        protected void cycle() {
            own = in("own", chance(40) ? random.nextInt(8) : own);
            in = in("in", chance(40) ? random.nextInt(1 << 9) : in);
            int noise = random.nextInt(NOISE.length);
            rtl.set("cfg_valid", noise > 0);
            rtl.set("cfg_reg", NOISE[noise]);
            rtl.set("cfg_data", random.nextLong());
            rtl.settle();
            twin.in(in);
            same("out", isTree() ? twin.out() : own);
            same("all", isTree() ? twin.all() : in & 7);
            same("busy", isTree() && (isNew || twin.isBusy(own)));
            isNew = twin.edge(own);
            rtl.edge();
        }
    }

    GlobalLegRtlTest() {
        super(AgainstTwin::new, 60, 1000, 3, 300, Map.of("cfg_data", -1L << 2));
    }
}
