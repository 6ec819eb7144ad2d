// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.routes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.deadlock.RoutingRules;
import fairlead.deadlock.RoutingRules.VcFunction;
import fairlead.deadlock.StaticCheck;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.lab.routes.PacketRouting.Packet;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.machine.VcRule;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.support.EventLog;
import fairlead.support.TestMachine;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The relation of the static check is that of the Verilated RouteUnit, question by question and as a graph. */
@Tag("M-24")
class RouteRelationTest {
    private static final List<Routing> MODES = List.of(
            Routing.DIMENSION_ORDER,
            Routing.ADAPTIVE,
            new Routing(Routing.Mode.ADAPTIVE, true, false, false),
            new Routing(Routing.Mode.ADAPTIVE, false, true, true),
            Routing.BUBBLE);
    private static final RoutingRules ADAPTIVE = RoutingRules.of(Routing.ADAPTIVE, VcRule.DATELINE);
    private static final RoutingRules BUBBLE = RoutingRules.of(Routing.BUBBLE, VcRule.DATELINE);
    private static final Map<String, RoutingRules> FLAWS = Map.of(
            "N01",
            ADAPTIVE.oneVc(),
            "N06",
            ADAPTIVE.noEscape(),
            "N07",
            ADAPTIVE.escapeBlocked(1),
            "N09",
            BUBBLE.bubbleOne(),
            "N10",
            BUBBLE.bubbleNoTurn());

    private static Shape shape(String text) {
        String[] k = text.split("x");
        return new Shape(Integer.parseInt(k[0]), Integer.parseInt(k[1]), Integer.parseInt(k[2]));
    }

