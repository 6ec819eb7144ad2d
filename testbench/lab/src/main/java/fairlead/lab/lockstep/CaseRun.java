// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.EngineStats;
import fairlead.lab.cases.Case;
import fairlead.lockstep.Difference;
import fairlead.lockstep.DifferenceException;
import fairlead.lockstep.LockstepEngine;
import fairlead.lockstep.LockstepFactory;
import fairlead.machine.MachineConfig;
import fairlead.node.Observer;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.EnumMap;
import java.util.Map;

/** A player of cases on two engines in lockstep. */
public final class CaseRun {
    private final LockstepFactory engines;
    private final long period;
    private final int maxLinkDepth;

    /**
     * Creates a player.
     *
     * @param period the number of cycles between two comparisons and samples of state
     * @param maxLinkDepth the greatest depth of a link buffer in the first engine's library
     */
    public CaseRun(final LockstepFactory engines, final long period, final int maxLinkDepth) {
        this.engines = engines;
        this.period = period;
        this.maxLinkDepth = maxLinkDepth;
    }

    public CaseOutcome play(final Case one) {
        final MachineConfig machine = one.machine();
        final Coverage coverage = new Coverage(machine, maxLinkDepth);
        final Map<OpKind, Long> operations = new EnumMap<>(OpKind.class);
        final Observer ended = new Observer() {
            @Override
            public void finished(final Operation op, final Result result, final long cycle) {
                operations.merge(op.kind(), 1L, Long::sum);
            }
        };
        String ending = "DIFFERS";
        String failure = "";
        Difference difference = null;
        EngineStats stats = null;
        final LockstepEngine engine = engines.watched(period, coverage).open(machine, one.options());
        try (engine) {
            try {
                ending = one.play(engine, ended);
                failure = engine.failure();
            } finally {
                stats = engine.stats();
            }
        } catch (final DifferenceException e) {
            ending = "DIFFERS";
            difference = e.difference();
        }
        return new CaseOutcome(
                ending,
                difference,
                failure,
                stats,
                coverage.samples(),
                coverage.blocked(),
                coverage.hits(),
                coverage.waits(),
                operations);
    }
}
