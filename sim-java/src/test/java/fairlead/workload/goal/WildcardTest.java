// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Receives with wildcards beside receives that name their source. */
class WildcardTest {
    private static final int DRAWN = 300;

    private static Goal goal(String text) {
        return new Goal(text, false, 65_535, 1);
    }

    /** Rank 0 receives one after the other, in a drawn order, what all others send; some receives name no source. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aProgramThatCanEndIsImported(boolean sizes) {
        SplittableRandom random = new SplittableRandom(sizes ? 1 : 2);
        for (int i = 0; i < DRAWN; i++) {
            int ranks = random.nextInt(2, 7);
            List<String> receives = new ArrayList<>();
            StringBuilder sends = new StringBuilder();
            for (int rank = 1; rank < ranks; rank++) {
                sends.append("rank ").append(rank).append(" {\n");
                for (int k = random.nextInt(1, 4); k > 0; k--) {
                    int bytes = sizes ? 8 * random.nextInt(1, 3) : 8;
                    sends.append("send " + bytes + "b to 0 tag 1\n");
                    int at = random.nextInt(receives.size() + 1);
                    receives.add(at, bytes + "b from " + (random.nextInt(3) == 0 ? -1 : rank) + " tag 1\n");
                }
                sends.append("}\n");
            }
            StringBuilder text = new StringBuilder("num_ranks " + ranks + "\nrank 0 {\n");
            for (int k = 0; k < receives.size(); k++) {
                text.append("r" + k + ": recv " + receives.get(k));
                text.append(k == 0 ? "" : "r" + k + " requires r" + (k - 1) + "\n");
            }
            Goal.Summary summary = goal(text + "}\n" + sends).check();
            assertEquals(ranks, summary.ranks());
        }
    }

    @Test
    void aRefusalNamesTheMatchThatItMayComeOf() {
        String text = "num_ranks 2\nrank 0 {\na: recv 8b from -1 tag 1\nb: recv 8b from 1 tag 2\nb requires a\n}\n"
                + "rank 1 {\nsend 8b to 0 tag 1\n}\n";
        GoalException refused =
                assertThrows(GoalException.class, () -> goal(text).check());
        assertTrue(
                refused.what().endsWith("the recv in line 3 takes the message of line 8"),
                refused.what().lines().collect(Collectors.joining()));
    }
}
