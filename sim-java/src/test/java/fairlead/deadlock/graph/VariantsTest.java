// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Shape;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Negative controls: each wrong machine is found with a shortest cycle of this length; 0 means safe. */
@Tag("M-15")
class VariantsTest {
    @ParameterizedTest
    @CsvSource({
        "N01, 0, 0, 4",
        "N02x, 0, 0, 4",
        "N02y, 0, 0, 4",
        "N02z, 0, 0, 4",
        "N03, 0, 0, 4",
        "late, 0, 0, 0",
        "N04, 0, 0, 4",
        "N05, 4, 4, 4",
        "N11, 12, 12, 9",
        "N12, 5, 5, 5",
        "N16, 6, 6, 6",
        "N26, 6, 6, 6",
        "N27, 5, 5, 5",
        "N28, 6, 6, 6",
        "N24, 2, 3, 4",
        "N30, 2, 2, 2"
    })
    void shortestCycle(final String id, final int on2, final int on3, final int on4) {
        final StaticCheck check = Variants.of(id);
        final int[] sizes = {2, 3, 4};
        final int[] lengths = {on2, on3, on4};
        for (int i = 0; i < lengths.length; i++) {
            final CheckResult result = check.check(new Shape(sizes[i], sizes[i], sizes[i]));
            assertEquals(lengths[i] == 0, result.safe(), id + " on " + result.shape());
            assertEquals(lengths[i], result.cycle().size(), id + " on " + result.shape());
            closed(result.cycle());
        }
    }

    /** One ring of four suffices, in any dimension. */
    @Test
    void oneDimensionIsEnough() {
        assertEquals(4, Variants.of("N01").check(new Shape(4, 1, 1)).cycle().size());
        assertEquals(16, Variants.of("N01").check(new Shape(1, 1, 16)).cycle().size());
        assertTrue(Variants.of("N01").check(new Shape(3, 3, 1)).safe());
    }

    @Test
    void storyNamesRulesAndPlaces() {
        final String story =
                Variants.of("N12").check(new Shape(2, 2, 2)).cycle().toString();
        assertTrue(story.contains("[N12: one receiver for both classes]"), story);
        assertTrue(story.contains("[X3: a request head waits for a free response slot"), story);
        assertTrue(story.contains("request receiver 0 @"), story);
    }

    /** Asserts that each step begins where the previous one ends, and that no place occurs twice. */
    private static void closed(final List<CheckResult.Step> cycle) {
        final HashSet<String> seen = new HashSet<>();
        for (int i = 0; i < cycle.size(); i++) {
            assertEquals(
                    cycle.get(i).wanted(), cycle.get((i + 1) % cycle.size()).holder());
            assertTrue(seen.add(cycle.get(i).holder()));
        }
    }
}
