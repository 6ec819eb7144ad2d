// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Coord;
import fairlead.hw.HwLayout.Header0;
import fairlead.machine.Depths;
import fairlead.twin.router.RouteUnit;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the InputUnit of a link of the RTL, alone, with docs/spec/torus-router.md: one queue for each VC, and the
 * twin's routes for their heads.
 */
@Tag("M-95")
class InputUnitRtlTest extends UnitTest {
    private static final int VCS = 8;
    private static final int MOST = 64;

    // fields of FlitMeta from the least significant bit: tail, head, out 6, adaptive 6, enters, first 2, stamp 15
    private static final int OUT = 2;
    private static final int ADAPTIVE = 8;
    private static final int ENTERS = 14;
    private static final int FIRST = 15;
    private static final int STAMP = 17;

    private record Flit(long w0, long w1, long meta) {
        boolean tail() {
            return (meta & 1) != 0;
        }
    }

    private static final int POINTER = 6; // bits of a pointer

    /** Returns the last place of the buffers of each kind, as the unit reads them. */
    private static long lasts(int... depths) {
        long lanes = 0;
        for (int kind = 0; kind < depths.length; kind++) {
            lanes |= (long) (depths[kind] - 1) << POINTER * kind;
        }
        return lanes;
    }

    private static final class AgainstPage extends UnitComparison {
        private final List<ArrayDeque<Flit>> queues =
                Stream.generate(ArrayDeque<Flit>::new).limit(VCS).toList();
        private final int[] depths = new int[Depths.KINDS];
        private final int port;
        private final int rule;
        private final boolean ageless;
        private final int prefer;
        private final int me;
        private final long[] bound = new long[VCS];
        private int leaving; // mask of the VCs whose packet's head has left
        private int open; // mask of the VCs in the middle of a packet's arrival
        private int credit;
        private int arrivals;
        private int grants;

        AgainstPage(long seed) {
            super("InputUnit", seed);
            for (int kind = 0; kind < depths.length; kind++) {
                depths[kind] = seed == 1 ? 24 : chance(60) ? 1 + random.nextInt(4) : 1 + random.nextInt(MOST);
                depths[kind] = seed == 2 ? 40 : depths[kind]; // each bit of a pointer counts only in a deep buffer
            }
            port = random.nextInt(HwLayout.LINKS);
            rule = (int) (seed % 3);
            ageless = chance(30);
            prefer = chance(50) ? 0 : random.nextInt(8);
            me = random.nextInt(1 << Coord.WIDTH);
        }

        @Override
        protected void begin() {
            rtl.reset();
            rtl.coord("cfg_me", me);
            rtl.set("cfg_vcRule", rule);
            rtl.set("cfg_prefer", prefer);
            rtl.set("cfg_ageless", ageless);
            rtl.set("lasts", lasts(depths));
            if (rtl.has("cfg_cutThrough")) {
                rtl.set("cfg_cutThrough", true);
            }
            rtl.set("port", port);
        }

        @Override
        protected void cycle() {
            if (cycle % 100 == 0) {
                arrivals = rate(20);
                grants = rate(20);
            }
            int inVc = random.nextInt(VCS);
            Flit in = arrive(inVc);
            int pick = in("pick", random.nextInt(VCS));
            Flit front = queues.get(pick).peek();
            boolean granted = in("granted", front != null && chance(grants));
            boolean refund = in("refund", chance(50));
            long bindStamp = in("bind_stamp", random.nextInt(1 << 15));
            long bindOut = in("bind_out", random.nextInt(1 << 6));
            rtl.set("tail", granted ? front.tail() : chance(50));
            rtl.settle();

            int waiting = 0;
            for (int v = 0; v < VCS; v++) {
                Flit oldest = queues.get(v).peek();
                waiting |= oldest == null ? 0 : 1 << v;
                same(pin("front_", v), oldest == null ? 0 : oldest.meta | ((leaving >> v & 1) != 0 ? bound[v] : 0));
            }
            same("waiting", waiting);
            same("credit", credit);
            if (front != null) {
                same("w0", front.w0);
                same("w1", front.w1);
            }
            rtl.edge();

            credit = refund ? 1 << pick : 0;
            if (granted) {
                queues.get(pick).remove();
                bound[pick] = bindStamp << STAMP | bindOut << OUT;
                leaving = front.tail() ? leaving & ~(1 << pick) : leaving | 1 << pick;
            }
            if (in != null) {
                queues.get(inVc).add(in);
                open = in.tail() ? open & ~(1 << inVc) : open | 1 << inVc;
            }
        }

