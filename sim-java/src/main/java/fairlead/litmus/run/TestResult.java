// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The result of all schedules of one test. */
public final class TestResult {
    /**
     * A forbidden outcome.
     *
     * @param repro the command line of the first run that showed the outcome
     */
    public record Finding(String condition, String outcome, long count, String repro) {}

    private final String file;
    private final String name;
    private final String doc;
    private final Set<String> needs = new LinkedHashSet<>();
    private final Map<String, Finding> forbidden = new LinkedHashMap<>();
    private final List<String> missing = new ArrayList<>();
    private final List<String> notApplicable = new ArrayList<>();
    private final Map<String, Finding> errors = new LinkedHashMap<>();
    private final Map<String, Long> histogram = new TreeMap<>();
    private String unjudged = "";
    private int schedules;
    private int points;

    TestResult(final String file, final String name, final String doc) {
        this.file = file;
        this.name = name;
        this.doc = doc;
    }

    void need(final String what) {
        needs.add(what);
    }

    void forbid(final String condition, final String outcome, final String repro) {
        count(forbidden, condition, outcome, repro);
    }

    void error(final String what, final String outcome, final String repro) {
        count(errors, what, outcome, repro);
    }

    private static void count(
            final Map<String, Finding> to, final String condition, final String outcome, final String repro) {
        to.merge(
                condition + '\n' + outcome,
                new Finding(condition, outcome, 1, repro),
                (old, one) -> new Finding(old.condition, old.outcome, old.count + 1, old.repro));
    }

    void missing(final String condition) {
        missing.add(condition);
    }

    void notApplicable(final String condition) {
        notApplicable.add(condition);
    }

    void outcome(final String text) {
        histogram.merge(text, 1L, Long::sum);
        schedules++;
    }

    void point() {
        points++;
    }

    void unjudged(final String reason) {
        unjudged = reason;
    }

    public String file() {
        return file;
    }

    public String name() {
        return name;
    }

    public String doc() {
        return doc;
    }

    /** Returns the features that the machine lacks for this test or one of its points. */
    public Set<String> needs() {
        return needs;
    }

    public List<Finding> forbidden() {
        return List.copyOf(forbidden.values());
    }

    public List<String> missing() {
        return missing;
    }

    public List<String> notApplicable() {
        return notApplicable;
    }

    public List<Finding> errors() {
        return List.copyOf(errors.values());
    }

    public Map<String, Long> histogram() {
        return histogram;
    }

    /** Returns the reason why the memory model gives no judgement, or an empty string. */
    public String unjudged() {
        return unjudged;
    }

    /** Returns the number of runs over all points. */
    public int schedules() {
        return schedules;
    }

    public int points() {
        return points;
    }

    public boolean fails() {
        return !forbidden.isEmpty() || !missing.isEmpty() || !errors.isEmpty();
    }

    /** Tells whether no schedule was run, which is neither a pass nor a failure. */
    public boolean isNotRun() {
        return schedules == 0 && !fails();
    }
}
