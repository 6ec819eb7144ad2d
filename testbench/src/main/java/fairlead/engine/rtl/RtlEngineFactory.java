// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.rtl;

import fairlead.engine.api.EngineFactory;
import fairlead.engine.api.EngineOptions;
import fairlead.engine.api.MachineConfig;

/** A factory of engines that run the Verilated machine. */
public final class RtlEngineFactory implements EngineFactory {
    private final RtlOptions rtl;

    public RtlEngineFactory() {
        this(RtlOptions.PRODUCT);
    }

    public RtlEngineFactory(final RtlOptions rtl) {
        this.rtl = rtl;
    }

    @Override
    public RtlEngine open(final MachineConfig config, final EngineOptions options) {
        return new RtlEngine(
                FabricLibrary.variant(options.faults() || config.unsafe().isSet() ? "lab" : rtl.variant()),
                config,
                options,
                rtl);
    }
}
