// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus;

import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.lab.litmus.generate.LitmusGenerator;
import fairlead.lab.litmus.generate.LitmusGenerator.Generated;
import fairlead.lab.litmus.operational.Interpreter;
import fairlead.litmus.model.Oracle;
import fairlead.litmus.run.LitmusRunner;
import fairlead.litmus.run.Sized;
import fairlead.litmus.run.TestResult;
import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Verb;
import fairlead.run.Json;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Runs generated programs. For each program both memory models give the allowed outcomes, which have to be equal, and
 * every run is judged by them.
 */
public final class GeneratedCampaign {
    /** What the generated programs of one shape have shown; a column of the table unless its width is 0. */
    public enum Count {
        PROGRAMS("programs", "programs", 9),
        STRONG("forbidden_cycles", "forbidden", 10), // programs whose cycle the rules forbid
        RUNS("runs", "runs", 10),
        WEAK_RUNS("weak_runs", "weak", 7), // runs that showed an allowed cycle
        LOOSE_RUNS("runs_of_allowed_cycles", "of runs", 10), // runs of programs whose cycle is allowed
        SHOWN("programs_with_weak_run", "", 0), // programs whose cycle is allowed and was seen
        SEEN("outcomes_seen", "outcomes", 10), // different outcomes that the programs showed
        ALLOWED("outcomes_allowed", "allowed", 10), // allowed outcomes of all programs together
        NOTICED("findings", "findings", 10); // programs with a forbidden outcome

        private final String key; // in the JSON report
        private final String title;
        private final int width;

        Count(String key, String title, int width) {
            this.key = key;
            this.title = title;
            this.width = width;
        }
    }

    /**
     * @param text the litmus file
     * @param finding what was found, in one line
     * @param repro command line that repeats the first such run, or an empty string if no run is needed
     */
    public record Offender(String name, String text, String finding, String repro) {}

    private final LitmusGenerator generator;
    private final Supplier<LitmusRunner> runners;
    private final String folder;
    private final String about;
    private final boolean leavesOut;
    private final String repeat;
    private final Map<String, Map<Count, Long>> shapes = new TreeMap<>();
    private Offender first;
    private int able;
    private int offenders;
    private int disagreements;

    /**
     * @param seed seed of the programs
     * @param runners makes the runner of a program
     * @param folder folder in which the caller keeps the first offending program, for the repeats
     * @param about name of a rule, or null: only programs run whose outcomes depend on the rule
     * @param leavesOut whether the programs run without the rule
     * @param repeat options of the command line that a repeat needs because the machine or the program has an error, or
     *     an empty string
     */
    public GeneratedCampaign(
            long seed, Supplier<LitmusRunner> runners, String folder, String about, boolean leavesOut, String repeat) {
        generator = new LitmusGenerator(seed);
        this.runners = runners;
        this.folder = folder;
        this.about = about;
        this.leavesOut = leavesOut;
        this.repeat = repeat;
    }

    public String program(int number) {
        return generator.program(number).text();
    }

    public void run(int number) {
        Generated program = generator.program(number);
        String file = folder + "/" + program.name() + ".litmus";
        Oracle.Allowed axiomatic = Sized.of(file, program.text(), 1).allowed();
        Interpreter.Outcomes operational = program.outcomes();
        Map<Count, Long> counts = shapes.computeIfAbsent(program.shape(), s -> new EnumMap<>(Count.class));
        counts.merge(Count.PROGRAMS, 1L, Long::sum);
        counts.merge(Count.STRONG, program.forbidden() ? 1L : 0, Long::sum);
        counts.merge(Count.ALLOWED, (long) operational.outcomes().size(), Long::sum);
        if (!axiomatic.reason().equals(operational.reason())
                || !axiomatic.outcomes().equals(operational.outcomes())) {
            disagreements++;
            counts.merge(Count.NOTICED, 1L, Long::sum);
            offend(
                    program,
                    "the memory models disagree: axiomatic " + axiomatic.outcomes() + axiomatic.reason()
                            + ", operational " + operational.outcomes() + operational.reason(),
                    "not needed: the models are compared when the program is read");
            return;
        }
        LitmusRunner runner = runners.get().aiming().counting(program.cycle());
        if (about != null) {
            var broken = Broken.without(about).apply(program.test());
            if (operational
                    .outcomes()
                    .containsAll(new Interpreter().outcomes(broken).outcomes())) {
                return; // no run can show that the rule is missing
            }
            able++;
            if (leavesOut) {
                runner.executing(Broken.without(about));
            }
        }
        TestResult result = runner.run(file, program.text());
        long runs = result.schedules();
        counts.merge(Count.RUNS, runs, Long::sum);
        counts.merge(Count.SEEN, (long) result.histogram().size(), Long::sum);
        if (!program.forbidden()) {
            counts.merge(Count.LOOSE_RUNS, runs, Long::sum);
            counts.merge(Count.WEAK_RUNS, result.counted(), Long::sum);
            counts.merge(Count.SHOWN, result.counted() > 0 ? 1L : 0, Long::sum);
        }
        if (result.fails()) {
            counts.merge(Count.NOTICED, 1L, Long::sum);
            fails(number, program, result);
        }
    }

