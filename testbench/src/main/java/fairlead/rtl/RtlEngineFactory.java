// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import fairlead.engine.Capabilities;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.machine.MachineConfig;

/** A factory of engines that run the Verilated machine. */
public final class RtlEngineFactory implements EngineFactory {
    private final RtlOptions rtl;

    public RtlEngineFactory() {
        this(RtlOptions.PRODUCT);
    }

    public RtlEngineFactory(RtlOptions rtl) {
        this.rtl = rtl;
    }

    @Override
    public RtlEngine open(MachineConfig config, EngineOptions options) {
        return new RtlEngine(library(config, options), config, options, rtl);
    }

    /** The limits of the library on which {@link #open} runs this machine. */
    public Capabilities capabilities(MachineConfig config, EngineOptions options) {
        return library(config, options).capabilities();
    }

    private FabricLibrary library(MachineConfig config, EngineOptions options) {
        return config.rtl().isEmpty()
                ? FabricLibrary.variant(options.faults() || config.unsafe().isSet() ? "lab" : rtl.variant())
                : FabricLibrary.load(OwnUnits.library(config.rtl()));
    }
}
