// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.SplittableRandom;

/**
 * The random choices of schedule k of a test. The seed is the SHA-256 hash of (name, point, seed, k), so a single
 * schedule can be repeated. Schedule 0 always takes the first value.
 */
public final class Draws {
    private final boolean calm;
    private final SplittableRandom random;

    /**
     * @param test name of what is run
     * @param point further text that tells its runs apart
     * @param k number of the schedule
     */
    public Draws(String test, Object point, long seed, int k) {
        calm = k == 0;
        random = new SplittableRandom(hash(test + '\n' + point + '\n' + seed + '\n' + k));
    }

    private static long hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return java.nio.ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns one of the values; the first one in schedule 0. */
    public int of(int... values) {
        int drawn = random.nextInt(values.length);
        return values[calm ? 0 : drawn];
    }

    public int upTo(int most) {
        int drawn = random.nextInt(most + 1);
        return calm ? 0 : drawn;
    }

    public boolean once(int n) {
        return upTo(n - 1) == n - 1 && !calm;
    }

    public long word() {
        return random.nextLong();
    }
}
