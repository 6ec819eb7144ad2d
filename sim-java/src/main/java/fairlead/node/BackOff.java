// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.machine.Mix;

/**
 * Computes the cycles to wait before a retry. The waiting time doubles with each attempt and includes a number drawn
 * from the seed, so that competing requests do not collide again (DLA hazard 6).
 */
public final class BackOff {
    private static final int FIRST = 32;
    private static final int DOUBLINGS = 6;

    private final long seed;

    public BackOff(final long seed) {
        this.seed = seed;
    }

    /**
     * Returns the cycles to wait.
     *
     * @param node rank of the node
     * @param who number of the channel that waits, or 256 plus the index of the epoch that waits
     * @param attempt number of retries so far, from 1
     */
    public long cycles(final int node, final int who, final int attempt) {
        final long window = (long) FIRST << Math.min(attempt - 1, DOUBLINGS);
        final long draw = Mix.mix64(Mix.seed(seed, (long) node << 32 | (long) who << 16 | attempt & 0xFFFF));
        return window + Long.remainderUnsigned(draw, window);
    }
}
