// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Unsafe;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every row that is built holds, each of its controls breaks the condition that it names, and nothing else is claimed.
 */
@Tag("M-43")
@Tag("M-44")
@Tag("M-322")
@Tag("M-449")
class SeedsTest {
    private static final String[] FAMILIES = {"R-DLA-", "R-FEN-", "R-BAR-", "R-EPO-", "R-SND-"};
    private static final int[] COUNT = {15, 12, 10, 10, 11};

    /** Rows whose runs cannot show all of the requirement. */
    private static final Set<String> PARTIAL =
            Set.of("R-FEN-5", "R-FEN-7", "R-FEN-10", "R-FEN-11", "R-BAR-10", "R-EPO-7");

    private static List<String> wanted() {
        final List<String> ids = new ArrayList<>();
        for (int f = 0; f < FAMILIES.length; f++) {
            for (int n = 1; n <= COUNT[f]; n++) {
                ids.add(FAMILIES[f] + n);
            }
        }
        return ids;
    }

    private static RowOutcome expected(final String id) {
        return PARTIAL.contains(id) ? RowOutcome.PARTIAL : RowOutcome.HOLDS;
    }

    @Test
    void everyRequirementHasARow() {
        assertEquals(wanted(), Seeds.ids());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wanted")
    @Tag("R-FEN-11")
    @Tag("R-EPO-9")
    @Tag("R-EPO-10")
    @Tag("R-BAR-10")
    @Tag("R-SND-1")
    @Tag("R-SND-2")
    @Tag("R-SND-3")
    @Tag("R-SND-4")
    @Tag("R-SND-5")
    @Tag("R-SND-6")
    @Tag("R-SND-7")
    @Tag("R-SND-8")
    @Tag("R-SND-9")
    @Tag("R-SND-10")
    @Tag("R-SND-11")
    void everyRowHoldsAndItsControlDoesNot(final String id) {
        final RowResult result = Seeds.run(List.of(id), r -> {}).get(0);
        final String text = SeedReport.text(result) + "\nrepeat with: scripts/lab requirements --only " + id;
        assertEquals(expected(id), result.outcome(), text);
        if (result.outcome() != RowOutcome.NOT_BUILT) {
            assertTrue(result.besideTwin() > 0, "nothing was run beside the twin: " + text);
            assertFalse(result.observed().isEmpty() || result.controls().isEmpty(), text);
        }
    }

    @Test
    void aPredicateWithoutAConditionDoesNotHold() {
        assertFalse(new Finding().say("nothing").holds());
        assertTrue(new Finding().need("a", true, "").holds());
        assertFalse(new Finding().need("a", true, "").need("a", false, "").holds());
    }

    @Test
    void everyVariantOfTheSeedsIsAControl() {
        final Set<String> missing = new TreeSet<>();
        for (int id = UnsafeVariant.EARLY_CREDITS; id <= UnsafeVariant.EARLY_MARK; id++) {
            missing.add(UnsafeVariant.name(id).toLowerCase(Locale.ROOT));
        }
        for (int id = UnsafeVariant.POOL_TERM; id <= UnsafeVariant.PATH_FREED; id++) {
            missing.add(UnsafeVariant.name(id).toLowerCase(Locale.ROOT));
        }
        for (int id = UnsafeVariant.BARRIER_PLAIN; id <= UnsafeVariant.EPOCH_LAST_ONLY; id++) {
            missing.add(UnsafeVariant.name(id).toLowerCase(Locale.ROOT));
        }
        missing.add("fence_ping_only");
        missing.add("pong_behind");
        missing.add("pong_passes_get");
        for (final RequirementRow row : Seeds.rows()) {
            for (final RowControl control : row.controls()) {
                missing.removeIf(name -> control.what().contains("variant " + name + ":"));
            }
        }
        assertEquals(Set.of(), missing);
    }

    /**
     * The OR is formed in one place, so all nodes see its patterns in one order. A node with short wires can then be
     * released, back in the next instance and taken for all while one with long wires still shows the instance before:
     * between two nodes only when the one's way there and back is more than twice the other's, which one of six draws
     * is.
     */
    @ParameterizedTest(name = "{0} nodes")
    @ValueSource(ints = {2, 3, 4})
    void twoPatternsAreEnoughWhereTheNetworkHasOneLatencyAndOnlyThere(final int nodes) {
        for (final int spread : new int[] {0, 60}) {
            final Finding found = new Finding();
            for (int seed = 1; seed <= 6; seed++) {
                BarrierJudges.zeroGap(BarrierRows.withoutGap(nodes, spread, seed, UnsafeVariant.BARRIER_TWO), found);
            }
            assertEquals(spread > 0, found.broken().contains("behind_all_entries"), found.text());
        }
    }

    /** Returns a row whose runs satisfy conditions a and b, and whose control satisfies them as given. */
    private static RowResult row(final boolean a, final boolean b, final String breaks, final String... also) {
        final List<Boolean> right = List.of(true, true);
        final List<Boolean> wrong = List.of(a, b);
        final List<List<Boolean>> asked = new ArrayList<>(List.of(right, wrong));
        return new RequirementRow("R-X-2", "rule", "scenario", List::of, (runs, found) -> {
                    final List<Boolean> now = asked.remove(0);
                    found.need("a", now.get(0), "a is wrong").need("b", now.get(1), "b is wrong");
                })
                .control("wrong on purpose", breaks, List::of, also)
                .check();
    }

    @Test
    void aControlMustBreakTheConditionThatItNamesAndNoOther() {
        assertEquals(RowOutcome.HOLDS, row(false, true, "a").outcome());
        assertEquals(RowOutcome.FAILS, row(true, true, "a").outcome(), "nothing breaks");
        assertEquals(RowOutcome.FAILS, row(true, false, "a").outcome(), "another one breaks");
        assertEquals(RowOutcome.FAILS, row(false, false, "a").outcome(), "one more breaks than is said");
        assertEquals(RowOutcome.HOLDS, row(false, false, "a", "b").outcome(), "it is said that both may break");
        assertEquals(RowOutcome.FAILS, row(false, true, "c").outcome(), "no such condition");
        assertTrue(SeedReport.text(row(false, true, "a")).contains("a broken: a is wrong"));
        assertTrue(SeedReport.text(row(true, false, "a")).contains("a NOT BROKEN, but b"));
        assertTrue(SeedReport.text(row(false, false, "a")).contains("a BREAKS MORE: b: b is wrong"));
    }

    @Test
    void aRowWithoutAControlFailsAndAReasonMakesItPartial() {
        final RequirementRow row = new RequirementRow(
                "R-X-3", "rule", "scenario", List::of, (runs, found) -> found.need("a", true, "a is wrong"));
        assertEquals(RowOutcome.FAILS, row.check().outcome());
        final RowResult partial = new RequirementRow("R-X-3", "rule", "scenario", List::of, (runs, found) -> {
                    found.need("a", true, "a is wrong");
                })
                .partial("the machine has no such thing")
                .check();
        assertEquals(RowOutcome.FAILS, partial.outcome(), "a reason does not stand in for a control");
    }

    @Test
    void whatIsNotBuiltNeverPasses() {
        final RowResult result =
                RequirementRow.notBuilt("R-X-1", "no machinery").check();
        assertFalse(result.passed() || Seeds.passed(List.of(result)));
        assertEquals("not built  R-X-1 no machinery", SeedReport.text(result));
        assertTrue(SeedReport.summary(List.of(result))
                .startsWith("1 requirements: 0 hold, 0 partial, 1 not built, 0 fail; 0 controls"));
    }

    @Test
    void theJsonHasTheFieldsOfTheCommand() throws Exception {
        final List<RowResult> results = new ArrayList<>(Seeds.run(List.of("R-BAR-1", "R-DLA-11"), r -> {}));
        results.add(RequirementRow.notBuilt("R-X-1", "no machinery").check());
        final JsonNode rows =
                new ObjectMapper().readTree(SeedReport.json(results)).get("requirements");
        assertEquals(3, rows.size());
        for (final JsonNode row : rows) {
            for (final String field :
                    List.of("id", "outcome", "holds", "partial", "observed", "scenario", "controls")) {
                assertTrue(row.has(field), field);
            }
            assertEquals(
                    !row.get("id").asText().equals("R-X-1"), row.get("holds").asBoolean());
            for (final JsonNode control : row.get("controls")) {
                assertTrue(control.get("broken").asBoolean(), control.toString());
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("stories")
    void theStepsOfClaimOneAreSeenInTheirOrder(final String name) {
        final List<ClaimStory> told = Stories.of(name, Path.of("../examples/seeds"));
        assertEquals(name.equals("dla") ? 3 : name.equals("barrier") ? 1 : 2, told.size());
        for (final ClaimStory story : told) {
            assertTrue(story.holds(), story.text());
        }
    }

    static List<String> stories() {
        return Stories.names();
    }

    @Test
    void creditsThatAreHomeBeforeTheirRequestHasLeftBreakTheStoryOfTheDla() {
        final Path file = Path.of("../examples/seeds/dla-a-first.litmus");
        final StoryRun run = new StoryRun(file, Unsafe.everywhere(UnsafeVariant.EARLY_HOME));
        final ClaimStory story = Stories.dla("dla-a-first", run);
        assertTrue(story.text().contains("step (6) comes before the one above it"), story.text());
    }

    @Test
    void aStepThatWasNotSeenOrComesTooEarlyBreaksAStory() {
        assertFalse(new ClaimStory("t").actor("a").step("(1)", -1, "never").holds());
        assertFalse(new ClaimStory("t")
                .actor("a")
                .step("(1)", 5, "")
                .step("(2)", 4, "")
                .holds());
        assertTrue(new ClaimStory("t")
                .actor("a")
                .step("(1)", 5, "")
                .step("(2)", 5, "")
                .holds());
        assertFalse(new ClaimStory("t").actor("a").note(false, "").holds());
    }
}
