// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

/**
 * The finaliser of splitmix64, the only mixing function for payloads, seeds and random numbers. The fabric's FILL
 * command uses the same function.
 */
public final class Mix {
    public static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private Mix() {}

    public static long mix64(final long value) {
        long z = value;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /** Returns a separate seed for one component of a run. */
    public static long seed(final long seed, final long component) {
        return mix64(mix64(seed + GOLDEN) + component * GOLDEN);
    }
}