        /** Returns the flit on the pins in this cycle, or null. */
        private Flit arrive(int vc) {
            boolean valid = chance(arrivals) && queues.get(vc).size() < depths[Depths.kind(vc)]; // RT_A1
            boolean head = in("in_head", (open >> vc & 1) == 0);
            boolean tail = in("in_tail", chance(30));
            long w0 = random.nextLong();
            if (head) { // RT_A3, RT_A6
                w0 = w0 & ~(1L << Header0.CLS_LSB) | (long) (vc >> 2) << Header0.CLS_LSB;
                w0 |= (vc & 2) != 0 ? 1L << Header0.MODE_LSB : 0;
                if (chance(40)) { // a near destination, with the same coordinates in some dimensions
                    long keep = new int[] {0xFFF, 0xFF0, 0x0FF, 0xF0F, 0x00F}[random.nextInt(5)];
                    w0 = w0 & ~(keep << Header0.DST_LSB) | (me & keep) << Header0.DST_LSB;
                }
            }
            long w1 = in("in_w1", random.nextLong());
            rtl.set("in_valid", valid);
            rtl.set("in_vc", vc);
            rtl.set("in_w0", w0);
            return valid ? new Flit(w0, w1, head ? meta(vc, w0, tail) : tail ? 1 : 0) : null;
        }

        private long meta(int vc, long header, boolean tail) {
            int route = RouteUnit.route(me, rule, vc, header);
            int out = RouteUnit.port(route);
            long place = out < HwLayout.LINKS
                    ? out * VCS + RouteUnit.vc(route)
                    : HwLayout.LINKS * VCS + out - HwLayout.LINKS;
            long stamp = Header0.stamp(header);
            return (ageless ? 0 : stamp) << STAMP
                    | first(stamp) << FIRST
                    | (RouteUnit.enters(rule, port, vc, out) ? 1L << ENTERS : 0)
                    | (long) RouteUnit.adaptive(me, prefer, header) << ADAPTIVE
                    | place << OUT
                    | 2
                    | (tail ? 1 : 0);
        }

        private static long first(long stamp) {
            return (stamp & 15) % 3;
        }
    }

    InputUnitRtlTest() {
        super(AgainstPage::new, 60, 2500, 6, 1200, Map.of());
    }

    /** Each depth holds that number of flits of each VC, in order; one more is an error of the sender. */
    @Test
    void everyDepthHoldsAsManyFlits() {
        for (int depth = 1; depth <= MOST; depth++) {
            try (RtlUnit rtl = new RtlUnit("InputUnit")) {
                rtl.reset();
                rtl.set("lasts", lasts(depth, depth, depth, depth));
                rtl.set("in_valid", true);
                for (int flit = 0; flit < VCS * depth; flit++) {
                    int vc = flit % VCS;
                    rtl.set("in_vc", vc);
                    rtl.set("in_head", flit < VCS);
                    long header = (long) (vc >> 2) << Header0.CLS_LSB | (vc & 2L) >> 1 << Header0.MODE_LSB;
                    rtl.set("in_w0", flit < VCS ? header : flit);
                    rtl.set("cfg_cutThrough", true);
                    rtl.edge();
                }
                rtl.settle();
                assertEquals(0xFF, rtl.get("waiting"));
                RtlUnit.assertionFails(rtl::edge, "RT_A1");
            }
        }
    }
}
