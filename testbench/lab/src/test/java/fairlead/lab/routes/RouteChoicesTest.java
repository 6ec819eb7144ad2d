// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.routes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.deadlock.graph.RoutingRules;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.machine.VcRule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The choices of adaptive and bubble packets in the static check are those of the Verilated RouteUnit, question by
 * question.
 */
class RouteChoicesTest {
    private static final List<Routing> MODES = List.of(
            Routing.ADAPTIVE,
            new Routing(Routing.Mode.ADAPTIVE, true, false, false),
            new Routing(Routing.Mode.ADAPTIVE, false, true, true),
            Routing.BUBBLE);

    private static Shape shape(final String text) {
        final String[] k = text.split("x");
        return new Shape(Integer.parseInt(k[0]), Integer.parseInt(k[1]), Integer.parseInt(k[2]));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1x1x1", "2x2x2", "1x1x7", "4x1x2", "4x4x2", "5x4x3"})
    void everyQuestionHasTheChoicesOfTheRules(final String text) {
        final Shape shape = shape(text);
        try (RouteLibrary unit = RouteLibrary.shipped()) {
            for (final Routing routing : MODES) {
                for (final VcRule rule : VcRule.values()) {
                    final RtlChoices result = RtlChoices.compare(unit, shape, routing, rule);
                    assertEquals(0, result.differences(), () -> routing + " " + String.join("\n", result.first()));
                    final int numbers = routing.bubbleEscape() ? 6 : 8;
                    final int modes = routing.mode() == Routing.Mode.ADAPTIVE ? 2 : 1;
                    assertTrue(
                            result.tuples() >= (long) shape.nodes() * shape.nodes() * 10 * numbers * modes,
                            shape + ": " + result.tuples() + " tuples");
                }
            }
        }
    }

    /** The flaws of the faults build are those that the static check has under the same numbers. */
    @Test
    void flawsOfTheRtlAreThoseOfTheStaticCheck() {
        final Shape shape = new Shape(4, 4, 2);
        final RoutingRules adaptive = RoutingRules.of(Routing.ADAPTIVE, VcRule.DATELINE);
        final RoutingRules bubble = RoutingRules.of(Routing.BUBBLE, VcRule.DATELINE);
        try (RouteLibrary unit = RouteLibrary.lab()) {
            same(unit, shape, Routing.ADAPTIVE, adaptive.noEscape(), UnsafeVariant.NO_ESCAPE, 0);
            same(unit, shape, Routing.ADAPTIVE, adaptive.escapeBlocked(1), UnsafeVariant.ESCAPE_BLOCKED, 1);
            same(unit, shape, Routing.BUBBLE, bubble.bubbleOne(), UnsafeVariant.BUBBLE_ONE, 0);
            same(unit, shape, Routing.BUBBLE, bubble.bubbleNoTurn(), UnsafeVariant.BUBBLE_NO_TURN, 0);
        }
    }

    private static void same(
            final RouteLibrary unit,
            final Shape shape,
            final Routing routing,
            final RoutingRules rules,
            final int variant,
            final int operand) {
        final Unsafe unsafe = new Unsafe(variant, Unsafe.ALL_NODES, operand);
        final RtlChoices result = RtlChoices.compare(unit, shape, routing, VcRule.DATELINE, rules, unsafe);
        assertEquals(
                0, result.differences(), () -> UnsafeVariant.name(variant) + " " + String.join("\n", result.first()));
    }

    /** Rules with a flaw differ from the RTL. */
    @Test
    void otherRulesAreToldApart() {
        final RoutingRules adaptive = RoutingRules.of(Routing.ADAPTIVE, VcRule.DATELINE);
        final RoutingRules bubble = RoutingRules.of(Routing.BUBBLE, VcRule.DATELINE);
        try (RouteLibrary unit = RouteLibrary.shipped()) {
            for (final RoutingRules wrong : List.of(adaptive.noEscape(), adaptive.escapeBlocked(1), adaptive.oneVc())) {
                assertTrue(RtlChoices.compare(
                                        unit, new Shape(4, 4, 1), Routing.ADAPTIVE, VcRule.DATELINE, wrong, Unsafe.NONE)
                                .differences()
                        > 0);
            }
            for (final RoutingRules wrong : List.of(bubble.bubbleOne(), bubble.bubbleNoTurn())) {
                assertTrue(RtlChoices.compare(
                                        unit, new Shape(4, 4, 1), Routing.BUBBLE, VcRule.DATELINE, wrong, Unsafe.NONE)
                                .differences()
                        > 0);
            }
        }
    }
}
