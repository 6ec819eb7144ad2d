// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.motif;

import fairlead.machine.Shape;
import fairlead.program.ProgramException;

/**
 * The one-sided operations of OpenSHMEM, each in a loop of all nodes: {@code put} and {@code get} with a quiet, {@code
 * fadd} on a word of one node, {@code wait_until} on what another node puts, and a {@code ring} in which a put goes
 * round from node to node.
 *
 * @param op what is done
 * @param bytes bytes of a put or get
 * @param stride distance of the rank that is accessed
 */
public record Shmem(String op, int bytes, int stride, int iterations) implements Motif {
    public static final String KIND = "shmem";

    private static final int SIGNALS = 1; // the counter of puts that come

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public double statements(final Shape shape) {
        return 2.0 * iterations * shape.nodes();
    }

    @Override
    public String text(final Shape shape, final long seed) {
        final int nodes = shape.nodes();
        if (iterations >= Short.MAX_VALUE) {
            throw new ProgramException("workload.iterations must be below " + Short.MAX_VALUE + ": " + iterations);
        }
        final MotifScript script = new MotifScript(nodes);
        for (int rank = 0; rank < nodes; rank++) {
            int before = -1;
            for (int i = 0; i < iterations; i++) {
                before = step(script, rank, nodes, i, before);
            }
        }
        return script.text();
    }

    private int step(final MotifScript script, final int rank, final int nodes, final int i, final int before) {
        final int to = (rank + stride) % nodes;
        final String place = " at " + i * ((bytes + 15L) / 16 * 16);
        final String put = "put " + bytes + "b to " + to + place;
        return switch (op) {
            case "put" -> script.add(rank, "quiet", script.add(rank, put, before));
            case "get" -> script.add(rank, "quiet", script.add(rank, "get " + bytes + "b from " + to + place, before));
            case "fadd" -> script.add(rank, "fadd 8b to " + stride % nodes + " at 0 value 1", before);
            case "wait_until" -> {
                script.add(rank, put + " ct " + SIGNALS, before);
                yield script.add(rank, "test " + SIGNALS + " for " + (i + 1), before);
            }
            default -> ring(script, rank, nodes, i, before);
        };
    }

    /** Node 0 puts to the next one, each node passes on what it has got, and the round ends at node 0. */
    private int ring(final MotifScript script, final int rank, final int nodes, final int i, final int before) {
        final String put = "put " + bytes + "b to " + (rank + 1) % nodes + " at " + i * ((bytes + 15L) / 16 * 16)
                + " ct " + SIGNALS;
        final String wait = "test " + SIGNALS + " for " + (i + 1);
        return rank == 0
                ? script.add(rank, wait, script.add(rank, put, before))
                : script.add(rank, put, script.add(rank, wait, before));
    }
}
