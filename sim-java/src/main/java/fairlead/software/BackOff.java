// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

import fairlead.engine.api.Mix;

/** Cycles to wait before a retry: doubling with the attempt, with a draw from the seed so that losers do not meet again (DLA hazard 6). */
public final class BackOff {
    private static final int FIRST = 32;
    private static final int DOUBLINGS = 6;

    private final long seed;

    public BackOff(final long seed) {
        this.seed = seed;
    }

    /** @param attempt retries so far, from 1 */
    public long cycles(final int node, final int who, final int attempt) {
        final long window = (long) FIRST << Math.min(attempt - 1, DOUBLINGS);
        final long draw = Mix.mix64(Mix.seed(seed, (long) node << 32 | (long) who << 16 | attempt & 0xFFFF));
        return window + Long.remainderUnsigned(draw, window);
    }
}
