// SPDX-License-Identifier: Apache-2.0
package fairlead.seeds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.hw.HwLayout.UnsafeVariant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row that is built holds and has a control that does not; nothing else is claimed. */
class SeedsTest {
    /** Machinery that this version does not have. */
    private static final Set<String> NOT_BUILT = Set.of();

    private static List<String> wanted() {
        final List<String> ids = new ArrayList<>();
        final String[] families = {"R-DLA-", "R-FEN-", "R-BAR-", "R-EPO-"};
        final int[] count = {15, 12, 10, 10};
        for (int f = 0; f < families.length; f++) {
            for (int n = 1; n <= count[f]; n++) {
                ids.add(families[f] + n);
            }
        }
        return ids;
    }

    @Test
    void everyRequirementHasARow() {
        assertEquals(wanted(), Seeds.ids());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wanted")
    void everyRowHoldsAndItsControlDoesNot(final String id) {
        final RowResult result = Seeds.run(List.of(id), r -> {}).get(0);
        final String text = SeedReport.text(result) + "\nrepeat with: scripts/fairlead seeds --only " + id;
        assertEquals(!NOT_BUILT.contains(id), result.built(), text);
        if (result.built()) {
            assertTrue(result.holds(), text);
            assertFalse(result.controlHolds(), text);
            assertTrue(result.besideTwin() > 0, "nothing was run beside the twin: " + text);
            assertFalse(result.observed().isEmpty() || result.control().isEmpty(), text);
        } else {
            assertFalse(result.passed(), "what is not built never passes");
            assertEquals("not built", result.observed());
        }
    }

    @Test
    void aPredicateWithoutAConditionDoesNotHold() {
        assertFalse(new Finding().say("nothing").holds());
        assertTrue(new Finding().need(true, "").holds());
        assertFalse(new Finding().need(true, "").need(false, "").holds());
    }

    @Test
    void everyVariantOfTheSeedsIsAControl() {
        final Set<String> missing = new TreeSet<>();
        for (int id = UnsafeVariant.EARLY_CREDITS; id <= UnsafeVariant.EARLY_MARK; id++) {
            missing.add(UnsafeVariant.name(id).toLowerCase(Locale.ROOT));
        }
        for (int id = UnsafeVariant.BARRIER_PLAIN; id <= UnsafeVariant.EPOCH_UNGUARDED; id++) {
            missing.add(UnsafeVariant.name(id).toLowerCase(Locale.ROOT));
        }
        missing.add("fence_ping_only");
        missing.add("pong_behind");
        for (final Row row : Seeds.rows()) {
            missing.removeIf(name -> row.control().contains("variant " + name + ":"));
        }
        assertEquals(Set.of(), missing);
    }

    @Test
    void whatIsNotBuiltNeverPasses() {
        final RowResult result = Row.notBuilt("R-X-1", "no machinery").check();
        assertFalse(result.built() || result.holds() || result.passed());
        assertEquals("not built  R-X-1 no machinery", SeedReport.text(result));
        assertTrue(SeedReport.summary(List.of(result)).startsWith("0 of 1 "));
    }

    @Test
    void theJsonHasTheFieldsOfTheCommand() throws Exception {
        final List<RowResult> results = new ArrayList<>(Seeds.run(List.of("R-BAR-1", "R-DLA-11"), r -> {}));
        results.add(Row.notBuilt("R-X-1", "no machinery").check());
        final JsonNode rows =
                new ObjectMapper().readTree(SeedReport.json(results)).get("requirements");
        assertEquals(3, rows.size());
        for (final JsonNode row : rows) {
            for (final String field : List.of("id", "holds", "observed", "scenario", "control", "control_holds")) {
                assertTrue(row.has(field), field);
            }
            assertEquals(
                    !row.get("id").asText().equals("R-X-1"), row.get("holds").asBoolean());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("stories")
    void theStepsOfClaimOneAreSeenInTheirOrder(final String name) {
        final List<Story> told = Stories.of(name, Path.of("../examples/seeds"));
        assertEquals(name.equals("dla") ? 3 : name.equals("barrier") ? 1 : 2, told.size());
        for (final Story story : told) {
            assertTrue(story.holds(), story.text());
        }
    }

    static List<String> stories() {
        return Stories.names();
    }

    @Test
    void aStepThatWasNotSeenOrComesTooEarlyBreaksAStory() {
        assertFalse(new Story("t").actor("a").step("(1)", -1, "never").holds());
        assertFalse(
                new Story("t").actor("a").step("(1)", 5, "").step("(2)", 4, "").holds());
        assertTrue(
                new Story("t").actor("a").step("(1)", 5, "").step("(2)", 5, "").holds());
        assertFalse(new Story("t").actor("a").note(false, "").holds());
    }
}
