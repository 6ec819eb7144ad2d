// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

/**
 * How an engine runs; no option changes an event that is part of the run's identity.
 *
 * @param hopEvents report HOP events
 * @param skipQuiescent do not evaluate tiles that have nothing to do
 * @param threads threads that share the nodes; at most as many as there are cores are made by engine model
 * @param faults use the faults build
 */
public record EngineOptions(boolean hopEvents, boolean skipQuiescent, int threads, boolean faults) {
    public static final EngineOptions DEFAULT = new EngineOptions(false, true, 1, false);
}
