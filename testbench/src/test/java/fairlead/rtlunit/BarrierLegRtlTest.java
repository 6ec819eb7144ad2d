// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import fairlead.hw.HwLayout.ClassRoute;
import fairlead.twin.nic.BarrierLeg;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;

/** Compares the BarrierLeg of the RTL alone with its twin and with docs/spec/barrier-unit.md. */
@Tag("M-323")
class BarrierLegRtlTest extends UnitTest {
    private static final int LINKS = 3;

    /** Draws a ClassRoute: a parent on any link or none, children on any of the others, a member or not; or nothing. */
    static long links(Random random) {
        if (random.nextInt(5) == 0) {
            return 0;
        }
        int parent = random.nextInt(LINKS + 1);
        int up = parent == LINKS ? 0 : 1 << parent;
        int drawn = random.nextInt(1 << LINKS) & ~up;
        int children = Integer.bitCount(drawn) > 2 ? drawn & drawn - 1 : drawn;
        boolean member = random.nextInt(4) > 0 || up == 0 && children == 0;
        return (long) up << ClassRoute.PARENT_LSB
                | (long) children << ClassRoute.CHILDREN_LSB
                | (member ? 1L << ClassRoute.MEMBER_LSB : 0);
    }

    /** Gives any patterns in any cycle to a leg at any place of a tree, or outside it. */
    private static final class AgainstTwin extends UnitComparison {
        private final long links;
        private final BarrierLeg twin;
        private int own = 4;
        private int in;
        private boolean isNew; // `all` has changed at the last edge

        AgainstTwin(long seed) {
            super("BarrierLeg", seed);
            links = links(random);
            twin = new BarrierLeg(links);
        }

        @Override
        protected void begin() {
            rtl.tolerate("BL_P1"); // patterns of 000 come, which no node shows
            rtl.reset();
            rtl.set("reset", true);
            rtl.set("links_parent", ClassRoute.parent(links));
            rtl.set("links_children", ClassRoute.children(links));
            rtl.set("links_member", ClassRoute.member(links));
            rtl.edge();
            rtl.set("reset", false);
        }

        @Override
        protected void cycle() {
            own = in("own", chance(40) ? random.nextInt(8) : own);
            in = in("in", chance(40) ? random.nextInt(1 << 9) : in);
            rtl.settle();
            twin.in(in);
            same("out", twin.out());
            same("all", twin.all());
            same("busy", isNew || twin.isBusy(own));
            isNew = twin.edge(own);
            rtl.edge();
        }
    }

    BarrierLegRtlTest() {
        super(AgainstTwin::new, 120, 1000, 20, 300, Map.of());
    }
}
