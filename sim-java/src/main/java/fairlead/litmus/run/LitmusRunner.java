// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.run;

import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.litmus.compile.AxisPoint;
import fairlead.litmus.compile.Compiler;
import fairlead.litmus.compile.Placement;
import fairlead.litmus.compile.Ready;
import fairlead.litmus.model.Oracle;
import fairlead.litmus.syntax.Claim;
import fairlead.litmus.syntax.Condition;
import fairlead.litmus.syntax.LitmusParser;
import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Outcome;
import fairlead.litmus.syntax.Term;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.scenario.InputText;
import fairlead.verdict.Verdict;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A runner of litmus tests. For each point it runs a number of schedules, each of which is judged by the conditions in
 * the file, by the memory model and by the checkers.
 */
public final class LitmusRunner {
    private final EngineFactory engine;
    private final String engineName;
    private final String axes;
    private final List<AxisPoint> asked;
    private final int from;
    private final int schedules;
    private final long seed;
    private final Oracle oracle = new Oracle();
    private boolean aims;
    private UnaryOperator<LitmusTest> executed = test -> test;

    /**
     * Creates a runner.
     *
     * @param axes the axes as the user gave them, or null for those that each file asks for
     * @param from the number of the first schedule
     */
    public LitmusRunner(
            final EngineFactory engine,
            final String engineName,
            final String axes,
            final int from,
            final int schedules,
            final long seed) {
        this.engine = engine;
        this.engineName = engineName;
        this.axes = axes;
        asked = axes == null ? null : AxisPoint.all(axes);
        this.from = from;
        this.schedules = schedules;
        this.seed = seed;
    }

    /** A test at one size and the outcomes that the memory model allows. */
    private record Sized(LitmusTest test, Oracle.Allowed allowed) {}

    /** Makes the schedules delay operations that race with others. */
    public LitmusRunner aiming() {
        aims = true;
        return this;
    }

    /** Returns a runner that runs another program than the one by whose text it judges: a program with an error. */
    public LitmusRunner executing(final UnaryOperator<LitmusTest> other) {
        executed = other;
        return this;
    }

    public TestResult run(final Path file) {
        return run(file.toString(), InputText.of(file)); // the file is read once, because it may be a pipe
    }

    /** @param file name of the file for messages and repeats */
    public TestResult run(final String file, final String text) {
        final LitmusTest base = LitmusParser.parse(file, text, AxisPoint.base().size());
        final List<AxisPoint> points = asked != null ? asked : AxisPoint.all(file, base.axes());
        final LitmusTest first = LitmusParser.parse(file, text, points.get(0).size());
        final TestResult result = new TestResult(file, first.name(), first.doc());
        first.claims().forEach(c -> AxisPoint.checkAt(file + ":" + c.line() + ":", c.at()));
        final Map<Integer, Sized> sizes = new HashMap<>();
        final Set<Integer> seen = new HashSet<>(); // line numbers of the claims that were seen
        final Set<Integer> applicable = new HashSet<>();
        final Set<String> refused = new LinkedHashSet<>();
        for (final AxisPoint point : points) {
            final Sized sized = sizes.computeIfAbsent(point.size(), s -> sized(file, text, s));
            final Set<String> needs = new LinkedHashSet<>(Needs.of(sized.test));
            needs.addAll(Needs.of(point));
            if (!needs.isEmpty()) {
                needs.forEach(result::need);
                continue;
            }
            final String refusal = Placement.refusal(sized.test, point);
            if (!refusal.isEmpty()) {
                refused.add(refusal);
                continue;
            }
            result.point();
            result.unjudged(sized.allowed.reason());
            sized.test.claims().stream().filter(c -> point.matches(c.at())).forEach(c -> applicable.add(c.line()));
            for (int k = from; k < from + schedules; k++) {
                one(file, sized, point, k, result, seen);
            }
        }
        refused.forEach(result::notApplicable);
        for (final Claim claim : first.claims()) {
            if (!applicable.contains(claim.line())) {
                final List<String> needs = Needs.of(claim.at());
                needs.forEach(result::need);
                result.notApplicable(
                        claim.text() + at(claim) + (needs.isEmpty() ? "" : ": needs " + String.join(", ", needs)));
            } else if (!claim.forbidden() && !seen.contains(claim.line())) {
                result.missing(claim.text());
            }
        }
        sizes.values().forEach(s -> contradictions(s, result));
        return result;
    }

    private static String at(final Claim claim) {
        return claim.at().entrySet().stream()
                .map(e -> e.getKey() + "=" + String.join(",", e.getValue()))
                .collect(Collectors.joining(" ", claim.at().isEmpty() ? "" : " at ", ""));
    }

    private Sized sized(final String file, final String text, final int size) {
        final LitmusTest test = LitmusParser.parse(file, text, size);
        return new Sized(test, oracle.allowed(test));
    }

    /** Reports `seen` lines that the memory model excludes, because no run can satisfy them. */
    private static void contradictions(final Sized sized, final TestResult result) {
        if (!sized.allowed.isJudged()) {
            return;
        }
        for (final Claim claim : sized.test.claims()) {
            if (!claim.forbidden() && isMemory(claim.condition())) {
                final boolean possible = sized.allowed.outcomes().stream()
                        .anyMatch(o -> claim.condition().holds(Outcome.of(sized.allowed.terms(), o)));
                if (!possible) {
                    result.error("line " + claim.line() + ": the memory model excludes " + claim.text(), "-", "-");
                }
            }
        }
    }

