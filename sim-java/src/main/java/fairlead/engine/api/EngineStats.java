// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

/**
 * Counts since cycle 0.
 *
 * @param cycles cycles simulated
 * @param tileCycles nodes * cycles
 * @param tilesEvaluated tile cycles that were not skipped
 * @param flitHops flits that crossed a link
 * @param conservationChecks (link, VC) sums compared: credits + flits and credits in flight + occupancy = depth
 * @param conservationFailures sums that differed
 * @param assertionsMuted failed assertions of units in which a fault is armed; all others end the run
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
        long assertionsMuted) {
    /** Of an engine without faults. */
    public EngineStats(
            final long cycles,
            final long tileCycles,
            final long tilesEvaluated,
            final long commands,
            final long events,
            final long flitHops,
            final long conservationChecks,
            final long conservationFailures) {
        this(
                cycles,
                tileCycles,
                tilesEvaluated,
                commands,
                events,
                flitHops,
                conservationChecks,
                conservationFailures,
                0);
    }
}
