// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.SplittableRandom;

/** What schedule k of a test varies. The seed is SHA-256(name, point, seed, k), so one schedule can be repeated alone; k = 0 varies nothing. */
final class Draws {
    private final boolean calm;
    private final SplittableRandom random;

    Draws(final String test, final AxisPoint point, final long seed, final int k) {
        calm = k == 0;
        random = new SplittableRandom(hash(test + '\n' + point + '\n' + seed + '\n' + k));
    }

    private static long hash(final String text) {
        try {
            final byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return java.nio.ByteBuffer.wrap(digest).getLong();
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One of the values; the first when nothing varies. */
    int of(final int... values) {
        final int drawn = random.nextInt(values.length);
        return values[calm ? 0 : drawn];
    }

    /** 0 to most. */
    int upTo(final int most) {
        final int drawn = random.nextInt(most + 1);
        return calm ? 0 : drawn;
    }

    /** True once in `n` times. */
    boolean once(final int n) {
        return upTo(n - 1) == n - 1 && !calm;
    }

    long word() {
        return random.nextLong();
    }
}
