// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The outcomes of one fault, counted. */
public final class FaultTally {
    private static final int MEDIAN = 50;
    private static final int RARE = 99;
    private static final int ALL = 100;

    private final FaultRow row;
    private final Map<FaultFate, Integer> fates = new EnumMap<>(FaultFate.class);
    private final Map<String, Integer> verdicts = new TreeMap<>();
    private final List<Long> delays = new ArrayList<>();
    private final List<FaultOutcome> unnoticed = new ArrayList<>();
    private int asserted;
    private int runs;

    public FaultTally(final FaultRow row) {
        this.row = row;
    }

    public void add(final FaultOutcome outcome) {
        runs++;
        fates.merge(outcome.fate(), 1, Integer::sum);
        if (outcome.fate() == FaultFate.NO_STRIKE) {
            return;
        }
        if (outcome.fate() == FaultFate.DETECTED) {
            outcome.verdicts().forEach(v -> verdicts.merge(v, 1, Integer::sum));
            if (outcome.delay() >= 0) {
                delays.add(outcome.delay());
            }
        }
        if (outcome.asserted()) {
            asserted++;
        }
        if (outcome.fate().isSilent() || outcome.fate() == FaultFate.INCOMPLETE) {
            unnoticed.add(outcome);
        }
    }

    public FaultRow row() {
        return row;
    }

    public int runs() {
        return runs;
    }

    public int count(final FaultFate fate) {
        return fates.getOrDefault(fate, 0);
    }

    /** Returns the runs in which the fault struck. */
    public int struck() {
        return runs - count(FaultFate.NO_STRIKE);
    }

    /** Returns the runs in which the fault changed something and nobody noticed. */
    public int silent() {
        return fates.keySet().stream()
                .filter(FaultFate::isSilent)
                .mapToInt(this::count)
                .sum();
    }

    /** Returns the runs in which the fault struck and an assertion of the lab library failed. */
    public int asserted() {
        return asserted;
    }

    /** Returns in how many detected runs each verdict was false. */
    public Map<String, Integer> verdicts() {
        return verdicts;
    }

    /** Returns the runs that no verdict noticed although they differ: the silent ones and those that ended badly. */
    public List<FaultOutcome> unnoticed() {
        return unnoticed;
    }

    /** Returns the detected runs without a cycle of the strike or of the violation. */
    public int undated() {
        return count(FaultFate.DETECTED) - delays.size();
    }

    /** Returns median, 99th percentile and maximum of the cycles from strike to violation, or `-`. */
    public String delay() {
        return delays.isEmpty() ? "-" : percentile(MEDIAN) + " / " + percentile(RARE) + " / " + percentile(ALL);
    }

    private long percentile(final int percent) {
        final List<Long> sorted = delays.stream().sorted().toList();
        return sorted.get(Math.max(0, (int) Math.ceil(sorted.size() * percent / 100.0) - 1));
    }
}
