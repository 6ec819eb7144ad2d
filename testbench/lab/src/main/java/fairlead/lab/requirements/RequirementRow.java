// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import fairlead.lab.requirements.RequirementRun.Finding;
import fairlead.lab.script.ScriptFile.ScriptException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * One requirement: its runs, a predicate over them, and controls, which are other runs under the same predicate.
 *
 * @param id the id, as in R-BAR-5
 * @param rule a short text of the requirement
 * @param scenario a description of the runs
 * @param runs the runs
 * @param best the outcome if all conditions hold and every control breaks the one that it names
 * @param limit why the best outcome is PARTIAL or SOFTWARE: what the runs cannot show, or which software does it; else
 *     empty
 */
public record RequirementRow(
        String id,
        String rule,
        String scenario,
        Supplier<List<RequirementRun>> runs,
        BiConsumer<List<RequirementRun>, Finding> judge,
        List<RowControl> controls,
        RowOutcome best,
        String limit) {
    /** Runs the requirement and its controls. A mistake in its case file is an exception that names the row. */
    RowResult check() {
        try {
            return checked();
        } catch (ScriptException e) {
            throw new ScriptException(id + ": " + e.getMessage(), e);
        }
    }

    /**
     * Checks the row on a machine with units of the user, in which a condition may ask for what never happened.
     *
     * @param silent the same row where these units drive 0: if it holds there too, it does not exercise them
     */
    RowResult check(RequirementRow silent) {
        try {
            RowResult result = checked();
            return result.passed() && silent.isKept() ? result.with(RowOutcome.NOT_EXERCISED) : result;
        } catch (ScriptException e) {
            return new RowResult(
                    id, RowOutcome.FAILS, "", "", "BROKEN: " + e.getMessage(), scenario, List.of(), rule, 0, 0);
        }
    }

    private boolean isKept() {
        try {
            return find(runs.get()).holds();
        } catch (ScriptException e) {
            return false;
        }
    }

    private RowResult checked() {
        List<RequirementRun> done = runs.get();
        int besideTwin = count(done);
        Finding right = find(done);
        List<RowControl.Result> results = new ArrayList<>();
        for (RowControl control : controls) {
            if (control.runs() == null) {
                results.add(control.unseeded());
                continue;
            }
            List<RequirementRun> wrong = control.runs().get();
            besideTwin += count(wrong);
            results.add(control.judge(find(wrong), wrong));
        }
        boolean sound = right.holds()
                && !results.isEmpty()
                && results.stream().allMatch(one -> one.isBroken() || one.isUnseeded());
        RowOutcome outcome = sound ? best : RowOutcome.FAILS;
        int runCount =
                done.size() + results.stream().mapToInt(RowControl.Result::runs).sum();
        String partial = outcome == RowOutcome.PARTIAL ? limit : "";
        String software = outcome == RowOutcome.SOFTWARE ? limit : "";
        return new RowResult(
                id, outcome, partial, software, right.text(), scenario, results, rule, runCount, besideTwin);
    }

    private static int count(List<RequirementRun> which) {
        return (int) which.stream().filter(RequirementRun::besideTwin).count();
    }

    private Finding find(List<RequirementRun> which) {
        Finding finding = new Finding();
        judge.accept(which, finding);
        return finding;
    }

    /**
     * A control: other runs under the predicate of a row, in which one named condition must break.
     *
     * @param what the flaw in these runs
     * @param breaks the condition that this flaw must break
     * @param also the conditions that may break with it, because the same flaw causes them
     * @param runs the runs, or null if the flaw is in a library that has no units of the user
     */
    record RowControl(String what, String breaks, Set<String> also, Supplier<List<RequirementRun>> runs) {
        Result judge(Finding found, List<RequirementRun> of) {
            long muted = of.stream().mapToLong(RequirementRun::muted).sum();
            return new Result(what, breaks, verdict(found), found.text(), of.size(), muted);
        }

        Result unseeded() {
            return new Result(
                    what, breaks, "not seeded: flaws and faults are in library lab, without your unit", "", 0, 0);
        }

        private String verdict(Finding found) {
            if (!found.checked().contains(breaks)) {
                return "NOT CHECKED: the row has no condition " + breaks;
            }
            if (!found.broken().contains(breaks)) {
                return "NOT BROKEN" + (found.holds() ? "" : ", but " + String.join(", ", found.broken()));
            }
            for (String name : found.broken()) {
                if (!name.equals(breaks) && !also.contains(name)) {
                    return "BREAKS MORE: " + name + ": " + found.reason(name);
                }
            }
            return "broken: " + found.reason(breaks);
        }

        /**
         * @param muted the number of failed assertions in the unit with the flaw; assertions of other units end a run
         * @param verdict text that begins with `broken: ` when the named condition broke and no condition broke that
         *     must hold
         */
        @JsonPropertyOrder({"control", "breaks", "broken", "observed"})
        record Result(
                @JsonProperty("control") String what,
                String breaks,
                @JsonIgnore String verdict,
                String observed,
                @JsonIgnore int runs,
                @JsonProperty("assertions_muted") long muted) {
            public boolean isBroken() {
                return verdict.startsWith("broken: ");
            }

            @JsonProperty("not_seeded")
            boolean isUnseeded() {
                return verdict.startsWith("not seeded: ");
            }
        }
    }

    public enum RowOutcome {
        HOLDS,
        PARTIAL, // all conditions that the runs can show hold; the row names the rest
        SOFTWARE, // all conditions hold, but what they are about is software, in the source patent as here
        NOT_EXERCISED, // all conditions hold, and also if the units of the user drive 0
        FAILS; // a condition is broken, or a control does not break the condition that it names

        public String word() {
            return this == FAILS ? name() : json();
        }

        @JsonValue
        String json() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * @param partial the part that the runs cannot show, or an empty text
     * @param software which software does what the requirement is about, or an empty text
     * @param controls the results of the controls, each of which must break the condition that it names
     * @param runs the number of runs of the requirement and its controls
     * @param besideTwin the number of these runs that ran on the RTL and the twin in lockstep
     */
    @JsonPropertyOrder({"id", "outcome", "holds"})
    public record RowResult(
            String id,
            RowOutcome outcome,
            String partial,
            String software,
            String observed,
            String scenario,
            List<RowControl.Result> controls,
            String rule,
            int runs,
            @JsonProperty("beside_twin") int besideTwin) {
        RowResult with(RowOutcome other) {
            return new RowResult(id, other, partial, software, observed, scenario, controls, rule, runs, besideTwin);
        }

        @JsonProperty
        boolean holds() {
            return outcome == RowOutcome.HOLDS;
        }

        public boolean passed() {
            return outcome != RowOutcome.FAILS;
        }
    }
}
