// SPDX-License-Identifier: Apache-2.0
package fairlead.traffic;

import fairlead.engine.Mix;
import java.util.SplittableRandom;

/**
 * When the packets of one node are born, and its other draws. At most one birth a cycle. Only StrictMath and integer draws: the same on every machine.
 */
final class Births {
    /** Mean length in cycles of an on period and of an off period. */
    static final int MEAN_PERIOD = 100;

    private final SplittableRandom random;
    private final boolean bursts;
    private final double chance;
    private final double logMiss;
    private boolean on;
    private long stateEnd;

    Births(final TrafficSpec spec, final int node) {
        random = new SplittableRandom(Mix.seed(spec.seed(), node));
        bursts = spec.process() == BirthProcess.ON_OFF;
        chance = Math.min(1, bursts ? 2 * spec.packetRate() : spec.packetRate());
        logMiss = StrictMath.log1p(-chance);
        if (bursts) {
            on = random.nextBoolean();
            stateEnd = geometric(1.0 / MEAN_PERIOD);
        }
    }

    /** First birth after cycle `after`; Long.MAX_VALUE: never. */
    long next(final long after) {
        if (chance == 0) {
            return Long.MAX_VALUE;
        }
        if (!bursts) {
            return after + gap();
        }
        long cycle = after;
        while (true) {
            if (!on) {
                cycle = Math.max(cycle, stateEnd);
                toggle();
            }
            final long birth = cycle + gap();
            if (birth <= stateEnd) {
                return birth;
            }
            cycle = stateEnd; // nothing more in this burst; the chain has no memory
            toggle();
        }
    }

    private void toggle() {
        on = !on;
        stateEnd += geometric(1.0 / MEAN_PERIOD);
    }

    private long gap() {
        return chance == 1 ? 1 : trials(logMiss);
    }

    private long geometric(final double p) {
        return trials(StrictMath.log1p(-p));
    }

    /** Trials up to and including the first success. */
    private long trials(final double logOfMiss) {
        final double u = 1 - random.nextDouble(); // above 0
        return 1 + (long) (StrictMath.log(u) / logOfMiss);
    }

    SplittableRandom random() {
        return random;
    }
}
