// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;
import fairlead.machine.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("M-35")
class RouteUnitTest {
    private static final Path PAGE = Path.of("../docs/spec/route-unit.md");

    /** The test data are the table of the page. */
    @Test
    void answersAsThePageSays() throws IOException {
        List<String[]> rows = Files.readAllLines(PAGE).stream()
                .filter(line -> line.matches("\\| \\d+ \\| \\d+ \\|.*"))
                .map(line -> line.split("\\s*\\|\\s*"))
                .toList();
        assertEquals(4, rows.size());
        for (String[] row : rows) {
            int me = Integer.parseInt(row[1]);
            long header = (long) Integer.parseInt(row[2]) << Header0.DST_LSB
                    | (long) Integer.parseInt(row[3]) << Header0.DIR_LSB;
            for (int cls = 0; cls < HwLayout.CLASSES; cls++) {
                int route = RouteUnit.route(me, RouteUnit.DATELINE, cls << 2, header);
                assertEquals(Integer.parseInt(row[4]), RouteUnit.port(route), row[6]);
                assertEquals(cls << 2 | Integer.parseInt(row[5]), RouteUnit.vc(route), row[6]);
            }
        }
    }

    /**
     * Checks every pair of a shape: paths are minimal, rings come in the order x, y, z, the dateline rule uses VC 0 up
     * to and over the wrap link and VC 1 after it, and the static rule uses the VC of the header.
     */
    @ParameterizedTest
    @ValueSource(strings = {"4x4x4", "5x3x2", "1x2x7", "2x2x2", "8x1x1", "1x1x1"})
    void everyPathIsMinimalAndInOrder(String text) {
        String[] k = text.split("x");
        Shape shape = new Shape(Integer.parseInt(k[0]), Integer.parseInt(k[1]), Integer.parseInt(k[2]));
        for (int source = 0; source < shape.nodes(); source++) {
            for (int target = 0; target < shape.nodes(); target++) {
                for (int draw = 0; draw < 16; draw++) {
                    walk(shape, source, target, draw >> 3, draw & 7, (source + target) & 1);
                }
            }
        }
    }

    private static void walk(Shape shape, int source, int target, int cls, int ties, int eport) {
        long header = TestMachines.header(shape, source, target, cls, eport, ties, 1, 0);
        boolean[] wrapped = new boolean[3];
        int node = source;
        int last = 0;
        int hops = 0;
        while (true) {
            int dateline = RouteUnit.route(shape.coord(node), RouteUnit.DATELINE, cls << 2 | 1, header);
            int fixed = RouteUnit.route(shape.coord(node), RouteUnit.STATIC, cls << 2, header);
            int port = RouteUnit.port(dateline);
            assertEquals(port, RouteUnit.port(fixed));
            if (node == target) {
                assertEquals(6 + 2 * cls + eport, port);
                assertEquals(cls << 2, RouteUnit.vc(dateline));
                assertEquals(cls << 2, RouteUnit.vc(fixed));
                break;
            }
            int d = port >> 1;
            assertTrue(port < 6 && d >= last, "rings in order");
            last = d;
            boolean crosses = (Header0.cross(header) >> d & 1) != 0;
            assertEquals(cls << 2 | (crosses && !wrapped[d] ? 0 : 1), RouteUnit.vc(dateline));
            assertEquals(cls << 2 | (crosses ? 1 : 0), RouteUnit.vc(fixed));
            int next = shape.neighbour(node, port);
            int from = shape.coord(node) >> 4 * d & 15;
            int to = shape.coord(next) >> 4 * d & 15;
            wrapped[d] |= (port & 1) == 0 ? to < from : to > from;
            node = next;
            hops++;
        }
        assertEquals(distance(shape, source, target), hops);
    }

    private static int distance(Shape shape, int a, int b) {
        int sum = 0;
        for (int d = 0; d < 3; d++) {
            int up = Math.floorMod((shape.coord(b) >> 4 * d & 15) - (shape.coord(a) >> 4 * d & 15), shape.k(d));
            sum += Math.min(up, shape.k(d) - up);
        }
        return sum;
    }
}
