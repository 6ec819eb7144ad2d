// SPDX-License-Identifier: Apache-2.0
package fairlead.engine;

/**
 * Counts since cycle 0.
 *
 * @param cycles number of simulated cycles
 * @param tileCycles nodes * cycles
 * @param tilesEvaluated number of tile cycles that were not skipped
 * @param commands number of commands
 * @param events number of events
 * @param flitHops number of flits that crossed a link
 * @param conservationChecks number of compared (link, VC) sums: credits + flits and credits in flight + occupancy =
 *     depth
 * @param conservationFailures number of sums that differed
 * @param assertionsMuted number of failed assertions in units with an armed fault; every other failure ends the run
 */
public record EngineStats(
        long cycles,
        long tileCycles,
        long tilesEvaluated,
        long commands,
        long events,
        long flitHops,
        long conservationChecks,
        long conservationFailures,
        long assertionsMuted) {}
