// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

/** Builds one kind of engine. */
public interface EngineFactory {
    /** A machine out of reset at cycle 0, memory zero. Throws IllegalArgumentException when the configuration is beyond the engine's capabilities. */
    Engine open(MachineConfig config, EngineOptions options);
}
