// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A suite, complete and checked. {@link SuiteReader} makes it.
 *
 * @param baseline file of the baseline, which may not exist yet, or null
 */
public record Suite(String name, Path baseline, List<Case> cases) {
    public Suite {
        cases = List.copyOf(cases);
    }

    /** Returns the suite with every `of`-th case, the first one being number `part`, from 1. */
    public Suite shard(int part, int of) {
        return new Suite(
                name,
                baseline,
                IntStream.range(0, cases.size())
                        .filter(i -> i % of == part - 1)
                        .mapToObj(cases::get)
                        .toList());
    }

    public List<String> names() {
        return cases.stream().map(Case::id).toList();
    }

    /** Returns whether a case needs the libraries of the RTL. */
    public boolean needsLibraries() {
        return cases.stream()
                .anyMatch(c -> c.litmus()
                        ? !c.options().contains("model")
                        : !c.effective().contains("engine: model"));
    }

    /**
     * One case: one run of a scenario, or of a litmus test over its schedules.
     *
     * @param name name of the entry in the suite
     * @param variant structure, engine and seed, where the entry has several; or an empty text
     * @param options words of the command line after the file, without the places of its results
     * @param effective effective configuration of the scenario; empty where none can be made
     */
    record Case(
            String name,
            String variant,
            Path file,
            boolean litmus,
            List<String> options,
            Expectation expect,
            Map<Metric, Metric.Band> bands,
            Limits limits,
            String effective) {
        Case {
            options = List.copyOf(options);
            bands = Map.copyOf(bands);
        }

        Case withEffective(String text) {
            return new Case(name, variant, file, litmus, options, expect, bands, limits, text);
        }

        String id() {
            return variant.isEmpty() ? name : name + "/" + variant;
        }

        /** Returns the folder of the case below the folder of the results. */
        String folder() {
            return "cases/" + id();
        }

        /** Returns the words of the command line, without the places of its results. */
        List<String> words() {
            List<String> words = new ArrayList<>(List.of(litmus ? "litmus" : "run", file.toString()));
            words.addAll(options);
            return words;
        }

        /** Returns the command that repeats the case by hand, with the file as seen from the current folder. */
        String repro() {
            Path here = Path.of("").toAbsolutePath();
            StringBuilder line = new StringBuilder("scripts/fairlead ")
                    .append(litmus ? "litmus " : "run ")
                    .append(quoted((file.startsWith(here) ? here.relativize(file) : file).toString()));
            options.forEach(word -> line.append(' ').append(quoted(word)));
            return line.toString();
        }

        private static String quoted(String word) {
            return word.matches("[A-Za-z0-9_./:,=+%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
        }
    }

    /** The resources that the process of a case may use. */
    record Limits(int seconds, int megabytes) {
        static final Limits STANDARD = new Limits(300, 2048);
    }

    /**
     * The required outcome of a case.
     *
     * @param verdicts true, false or not_exercised by verdict
     * @param outcome what a litmus test must do: holds, fails or not_run
     */
    record Expectation(int exit, Map<String, String> verdicts, String outcome) {
        Expectation {
            verdicts = new TreeMap<>(verdicts);
        }
    }

    /** Failed: an expectation or a band does not hold. Error: there is no result to judge. */
    enum Status {
        PASSED,
        FAILED,
        ERROR,
        NOT_RUN;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The result of a case.
     *
     * @param reasons why the case did not pass; empty if it passed
     * @param verdicts true, false or not_exercised by verdict; for a litmus test its outcome
     * @param files artefacts, as paths below the folder of the case; empty for a case that passed
     */
    record Result(
            Case of,
            Status status,
            List<String> reasons,
            int exit,
            double seconds,
            Map<Metric, String> metrics,
            Map<String, String> verdicts,
            List<String> files,
            String repro) {
        static Result notRun(Case one) {
            int none = CaseRunner.NO_CODE;
            List<String> why = List.of("interrupted");
            return new Result(one, Status.NOT_RUN, why, none, 0, Map.of(), Map.of(), List.of(), one.repro());
        }

        boolean passed() {
            return status == Status.PASSED;
        }

        /** Returns whether the case met its expectations; bands do not count. */
        boolean isSound() {
            return exit == of.expect().exit()
                    && of.expect().verdicts().entrySet().stream()
                            .allMatch(e -> e.getValue().equals(verdicts.get(e.getKey())));
        }
    }
}
