// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.motif;

import fairlead.machine.Mix;
import fairlead.machine.Shape;
import java.util.SplittableRandom;

/**
 * Random updates: each node adds to, or gets, words of nodes that are drawn, some at a time, and then waits for all.
 *
 * @param op {@code fadd} or {@code get}
 * @param updates accesses of each node
 * @param words words of the table of each node
 * @param outstanding accesses under way at a time
 * @param hot node 0 is drawn so many times as often as another node
 */
public record Gups(String op, int updates, int words, int outstanding, int hot) implements Motif {
    public static final String KIND = "gups";

    private static final int WORD = 8;

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public double statements(final Shape shape) {
        return shape.nodes() * (updates + 1.0);
    }

    @Override
    public String text(final Shape shape, final long seed) {
        final int nodes = shape.nodes();
        final MotifScript script = new MotifScript(nodes);
        for (int rank = 0; rank < nodes; rank++) {
            final SplittableRandom random = new SplittableRandom(Mix.seed(seed, rank));
            final int[] under = new int[outstanding];
            java.util.Arrays.fill(under, -1);
            for (int i = 0; i < updates; i++) {
                final int to = Math.max(0, random.nextInt(nodes - 1 + hot) - (hot - 1));
                final int at = random.nextInt(words) * WORD;
                under[i % outstanding] = script.add(
                        rank,
                        op.equals("get")
                                ? "get 8b from " + to + " at " + at
                                : "fadd 8b to " + to + " at " + at + " value 1",
                        under[i % outstanding]);
            }
            script.add(rank, "quiet", under);
        }
        return script.text();
    }
}
