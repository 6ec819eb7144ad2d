// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.lab.script.ScriptException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One requirement: its runs, a predicate over them, and controls, which are other runs under the same predicate.
 *
 * @param id the id, as in R-BAR-5
 * @param rule a short text of the requirement
 * @param scenario a description of the runs
 * @param runs the runs, or null when the machine lacks the required mechanism
 * @param partial the part of the requirement that the runs cannot show; empty if they show all of it
 */
record RequirementRow(
        String id, String rule, String scenario, Runs runs, Judge judge, List<RowControl> controls, String partial) {
    /** A supplier of the runs. */
    interface Runs {
        List<RequirementRun> run();
    }

    /** The predicate over the runs of a row. */
    interface Judge {
        void judge(List<RequirementRun> runs, Finding into);
    }

    /** Creates a row without controls. */
    RequirementRow(final String id, final String rule, final String scenario, final Runs runs, final Judge judge) {
        this(id, rule, scenario, runs, judge, List.of(), "");
    }

    /** Returns a row for a requirement whose mechanism the machine lacks. */
    static RequirementRow notBuilt(final String id, final String rule) {
        return new RequirementRow(id, rule, "", null, null);
    }

    /**
     * Returns this row with a further control.
     *
     * @param what the flaw in the control's runs
     * @param breaks the condition that must break
     * @param wrong the runs of the control
     * @param also the only other conditions that may break
     */
    RequirementRow control(final String what, final String breaks, final Runs wrong, final String... also) {
        final List<RowControl> more = new ArrayList<>(controls);
        more.add(new RowControl(what, breaks, Set.of(also), wrong));
        return new RequirementRow(id, rule, scenario, runs, judge, List.copyOf(more), partial);
    }

    /** Returns this row, marked as shown only in part by its runs. */
    RequirementRow partial(final String reason) {
        return new RequirementRow(id, rule, scenario, runs, judge, controls, reason);
    }

    boolean isBuilt() {
        return runs != null;
    }

    /** Runs the requirement and its controls. A mistake in its case file is an exception that names the row. */
    RowResult check() {
        try {
            return checked();
        } catch (final ScriptException e) {
            throw new ScriptException(id + ": " + e.getMessage(), e);
        }
    }

    private RowResult checked() {
        if (!isBuilt()) {
            return new RowResult(id, rule, RowOutcome.NOT_BUILT, "not built", "", "", List.of(), 0, 0);
        }
        int besideTwin = 0;
        final List<RequirementRun> done = runs.run();
        besideTwin += count(done);
        final int own = done.size();
        final Finding right = find(done);
        final List<RowControl.Result> results = new ArrayList<>();
        for (final RowControl control : controls) {
            final List<RequirementRun> wrong = control.runs().run();
            besideTwin += count(wrong);
            results.add(control.judge(find(wrong), wrong));
        }
        final boolean sound =
                right.holds() && !results.isEmpty() && results.stream().allMatch(RowControl.Result::isBroken);
        final RowOutcome outcome =
                !sound ? RowOutcome.FAILS : partial.isEmpty() ? RowOutcome.HOLDS : RowOutcome.PARTIAL;
        final int runCount =
                own + results.stream().mapToInt(RowControl.Result::runs).sum();
        return new RowResult(id, rule, outcome, right.text(), scenario, partial, results, runCount, besideTwin);
    }

    private static int count(final List<RequirementRun> which) {
        return (int) which.stream().filter(RequirementRun::besideTwin).count();
    }

    private Finding find(final List<RequirementRun> which) {
        final Finding finding = new Finding();
        judge.judge(which, finding);
        return finding;
    }
}
