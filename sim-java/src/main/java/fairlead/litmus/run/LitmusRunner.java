// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.run;

import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.litmus.compile.AxisPoint;
import fairlead.litmus.compile.Compiler;
import fairlead.litmus.compile.Placement;
import fairlead.litmus.compile.Ready;
import fairlead.litmus.syntax.Claim;
import fairlead.litmus.syntax.Condition;
import fairlead.litmus.syntax.LitmusParser;
import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Outcome;
import fairlead.litmus.syntax.Term;
import fairlead.machine.Mix;
import fairlead.node.ExecutorOptions.Drawn;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.scenario.InputText;
import fairlead.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A runner of litmus tests. For each point it runs a number of schedules, each of which is judged by the conditions in
 * the file, by the memory model and by the checkers.
 */
public final class LitmusRunner {
    /** A feature without which a run is reported as not run, never as passed. */
    private static final String LINK_RETRY = "link retry";

    private final EngineFactory engine;
    private final String engineName;
    private final String axes;
    private final List<AxisPoint> asked;
    private final int from;
    private final int schedules;
    private final long seed;
    private boolean aims;
    private long strangers; // seed, or 0 for none
    private UnaryOperator<LitmusTest> executed = test -> test;
    private Condition counted = Condition.NEVER;

    /**
     * Creates a runner.
     *
     * @param axes the axes as the user gave them, or null for those that each file asks for
     * @param from the number of the first schedule
     */
    public LitmusRunner(EngineFactory engine, String engineName, String axes, int from, int schedules, long seed) {
        this.engine = engine;
        this.engineName = engineName;
        this.axes = axes;
        asked = axes == null ? null : AxisPoint.all(axes);
        this.from = from;
        this.schedules = schedules;
        this.seed = seed;
    }

    /** Makes the schedules delay operations that race with others. */
    public LitmusRunner aiming() {
        aims = true;
        return this;
    }

    /** Lets every schedule run beside strangers that this seed and its number draw; 0 for none. */
    public LitmusRunner beside(long drawn) {
        strangers = drawn;
        return this;
    }

    /** Returns a runner that runs another program than the one by whose text it judges: a program with an error. */
    public LitmusRunner executing(UnaryOperator<LitmusTest> other) {
        executed = other;
        return this;
    }

    /** Makes the runner count the runs that a condition describes. */
    public LitmusRunner counting(Condition condition) {
        counted = condition;
        return this;
    }

    public TestResult run(Path file) {
        return run(file.toString(), InputText.of(file)); // the file is read once, because it may be a pipe
    }

    /** @param file name of the file for messages and repeats */
    public TestResult run(String file, String text) {
        return new OfFile(file, text).run();
    }

    /** The runs of one file and what they have shown so far. */
    private final class OfFile {
        private final String file;
        private final String text;
        private final Set<String> needs = new LinkedHashSet<>();
        private final Map<String, TestResult.Finding> forbidden = new LinkedHashMap<>();
        private final Map<String, TestResult.Finding> errors = new LinkedHashMap<>();
        private final List<String> missing = new ArrayList<>();
        private final Set<String> refused = new LinkedHashSet<>();
        private final Map<String, Long> histogram = new TreeMap<>();
        private final Set<Integer> seen = new HashSet<>(); // line numbers of the claims that were seen
        private final Set<Integer> applicable = new HashSet<>();
        private String unjudged = "";
        private int points;
        private long matches;
        // of the run that is being judged
        private String outcome;
        private String repro;

        OfFile(String file, String text) {
            this.file = file;
            this.text = text;
        }

        TestResult run() {
            List<AxisPoint> all = asked != null
                    ? asked
                    : AxisPoint.all(
                            file,
                            LitmusParser.parse(file, text, AxisPoint.base().size())
                                    .axes());
            LitmusTest first = Sized.of(file, text, all.get(0).size()).test();
            first.claims().forEach(c -> AxisPoint.checkAt(file + ":" + c.line() + ":", c.at()));
            Map<Integer, Sized> sizes = new HashMap<>();
            for (AxisPoint point : all) {
                point(sizes.computeIfAbsent(point.size(), s -> Sized.of(file, text, s)), point);
            }
            List<String> notApplicable = new ArrayList<>(refused);
            for (Claim claim : first.claims()) {
                if (!applicable.contains(claim.line())) {
                    boolean lacks = claim.at().containsKey("link_error")
                            && claim.at().get("link_error").stream().allMatch(v -> needsRetry("link_error", v));
                    if (lacks) {
                        needs.add(LINK_RETRY);
                    }
                    notApplicable.add(claim.text() + at(claim) + (lacks ? ": needs " + LINK_RETRY : ""));
                } else if (!claim.forbidden() && !seen.contains(claim.line())) {
                    missing.add(claim.text());
                }
            }
            sizes.values().forEach(this::contradictions);
            return new TestResult(
                    file,
                    first.name(),
                    first.doc(),
                    needs,
                    List.copyOf(forbidden.values()),
                    missing,
                    notApplicable,
                    List.copyOf(errors.values()),
                    histogram,
                    unjudged,
                    points,
                    matches);
        }

