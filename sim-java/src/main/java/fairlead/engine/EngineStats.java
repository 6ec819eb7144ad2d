// SPDX-License-Identifier: Apache-2.0
package fairlead.engine;

/**
 * Counts since cycle 0.
 *
 * @param cycles cycles simulated
 * @param tileCycles nodes * cycles
 * @param tilesEvaluated tile cycles that were not skipped
 * @param flitHops flits that crossed a link
 * @param conservationChecks (link, VC) sums compared: credits + flits and credits in flight + occupancy = depth
 * @param conservationFailures sums that differed
 */
public record EngineStats(
        long cycles,
        long tileCycles,
        long tilesEvaluated,
        long commands,
        long events,
        long flitHops,
        long conservationChecks,
        long conservationFailures) {}
