// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import java.util.List;
import java.util.SplittableRandom;

/** The random choices of one program. */
final class Draw {
    private final SplittableRandom random;

    Draw(final long seed, final int number) {
        random = new SplittableRandom(seed * 1_000_003 + number);
    }

    int below(final int n) {
        return random.nextInt(n);
    }

    boolean percent(final int share) {
        return random.nextInt(100) < share;
    }

    <T> T of(final List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    int of(final int... values) {
        return values[random.nextInt(values.length)];
    }
}
