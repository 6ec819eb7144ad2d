// SPDX-License-Identifier: Apache-2.0
package fairlead.lockstep;

import fairlead.engine.EngineStats;
import fairlead.engine.MachineConfig;
import fairlead.generate.Case;

/** Plays cases on two engines in lockstep. */
public final class CaseRun {
    private final LockstepFactory engines;
    private final long period;
    private final int maxLinkDepth;

    /**
     * @param period cycles between two comparisons and samples of state
     * @param maxLinkDepth of the first engine's library
     */
    public CaseRun(final LockstepFactory engines, final long period, final int maxLinkDepth) {
        this.engines = engines;
        this.period = period;
        this.maxLinkDepth = maxLinkDepth;
    }

    public Outcome play(final Case one) {
        final MachineConfig machine = one.machine();
        final Coverage coverage = new Coverage(machine, maxLinkDepth);
        String ending = "DIFFERS";
        String failure = "";
        Difference difference = null;
        EngineStats stats = null;
        final LockstepEngine engine = engines.watched(period, coverage).open(machine, one.options());
        try (engine) {
            try {
                ending = one.play(engine);
                failure = engine.failure();
            } finally {
                stats = engine.stats();
            }
        } catch (final DifferenceException e) {
            ending = "DIFFERS";
            difference = e.difference();
        }
        return new Outcome(ending, difference, failure, stats, coverage.samples(), coverage.blocked(), coverage.hits());
    }
}