    private static void tuples(Shape shape, List<Routing> modes) {
        try (RouteLibrary unit = RouteLibrary.shipped()) {
            for (Routing routing : modes) {
                for (VcRule rule : VcRule.values()) {
                    RtlComparison result = compared(unit, shape, routing, rule, RoutingRules.of(routing, rule));
                    String place = shape + " " + routing + " " + rule;
                    assertEquals(0, result.differences(), () -> place + " " + String.join("\n", result.first()));
                    int numbers = routing.bubbleEscape() ? 6 : 8;
                    int packets = !routing.cutThrough() ? 4 : routing.mode() == Routing.Mode.ADAPTIVE ? 2 : 1;
                    long least = (long) shape.nodes() * shape.nodes() * 10 * numbers * packets;
                    assertTrue(result.tuples() >= least, () -> place + ": " + result.tuples() + " tuples");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1x1x1", "2x2x2", "3x3x3", "1x1x7", "4x1x2", "4x4x2", "4x4x4", "5x4x3"})
    @Tag("hazard-torus-3")
    void everyQuestionHasTheAnswerOfTheRules(String text) {
        tuples(shape(text), text.equals("4x4x4") || text.equals("3x3x3") ? List.of(Routing.DIMENSION_ORDER) : MODES);
    }

    @Tag("slow")
    @Test
    void everyQuestionHasTheAnswerOfTheRulesOn8x8x8() {
        tuples(new Shape(8, 8, 8), List.of(Routing.DIMENSION_ORDER));
    }

    /** Tells whether the RTL has facts that the static check lacks. */
    private static boolean hasMore(RtlRelation rtl, StaticCheck check) {
        return rtl.differences(check.relation(rtl.shape())).stream().anyMatch(d -> d.startsWith(RtlRelation.ONLY_RTL));
    }

    /** A rule that is wrong for one hop in one place is found, and so is an entirely different rule. */
    @Test
    void aWrongRuleIsFound() {
        Shape shape = new Shape(5, 4, 3);
        VcFunction right = VcFunction.DATELINE;
        VcFunction oneHop = (d, k, me, goal, minus, cross) ->
                right.of(d, k, me, goal, minus, cross) ^ (d == 1 && me == 2 && goal == 3 && !minus ? 1 : 0);
        Routing order = Routing.DIMENSION_ORDER;
        RoutingRules shipped = RoutingRules.of(order, VcRule.DATELINE);
        try (RouteLibrary unit = RouteLibrary.shipped()) {
            RtlComparison one = compared(unit, shape, order, VcRule.DATELINE, shipped.with("wrong", oneHop));
            assertTrue(one.differences() > 0 && one.differences() < one.tuples() / 10, "" + one.differences());
            differs(unit, shape, order, VcRule.STATIC, shipped);
            RtlRelation rtl = new RtlRelation(unit, shape, VcRule.STATIC, Unsafe.NONE, 0, true);
            assertTrue(hasMore(rtl, new StaticCheck(VcRule.DATELINE, 2)));
        }
    }

    /** The flaws of the faults build are those that the static check has under the same numbers. */
    @ParameterizedTest
    @CsvSource({"N06, no_escape", "N07, escape_blocked", "N09, bubble_one", "N10, bubble_no_turn"})
    void aFlawOfTheRtlIsThatOfTheStaticCheck(String id, String variant) {
        int number = 1;
        while (!UnsafeVariant.name(number).equals(variant)) {
            number++;
        }
        Unsafe unsafe = new Unsafe(number, Unsafe.ALL_NODES, id.equals("N07") ? 1 : 0);
        try (RouteLibrary unit = RouteLibrary.lab()) {
            RtlComparison result =
                    RtlComparison.tuples(unit, new Shape(4, 4, 2), routing(id), VcRule.DATELINE, FLAWS.get(id), unsafe);
            assertEquals(0, result.differences(), () -> variant + " " + String.join("\n", result.first()));
        }
    }

    private static Routing routing(String id) {
        return id.equals("N09") || id.equals("N10") ? Routing.BUBBLE : Routing.ADAPTIVE;
    }

    /** Rules with a flaw differ from the RTL. */
    @Test
    void otherRulesAreToldApart() {
        try (RouteLibrary unit = RouteLibrary.shipped()) {
            FLAWS.forEach((id, wrong) -> differs(unit, new Shape(4, 4, 1), routing(id), VcRule.DATELINE, wrong));
        }
    }

    private static void differs(RouteLibrary unit, Shape shape, Routing routing, VcRule rule, RoutingRules rules) {
        assertTrue(compared(unit, shape, routing, rule, rules).differences() > 0, rules.name());
    }

    private static RtlComparison compared(
            RouteLibrary unit, Shape shape, Routing routing, VcRule rule, RoutingRules rules) {
        return RtlComparison.tuples(unit, shape, routing, rule, rules, Unsafe.NONE);
    }

    /**
     * Each variant of the faults build differs from the shipped relation on 4x4x4 and equals the relation of its own
     * static check.
     */
    @ParameterizedTest
    @CsvSource({"1, -1", "2, -1", "3, -1", "4, -1", "5, 2", "6, -1", "7, -1", "21, 0"})
    void aVariantOfTheRtlIsNotTheShippedRelationButItsOwn(int variant, int node) {
        Shape shape = new Shape(4, 4, 4);
        Unsafe unsafe = new Unsafe(variant, node, 0);
        MachineConfig machine =
                new TestMachine(4, 4, 4, 1).config().change().unsafe(unsafe).build();
        try (RouteLibrary unit = RouteLibrary.lab()) {
            RtlRelation rtl = new RtlRelation(unit, shape, VcRule.DATELINE, unsafe, 0, true);
            assertTrue(hasMore(rtl, new StaticCheck(VcRule.DATELINE, 2)), UnsafeVariant.name(variant));
            assertEquals(List.of(), rtl.differences(StaticCheck.of(machine).relation(shape)));
        }
    }

    /** The headers of the comparison are those that the RTL builds, for every pair of a shape, from PACKET_INJECTED. */
    @ParameterizedTest
    @ValueSource(strings = {"4x3x2", "5x4x1", "6x2x2"})
    void headersAreThoseOfTheRtl(String text) {
        Shape shape = shape(text);
        TestMachine machine = new TestMachine(shape.kx(), shape.ky(), shape.kz(), 1);
        ProgramBuilder builder = machine.program("pairs");
        builder.windows().everywhere("window", 4096);
        for (int src = 0; src < shape.nodes(); src++) {
            for (int dst = 0; dst < shape.nodes(); dst++) {
                if (src != dst) {
                    builder.task(src, 0).add(Ops.get(dst, 0, 1024, 16, 0));
                }
            }
        }
        Program program = builder.build();
        PacketRouting routing = new PacketRouting(shape, RoutingRules.of(Routing.DIMENSION_ORDER, VcRule.STATIC));
        long mask = ~(Header0.STAMP_MASK << Header0.STAMP_LSB
                | Header0.LAST_MASK << Header0.LAST_LSB
                | Header0.LENGTH_MASK << Header0.LENGTH_LSB
                | Header0.PTYPE_MASK << Header0.PTYPE_LSB);
        int[] seen = new int[2];
        EventLog log = new EventLog();
        machine.run(program, log);
        for (EventLog.Event e : log.ofKinds(EventKind.PACKET_INJECTED)) {
            int src = shape.rankOfCoord((int) Header0.src(e.a()));
            int dst = shape.rankOfCoord((int) Header0.dst(e.a()));
            int cls = (int) Header0.cls(e.a());
            seen[cls]++;
            Packet packet = routing.injected(src, dst, false).get(0);
            assertEquals(
                    RtlComparison.header(shape, src, packet, cls, 0) | ejectionPort(shape, src),
                    e.a() & mask,
                    src + " -> " + dst);
        }
        int pairs = shape.nodes() * (shape.nodes() - 1);
        assertEquals(pairs, seen[0]);
        assertEquals(pairs, seen[1]);
    }

    /** Returns the port of the destination, which two bits of the coordinates of the source decide. */
    private static long ejectionPort(Shape shape, int src) {
        int mixed = shape.x(src) ^ shape.y(src) ^ shape.z(src);
        return ((mixed >> 1 ^ mixed) & 1L) << Header0.EPORT_LSB;
    }
}