    private static boolean isMemory(final Condition condition) {
        final boolean[] all = {true};
        condition.terms(t -> all[0] &= t.isMemory());
        return all[0];
    }

    // ---- one run

    private void one(
            final String file,
            final Sized sized,
            final AxisPoint point,
            final int k,
            final TestResult result,
            final Set<Integer> seen) {
        final LitmusTest test = sized.test;
        final Ready ready = Compiler.compile(executed.apply(test), point, seed, k, aims);
        final RunPlan plan = new RunPlan(
                test.name(),
                ready.program(),
                ready.machine(),
                engine,
                EngineOptions.DEFAULT,
                ready.options(),
                Map.of());
        final NodeCounts counts = new NodeCounts(point.shape().nodes());
        final RunResult run = new Session(plan).keepGoing().run(executor -> {}, counts);
        final RunOutcome outcome = new RunOutcome(ready, run.execution(), counts);
        final List<Term> terms = test.terms();
        final String text = outcome.text(terms, test.isHexadecimal());
        result.outcome(text);
        final String repro = "scripts/fairlead litmus " + file + " --engine " + engineName + " --from " + k
                + " --schedules 1 --seed " + seed
                + (aims ? " --aim" : "")
                + ("base".equals(axes) || axes == null && test.axes().isEmpty() ? "" : " --axes \"" + point + "\"");
        judge(sized, outcome, text, repro, result, point, seen);
        for (final Verdict verdict : run.report().verdicts()) {
            if (Boolean.FALSE.equals(verdict.holds())
                    && !(outcome.isHang() && verdict.name().equals("deadlock_freedom"))) {
                result.error(verdict.name() + ": " + verdict.detail(), text, repro);
            }
        }
        outcome.complaints().forEach(c -> result.error(c, text, repro));
        if (outcome.isHang() && !run.execution().failure().isEmpty()) {
            result.error(run.execution().failure(), text, repro);
        }
    }

    private static void judge(
            final Sized sized,
            final RunOutcome outcome,
            final String text,
            final String repro,
            final TestResult result,
            final AxisPoint point,
            final Set<Integer> seen) {
        for (final Claim claim : sized.test.claims()) {
            if (point.matches(claim.at()) && claim.condition().holds(outcome)) {
                if (claim.forbidden()) {
                    result.forbid(claim.text(), text, repro);
                } else {
                    seen.add(claim.line());
                }
            }
        }
        if (outcome.isHang()) {
            if (sized.test.claims().stream().noneMatch(c -> names(c.condition(), null))) {
                result.forbid("hang", text, repro);
            }
            return;
        }
        for (final String failed : outcome.failed()) {
            if (sized.test.claims().stream().noneMatch(c -> names(c.condition(), failed))) {
                result.forbid("error(" + failed + ")", text, repro);
            }
        }
        if (sized.allowed.isJudged() && outcome.failed().isEmpty()) {
            final List<Long> values =
                    sized.allowed.terms().stream().map(outcome::value).toList();
            if (!sized.allowed.outcomes().contains(values)) {
                result.forbid("excluded by the memory model", text, repro);
            }
        }
    }

    /** Tells whether a condition names this failed statement or, if `failed` is null, a hang. */
    private static boolean names(final Condition condition, final String failed) {
        if (condition instanceof Condition.All all) {
            return all.parts().stream().anyMatch(p -> names(p, failed));
        }
        if (condition instanceof Condition.Any any) {
            return any.parts().stream().anyMatch(p -> names(p, failed));
        }
        if (condition instanceof Condition.Not not) {
            return names(not.part(), failed);
        }
        if (condition instanceof Condition.Failed named) {
            return failed != null && failed.equals(named.task() + ":" + named.line());
        }
        return failed == null && condition instanceof Condition.Hang;
    }

    /**
     * The features that a test or a point needs and this machine lacks. Such a run is reported as not run, never as
     * passed.
     */
    private static final class Needs {
        private Needs() {}

        /** Returns the missing features of the test at every point. */
        public static List<String> of(final LitmusTest test) {
            final Set<String> needs = new LinkedHashSet<>();
            if (test.terms().stream().anyMatch(t -> t.kind() == Term.Kind.RETRIES)) {
                needs.add("link retry");
            }
            return List.copyOf(needs);
        }

        /** Returns the missing features of a point. */
        public static List<String> of(final AxisPoint point) {
            final Set<String> needs = new LinkedHashSet<>();
            point.values().forEach((axis, value) -> needs.add(need(axis, value)));
            needs.remove("");
            return List.copyOf(needs);
        }

        /** Returns the missing features of the points to which a claim applies. */
        public static List<String> of(final Map<String, List<String>> at) {
            final Set<String> needs = new LinkedHashSet<>();
            at.forEach((axis, values) -> {
                if (values.stream().noneMatch(v -> need(axis, v).isEmpty())) {
                    needs.add(need(axis, values.get(0)));
                }
            });
            return List.copyOf(needs);
        }

        private static String need(final String axis, final String value) {
            return axis.equals("link_error") && !value.equals("0") ? "link retry" : "";
        }
    }
}
