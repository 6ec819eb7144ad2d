// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

/**
 * The finaliser of splitmix64, the only mixing function for payloads, seeds and random numbers. The fabric's FILL
 * command uses the same function.
 */
public final class Mix {
    public static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private Mix() {}

    public static long mix64(long value) {
        long z = value;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /** Returns the value whose {@link #mix64} this is. */
    public static long unmix64(long mixed) {
        long z = mixed ^ mixed >>> 31 ^ mixed >>> 62;
        z *= 0x319642B2D24D8EC3L; // times 0x94D049BB133111EB is 1
        z = z ^ z >>> 27 ^ z >>> 54;
        z *= 0x96DE1B173F119089L; // times 0xBF58476D1CE4E5B9 is 1
        return z ^ z >>> 30 ^ z >>> 60;
    }

    public static long seed(long seed, long component) {
        return mix64(mix64(seed + GOLDEN) + component * GOLDEN);
    }
}