    private void fails(int number, Generated program, TestResult result) {
        Stream.concat(result.forbidden().stream(), result.errors().stream())
                .findFirst()
                .ifPresentOrElse(
                        f -> offend(program, f.condition() + ": " + f.outcome(), repro(number, result, f.repro())),
                        () -> offend(
                                program,
                                "not seen: " + result.missing(),
                                "the same options and --generate 1 --number " + number));
    }

    private String repro(int number, TestResult result, String ofFile) {
        return repeat.isEmpty()
                ? ofFile
                : ofFile.replace("fairlead litmus " + result.file(), "lab litmus --generate 1 --number " + number)
                                .replaceAll(" --aim| --axes \".*\"", "")
                        + repeat;
    }

    private void offend(Generated program, String finding, String repro) {
        offenders++;
        if (first == null) {
            first = new Offender(program.name(), program.text(), finding, repro);
        }
    }

    public Optional<Offender> first() {
        return Optional.ofNullable(first);
    }

    /** Returns the number of programs that have other outcomes without the rule. */
    public int able() {
        return able;
    }

    public int offenders() {
        return offenders;
    }

    /** Returns a count of all shapes together. */
    public long total(Count what) {
        return all().getOrDefault(what, 0L);
    }

    private Map<Count, Long> all() {
        Map<Count, Long> all = new EnumMap<>(Count.class);
        shapes.values().forEach(counts -> counts.forEach((what, n) -> all.merge(what, n, Long::sum)));
        return all;
    }

    /** Returns a table of the shapes and the first finding. */
    public String text() {
        StringBuilder out = new StringBuilder(String.format("%-22s", "shape"));
        for (Count what : Count.values()) {
            out.append(what.width == 0 ? "" : String.format("%" + what.width + "s", what.title));
        }
        out.append(System.lineSeparator());
        shapes.forEach((name, counts) -> out.append(line(name, counts)));
        out.append(line("all", all()));
        if (about != null) {
            out.append(String.format(
                    "%d of the %d programs whose outcomes depend on the rule have a finding%n", offenders, able));
        }
        first().ifPresent(o -> out.append(String.format(
                "first finding: %s%n  kept as %s/%s.litmus%n  repeat with: %s%n",
                o.finding(), folder, o.name(), o.repro())));
        return out.append(String.format(
                        "%d programs, %d runs: %d programs with findings, the memory models disagree on %d%n",
                        total(Count.PROGRAMS), total(Count.RUNS), offenders, disagreements))
                .toString();
    }

    private static String line(String name, Map<Count, Long> counts) {
        StringBuilder out = new StringBuilder(String.format("%-22s", name));
        for (Count what : Count.values()) {
            out.append(what.width == 0 ? "" : String.format("%" + what.width + "d", counts.getOrDefault(what, 0L)));
        }
        return out.append(System.lineSeparator()).toString();
    }

    public String json() {
        ObjectNode root = Json.object();
        ObjectNode each = root.putObject("shapes");
        shapes.forEach((name, counts) -> count(each.putObject(name), counts));
        count(root.putObject("all"), all());
        root.put("disagreements", disagreements);
        root.put("able", able);
        first().ifPresent(o -> {
            ObjectNode one = root.putObject("first");
            one.put("name", o.name());
            one.put("finding", o.finding());
            one.put("repro", o.repro());
        });
        return Json.text(root);
    }

    private static void count(ObjectNode to, Map<Count, Long> counts) {
        for (Count what : Count.values()) {
            to.put(what.key, counts.getOrDefault(what, 0L));
        }
    }

    /**
     * Programs with one of their ordering rules left out, as a machine or a library without the rule would run them.
     */
    public static final class Broken {
        private static final List<Verb> RULES =
                List.of(Verb.FENCE, Verb.FLUSH, Verb.FLUSH_LOCAL, Verb.MEET, Verb.QUIET, Verb.SIGNAL);

        private Broken() {}

        /** Returns the names of the rules that can be left out. */
        public static List<String> names() {
            return RULES.stream().map(Verb::word).toList();
        }

        /** Returns what leaves out the statements of this name; of a signal it leaves out the order after its put. */
        public static UnaryOperator<LitmusTest> without(String name) {
            Verb verb = RULES.get(names().indexOf(name));
            return test -> test.rewritten(all -> all.stream()
                    .flatMap(s -> s.verb == verb ? left(s) : Stream.of(s))
                    .toList());
        }

        private static Stream<Statement> left(Statement s) {
            return s.verb == Verb.SIGNAL ? Stream.of(s.with(d -> d.verb = Verb.ADD)) : Stream.empty();
        }
    }
}
