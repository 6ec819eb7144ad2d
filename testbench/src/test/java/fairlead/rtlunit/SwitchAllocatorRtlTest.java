// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;
import static fairlead.rtlunit.SwitchPage.LINKS;
import static fairlead.rtlunit.SwitchPage.LINK_PLACES;
import static fairlead.rtlunit.SwitchPage.PORTS;
import static fairlead.rtlunit.SwitchPage.VCS;

import fairlead.rtlunit.SwitchPage.Candidate;
import fairlead.rtlunit.SwitchPage.Front;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/**
 * Compares the SwitchAllocator of the RTL, alone, with docs/spec/torus-router.md: packets wait in front of its VCs
 * until they are granted, while credits and owners change.
 */
@Tag("M-98")
class SwitchAllocatorRtlTest extends UnitTest {
    private static final int CLOCK = 1 << 15;
    // ages around the one that breaks a connection
    private static final int[] AGES = {0, 1, 1022, 1023, 1024, 1025, 1026};

    private static final class AgainstPage extends UnitComparison {
        private final SwitchPage page = new SwitchPage();
        private final boolean adaptive;
        private final boolean owners; // whether owners are those that the grants make; otherwise they are random
        private final boolean paced; // whether links are busy in some cycles
        private final int[][] more = new int[PORTS][VCS]; // number of flits of the packet that follow the front flit
        private final Front[][] next = new Front[PORTS][VCS]; // head that has not reached the front yet, or null
        private long owned;
        private int clock;

        // rates in percent, drawn again every hundred cycles
        private int arrivals;
        private int bodies;
        private int room;
        private int heavy;
        private int near;

        AgainstPage(long seed) {
            super("SwitchAllocator", seed);
            page.ageless = seed % 4 == 3;
            page.cutThrough = chance(50);
            adaptive = seed % 2 == 0;
            owners = chance(50);
            paced = chance(50);
        }

        @Override
        protected void begin() {
            rtl.reset();
            rtl.set("ageless", page.ageless);
            rtl.set("cutThrough", page.cutThrough);
            rtl.set("adaptive", adaptive);
            clock = random.nextInt(CLOCK);
        }

        private Front head(int port, int vc) {
            int cls = port < LINKS ? vc >> 2 : (port - LINKS) / 2;
            boolean arrives = chance(20);
            int out = arrives
                    ? LINK_PLACES + random.nextInt(PORTS - LINKS)
                    : (chance(heavy) ? 1 : random.nextInt(LINKS)) * VCS + cls * 4 + random.nextInt(2);
            int age = chance(near) ? AGES[random.nextInt(AGES.length)] : random.nextInt(15_360);
            return new Front(
                    page.ageless ? 0 : clock - age & CLOCK - 1,
                    random.nextInt(3),
                    chance(20),
                    adaptive && !arrives && chance(70) ? minimal() : 0,
                    out,
                    true,
                    chance(30));
        }

        /** Returns a mask with at most one link of each dimension, as for a packet on a minimal path. */
        private int minimal() {
            int links = 0;
            for (int dimension = 0; dimension < LINKS / 2; dimension++) {
                links |= random.nextInt(3) << 2 * dimension;
            }
            return links;
        }

        private long mask(int percent) {
            long mask = 0;
            for (int place = 0; place < LINK_PLACES + PORTS - LINKS; place++) {
                mask |= chance(percent) ? 1L << place : 0;
            }
            return mask;
        }

        @Override
        protected void cycle() {
            if (cycle % 100 == 0) {
                arrivals = 1 + random.nextInt(chance(50) ? 5 : 100);
                bodies = rate(50);
                room = rate(30);
                heavy = random.nextInt(100);
                near = chance(50) ? 0 : random.nextInt(100);
            }
            surroundings();
            page.arbitrate();
            rtl.settle();
            compare();
            rtl.edge();
            for (int i = 0; i < PORTS; i++) {
                if (page.granted(i)) {
                    leave(i, page.candidate[i]);
                }
            }
            page.edge();
            clock = clock + 1 & CLOCK - 1;
        }

        private void surroundings() {
            for (int i = 0; i < PORTS; i++) {
                int waiting = 0;
                for (int v = 0; v < page.front[i].length; v++) {
                    if (page.front[i][v] == null && next[i][v] == null && chance(arrivals)) {
                        page.front[i][v] = head(i, v);
                        more[i][v] = page.front[i][v].tail() ? 0 : 1 + random.nextInt(chance(20) ? 16 : 3);
                    } else if (page.front[i][v] == null && next[i][v] != null && chance(bodies)) {
                        page.front[i][v] = next[i][v];
                        next[i][v] = null;
                    }
                    waiting |= page.front[i][v] == null ? 0 : 1 << v;
                    rtl.set(pin("front_", i, "_", v), word(page.front[i][v]));
                }
                rtl.set(pin("waiting_", i), waiting);
            }
            page.credits = page.credits & mask(90) | mask(room);
            page.spare = page.credits & mask(room);
            page.unowned = owners ? ~owned & (1L << LINK_PLACES + PORTS - LINKS) - 1 : mask(room);
            rtl.set("credits", page.credits);
            rtl.set("spare", page.spare);
            rtl.set("unowned", page.unowned);
            page.starts = mask(paced ? room : 100);
            page.follows = mask(paced ? bodies : 100);
            rtl.set("starts", page.starts);
            rtl.set("follows", page.follows);
        }

        /** Returns a FlitMeta, or a random word if no flit waits. */
        private long word(Front f) {
            return f == null ? random.nextInt() & 0xFFFF_FFFFL : f.meta();
        }

        private void compare() {
            boolean any = false;
            for (int i = 0; i < PORTS; i++) {
                Candidate its = page.candidate[i];
                same(pin("granted_", i), page.granted(i));
                if (page.granted(i)) {
                    same(pin("pick_", i), its.vc());
                    same(pin("bind_", i, "_stamp"), its.front().stamp());
                    same(pin("bind_", i, "_out"), its.place());
                    same(pin("tail_", i), its.front().tail());
                }
                Candidate winner = page.winner[i] < 0 ? null : page.candidate[page.winner[i]];
                same(pin("winner_", i, "_valid"), winner != null);
                if (winner != null) {
                    any = true;
                    same(pin("winner_", i, "_from"), page.winner[i]);
                    same(pin("winner_", i, "_head"), winner.front().head());
                    same(pin("winner_", i, "_tail"), winner.front().tail());
                    if (i < LINKS) {
                        same(pin("winner_", i, "_vc"), winner.place() % VCS);
                    }
                }
            }
            same("requests", any);
            connections();
        }

        private void connections() {
            same("connections_held", page.held());
            for (int i = 0; i < PORTS; i++) {
                same(pin("connections_holder_", i), page.holder(i));
            }
        }

        /** Removes a flit; the next flit of the packet has its stamp and its output VC. */
        private void leave(int port, Candidate its) {
            int vc = its.vc();
            page.front[port][vc] = null;
            if (its.front().head()) {
                owned |= 1L << its.place();
            }
            if (its.front().tail()) {
                owned &= ~(1L << its.place());
            } else {
                int left = --more[port][vc];
                next[port][vc] = new Front(its.front().stamp(), 0, false, 0, its.place(), false, left == 0);
                if (chance(bodies)) {
                    page.front[port][vc] = next[port][vc];
                    next[port][vc] = null;
                }
            }
        }
    }

    /** The pin `unsafe` exists in the faults build; no code of one bit is a flaw of this unit. */
    SwitchAllocatorRtlTest() {
        super(AgainstPage::new, 40, 3000, 4, 800, Map.of());
    }
}
