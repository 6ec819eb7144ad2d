// SPDX-License-Identifier: Apache-2.0
package fairlead.mutate;

import fairlead.engine.api.Capabilities;
import fairlead.engine.api.EngineFactory;
import fairlead.engine.lockstep.CaseOutcome;
import fairlead.engine.lockstep.CaseRun;
import fairlead.engine.lockstep.Difference;
import fairlead.engine.lockstep.LockstepFactory;
import fairlead.engine.lockstep.Monitor;
import fairlead.engine.lockstep.cases.Case;
import fairlead.engine.lockstep.cases.CaseDraw;
import fairlead.engine.lockstep.cases.Focus;
import fairlead.engine.rtl.FabricLibrary;
import fairlead.engine.rtl.RtlEngineFactory;
import fairlead.engine.rtl.RtlOptions;
import java.util.ArrayList;
import java.util.List;

/** The random cases that mutants of the RTL, or of the twin, play in lockstep with the other of the two. */
final class LockstepCases {
    private static final int PERIOD = 61; // cycles between two comparisons of states, as of the command lockstep
    private static final int SHORT_CASES = 6; // the first cases, which are for mutants that nearly every case notices
    private static final long SHORT_BUDGET = 3000; // tile-cycles of a case
    private static final long BUDGET = 20_000;
    private static final int PLAIN = 5; // two in so many cases have no focus
    /** The foci of the other cases, in turn; the larger a part of the tile is, the more often it has the focus. */
    private static final Focus[] FOCI = {
        Focus.SWITCH,
        Focus.STORE_PATH,
        Focus.ORDER,
        Focus.TREE,
        Focus.SWITCH,
        Focus.DEVICE,
        Focus.BARRIER,
        Focus.ORDER,
        Focus.SWITCH,
        Focus.STORE_PATH,
        Focus.TREE,
        Focus.SWITCH
    };

    private final long seed;
    private final Capabilities limits =
            FabricLibrary.variant(RtlOptions.PRODUCT.variant()).capabilities();
    private final List<Case> cases = new ArrayList<>();

    /** @param seed the first seed of the cases */
    LockstepCases(final long seed) {
        this.seed = seed;
    }

    /**
     * Plays cases until one differs. Two in five cases are drawn without a focus, the others take the foci in turn. The
     * first cases are short.
     *
     * @param twin makes the twin that runs beside the RTL
     * @param first the first case, counted from 0
     * @param end the case behind the last one
     * @return {@link MutantRungs#ALIVE}, or which case differs and how
     */
    String play(final EngineFactory twin, final int first, final int end) {
        final CaseRun run = new CaseRun(
                new LockstepFactory(new RtlEngineFactory(), twin, PERIOD, new Monitor() {}),
                PERIOD,
                limits.maxLinkDepth());
        for (int i = first; i < end; i++) {
            while (cases.size() <= i) {
                final int k = cases.size();
                final Focus focus = focus(k);
                final long budget = k < SHORT_CASES ? SHORT_BUDGET : BUDGET;
                cases.add(new CaseDraw(limits, budget, focus).draw(seed + k));
            }
            final String how = differs(run, cases.get(i));
            if (!how.isEmpty()) {
                return "case " + (i + 1) + ": " + how;
            }
        }
        return MutantRungs.ALIVE;
    }

    private static Focus focus(final int number) {
        final int place = number % PLAIN;
        return place == 0 || place == 2
                ? Focus.NONE
                : FOCI[(number / PLAIN * (PLAIN - 2) + (place == 1 ? 0 : place - 2)) % FOCI.length];
    }

    private static String differs(final CaseRun run, final Case one) {
        final CaseOutcome outcome;
        try {
            outcome = run.play(one);
        } catch (final RuntimeException | AssertionError e) {
            return "threw " + MutantRungs.oneLine(e);
        }
        if (!outcome.failure().isEmpty()) {
            return "failed " + outcome.failure();
        }
        final Difference difference = outcome.difference();
        return difference == null
                ? ""
                : "differs in cycle " + difference.cycle() + ", " + difference.unit() + ": " + difference.what();
    }
}
