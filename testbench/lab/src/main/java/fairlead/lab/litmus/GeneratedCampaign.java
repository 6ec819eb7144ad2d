// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus;

import fairlead.lab.litmus.generate.Generated;
import fairlead.lab.litmus.generate.LitmusGenerator;
import fairlead.lab.litmus.operational.Interpreter;
import fairlead.litmus.model.Oracle;
import fairlead.litmus.run.Broken;
import fairlead.litmus.run.LitmusRunner;
import fairlead.litmus.run.TestResult;
import fairlead.litmus.syntax.Condition;
import fairlead.litmus.syntax.LitmusParser;
import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Outcome;
import fairlead.litmus.syntax.Term;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Runs generated programs. For each program both memory models give the allowed outcomes, which have to be equal, and
 * every run is judged by them.
 */
public final class GeneratedCampaign {
    /**
     * A program with a finding.
     *
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
    private final Map<String, ShapeCount> shapes = new TreeMap<>();
    private Offender first;
    private int able;
    private int offenders;
    private int disagreements;

    /**
     * Creates a campaign.
     *
     * @param seed seed of the programs
     * @param runners makes the runner of a program
     * @param folder folder in which the caller keeps offending programs, for the repeats
     * @param about name of a rule, or null: only programs run whose outcomes depend on the rule
     * @param leavesOut whether the programs run without the rule
     * @param repeat options of the command line that a repeat needs because the machine or the program has an error, or
     *     an empty string
     */
    public GeneratedCampaign(
            final long seed,
            final Supplier<LitmusRunner> runners,
            final String folder,
            final String about,
            final boolean leavesOut,
            final String repeat) {
        generator = new LitmusGenerator(seed);
        this.runners = runners;
        this.folder = folder;
        this.about = about;
        this.leavesOut = leavesOut;
        this.repeat = repeat;
    }

    /** Returns the text of one program. */
    public String text(final int number) {
        return generator.program(number).text();
    }

    boolean isAboutARule() {
        return about != null;
    }

    /** Draws and runs one program. */
    public void run(final int number) {
        final Generated program = generator.program(number);
        final LitmusTest test = LitmusParser.parse(program.name(), program.text(), 1);
        final Oracle.Allowed axiomatic = new Oracle().allowed(test);
        final Interpreter.Outcomes operational = new Interpreter().outcomes(test);
        final ShapeCount count = shapes.computeIfAbsent(program.shape(), s -> new ShapeCount());
        count.program(program.forbidden(), operational.outcomes().size());
        if (!axiomatic.reason().equals(operational.reason())
                || !axiomatic.outcomes().equals(operational.outcomes())) {
            disagreements++;
            offend(
                    program,
                    "the memory models disagree: axiomatic " + axiomatic.outcomes() + axiomatic.reason()
                            + ", operational " + operational.outcomes() + operational.reason(),
                    "not needed: the models are compared when the program is read");
            count.notice();
            return;
        }
        final LitmusRunner runner = runners.get().aiming();
        if (about != null) {
            final LitmusTest broken = Broken.without(about).apply(test);
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
        final TestResult result = runner.run(folder + "/" + program.name() + ".litmus", program.text());
        count(number, program, result, count);
    }

    private void count(final int number, final Generated program, final TestResult result, final ShapeCount count) {
        final LitmusTest test = LitmusParser.parse(
                program.name(),
                program.text().replaceAll("(?m)^(forbidden|seen) .*$", "") + "seen " + program.cycle() + "\n",
                1);
        final Condition cycle = test.claims().get(0).condition();
        long closed = 0;
        for (final Map.Entry<String, Long> outcome : result.histogram().entrySet()) {
            if (cycle.holds(new Printed(outcome.getKey()))) {
                closed += outcome.getValue();
            }
        }
        count.ran(
                program.forbidden(),
                result.schedules(),
                closed,
                result.histogram().size());
        if (result.fails()) {
            count.notice();
            final TestResult.Finding finding = result.forbidden().isEmpty()
                    ? result.errors().isEmpty() ? null : result.errors().get(0)
                    : result.forbidden().get(0);
            if (finding == null) {
                offend(
                        program,
                        "not seen: " + result.missing(),
                        "the same options and --generate 1 --number " + number);
            } else {
                offend(program, finding.condition() + ": " + finding.outcome(), repro(number, result, finding.repro()));
            }
        }
    }

    private String repro(final int number, final TestResult result, final String ofFile) {
        return repeat.isEmpty()
                ? ofFile
                : ofFile.replace("fairlead litmus " + result.file(), "lab litmus --generate 1 --number " + number)
                                .replaceAll(" --aim| --axes \".*\"", "")
                        + repeat;
    }

    private void offend(final Generated program, final String finding, final String repro) {
        offenders++;
        if (first == null) {
            first = new Offender(program.name(), program.text(), finding, repro);
        }
    }

    /** The outcome of a run, read from its text. */
    private static final class Printed implements Outcome {
        private final Map<String, Long> values = new HashMap<>();
        private final boolean hang;

        private Printed(final String text) {
            hang = text.contains("hang");
            for (final String part : text.split(" ")) {
                final int equals = part.indexOf('=');
                if (equals > 0) {
                    values.put(part.substring(0, equals), Long.parseUnsignedLong(part.substring(equals + 1)));
                }
            }
        }

        @Override
        public long value(final Term term) {
            return values.get(term.toString());
        }

        @Override
        public boolean isHang() {
            return hang;
        }

        @Override
        public boolean isError(final String task, final int line) {
            return false;
        }
    }

    public Map<String, ShapeCount> shapes() {
        return shapes;
    }

    public Optional<Offender> first() {
        return Optional.ofNullable(first);
    }

    /** Returns the number of programs that have other outcomes without the rule. */
    public int able() {
        return able;
    }

    /** Returns the number of programs with a finding. */
    public int offenders() {
        return offenders;
    }

    /** Returns the number of programs for which the two memory models differ. */
    public int disagreements() {
        return disagreements;
    }

    /** Returns the counts of all shapes together. */
    public ShapeCount total() {
        final ShapeCount total = new ShapeCount();
        shapes.values().forEach(total::add);
        return total;
    }
}
