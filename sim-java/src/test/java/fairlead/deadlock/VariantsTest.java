// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.deadlock.StaticCheck.CheckResult;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Buffers;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Negative controls of the static check, in dimension order, with adaptive routing and with bubble rings. */
@Tag("M-15")
@Tag("M-75")
class VariantsTest {
    private static final Routing ADAPTIVE_BUBBLE = new Routing(Routing.Mode.ADAPTIVE, true, false, false);
    private static final Map<String, Routing> ROUTINGS = Map.of(
            "",
            Routing.DIMENSION_ORDER,
            "bubble",
            Routing.BUBBLE,
            "adaptive",
            Routing.ADAPTIVE,
            "adaptive_bubble",
            ADAPTIVE_BUBBLE);

    private static StaticCheck variant(String id, Routing routing) {
        MachineConfig machine =
                MachineConfig.of(new Shape(1, 1, 1)).routing(routing).build();
        return new StaticCheck(Variant.of(id, machine), machine.localPorts(), StaticCheck.enough(routing), "");
    }

    /**
     * Each flaw is found with the length of its shortest cycle on 2, 3 and 4 cubed (0 for none), and with whether the
     * escape VC is missing among the choices.
     */
    @ParameterizedTest
    @CsvSource({
        "N01, , 0, 0, 4, false",
        "N02x, , 0, 0, 4, false",
        "N02y, , 0, 0, 4, false",
        "N02z, , 0, 0, 4, false",
        "N03, , 0, 0, 4, false",
        "late, , 0, 0, 0, false",
        "N04, , 0, 0, 4, false",
        "N05, , 4, 4, 4, false",
        "N11, , 12, 12, 9, false",
        "N12, , 5, 5, 5, false",
        "N16, , 6, 6, 6, false",
        "N26, , 6, 6, 6, false",
        "N27, , 5, 5, 5, false",
        "N28, , 6, 6, 6, false",
        "N24, , 2, 3, 4, false",
        "N30, , 2, 2, 2, false",
        "N06, adaptive, 4, 4, 4, true",
        "N07, adaptive, 4, 6, 4, true",
        "N08, adaptive, 4, 4, 4, false",
        "N09, bubble, 0, 0, 4, false",
        "N09, adaptive_bubble, 0, 0, 4, false",
        "N10, bubble, 0, 0, 4, false",
        "N10, adaptive_bubble, 0, 0, 4, false",
        "N31, adaptive, 4, 4, 4, true",
        "N33, adaptive, 4, 4, 4, false",
        "N11, adaptive, 12, 12, 9, false",
        "N12, bubble, 5, 5, 5, false"
    })
    void shortestCycle(String id, String routing, int on2, int on3, int on4, boolean disconnected) {
        StaticCheck check = variant(id, ROUTINGS.get(routing == null ? "" : routing));
        int[] lengths = {on2, on3, on4};
        for (int k = 2; k <= 4; k++) {
            CheckResult result = check.check(new Shape(k, k, k));
            assertEquals(lengths[k - 2], result.cycle().size(), id + " " + result);
            assertEquals(disconnected, result.flaw().contains("no escape VC"), result.flaw());
            assertEquals(lengths[k - 2] == 0 && !disconnected, result.safe(), id + " " + result);
            closed(result.cycle());
        }
    }

    /** One ring of four suffices, in any dimension. */
    @Test
    void oneDimensionIsEnough() {
        StaticCheck check = variant("N01", Routing.DIMENSION_ORDER);
        assertEquals(4, check.check(new Shape(4, 1, 1)).cycle().size());
        assertEquals(16, check.check(new Shape(1, 1, 16)).cycle().size());
        assertTrue(check.check(new Shape(3, 3, 1)).safe());
    }

    @Test
    void storyNamesRulesAndPlaces() {
        String story = variant("N12", Routing.DIMENSION_ORDER)
                .check(new Shape(2, 2, 2))
                .cycle()
                .toString();
        assertTrue(story.contains("[N12: one receiver for both classes]"), story);
        assertTrue(story.contains("[X3: a request head waits for a free response slot"), story);
        assertTrue(story.contains("request receiver 0 @"), story);
    }

