// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.run.plan.Reliefs;
import fairlead.run.record.Recording;
import fairlead.run.report.WholeFile;
import fairlead.run.view.Limit.Relief;
import fairlead.run.view.RunPage;
import fairlead.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The options of a run that ask for its report. Without them nothing is recorded. */
final class ReportOptions {
    private static final String IN_FOLDER = "";

    @Option(
            names = "--report",
            paramLabel = "FILE",
            arity = "0..1",
            fallbackValue = IN_FOLDER,
            converter = Place.class,
            description =
                    "write report.html and the CSV files of its figures: into the output folder, or as FILE and beside it")
    private String report;

    @Option(
            names = "--no-reliefs",
            description = "the report does not repeat the run on the twin to find what limits it")
    private boolean noReliefs;

    private Recording recording;
    private RunPage page;

    /** The converter of --report, which accepts an empty text for the output folder. */
    static final class Place implements picocli.CommandLine.ITypeConverter<String> {
        @Override
        public String convert(final String value) throws Exception {
            return IN_FOLDER.equals(value)
                    ? value
                    : new ResultFile.AsPath().convert(value).toString();
        }
    }

    /** Records the session if a report is wanted. */
    void begin(final RunPlan plan, final Session session) {
        if (report != null) {
            recording = new Recording(plan.machine());
            session.record(recording);
        }
    }

    /**
     * Makes the report of a finished run.
     *
     * @param reader reads the scenario again with further overrides
     * @param progress gets what is repeated
     */
    void finish(
            final RunPlan plan,
            final Scenario scenario,
            final RunResult result,
            final Function<List<String>, Scenario> reader,
            final Consumer<String> progress) {
        if (recording == null) {
            return;
        }
        final Reliefs reliefs = new Reliefs(scenario, reader, result.report().cycles());
        final String refusal = noReliefs
                ? "--no-reliefs was given"
                : result.report().partial() ? "the run did not complete" : reliefs.refusal();
        final List<Relief> tried = refusal.isEmpty() ? reliefs.run(progress) : List.of();
        page = new RunPage(result, plan.program(), recording, tried, refusal);
    }

    /** Returns the files for the output folder. */
    Map<String, String> inFolder() {
        return page == null || !IN_FOLDER.equals(report) ? Map.of() : page.files(RunPage.FILE, "");
    }

    /**
     * Writes the files that belong elsewhere.
     *
     * @param speaks true to print the limit and the place of the report
     */
    void write(final Path folder, final boolean speaks) throws IOException {
        if (page == null) {
            return;
        }
        Path place = folder.resolve(RunPage.FILE);
        if (!IN_FOLDER.equals(report)) {
            place = Path.of(report);
            final String name = place.getFileName().toString();
            final String stem = name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name;
            for (final Map.Entry<String, String> file :
                    page.files(name, stem + "-").entrySet()) {
                WholeFile.write(place.toAbsolutePath().resolveSibling(file.getKey()), file.getValue());
            }
        }
        if (speaks) {
            System.out.println(page.limit());
            System.out.println("report: " + place);
        }
    }
}
