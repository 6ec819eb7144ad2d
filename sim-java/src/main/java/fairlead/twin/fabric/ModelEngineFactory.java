// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.Capabilities;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.machine.MachineConfig;

/** Opens the Java twin. */
public final class ModelEngineFactory implements EngineFactory {
    /** Returns the limits of every twin. */
    public static Capabilities capabilities() {
        return ModelLimits.CAPABILITIES;
    }

    @Override
    public ModelEngine open(MachineConfig config, EngineOptions options) {
        if (options.faults()) {
            throw new IllegalArgumentException("the engine model has no faults; rtl has");
        }
        if (config.unsafe().isSet()) {
            throw new IllegalArgumentException("the engine model has no unsafe variants; rtl has");
        }
        ModelLimits.check(config);
        return new ModelEngine(config, options);
    }
}
