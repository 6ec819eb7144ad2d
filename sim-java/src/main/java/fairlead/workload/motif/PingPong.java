// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.motif;

import fairlead.machine.Shape;

/**
 * All pairs at once: node i and node i + N / 2 send a message to and fro. With an odd number of nodes the last one does
 * nothing.
 *
 * @param compute cycles of computation before each answer
 */
public record PingPong(int bytes, int iterations, int compute) implements Motif {
    public static final String KIND = "pingpong";

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public double statements(final Shape shape) {
        return 3.0 * iterations * shape.nodes();
    }

    @Override
    public String text(final Shape shape, final long seed) {
        final int half = shape.nodes() / 2;
        final MotifScript script = new MotifScript(shape.nodes());
        for (int rank = 0; rank < 2 * half; rank++) {
            final boolean first = rank < half;
            final int other = first ? rank + half : rank - half;
            int before = -1;
            for (int i = 0; i < iterations; i++) {
                if (first) {
                    script.add(rank, "send " + bytes + "b to " + other, before);
                }
                final int has = script.add(rank, "recv " + bytes + "b from " + other, before);
                before = script.add(rank, "calc " + compute, has);
                if (!first) {
                    script.add(rank, "send " + bytes + "b to " + other, before);
                }
            }
        }
        return script.text();
    }
}
