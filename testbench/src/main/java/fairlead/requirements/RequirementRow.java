// SPDX-License-Identifier: Apache-2.0
package fairlead.requirements;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One requirement: runs, a predicate over them, and controls, which are other runs under the same predicate.
 *
 * @param id as in R-BAR-5
 * @param rule what is required, in short
 * @param scenario what is run
 * @param runs null when the machinery is not built
 * @param partial what of the requirement the runs cannot show; empty when they show all of it
 */
record RequirementRow(
        String id, String rule, String scenario, Runs runs, Judge judge, List<RowControl> controls, String partial) {
    /** Runs something. */
    interface Runs {
        List<SeedRun> run();
    }

    /** The predicate. */
    interface Judge {
        void judge(List<SeedRun> runs, Finding into);
    }

    /** A row that has its controls still to get. */
    RequirementRow(final String id, final String rule, final String scenario, final Runs runs, final Judge judge) {
        this(id, rule, scenario, runs, judge, List.of(), "");
    }

    /** A requirement whose machinery this version does not have. */
    static RequirementRow notBuilt(final String id, final String rule) {
        return new RequirementRow(id, rule, "", null, null);
    }

    /** Further runs, of which the condition `breaks` must not hold, and none but it and those of `also`. */
    RequirementRow control(final String what, final String breaks, final Runs wrong, final String... also) {
        final List<RowControl> more = new ArrayList<>(controls);
        more.add(new RowControl(what, breaks, Set.of(also), wrong));
        return new RequirementRow(id, rule, scenario, runs, judge, List.copyOf(more), partial);
    }

    /** The runs show a part of the requirement only. */
    RequirementRow partial(final String reason) {
        return new RequirementRow(id, rule, scenario, runs, judge, controls, reason);
    }

    boolean isBuilt() {
        return runs != null;
    }

    RowResult check() {
        if (!isBuilt()) {
            return new RowResult(id, rule, RowOutcome.NOT_BUILT, "not built", "", "", List.of(), 0, 0);
        }
        int besideTwin = 0;
        final List<SeedRun> done = runs.run();
        besideTwin += count(done);
        final int own = done.size();
        final Finding right = find(done);
        final List<RowControl.Result> results = new ArrayList<>();
        for (final RowControl control : controls) {
            final List<SeedRun> wrong = control.runs().run();
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

    private static int count(final List<SeedRun> which) {
        return (int) which.stream().filter(SeedRun::besideTwin).count();
    }

    private Finding find(final List<SeedRun> which) {
        final Finding finding = new Finding();
        judge.judge(which, finding);
        return finding;
    }
}
