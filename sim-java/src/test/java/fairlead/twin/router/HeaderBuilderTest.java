// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the routing word with walks on the torus that know only coordinates. */
class HeaderBuilderTest {
    /** Returns the number of steps from `from` to `to` on a ring of k in one direction. */
    private static int steps(int from, int to, int k, boolean minus) {
        return Math.floorMod(minus ? from - to : to - from, k);
    }

    private static int at(Shape shape, int rank, int dimension) {
        return dimension == 0 ? shape.x(rank) : dimension == 1 ? shape.y(rank) : shape.z(rank);
    }

    private static boolean wraps(int from, int to, boolean minus) {
        return minus ? to > from : to < from;
    }

    private static int ones(Shape shape, int rank, int bit) {
        return (shape.x(rank) >> bit ^ shape.y(rank) >> bit ^ shape.z(rank) >> bit) & 1;
    }

    /** Returns a tie, which the source's parity and the low bits of the destination in the other dimensions decide. */
    private static boolean tie(Shape shape, int src, int dst, int dimension) {
        int parity = ones(shape, src, 0);
        for (int other = 0; other < 3; other++) {
            parity ^= other == dimension ? 0 : at(shape, dst, other) & 1;
        }
        return parity != 0;
    }

    @ParameterizedTest(name = "{0}x{1}x{2}")
    @CsvSource({"4, 4, 2", "1, 1, 1", "5, 3, 1", "8, 1, 2", "16, 2, 3", "2, 2, 2"})
    void everyPairTakesAShortestWay(int kx, int ky, int kz) {
        Shape shape = new Shape(kx, ky, kz);
        for (int src = 0; src < shape.nodes(); src++) {
            HeaderBuilder headers = new HeaderBuilder(shape, shape.coord(src), 2);
            for (int dst = 0; dst < shape.nodes(); dst++) {
                long word = headers.build(shape.coord(dst), PacketType.CREDIT, 1, 256, true, 0x7ABC);
                for (int d = 0; d < 3; d++) {
                    int from = at(shape, src, d);
                    int to = at(shape, dst, d);
                    boolean minus = (Header0.dir(word) >> d & 1) != 0;
                    int here = steps(from, to, shape.k(d), minus);
                    int there = steps(from, to, shape.k(d), !minus);
                    assertTrue(here <= there, src + " to " + dst);
                    if (here == there && here != 0) {
                        assertEquals(tie(shape, src, dst, d), minus, src + " to " + dst);
                    }
                    assertEquals(wraps(from, to, minus) ? 1 : 0, Header0.cross(word) >> d & 1, src + " to " + dst);
                }
                assertEquals(ones(shape, src, 0) ^ ones(shape, src, 1), Header0.eport(word));
                assertEquals(shape.coord(src), Header0.src(word));
                assertEquals(shape.coord(dst), Header0.dst(word));
            }
        }
    }

    @Test
    void theOtherFieldsAreAsGiven() {
        HeaderBuilder headers = new HeaderBuilder(new Shape(4, 4, 1), 0x012, 1);
        long word = headers.build(0x021, PacketType.FADD_R, 1, 16, true, 0x7ABC);
        assertEquals(PacketType.FADD_R, Header0.ptype(word));
        assertEquals(1, Header0.cls(word));
        assertEquals(0, Header0.mode(word));
        assertEquals(16, Header0.length(word));
        assertEquals(1, Header0.last(word));
        assertEquals(0x7ABC, Header0.stamp(word));
        assertEquals(0, Header0.eport(word), "one local port");
        assertEquals(0, Header0.last(headers.build(0x021, PacketType.PUT, 0, 256, false, 0)));
    }

    /** The tie of dimension d is bit d of the stamp xor bit d + 3, and nothing else depends on the mode. */
    @Test
    void drawnTiesFollowTheStampAndNothingElse() {
        Shape shape = new Shape(4, 4, 2);
        HeaderBuilder headers = new HeaderBuilder(shape, shape.coord(5), 2);
        for (int stamp = 0; stamp < 64; stamp++) {
            for (int dst = 0; dst < shape.nodes(); dst++) {
                int to = shape.coord(dst);
                long fixed = headers.build(to, PacketType.PUT, 0, 32, true, stamp);
                long drawn = headers.build(to, PacketType.PUT, 0, PacketMode.DRAWN, 32, true, stamp);
                assertEquals(PacketMode.DRAWN, Header0.mode(drawn));
                for (int d = 0; d < 3; d++) {
                    int up = steps(at(shape, 5, d), at(shape, dst, d), shape.k(d), false);
                    long expected = up != 0 && 2 * up == shape.k(d)
                            ? (stamp >> d ^ stamp >> d + 3) & 1
                            : Header0.dir(fixed) >> d & 1;
                    assertEquals(expected, Header0.dir(drawn) >> d & 1, "dst " + dst + " stamp " + stamp);
                    boolean minus = expected != 0;
                    assertEquals(
                            wraps(at(shape, 5, d), at(shape, dst, d), minus) ? 1 : 0, Header0.cross(drawn) >> d & 1);
                }
                long paths = Header0.DIR_MASK << Header0.DIR_LSB | Header0.CROSS_MASK << Header0.CROSS_LSB;
                assertEquals(fixed & ~paths, drawn & ~paths & ~(Header0.MODE_MASK << Header0.MODE_LSB));
                int both = PacketMode.ADAPTIVE | PacketMode.DRAWN;
                long adaptive = headers.build(to, PacketType.PUT, 0, both, 32, true, stamp);
                assertEquals(drawn | (long) PacketMode.ADAPTIVE << Header0.MODE_LSB, adaptive);
            }
        }
    }

    /** At distance k / 2, half of the pairs take each direction of a ring. */
    @Test
    void tiesAreBalanced() {
        Shape shape = new Shape(4, 4, 1);
        int minus = 0;
        int ties = 0;
        for (int src = 0; src < shape.nodes(); src++) {
            HeaderBuilder headers = new HeaderBuilder(shape, shape.coord(src), 2);
            for (int dst = 0; dst < shape.nodes(); dst++) {
                if (Math.abs(shape.x(src) - shape.x(dst)) == 2) {
                    ties++;
                    minus += (int) Header0.dir(headers.build(shape.coord(dst), 0, 0, 0, true, 0)) & 1;
                }
            }
        }
        assertEquals(ties, 2 * minus);
    }
}