        private void point(Sized sized, AxisPoint point) {
            if (sized.test().terms().stream().anyMatch(t -> t.kind() == Term.Kind.RETRIES)
                    || point.values().entrySet().stream().anyMatch(e -> needsRetry(e.getKey(), e.getValue()))) {
                needs.add(LINK_RETRY);
                return;
            }
            String refusal = Placement.refusal(sized.test(), point);
            if (!refusal.isEmpty()) {
                refused.add(refusal);
                return;
            }
            points++;
            unjudged = sized.allowed().reason();
            sized.test().claims().stream().filter(c -> point.matches(c.at())).forEach(c -> applicable.add(c.line()));
            for (int k = from; k < from + schedules; k++) {
                one(sized, point, k);
            }
        }

        private void one(Sized sized, AxisPoint point, int k) {
            LitmusTest test = sized.test();
            Ready ready = Compiler.compile(executed.apply(test), point, seed, k, aims);
            RunPlan plan = new RunPlan(
                    test.name(),
                    ready.program(),
                    ready.machine(),
                    engine,
                    EngineOptions.DEFAULT,
                    strangers == 0 ? ready.options() : ready.options().beside(Drawn.unjudged(Mix.seed(strangers, k))),
                    Map.of());
            RunOutcome.Counts counts = new RunOutcome.Counts(point.shape().nodes());
            RunResult run = new Session(plan).keepGoing().run(executor -> {}, counts);
            RunOutcome found = new RunOutcome(ready, run.execution(), counts);
            outcome = found.text(test.terms(), test.isHexadecimal());
            histogram.merge(outcome, 1L, Long::sum);
            matches += counted.holds(found) ? 1 : 0;
            repro = "scripts/fairlead litmus " + file + " --engine " + engineName + " --from " + k
                    + " --schedules 1 --seed " + seed
                    + (aims ? " --aim" : "")
                    + (strangers == 0 ? "" : " --strangers " + strangers)
                    + ("base".equals(axes) || axes == null && test.axes().isEmpty() ? "" : " --axes \"" + point + "\"");
            judge(sized, found, point);
            for (Verdict verdict : run.report().verdicts()) {
                if (Boolean.FALSE.equals(verdict.holds())
                        && !(found.isHang() && verdict.name().equals("deadlock_freedom"))) {
                    find(errors, verdict.name() + ": " + verdict.detail());
                }
            }
            found.complaints().forEach(c -> find(errors, c));
            if (found.isHang() && !run.execution().failure().isEmpty()) {
                find(errors, run.execution().failure());
            }
        }

        private void judge(Sized sized, RunOutcome found, AxisPoint point) {
            List<Claim> claims = sized.test().claims();
            for (Claim claim : claims) {
                if (point.matches(claim.at()) && claim.condition().holds(found)) {
                    if (claim.forbidden()) {
                        find(forbidden, claim.text());
                    } else {
                        seen.add(claim.line());
                    }
                }
            }
            if (found.isHang()) {
                if (claims.stream().noneMatch(c -> c.condition().endings().contains("hang"))) {
                    find(forbidden, "hang");
                }
                return;
            }
            for (String failed : found.failed()) {
                if (claims.stream().noneMatch(c -> c.condition().endings().contains(failed))) {
                    find(forbidden, "error(" + failed + ")");
                }
            }
            if (sized.allowed().isJudged()
                    && found.failed().isEmpty()
                    && !sized.allowed()
                            .outcomes()
                            .contains(found.values(sized.allowed().terms()))) {
                find(forbidden, "excluded by the memory model");
            }
        }

        private void find(Map<String, TestResult.Finding> in, String condition) {
            in.merge(
                    condition + '\n' + outcome,
                    new TestResult.Finding(condition, outcome, 1, repro),
                    (old, one) -> old.oneMore());
        }

        /** Reports `seen` lines that the memory model excludes, because no run can satisfy them. */
        private void contradictions(Sized sized) {
            outcome = "-";
            repro = "-";
            for (Claim claim : sized.test().claims()) {
                if (sized.allowed().isJudged()
                        && !claim.forbidden()
                        && isMemory(claim.condition())
                        && sized.allowed().outcomes().stream().noneMatch(o -> claim.condition()
                                .holds(Outcome.of(sized.allowed().terms(), o)))) {
                    find(errors, "line " + claim.line() + ": the memory model excludes " + claim.text());
                }
            }
        }
    }

    private static String at(Claim claim) {
        return claim.at().entrySet().stream()
                .map(e -> e.getKey() + "=" + String.join(",", e.getValue()))
                .collect(Collectors.joining(" ", claim.at().isEmpty() ? "" : " at ", ""));
    }

    private static boolean isMemory(Condition condition) {
        return condition.terms().stream().allMatch(Term::isMemory);
    }

    private static boolean needsRetry(String axis, String value) {
        return axis.equals("link_error") && !value.equals("0");
    }
}
