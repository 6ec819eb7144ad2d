// SPDX-License-Identifier: Apache-2.0
package fairlead.lockstep;

import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
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

    public LockstepFactory(EngineFactory first, EngineFactory second) {
        this(first, second, DIGEST, new Monitor() {});
    }

    public LockstepFactory watched(long everyCycles, Monitor by) {
        return new LockstepFactory(first, second, everyCycles, by);
    }

    @Override
    public LockstepEngine open(MachineConfig config, EngineOptions options) {
        Engine one = first.open(config, options);
        try {
            LockstepEngine both = new LockstepEngine(one, second.open(config, options), period, monitor);
            both.stretches(options.skipQuiescent());
            return both;
        } catch (RuntimeException e) {
            one.close();
            throw e;
        }
    }
}
