// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.deadlock.StaticCheck.CheckResult;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import java.util.List;
import org.jgrapht.alg.cycle.CycleDetector;
import org.jgrapht.graph.DirectedPseudograph;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The shipped machine has no cycle of waits on any shape (D8). */
@Tag("M-15")
@Tag("M-75")
class StaticCheckTest {
    private static List<StaticCheck> shipped() {
        return List.of(
                new StaticCheck(VcRule.DATELINE, 2),
                new StaticCheck(VcRule.STATIC, 2),
                new StaticCheck(Routing.ADAPTIVE, VcRule.DATELINE, 2),
                new StaticCheck(Routing.ADAPTIVE, VcRule.STATIC, 2),
                new StaticCheck(new Routing(Routing.Mode.ADAPTIVE, true, false, false), VcRule.DATELINE, 2),
                new StaticCheck(Routing.BUBBLE, VcRule.DATELINE, 2));
    }

    /** Checks 3 * 4 * 5 shapes of each routing, including the smallest and the largest sizes. */
    @ParameterizedTest
    @MethodSource("shipped")
    void sixtyShapes(StaticCheck check) {
        for (int kx : new int[] {1, 4, 16}) {
            for (int ky : new int[] {2, 5, 9, 16}) {
                for (int kz : new int[] {1, 3, 4, 7, 16}) {
                    safe(check, new Shape(kx, ky, kz));
                }
            }
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("shipped")
    @Tag("hazard-torus-4")
    void allShapes(StaticCheck check) {
        for (int kx = 1; kx <= Shape.MAX_K; kx++) {
            for (int ky = 1; ky <= Shape.MAX_K; ky++) {
                for (int kz = 1; kz <= Shape.MAX_K; kz++) {
                    safe(check, new Shape(kx, ky, kz));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(VcRule.class)
    void oneLocalPort(VcRule rule) {
        StaticCheck check = new StaticCheck(rule, 1);
        for (int k = 1; k <= 8; k++) {
            safe(check, new Shape(k, k, k));
        }
    }

    /** The sizes of the graph, so that a lost rule or wait is noticed. */
    @ParameterizedTest
    @CsvSource({
        "0, 4, 3521, 11392",
        "1, 16, 256001, 907648",
        "2, 4, 5057, 23680",
        "3, 4, 5249, 26560",
        "4, 4, 4865, 20608",
        "5, 4, 3329, 9856"
    })
    void figures(int machine, int k, int vertices, int edges) {
        CheckResult result = shipped().get(machine).check(new Shape(k, k, k));
        assertEquals(vertices, result.vertices());
        assertEquals(edges, result.edges());
    }

    @Test
    void shortRingsAreSaid() {
        StaticCheck check = new StaticCheck(VcRule.DATELINE, 2);
        assertEquals(List.of("x", "z"), check.check(new Shape(3, 4, 1)).shortRings());
        assertEquals(List.of(), check.check(new Shape(4, 4, 16)).shortRings());
    }

    /**
     * The search on int arrays decides as the library does, on safe and unsafe graphs, with one instance for all
     * graphs.
     */
    @Test
    void tarjanAgreesWithJGraphT() {
        Cycles cycles = new Cycles();
        RoutingRules dateline = RoutingRules.of(Routing.DIMENSION_ORDER, VcRule.DATELINE);
        for (RoutingRules rules : List.of(dateline, dateline.oneVc())) {
            for (RuleTable table : List.of(RuleTable.SHIPPED, RuleTable.SHIPPED.without("T1"))) {
                for (int k = 4; k >= 1; k--) {
                    WaitGraph graph = new WaitGraph(table, 2, 1);
                    Shape shape = new Shape(k, 2, k);
                    graph.build(shape, RoutingRelation.of(shape, rules), WaitGraph.View.DECIDING, 1);
                    assertEquals(!new CycleDetector<>(copy(graph)).detectCycles(), cycles.acyclic(graph));
                }
            }
        }
    }

    private static DirectedPseudograph<Integer, Integer> copy(WaitGraph graph) {
        DirectedPseudograph<Integer, Integer> copy = new DirectedPseudograph<>(null, null, false);
        for (int v = 0; v < graph.vertices(); v++) {
            copy.addVertex(v);
        }
        for (int v = 0; v < graph.vertices(); v++) {
            for (int e = graph.start(v); e < graph.start(v + 1); e++) {
                copy.addEdge(v, graph.target(e), e);
            }
        }
        return copy;
    }

    private static void safe(StaticCheck check, Shape shape) {
        CheckResult result = check.check(shape);
        assertTrue(result.safe(), () -> shape + " " + result.routing() + ": " + result.flaw() + result.cycle());
        assertTrue(result.vertices() > 20 * shape.nodes() && result.edges() > 20 * shape.nodes(), shape.toString());
        assertEquals(List.of(), result.cycle());
    }
}
