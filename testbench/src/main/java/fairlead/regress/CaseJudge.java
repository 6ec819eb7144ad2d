// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import com.fasterxml.jackson.databind.JsonNode;
import fairlead.regress.CaseProcess.Ending;
import fairlead.regress.CaseResult.Status;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares the end of a case and its files with the expectations of the suite and with the baseline. */
final class CaseJudge {
    /** The exit codes of a command that has reached a judgement; other codes mean that it could not. */
    static final List<Integer> JUDGED = List.of(0, 1, 3, 4);

    /** The exit codes with which a command has written its result. */
    private static final List<Integer> WRITTEN = List.of(0, 1, 4);

    private final SuiteCase one;
    private final Ending ending;
    private final boolean written;
    private final Map<Metric, String> metrics = new EnumMap<>(Metric.class);
    private final Map<String, String> verdicts = new TreeMap<>();
    private final List<String> reasons = new ArrayList<>();

    /** @param written summary.json of a run or the result of litmus, or null if there is none */
    CaseJudge(final SuiteCase one, final Ending ending, final JsonNode written) {
        this.one = one;
        this.ending = ending;
        this.written = written != null;
        if (written != null && one.litmus()) {
            verdicts.put("outcome", outcome(written.at("/tests/0")));
        } else if (written != null) {
            for (final Metric metric : Metric.values()) {
                metrics.put(metric, metric.in(written));
            }
            written.path("verdicts").fields().forEachRemaining(v -> verdicts.put(v.getKey(), truth(v.getValue())));
        }
    }

    private static String truth(final JsonNode verdict) {
        return verdict.path("holds").isNull()
                ? "not_exercised"
                : Boolean.toString(verdict.path("holds").asBoolean());
    }

    private static String outcome(final JsonNode test) {
        final boolean bad = test.path("forbidden").size() > 0
                || test.path("missing_seen").size() > 0
                || test.path("errors").size() > 0;
        return bad ? "fails" : test.path("schedules").asInt() == 0 ? "not_run" : "holds";
    }

    /** Judges the case; `had` is its entry in the baseline, or null. */
    Status judge(final Map<Metric, String> had) {
        final SuiteCase.Expectation expect = one.expect();
        if (!ending.trouble().isEmpty()) {
            reasons.add(ending.trouble());
            return Status.ERROR;
        }
        if (!written && WRITTEN.contains(ending.code())) {
            reasons.add("exit code " + ending.code() + " without a result; what it said is in " + CaseProcess.OUTPUT);
            return Status.ERROR;
        }
        if (ending.code() != expect.exit()) {
            reasons.add("exit code " + ending.code() + ": expected " + expect.exit());
        }
        expect.verdicts().forEach((name, truth) -> require(name, truth));
        if (one.litmus() && ending.code() == expect.exit() && JUDGED.contains(ending.code())) {
            require("outcome", expect.outcome());
        }
        if (had == null && !one.bands().isEmpty() && !metrics.isEmpty()) {
            reasons.add("the baseline has no such case; --update-baseline proposes it");
        } else {
            one.bands().forEach((metric, band) -> compare(metric, band, had));
        }
        if (reasons.isEmpty()) {
            return Status.PASSED;
        }
        return JUDGED.contains(ending.code()) ? Status.FAILED : Status.ERROR;
    }

    private void require(final String name, final String truth) {
        final String is = verdicts.getOrDefault(name, "without a result");
        if (!is.equals(truth)) {
            reasons.add(name + " is " + is + ": expected " + truth);
        }
    }

    private void compare(final Metric metric, final Band band, final Map<Metric, String> had) {
        final String is = metrics.getOrDefault(metric, "");
        if (is.isEmpty()) {
            reasons.add(metric.word() + ": the run wrote none");
        } else if (!had.containsKey(metric)) {
            reasons.add(metric.word() + " " + is + ": the baseline has none; --update-baseline proposes it");
        } else {
            final String outside = band.outside(metric.word(), is, had.get(metric));
            if (!outside.isEmpty()) {
                reasons.add(outside);
            }
        }
    }

    List<String> reasons() {
        return reasons;
    }

    Map<Metric, String> metrics() {
        return metrics;
    }

    Map<String, String> verdicts() {
        return verdicts;
    }
}
