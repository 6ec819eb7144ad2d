// SPDX-License-Identifier: Apache-2.0
package fairlead.requirements;

import fairlead.engine.api.Engine;
import fairlead.engine.api.EngineFactory;
import fairlead.engine.api.EngineOptions;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.lockstep.LockstepFactory;
import fairlead.engine.model.ModelEngineFactory;
import fairlead.engine.rtl.RtlEngineFactory;

/**
 * The engines of the seed requirements: the RTL in lockstep with the twin, or the RTL alone if the machine has a fault
 * or a flaw, which the twin cannot model.
 */
final class SeedEngines {
    private SeedEngines() {}

    /**
     * Returns the factory of the engines. The first difference between RTL and twin ends the run with a {@link
     * fairlead.engine.lockstep.DifferenceException}.
     */
    static EngineFactory of(final MachineConfig config, final boolean faultsArmed) {
        final EngineFactory rtl = new RtlEngineFactory();
        return hasTwin(config, faultsArmed) ? new LockstepFactory(rtl, SeedEngines::twin) : rtl;
    }

    static boolean hasTwin(final MachineConfig config, final boolean faultsArmed) {
        return !faultsArmed && !config.unsafe().isSet();
    }

    private static Engine twin(final MachineConfig config, final EngineOptions options) {
        return new ModelEngineFactory()
                .open(config, new EngineOptions(options.hopEvents(), options.skipQuiescent(), 1, false));
    }
}
