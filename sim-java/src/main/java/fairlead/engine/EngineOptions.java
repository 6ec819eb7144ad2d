// SPDX-License-Identifier: Apache-2.0
package fairlead.engine;

/**
 * The options of an engine; no option changes an event that belongs to the run's identity.
 *
 * @param hopEvents true to report HOP events
 * @param skipQuiescent true to skip the evaluation of quiescent tiles
 * @param threads number of threads that share the nodes; engine model starts at most one thread for each core
 * @param faults true to use the faults build
 */
public record EngineOptions(boolean hopEvents, boolean skipQuiescent, int threads, boolean faults) {
    public static final EngineOptions DEFAULT = new EngineOptions(false, true, 1, false);
}
