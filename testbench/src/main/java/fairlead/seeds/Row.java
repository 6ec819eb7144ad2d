// SPDX-License-Identifier: Apache-2.0
package fairlead.seeds;

import java.util.List;

/**
 * One requirement: runs, a predicate over them, and a control, which is other runs under the same predicate.
 *
 * @param id as in R-BAR-5
 * @param rule what is required, in short
 * @param scenario what is run
 * @param runs null when the machinery is not built
 * @param control what is wrong in the control
 */
record Row(String id, String rule, String scenario, Runs runs, Judge judge, String control, Runs wrong) {
    /** Runs something. */
    interface Runs {
        List<SeedRun> run();
    }

    /** The predicate. */
    interface Judge {
        void judge(List<SeedRun> runs, Finding into);
    }

    /** A requirement whose machinery this version does not have. */
    static Row notBuilt(final String id, final String rule) {
        return new Row(id, rule, "", null, null, "", null);
    }

    boolean isBuilt() {
        return runs != null;
    }

    RowResult check() {
        if (!isBuilt()) {
            return new RowResult(id, rule, false, false, "not built", "", "", false, "");
        }
        final Finding right = find(runs);
        final Finding other = find(wrong);
        return new RowResult(
                id, rule, true, right.holds(), right.text(), scenario, control, other.holds(), other.text());
    }

    private Finding find(final Runs which) {
        final Finding finding = new Finding();
        judge.judge(which.run(), finding);
        return finding;
    }
}
