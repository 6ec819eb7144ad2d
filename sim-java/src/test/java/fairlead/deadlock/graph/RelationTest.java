// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.deadlock.graph.DimensionOrder.Ties;
import fairlead.machine.Shape;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the product form of dimension order with a walk over every pair, and with numbers that another program
 * measured.
 */
@Tag("M-15")
class RelationTest {
    private static final VcFunction ONE_VC = (dimension, k, me, goal, minus, cross) -> 0;

    /**
     * Counts links alone, of one class, with only the channels that some packet uses and with ties in plus direction;
     * the known numbers are counted in this way.
     */
    @ParameterizedTest
    @CsvSource({
        "one, 2, 24, 24",
        "one, 3, 162, 324",
        "one, 4, 384, 960",
        "dateline, 4, 432, 1056",
        "dateline, 8, 4032, 11712",
        "dateline, 16, 34560, 102144"
    })
    void knownNumbers(final String vc, final int k, final int vertices, final int edges) {
        final Shape shape = new Shape(k, k, k);
        final VcFunction rule = vc.equals("one") ? ONE_VC : VcFunction.DATELINE;
        final int[] count = count(shape, new DimensionOrder(shape, rule, Ties.PLUS));
        assertEquals(vertices, count[0]);
        assertEquals(edges, count[1]);
    }

    @Test
    void productFormEqualsTheWalkOverEveryPair() {
        for (final VcFunction vc : new VcFunction[] {VcFunction.DATELINE, VcFunction.STATIC, ONE_VC}) {
            for (int kx = 1; kx <= 5; kx++) {
                for (int ky = 1; ky <= 5; ky++) {
                    for (int kz = 1; kz <= 3; kz++) {
                        final Shape shape = new Shape(kx, ky, kz);
                        assertEquals(
                                all(shape, PathRelation.of(shape, vc, false)),
                                all(shape, new DimensionOrder(shape, vc, Ties.BOTH)),
                                shape.toString());
                    }
                }
            }
        }
    }

    /** The ties that the header builder chooses by parity are inside the checked relation. */
    @Test
    void exactTiesAreASubset() {
        for (final VcFunction vc : new VcFunction[] {VcFunction.DATELINE, VcFunction.STATIC}) {
            for (final int[] k : new int[][] {{4, 4, 4}, {2, 6, 3}, {8, 2, 2}, {5, 4, 2}, {1, 6, 6}}) {
                final Shape shape = new Shape(k[0], k[1], k[2]);
                final Set<String> exact = all(shape, PathRelation.of(shape, vc, true));
                assertTrue(all(shape, new DimensionOrder(shape, vc, Ties.BOTH)).containsAll(exact), shape.toString());
            }
        }
    }

    private static int[] count(final Shape shape, final RoutingRelation relation) {
        final int[] count = new int[2];
        for (int node = 0; node < shape.nodes(); node++) {
            for (int c = 0; c < 12; c++) {
                if (relation.used(node, c / 2, c & 1)) {
                    count[0]++;
                    relation.next(node, c / 2, c & 1, (to, direction, v, rule) -> count[1]++);
                }
            }
        }
        return count;
    }

    /** Returns the whole relation as text. */
    private static Set<String> all(final Shape shape, final RoutingRelation relation) {
        final Set<String> out = new TreeSet<>();
        for (int node = 0; node < shape.nodes(); node++) {
            final int n = node;
            relation.first(n, (to, d, v, rule) -> out.add("first " + to + " " + d + " " + v));
            for (int c = 0; c < 12; c++) {
                final String from = n + " " + c / 2 + " " + (c & 1);
                if (relation.used(n, c / 2, c & 1)) {
                    out.add("used " + from);
                }
                if (relation.last(n, c / 2, c & 1)) {
                    out.add("last " + from);
                }
                relation.next(
                        n,
                        c / 2,
                        c & 1,
                        (to, d, v, rule) -> out.add(from + " -> " + to + " " + d + " " + v + " " + rule));
            }
        }
        return out;
    }
}
