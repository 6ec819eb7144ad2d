// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.motif;

import fairlead.machine.Shape;

/**
 * Wavefronts over a grid of kx times (ky kz) nodes, from each of its four corners down and up: eight sweeps of nz / kba
 * blocks. A node waits for its block from both sides, computes and passes it on.
 *
 * @param nx cells of a node in x
 * @param nz cells in z, which one node has all
 * @param kba cells in z of a block
 * @param compute cycles of computation of a block
 */
public record Sweep3d(int nx, int ny, int nz, int kba, int fields, int width, int iterations, int compute)
        implements Motif {
    public static final String KIND = "sweep3d";

    private static final int SWEEPS = 8;

    @Override
    public String kind() {
        return KIND;
    }

    private int blocks() {
        return (nz + kba - 1) / kba;
    }

    @Override
    public double statements(final Shape shape) {
        return (double) iterations * SWEEPS * blocks() * shape.nodes() * 5;
    }

    @Override
    public String text(final Shape shape, final long seed) {
        final MotifScript script = new MotifScript(shape.nodes());
        final int px = shape.kx();
        final int py = shape.ky() * shape.kz();
        for (int rank = 0; rank < shape.nodes(); rank++) {
            int before = -1;
            for (int sweep = 0; sweep < SWEEPS * iterations; sweep++) {
                final int dx = sweep % 2 == 0 ? 1 : -1;
                final int dy = sweep / 2 % 2 == 0 ? 1 : -1;
                for (int block = 0; block < blocks(); block++) {
                    before = block(script, rank, px, py, dx, dy, sweep % SWEEPS, before);
                }
            }
        }
        return script.text();
    }

    private int block(
            final MotifScript script,
            final int rank,
            final int px,
            final int py,
            final int dx,
            final int dy,
            final int sweep,
            final int before) {
        final int x = rank % px;
        final int y = rank / px;
        final long inX = (long) ny * kba * fields * width;
        final long inY = (long) nx * kba * fields * width;
        final String tag = " tag " + (sweep + 1) * 1000;
        final int left = x - dx < 0 || x - dx >= px
                ? -1
                : script.add(rank, "recv " + inX + "b from " + (rank - dx) + tag, before);
        final int below = y - dy < 0 || y - dy >= py
                ? -1
                : script.add(rank, "recv " + inY + "b from " + (rank - dy * px) + tag, before);
        final int done = script.add(rank, "calc " + compute, before, left, below);
        if (x + dx >= 0 && x + dx < px) {
            script.add(rank, "send " + inX + "b to " + (rank + dx) + tag, done);
        }
        if (y + dy >= 0 && y + dy < py) {
            script.add(rank, "send " + inY + "b to " + (rank + dy * px) + tag, done);
        }
        return done;
    }
}
