// SPDX-License-Identifier: Apache-2.0
package fairlead.seeds;

import java.util.List;
import java.util.stream.Stream;

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
            return new RowResult(id, rule, false, false, "not built", "", "", false, "", 0, 0);
        }
        final List<SeedRun> done = runs.run();
        final List<SeedRun> broken = wrong.run();
        final Finding right = find(done);
        final Finding other = find(broken);
        return new RowResult(
                id,
                rule,
                true,
                right.holds(),
                right.text(),
                scenario,
                control,
                other.holds(),
                other.text(),
                done.size() + broken.size(),
                (int) Stream.concat(done.stream(), broken.stream())
                        .filter(SeedRun::besideTwin)
                        .count());
    }

    private Finding find(final List<SeedRun> which) {
        final Finding finding = new Finding();
        judge.judge(which, finding);
        return finding;
    }
}