    /** Asserts that each step begins where the previous one ends, and that no place occurs twice. */
    private static void closed(List<CheckResult.Step> cycle) {
        HashSet<String> seen = new HashSet<>();
        for (int i = 0; i < cycle.size(); i++) {
            assertEquals(
                    cycle.get(i).wanted(), cycle.get((i + 1) % cycle.size()).holder());
            assertTrue(seen.add(cycle.get(i).holder()));
        }
    }

    /** A ring that is entered wrongly is named; a ring that is entered only from injection keeps its free slot. */
    @Test
    void aBrokenRingIsNamed() {
        CheckResult turned = variant("N10", Routing.BUBBLE).check(new Shape(4, 4, 1));
        assertTrue(turned.cycle().toString().contains("link Y"), turned.toString());
        assertTrue(variant("N10", Routing.BUBBLE).check(new Shape(4, 1, 1)).safe());
        assertFalse(variant("N09", Routing.BUBBLE).check(new Shape(4, 1, 1)).safe());
    }

    @Test
    void everyBufferHasRoomForWhatMayEnter() {
        for (int[] c : new int[][] {{16, 0}, {17, 1}, {33, 1}}) {
            assertEquals(c[1] == 1, check(Routing.ADAPTIVE, c[0], Unsafe.NONE).safe());
        }
        for (int[] c : new int[][] {{17, 0}, {33, 0}, {34, 1}}) {
            CheckResult result = check(Routing.BUBBLE, c[0], Unsafe.NONE);
            assertEquals(c[1] == 1, result.safe());
            assertEquals(c[1] == 0, result.flaw().contains("this routing needs 34"), result.flaw());
        }
    }

    @Test
    void variantsOfTheRtl() {
        assertEquals("N06", check(Routing.ADAPTIVE, UnsafeVariant.NO_ESCAPE, 0).routing());
        CheckResult blocked = check(Routing.ADAPTIVE, UnsafeVariant.ESCAPE_BLOCKED, 1);
        assertTrue(blocked.flaw().contains("link X+"), blocked.flaw());
        assertFalse(check(Routing.ADAPTIVE, UnsafeVariant.BIND_EARLY, 0).safe());
        assertFalse(check(Routing.ADAPTIVE, UnsafeVariant.SHALLOW_ADAPTIVE, 0).safe());
        assertFalse(check(ADAPTIVE_BUBBLE, UnsafeVariant.BUBBLE_ONE, 0).safe());
        assertFalse(check(Routing.BUBBLE, UnsafeVariant.BUBBLE_NO_TURN, 0).safe());
        assertFalse(check(Routing.ADAPTIVE, UnsafeVariant.ONE_VC, 0).safe());
        assertFalse(check(Routing.ADAPTIVE, UnsafeVariant.BUBBLE_ONE, 0).safe());
        assertTrue(check(Routing.ADAPTIVE, UnsafeVariant.FIXED_PRIORITY, 0).safe());
    }

    /** If one node has a flaw, a cycle is named only where it exists, and unknown facts are not invented. */
    @Test
    void aFlawOfOneNodeIsJudgedWhereItIs() {
        CheckResult one = ofNode(UnsafeVariant.ONE_VC);
        assertFalse(one.safe());
        assertTrue(one.cycle().toString().contains("@2,1,0"), one.cycle().toString());
        CheckResult none = ofNode(UnsafeVariant.NO_DATELINE_Z);
        assertTrue(none.safe(), "there is no ring in z: " + none.cycle());
        CheckResult unknown = ofNode(UnsafeVariant.ONE_RECEIVER);
        assertTrue(unknown.cycle().isEmpty(), unknown.cycle().toString());
        assertTrue(unknown.flaw().contains("one_receiver at one node alone"), unknown.flaw());
    }

    private static CheckResult ofNode(int variant) {
        return check(Routing.DIMENSION_ORDER, 34, new Unsafe(variant, 6, 0)); // node (2, 1)
    }

    private static CheckResult check(Routing routing, int variant, int operand) {
        return check(routing, 34, new Unsafe(variant, Unsafe.ALL_NODES, operand));
    }

    private static CheckResult check(Routing routing, int depth, Unsafe unsafe) {
        MachineConfig machine = MachineConfig.of(new Shape(4, 4, 1))
                .buffers(new Buffers(depth, 4, 4, 4, 8, 4))
                .routing(routing)
                .unsafe(unsafe)
                .build();
        return StaticCheck.of(machine).check(machine.shape());
    }
}
