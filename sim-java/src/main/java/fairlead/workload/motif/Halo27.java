// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.motif;

import fairlead.machine.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * A halo exchange of 27 points: each node sends to its 26 neighbours, receives from them and computes. Neighbours that
 * are the node itself are left out.
 *
 * @param nx cells of a node in x; a face, edge or corner has a cell for each cell of the node on it
 * @param fields fields of a cell
 * @param width bytes of a field
 * @param compute cycles of computation in an iteration
 */
public record Halo27(int nx, int ny, int nz, int fields, int width, int iterations, int compute) implements Motif {
    public static final String KIND = "halo27";

    private static final int NEIGHBOURS = 26;

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public double statements(final Shape shape) {
        return (double) iterations * shape.nodes() * (2 * NEIGHBOURS + 1);
    }

    @Override
    public String text(final Shape shape, final long seed) {
        final MotifScript script = new MotifScript(shape.nodes());
        for (int rank = 0; rank < shape.nodes(); rank++) {
            List<Integer> before = List.of();
            for (int i = 0; i < iterations; i++) {
                final List<Integer> all = new ArrayList<>();
                for (int d = 0; d <= NEIGHBOURS; d++) {
                    final int dx = d % 3 - 1;
                    final int dy = d / 3 % 3 - 1;
                    final int dz = d / 9 - 1;
                    final int to = neighbour(shape, rank, dx, dy, dz);
                    final int from = neighbour(shape, rank, -dx, -dy, -dz);
                    if (to != rank) {
                        final long bytes =
                                (long) fields * width * (dx == 0 ? nx : 1) * (dy == 0 ? ny : 1) * (dz == 0 ? nz : 1);
                        all.add(script.add(rank, "send " + bytes + "b to " + to + " tag " + d, before)[0]);
                        all.add(script.add(rank, "recv " + bytes + "b from " + from + " tag " + d, before)[0]);
                    }
                }
                before = List.of(script.add(rank, "calc " + compute, all)[0]);
            }
        }
        return script.text();
    }

    private static int neighbour(final Shape shape, final int rank, final int dx, final int dy, final int dz) {
        return shape.rank(
                Math.floorMod(rank % shape.kx() + dx, shape.kx()),
                Math.floorMod(rank / shape.kx() % shape.ky() + dy, shape.ky()),
                Math.floorMod(rank / shape.kx() / shape.ky() + dz, shape.kz()));
    }
}
