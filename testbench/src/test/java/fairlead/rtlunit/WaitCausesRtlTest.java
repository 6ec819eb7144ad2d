// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;
import static fairlead.rtlunit.SwitchPage.LINKS;
import static fairlead.rtlunit.SwitchPage.LINK_PLACES;
import static fairlead.rtlunit.SwitchPage.PORTS;
import static fairlead.rtlunit.SwitchPage.VCS;

import fairlead.hw.HwLayout.WaitCause;
import fairlead.rtlunit.SwitchPage.Front;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/**
 * Compares the WaitCauses of the RTL, alone, with UPC_R1 to UPC_R3 of docs/spec/perf-counters.md: any flits, credits,
 * owners, connections and grants, with counting or without.
 */
@Tag("M-730")
class WaitCausesRtlTest extends UnitTest {
    private static final int PLACES = LINK_PLACES + PORTS - LINKS;
    private static final int CAUSE_BITS = 3;

    private static final class AgainstPage extends UnitComparison {
        private final SwitchPage page = new SwitchPage();
        private final boolean adaptive;
        // of the cycle before the last edge
        private boolean counted;
        private final long[] blocked = new long[PORTS];
        private final long[] causes = new long[PORTS];
        private final boolean[] moved = new boolean[PORTS];
        private final int[] cls = new int[PORTS];

        // rates in percent, drawn again every fifty cycles
        private int flits = 50;
        private int room = 50;
        private int free = 50;
        private int grants = 50;
        private int connections = 50;

        AgainstPage(long seed) {
            super("WaitCauses", seed);
            page.cutThrough = chance(50);
            adaptive = seed % 2 == 0;
        }

        @Override
        protected void begin() {
            rtl.reset();
            rtl.set("router_cutThrough", page.cutThrough);
            rtl.set("router_adaptive", adaptive);
        }

        @Override
        protected void cycle() {
            if (cycle % 50 == 0) {
                flits = 1 + random.nextInt(chance(50) ? 15 : 100);
                room = chance(30) ? 100 : random.nextInt(101);
                free = chance(30) ? 100 : random.nextInt(101);
                grants = random.nextInt(101);
                connections = chance(30) ? 0 : random.nextInt(101);
            }
            rtl.settle();
            compare();
            counted = in("counting", chance(80));
            places();
            long held = in("router_held", mask(PORTS, connections / 2));
            for (int i = 0; i < PORTS; i++) {
                port(i, SwitchPage.places(held));
            }
            rtl.set("router_moved", bits(moved));
            long classes = 0;
            for (int i = 0; i < PORTS; i++) {
                classes |= (long) cls[i] << i;
            }
            rtl.set("router_cls", classes);
            rtl.edge();
        }

        private void compare() {
            for (int i = 0; i < PORTS; i++) {
                same(pin("ports_", i, "_moved"), counted && moved[i]);
                same(pin("ports_", i, "_blocked"), counted ? blocked[i] : 0);
                same(pin("ports_", i, "_causes"), counted ? causes[i] : 0);
                if (counted && moved[i]) {
                    same(pin("ports_", i, "_cls"), cls[i]);
                }
            }
        }

        private long mask(int width, int percent) {
            long mask = 0;
            for (int bit = 0; bit < width; bit++) {
                mask |= chance(percent) ? 1L << bit : 0;
            }
            return mask;
        }

        private long drawn(String pin, int percent) {
            long mask = mask(PLACES, percent);
            rtl.set(pin("router_", pin), mask);
            return mask;
        }

        private void places() {
            page.credits = drawn("credits", room);
            page.spare = page.credits & mask(PLACES, room);
            rtl.set("router_spare", page.spare);
            page.unowned = drawn("unowned", free);
            page.starts = drawn("starts", chance(50) ? 100 : room);
            page.follows = drawn("follows", chance(50) ? 100 : room);
        }

        /** Draws the flits of a port and what becomes of them, and computes what the page says of them. */
        private void port(int i, long heldPlaces) {
            int vcs = page.front[i].length;
            long waiting = 0;
            for (int v = 0; v < vcs; v++) {
                page.front[i][v] = chance(flits) ? flit(i, v) : null;
                waiting |= page.front[i][v] == null ? 0 : 1L << v;
                rtl.set(pin("router_front_", i, "_", v), word(page.front[i][v]));
            }
            int holder = chance(connections) ? random.nextInt(vcs) : -1;
            moved[i] = chance(grants);
            cls[i] = i < LINKS ? random.nextInt(2) : 0;
            blocked[i] = waiting & (chance(30) ? waiting : mask(vcs, 80));
            rtl.set(pin("router_waiting_", i), waiting);
            rtl.set(pin("router_holder_", i), holder < 0 ? 0 : 1L << holder);
            rtl.set(pin("router_left_", i), blocked[i]);
            causes[i] = 0;
            for (int v = 0; v < vcs; v++) {
                if ((blocked[i] >> v & 1) != 0) {
                    causes[i] |= (long) cause(page.front[i][v], v, holder, heldPlaces) << CAUSE_BITS * v;
                }
            }
        }

        /** UPC_R2 and UPC_R3. */
        private int cause(Front f, int vc, int holder, long heldPlaces) {
            long its = 1L << f.out();
            if (page.takes(f) != 0) {
                return page.breaks(f, vc, holder, heldPlaces) ? WaitCause.CONNECTION : WaitCause.ARBITRATION;
            }
            if (f.head() && (page.unowned & its) == 0) {
                return WaitCause.OWNER;
            }
            boolean needs = f.head() || !page.cutThrough || f.out() >= LINK_PLACES;
            long rich = f.head() && f.enters() ? page.spare : page.credits;
            return needs && (rich & its) == 0 ? WaitCause.CREDIT : WaitCause.LINK;
        }

        private Front flit(int port, int vc) {
            int its = port < LINKS ? vc >> 2 : (port - LINKS) / 2;
            boolean arrives = chance(20);
            int out = arrives
                    ? LINK_PLACES + random.nextInt(PORTS - LINKS)
                    : random.nextInt(LINKS) * VCS + its * 4 + random.nextInt(chance(80) ? 2 : 4);
            if (chance(50)) {
                return new Front(0, 0, false, 0, out, false, chance(50));
            }
            int links = adaptive && !arrives && chance(60) ? random.nextInt(1 << LINKS) : 0;
            return new Front(0, 0, chance(20), links, out & ~(arrives ? 0 : 2), true, chance(30));
        }

        /** Returns a FlitMeta, or a random word if no flit waits. */
        private long word(Front f) {
            return f == null ? random.nextInt(1 << 15) : f.meta();
        }

        private static long bits(boolean[] flags) {
            long bits = 0;
            for (int i = 0; i < flags.length; i++) {
                bits |= flags[i] ? 1L << i : 0;
            }
            return bits;
        }
    }

    WaitCausesRtlTest() {
        super(AgainstPage::new, 40, 1500, 6, 400, unread());
    }

    private static Map<String, Long> unread() {
        Map<String, Long> unread = new HashMap<>();
        unread.put("router_spare", 0xCCCC_CCCC_CCCCL); // two credits are only asked for in escape VCs
        for (int i = 0; i < PORTS; i++) {
            for (int v = 0; v < (i < LINKS ? VCS : 1); v++) {
                unread.put("router_front_" + i + "_" + v, 1L); // whether it is a tail
            }
        }
        return unread;
    }
}
