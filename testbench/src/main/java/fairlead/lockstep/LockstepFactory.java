// SPDX-License-Identifier: Apache-2.0
package fairlead.lockstep;

import fairlead.engine.Engine;
import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.machine.MachineConfig;

/**
 * A factory of engine pairs in lockstep.
 *
 * @param period the number of cycles between two comparisons of state
 */
public record LockstepFactory(EngineFactory first, EngineFactory second, long period, Monitor monitor)
        implements EngineFactory {
    /** The number of cycles between two comparisons of state in a run of a scenario. */
    public static final long DIGEST = 1024;

    public LockstepFactory(final EngineFactory first, final EngineFactory second) {
        this(first, second, DIGEST, new Monitor() {});
    }

    public LockstepFactory watched(final long everyCycles, final Monitor by) {
        return new LockstepFactory(first, second, everyCycles, by);
    }

    @Override
    public LockstepEngine open(final MachineConfig config, final EngineOptions options) {
        final Engine one = first.open(config, options);
        try {
            final LockstepEngine both = new LockstepEngine(one, second.open(config, options), period, monitor);
            both.stretches(options.skipQuiescent());
            return both;
        } catch (final RuntimeException e) {
            one.close();
            throw e;
        }
    }
}
