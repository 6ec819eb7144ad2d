// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.motif;

import fairlead.machine.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * A three-dimensional Fourier transform forth and back on a grid of rows times columns: computation, an all-to-all in
 * each row, computation, an all-to-all in each column, computation. Elements have 16 bytes.
 *
 * @param nx elements of the whole transform in x
 * @param rowRanks nodes of a row; 0 for kx
 * @param compute cycles of one of the three computations
 */
public record Fft3d(int nx, int ny, int nz, int rowRanks, int iterations, int compute) implements Motif {
    public static final String KIND = "fft3d";

    private static final int ELEMENT = 16;
    private static final int WAYS = 2; // forth and back

    @Override
    public String kind() {
        return KIND;
    }

    private int row(final Shape shape) {
        return rowRanks == 0 ? shape.kx() : rowRanks;
    }

    @Override
    public double statements(final Shape shape) {
        final double row = row(shape);
        return WAYS * iterations * shape.nodes() * (3 + 2 * (row + shape.nodes() / row));
    }

    @Override
    public String text(final Shape shape, final long seed) {
        final int nodes = shape.nodes();
        final int row = row(shape);
        if (nodes % row != 0) {
            throw new fairlead.program.ProgramException(
                    "workload.row_ranks = " + row + " does not divide the " + nodes + " nodes");
        }
        final long own = ((long) nx * ny * nz + nodes - 1) / nodes * ELEMENT;
        final MotifScript script = new MotifScript(nodes);
        for (int rank = 0; rank < nodes; rank++) {
            final List<Integer> rowMates = new ArrayList<>();
            final List<Integer> columnMates = new ArrayList<>();
            for (int other = 0; other < nodes; other++) {
                if (other != rank && other / row == rank / row) {
                    rowMates.add(other);
                }
                if (other != rank && other % row == rank % row) {
                    columnMates.add(other);
                }
            }
            List<Integer> before = List.of();
            for (int i = 0; i < WAYS * iterations; i++) {
                final boolean forth = i % WAYS == 0;
                before = exchange(script, rank, forth ? rowMates : columnMates, own, before);
                before = exchange(script, rank, forth ? columnMates : rowMates, own, before);
                before = List.of(script.add(rank, "calc " + compute, before)[0]);
            }
        }
        return script.text();
    }

    private List<Integer> exchange(
            final MotifScript script,
            final int rank,
            final List<Integer> mates,
            final long own,
            final List<Integer> before) {
        final List<Integer> computed = List.of(script.add(rank, "calc " + compute, before)[0]);
        final long bytes = Math.max(1, own / (mates.size() + 1));
        final List<Integer> all = new ArrayList<>(computed);
        for (final int mate : mates) {
            all.add(script.add(rank, "send " + bytes + "b to " + mate, computed)[0]);
            all.add(script.add(rank, "recv " + bytes + "b from " + mate, computed)[0]);
        }
        return all;
    }
}
