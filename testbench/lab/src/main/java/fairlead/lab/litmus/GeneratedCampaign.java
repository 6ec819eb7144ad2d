// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus;

import fairlead.lab.litmus.ShapeCount.Of;
import fairlead.lab.litmus.generate.Generated;
import fairlead.lab.litmus.generate.LitmusGenerator;
import fairlead.lab.litmus.operational.Interpreter;
import fairlead.litmus.model.Oracle;
import fairlead.litmus.run.Broken;
import fairlead.litmus.run.LitmusRunner;
import fairlead.litmus.run.Sized;
import fairlead.litmus.run.TestResult;
import fairlead.litmus.syntax.LitmusTest;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

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
        final String file = folder + "/" + program.name() + ".litmus";
        final Oracle.Allowed axiomatic = Sized.of(file, program.text(), 1).allowed();
        final Interpreter.Outcomes operational = program.outcomes();
        final ShapeCount count = shapes.computeIfAbsent(program.shape(), s -> new ShapeCount());
        count.add(Of.PROGRAMS, 1);
        count.add(Of.STRONG, program.forbidden() ? 1 : 0);
        count.add(Of.ALLOWED, operational.outcomes().size());
        if (!axiomatic.reason().equals(operational.reason())
                || !axiomatic.outcomes().equals(operational.outcomes())) {
            disagreements++;
            offend(
                    program,
                    "the memory models disagree: axiomatic " + axiomatic.outcomes() + axiomatic.reason()
                            + ", operational " + operational.outcomes() + operational.reason(),
                    "not needed: the models are compared when the program is read");
            count.add(Of.NOTICED, 1);
            return;
        }
        final LitmusRunner runner = runners.get().aiming().counting(program.cycle());
        if (about != null) {
            final LitmusTest broken = Broken.without(about).apply(program.test());
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
        final TestResult result = runner.run(file, program.text());
        count.ran(
                program.forbidden(),
                result.schedules(),
                result.counted(),
                result.histogram().size());
        if (result.fails()) {
            count.add(Of.NOTICED, 1);
            fails(number, program, result);
        }
    }

    private void fails(final int number, final Generated program, final TestResult result) {
        final Optional<TestResult.Finding> finding = Stream.concat(
                        result.forbidden().stream(), result.errors().stream())
                .findFirst();
        if (finding.isEmpty()) {
            offend(program, "not seen: " + result.missing(), "the same options and --generate 1 --number " + number);
        } else {
            final TestResult.Finding f = finding.get();
            offend(program, f.condition() + ": " + f.outcome(), repro(number, result, f.repro()));
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
