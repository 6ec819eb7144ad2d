// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One case of a suite: one run of a scenario, or of a litmus test over its schedules.
 *
 * @param name name of the entry in the suite
 * @param variant structure, engine and seed, where the entry has several; or an empty text
 * @param file scenario or litmus file
 * @param options words of the command line behind the file, without the places of its results
 * @param expect required outcome
 * @param bands bands by metric
 * @param effective effective configuration of the scenario; empty where none can be made
 */
record SuiteCase(
        String name,
        String variant,
        Path file,
        boolean litmus,
        List<String> options,
        Expectation expect,
        Map<Metric, Band> bands,
        Limits limits,
        String effective) {
    /** The resources that the process of a case may use. */
    record Limits(int seconds, int megabytes) {
        static final Limits STANDARD = new Limits(300, 2048);
    }

    /**
     * The required outcome of a case.
     *
     * @param exit exit code
     * @param verdicts true, false or not_exercised by verdict
     * @param outcome what a litmus test must do: holds, fails or not_run
     */
    record Expectation(int exit, Map<String, String> verdicts, String outcome) {
        Expectation {
            verdicts = new TreeMap<>(verdicts);
        }
    }

    SuiteCase {
        options = List.copyOf(options);
        bands = Map.copyOf(bands);
    }

    SuiteCase withEffective(final String text) {
        return new SuiteCase(name, variant, file, litmus, options, expect, bands, limits, text);
    }

    String id() {
        return variant.isEmpty() ? name : name + "/" + variant;
    }

    /** Returns the words of the command line, without the places of its results. */
    List<String> words() {
        final List<String> words = new ArrayList<>(List.of(litmus ? "litmus" : "run", file.toString()));
        words.addAll(options);
        return words;
    }

    /** Returns the command that repeats the case by hand, with the file as seen from the current folder. */
    String repro() {
        final Path here = Path.of("").toAbsolutePath();
        final StringBuilder line = new StringBuilder("scripts/fairlead ")
                .append(litmus ? "litmus " : "run ")
                .append(quoted(file.startsWith(here) ? here.relativize(file).toString() : file.toString()));
        options.forEach(word -> line.append(' ').append(quoted(word)));
        return line.toString();
    }

    private static String quoted(final String word) {
        return word.matches("[A-Za-z0-9_./:,=+%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
