// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IslipTest {
    /** Every match was requested, no output is matched twice, and as long as there is a request there is a match. */
    @Test
    void aMatchingIsOneOfTheRequests() {
        IslipPartition.Islip islip = new IslipPartition.Islip(1, 9, 6);
        SplittableRandom random = new SplittableRandom(3);
        int[] matched = new int[9];
        for (int round = 0; round < 1000; round++) {
            boolean[][] requests = new boolean[9][6];
            int asked = 0;
            for (int i = random.nextInt(12); i > 0; i--) {
                int input = random.nextInt(9);
                int output = random.nextInt(6);
                requests[input][output] = true;
                islip.request(input, output);
                asked++;
            }
            int outputs = 0;
            for (long rest = islip.match(0, matched); rest != 0; rest &= rest - 1) {
                int input = Long.numberOfTrailingZeros(rest);
                assertTrue(requests[input][matched[input]], "round " + round);
                assertEquals(0, outputs >> matched[input] & 1, "round " + round);
                outputs |= 1 << matched[input];
            }
            assertEquals(asked > 0, outputs != 0, "round " + round);
        }
    }

    /**
     * The known property of iSLIP: if every request stays, the pointers separate, and from round N on every output is
     * matched in every round.
     */
    @Test
    void underFullLoadThePointersPart() {
        IslipPartition.Islip islip = new IslipPartition.Islip(2, 4, 4);
        int[] matched = new int[4];
        for (int round = 0; round < 12; round++) {
            for (int i = 0; i < 16; i++) {
                islip.request(i / 4, i % 4);
            }
            int size = Long.bitCount(islip.match(1, matched));
            assertTrue(round > 0 || size == 1);
            assertTrue(round < 4 || size == 4, "round " + round + ": " + size);
        }
    }
}
