// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The assumptions of the proofs rest on properties that exist, are proved, and do not rest on themselves within one
 * cycle.
 */
@Tag("M-41")
class AssumptionsTest {
    private static AssumptionGraph graph(final Assumption... more) {
        final List<Assumption> all = new ArrayList<>(List.of(more));
        Assumptions.all().stream()
                .filter(a -> all.stream().noneMatch(b -> b.id().equals(a.id())))
                .forEach(all::add);
        return new AssumptionGraph(Catalogue.all(), all);
    }

    @Test
    void everyAssumptionIsListedUsedAndRestsOnPropertiesThatExist() {
        assertEquals(List.of(), graph().dangling());
    }

    @Test
    void whatIsNotProvedIsSaid() {
        assertEquals(List.of(), graph().unproved());
    }

    @Test
    void everyCircleIsAnInductionOverTime() {
        assertEquals(List.of(), graph().circleWithinACycle());
        assertFalse(
                graph().circle().isEmpty(), "the router rests on itself a cycle earlier: the test sees such circles");
    }

    @Test
    void aCircleWithinOneCycleIsFound() {
        final Assumption flat = Assumption.by("PSW_A5", "an output VC carries one packet", Assumption.now("RT_P8"));
        final List<String> circle = graph(flat).circleWithinACycle();
        assertTrue(circle.contains("given PSW_A5") && circle.contains("RT_P8"), circle.toString());
    }

    @Test
    void aNameThatIsNotThereIsFound() {
        final Assumption typing = Assumption.by("PSW_A5", "an output VC carries one packet", Assumption.now("RT_P88"));
        assertEquals(
                List.of("PSW_A5 rests on RT_P88, which is no property"),
                graph(typing).dangling());
        final Assumption spare = Assumption.size("PXX_A1", "of nothing");
        assertEquals(List.of("PXX_A1 is used by no property"), graph(spare).dangling());
    }
}
