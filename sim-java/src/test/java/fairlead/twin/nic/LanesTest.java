// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares four counts in a word with four separate counts, from a fixed seed. */
class LanesTest {
    private static final int LINKS = 4;
    private static final int MOST = 32767;

    @Test
    void countsOfFourLinksAreThoseOfFourNumbers() {
        Random random = new Random(1);
        for (int start : new int[] {0, 1, MOST / 2}) {
            int[] counts = {start, start, start, start};
            long lanes = Lanes.all(start);
            for (int i = 0; i < 10_000; i++) {
                int more = random.nextInt(1 << LINKS);
                lanes += Lanes.ones(more);
                int present = 0;
                for (int link = 0; link < LINKS; link++) {
                    counts[link] += more >> link & 1;
                    if (counts[link] > 0 && random.nextInt(3) > 0) {
                        counts[link]--;
                        lanes -= Lanes.one(link);
                    }
                    present |= counts[link] != 0 ? 1 << link : 0;
                }
                assertEquals(present, Lanes.present(lanes), "step " + i);
                for (int link = 0; link < LINKS; link++) {
                    assertEquals(counts[link], Lanes.count(lanes, link), "step " + i + " link " + link);
                }
            }
        }
    }

    /** Tests the largest counts that a lane may have, and every set of links. */
    @Test
    void presentSeesEveryLink() {
        for (int links = 0; links < 1 << LINKS; links++) {
            assertEquals(links, Lanes.present(Lanes.ones(links)));
            assertEquals(links, Lanes.present(Lanes.ones(links) * MOST));
        }
    }

    /**
     * Each count has a limit of its own: one above the limit of its link is seen, and one below that of another is not.
     */
    @Test
    void withinComparesEachCountWithItsOwnLimit() {
        long limits = Lanes.all(3) + Lanes.one(1) * 2 + Lanes.one(3);
        assertEquals(true, Lanes.within(limits, limits));
        assertEquals(true, Lanes.within(0, limits));
        for (int link = 0; link < LINKS; link++) {
            assertEquals(false, Lanes.within(limits + Lanes.one(link), limits), "link " + link);
            assertEquals(true, Lanes.within(limits, limits + Lanes.one(link)), "link " + link);
        }
    }
}
