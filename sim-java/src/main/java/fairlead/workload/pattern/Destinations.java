// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.Shape;
import java.util.SplittableRandom;

/** Draws the destinations of all packets of one pattern, for each source separately. */
public final class Destinations {
    private final TrafficPattern pattern;
    private final Shape shape;
    private final boolean includeSelf;
    private final int[] permutation;
    private final Rounds rounds; // null unless the pattern is all-to-all

    /** @param permutation permutation of the nodes, for RANDPERM ({@link TrafficPattern#permutation}) */
    public Destinations(
            final TrafficPattern pattern, final Shape shape, final boolean includeSelf, final int[] permutation) {
        this.pattern = pattern;
        this.shape = shape;
        this.includeSelf = includeSelf;
        this.permutation = permutation;
        rounds = pattern == TrafficPattern.ALLTOALL ? new Rounds(shape.nodes()) : null;
    }

    /** Returns the rank to which the next packet of `source` goes. */
    public int next(final int source, final SplittableRandom random) {
        return rounds != null
                ? rounds.next(source, random)
                : pattern.destination(shape, source, includeSelf, permutation, random);
    }
}
