// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.machine.VcRule;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the static check of machines with cut-through: adaptive routing with each kind of escape, and bubble rings
 * alone.
 */
@Tag("M-75")
class AdaptiveCheckTest {
    private static final Routing ADAPTIVE_BUBBLE = new Routing(Routing.Mode.ADAPTIVE, true, false, false);

    private static List<StaticCheck> shipped() {
        return List.of(
                new StaticCheck(Routing.ADAPTIVE, VcRule.DATELINE, 2),
                new StaticCheck(Routing.ADAPTIVE, VcRule.STATIC, 2),
                new StaticCheck(ADAPTIVE_BUBBLE, VcRule.DATELINE, 2),
                new StaticCheck(Routing.BUBBLE, VcRule.DATELINE, 2));
    }

    @Test
    void sixtyShapes() {
        int shapes = 0;
        for (final StaticCheck check : shipped()) {
            for (final int kx : new int[] {1, 4, 16}) {
                for (final int ky : new int[] {2, 5, 9, 16}) {
                    for (final int kz : new int[] {1, 3, 4, 7, 16}) {
                        safe(check, new Shape(kx, ky, kz));
                        shapes++;
                    }
                }
            }
        }
        assertEquals(4 * 60, shapes);
    }

    @Tag("slow")
    @Test
    void allShapes() {
        for (final StaticCheck check : shipped()) {
            for (int kx = 1; kx <= Shape.MAX_K; kx++) {
                for (int ky = 1; ky <= Shape.MAX_K; ky++) {
                    for (int kz = 1; kz <= Shape.MAX_K; kz++) {
                        safe(check, new Shape(kx, ky, kz));
                    }
                }
            }
        }
    }

    private static void safe(final StaticCheck check, final Shape shape) {
        final CheckResult result = check.check(shape);
        assertTrue(result.safe(), () -> shape + " " + result.routing() + ": " + result.flaw() + result.cycle());
        assertTrue(result.vertices() > 20 * shape.nodes() && result.edges() > 20 * shape.nodes(), shape.toString());
    }

    /** The sizes of the graph, so that a lost wait is noticed. */
    @ParameterizedTest
    @CsvSource({"0, 5057, 23680", "1, 5249, 26560", "2, 4865, 20608", "3, 3329, 9856"})
    void figures(final int machine, final int vertices, final int edges) {
        final CheckResult result = shipped().get(machine).check(new Shape(4, 4, 4));
        assertEquals(vertices, result.vertices());
        assertEquals(edges, result.edges());
    }

    /**
     * Each flaw is found with the length of its shortest cycle on 2, 3 and 4 cubed (0 for none), and with whether the
     * escape VC is missing among the choices.
     */
    @ParameterizedTest
    @CsvSource({
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
    void variants(
            final String id,
            final String routing,
            final int on2,
            final int on3,
            final int on4,
            final boolean disconnected) {
        final Routing mode = routing.equals("bubble")
                ? Routing.BUBBLE
                : routing.equals("adaptive") ? Routing.ADAPTIVE : ADAPTIVE_BUBBLE;
        final StaticCheck check = Variants.of(id, mode);
        final int[] lengths = {on2, on3, on4};
        for (int k = 2; k <= 4; k++) {
            final CheckResult result = check.check(new Shape(k, k, k));
            assertEquals(
                    lengths[k - 2],
                    result.cycle().size(),
                    k + ": " + result.cycle().size() + " " + result);
            assertEquals(disconnected, result.flaw().contains("no escape VC"), result.flaw());
            assertEquals(lengths[k - 2] == 0 && !disconnected, result.safe());
        }
    }

    /** A ring that is entered wrongly is named; a ring that is entered only from injection keeps its free slot. */
    @Test
    void aBrokenRingIsNamed() {
        final CheckResult turned = Variants.of("N10", Routing.BUBBLE).check(new Shape(4, 4, 1));
        assertTrue(turned.cycle().toString().contains("link Y"), turned.toString());
        assertTrue(Variants.of("N10", Routing.BUBBLE).check(new Shape(4, 1, 1)).safe());
        assertFalse(Variants.of("N09", Routing.BUBBLE).check(new Shape(4, 1, 1)).safe());
    }

    @Test
    void everyBufferHasRoomForWhatMayEnter() {
        for (final int[] c : new int[][] {{16, 0}, {17, 1}, {33, 1}}) {
            assertEquals(
                    c[1] == 1,
                    StaticCheck.of(machine(Routing.ADAPTIVE, c[0], Unsafe.NONE))
                            .check(shape())
                            .safe());
        }
        for (final int[] c : new int[][] {{17, 0}, {33, 0}, {34, 1}}) {
            final CheckResult result =
                    StaticCheck.of(machine(Routing.BUBBLE, c[0], Unsafe.NONE)).check(shape());
            assertEquals(c[1] == 1, result.safe());
            assertEquals(c[1] == 0, result.flaw().contains("this routing needs 34"), result.flaw());
        }
    }

    @Test
    void variantsOfTheRtl() {
        assertEquals("N06", check(Routing.ADAPTIVE, UnsafeVariant.NO_ESCAPE, 0).routing());
        final CheckResult blocked = check(Routing.ADAPTIVE, UnsafeVariant.ESCAPE_BLOCKED, 1);
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
        final int node = 6; // node (2, 1)
        final int flaw = UnsafeVariant.ONE_VC;
        final CheckResult one = StaticCheck.of(machine(Routing.DIMENSION_ORDER, 34, new Unsafe(flaw, node, 0)))
                .check(shape());
        assertFalse(one.safe());
        assertTrue(one.cycle().toString().contains("@2,1,0"), one.cycle().toString());
        final CheckResult none = StaticCheck.of(
                        machine(Routing.DIMENSION_ORDER, 34, new Unsafe(UnsafeVariant.NO_DATELINE_Z, node, 0)))
                .check(shape());
        assertTrue(none.safe(), "there is no ring in z: " + none.cycle());
        final CheckResult unknown = StaticCheck.of(
                        machine(Routing.DIMENSION_ORDER, 34, new Unsafe(UnsafeVariant.ONE_RECEIVER, node, 0)))
                .check(shape());
        assertTrue(unknown.cycle().isEmpty(), unknown.cycle().toString());
        assertTrue(unknown.flaw().contains("one_receiver at one node alone"), unknown.flaw());
    }

    private static CheckResult check(final Routing routing, final int variant, final int operand) {
        return StaticCheck.of(machine(routing, 34, new Unsafe(variant, Unsafe.ALL_NODES, operand)))
                .check(shape());
    }

    private static Shape shape() {
        return new Shape(4, 4, 1);
    }

    private static MachineConfig machine(final Routing routing, final int depth, final Unsafe unsafe) {
        return MachineConfig.of(shape())
                .latency(new Latency(2, 2, 8, 16, 8, 0))
                .buffers(new Buffers(depth, 4, 4, 4, 8, 4))
                .dla(DlaLimits.of(8))
                .tasks(1)
                .build()
                .withRouting(routing)
                .withUnsafe(unsafe);
    }
}
