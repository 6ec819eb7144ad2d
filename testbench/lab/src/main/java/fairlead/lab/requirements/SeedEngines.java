// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.engine.Engine;
import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.lockstep.LockstepFactory;
import fairlead.machine.MachineConfig;
import fairlead.rtl.RtlEngineFactory;
import fairlead.twin.fabric.ModelEngineFactory;

/**
 * The engines of the seed requirements: the RTL in lockstep with the twin, or the RTL alone if the machine has a fault
 * or a flaw, which the twin cannot model.
 */
final class SeedEngines {
    private SeedEngines() {}

    /**
     * Returns the factory of the engines. The first difference between RTL and twin ends the run with a {@link
     * fairlead.lockstep.DifferenceException}.
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
