// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import fairlead.engine.checkpoint.State.Carried;
import fairlead.machine.Mix;
import fairlead.openloop.TrafficSpec.BirthProcess;
import java.util.SplittableRandom;

/**
 * The cycles in which the packets of one node are created, and the other random numbers of the node. If the rate
 * exceeds one packet a cycle, its integer part is created in every cycle and only the remainder is random. All draws
 * use StrictMath and integers, so they are the same on every computer.
 */
final class Births implements Carried {
    /** Mean length of an on period and of an off period, in cycles. */
    static final int MEAN_PERIOD = 100;

    private transient SplittableRandom random;
    private long randomState; // what makes an equal generator, while a state is saved
    private final boolean bursts;
    private final int certain; // number of packets created in every cycle (of an on period)
    private final double chance; // probability of one further packet in a cycle
    private final double logMiss;
    private boolean on;
    private long stateEnd;

    Births(TrafficSpec spec, int node) {
        random = new SplittableRandom(Mix.seed(spec.seed(), node));
        bursts = spec.process() == BirthProcess.ON_OFF;
        double rate = bursts ? 2 * spec.packetRate() : spec.packetRate();
        certain = rate > 1 ? (int) rate : 0;
        chance = rate - certain;
        logMiss = StrictMath.log1p(-chance);
        if (bursts) {
            on = random.nextBoolean();
            stateEnd = geometric(1.0 / MEAN_PERIOD);
        }
    }

    /** Returns the first cycle after `after` in which packets are created, or Long.MAX_VALUE if there is none. */
    long next(long after) {
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
            long birth = cycle + gap();
            if (birth <= stateEnd) {
                return birth;
            }
            cycle = stateEnd; // no packet follows in this burst, and the chain has no memory
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

    /** Returns the number of packets created in the cycle that {@link #next} returned. */
    int count() {
        return certain == 0 ? 1 : random.nextDouble() < chance ? certain + 1 : certain;
    }

    private long geometric(double p) {
        return trials(StrictMath.log1p(-p));
    }

    private long trials(double logOfMiss) {
        double u = 1 - random.nextDouble(); // greater than 0
        return 1 + (long) (StrictMath.log(u) / logOfMiss);
    }

    /** A generator does not tell its state, but its next number does, from which an equal generator is made. */
    @Override
    public void saving() {
        randomState = Mix.unmix64(random.nextLong()) - Mix.GOLDEN;
        random = new SplittableRandom(randomState);
    }

    @Override
    public void restored() {
        random = new SplittableRandom(randomState);
    }

    SplittableRandom random() {
        return random;
    }
}
