// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import fairlead.engine.api.Mix;
import java.util.SplittableRandom;

/**
 * When the packets of one node are born, and its other draws. Where more than one birth a cycle is asked for, the whole ones are
 * certain. Only StrictMath and integer draws: the same on every machine.
 */
final class Births {
    /** Mean length in cycles of an on period and of an off period. */
    static final int MEAN_PERIOD = 100;

    private final SplittableRandom random;
    private final boolean bursts;
    private final int certain; // births of each cycle (of an on period)
    private final double chance; // of one more
    private final double logMiss;
    private boolean on;
    private long stateEnd;

    Births(final TrafficSpec spec, final int node) {
        random = new SplittableRandom(Mix.seed(spec.seed(), node));
        bursts = spec.process() == BirthProcess.ON_OFF;
        final double rate = bursts ? 2 * spec.packetRate() : spec.packetRate();
        certain = rate > 1 ? (int) rate : 0;
        chance = rate - certain;
        logMiss = StrictMath.log1p(-chance);
        if (bursts) {
            on = random.nextBoolean();
            stateEnd = geometric(1.0 / MEAN_PERIOD);
        }
    }

    /** First cycle after `after` with births; Long.MAX_VALUE: never. */
    long next(final long after) {
        if (certain == 0 && chance == 0) {
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
        return certain > 0 || chance == 1 ? 1 : trials(logMiss);
    }

    /** Births in the cycle that {@link #next} has given. */
    int count() {
        return certain == 0 ? 1 : random.nextDouble() < chance ? certain + 1 : certain;
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
