// SPDX-License-Identifier: Apache-2.0
package fairlead.engine;

import fairlead.machine.MachineConfig;

/** Builds engines of one kind. */
public interface EngineFactory {
    /**
     * Opens a machine after reset, at cycle 0, with zero memory. Throws IllegalArgumentException if the configuration
     * exceeds the engine's capabilities.
     */
    Engine open(MachineConfig config, EngineOptions options);
}
