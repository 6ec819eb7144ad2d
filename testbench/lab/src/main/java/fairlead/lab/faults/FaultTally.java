// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The outcomes of one fault, counted.
 *
 * @param outcomes one for each run
 */
public record FaultTally(FaultRow row, List<FaultOutcome> outcomes) {
    private static final int MEDIAN = 50;
    private static final int RARE = 99;
    private static final int ALL = 100;

    public FaultTally(final FaultRow row) {
        this(row, new ArrayList<>());
    }

    public void add(final FaultOutcome outcome) {
        outcomes.add(outcome);
    }

    public int runs() {
        return outcomes.size();
    }

    private int count(final Predicate<FaultOutcome> which) {
        return (int) outcomes.stream().filter(which).count();
    }

    public int count(final FaultFate fate) {
        return count((FaultOutcome run) -> run.fate() == fate);
    }

    /** Returns the runs in which the fault struck. */
    public int struck() {
        return runs() - count(FaultFate.NO_STRIKE);
    }

    /** Returns the runs in which the fault changed something and nobody noticed. */
    public int silent() {
        return count((FaultOutcome run) -> run.fate().isSilent());
    }

    /** Returns the runs in which the fault struck and an assertion of the lab library failed. */
    public int asserted() {
        return count((FaultOutcome run) -> run.asserted() && run.fate() != FaultFate.NO_STRIKE);
    }

    /** Returns in how many detected runs each verdict was false. */
    public Map<String, Integer> verdicts() {
        final Map<String, Integer> verdicts = new TreeMap<>();
        outcomes.stream()
                .filter(run -> run.fate() == FaultFate.DETECTED)
                .flatMap(run -> run.verdicts().stream())
                .forEach(v -> verdicts.merge(v, 1, Integer::sum));
        return verdicts;
    }

    /** Returns the runs that no verdict noticed although they differ: the silent ones and those that ended badly. */
    public List<FaultOutcome> unnoticed() {
        return outcomes.stream()
                .filter(run -> run.fate().isSilent() || run.fate() == FaultFate.INCOMPLETE)
                .toList();
    }

    private List<Long> delays() {
        return outcomes.stream()
                .filter(run -> run.fate() == FaultFate.DETECTED && run.delay() >= 0)
                .map(FaultOutcome::delay)
                .sorted()
                .toList();
    }

    /** Returns the detected runs without a cycle of the strike or of the violation. */
    public int undated() {
        return count(FaultFate.DETECTED) - delays().size();
    }

    /** Returns median, 99th percentile and maximum of the cycles from strike to violation, or `-`. */
    public String delay() {
        final List<Long> delays = delays();
        return delays.isEmpty()
                ? "-"
                : percentile(delays, MEDIAN) + " / " + percentile(delays, RARE) + " / " + percentile(delays, ALL);
    }

    private static long percentile(final List<Long> sorted, final int percent) {
        return sorted.get(Math.max(0, (int) Math.ceil(sorted.size() * percent / 100.0) - 1));
    }
}
