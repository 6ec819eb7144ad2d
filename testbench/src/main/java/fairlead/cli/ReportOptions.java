// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.plan.Artefacts;
import fairlead.run.report.WholeFile;
import fairlead.run.view.Explanation.Subject;
import fairlead.run.view.RunPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of a run that ask for its report, its trace or an explanation. Without them nothing is recorded. */
final class ReportOptions {
    private static final String IN_FOLDER = "";
    private static final int MOST_PACKETS = 1_000_000;

    @Option(names = "--report", paramLabel = "FILE", arity = "0..1", fallbackValue = IN_FOLDER, converter = Place.class)
    private String report;

    @Option(names = "--no-reliefs")
    private boolean noReliefs;

    @Option(names = "--trace")
    private boolean trace;

    @Option(names = "--tables")
    private boolean tables;

    @Option(names = "--explain", paramLabel = "SUBJECT", converter = SubjectConverter.class)
    private Subject subject;

    /** The converter of --report, which accepts an empty text for the output folder. */
    static final class Place implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            return IN_FOLDER.equals(value)
                    ? value
                    : new ResultFile.AsPath().convert(value).toString();
        }
    }

    /** The converter of --explain. */
    static final class SubjectConverter implements ITypeConverter<Subject> {
        @Override
        public Subject convert(String value) {
            try {
                return Subject.of(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    Artefacts.Wanted wanted() {
        return new Artefacts.Wanted(report != null, trace, tables, subject);
    }

    /** Returns why no resource is relieved, or an empty text. */
    String untried() {
        return noReliefs ? "--no-reliefs was given" : "";
    }

    /** Returns the texts for the output folder. */
    Map<String, String> inFolder(RunPage page) {
        return IN_FOLDER.equals(report) ? page.files(RunPage.FILE, "") : Map.of();
    }

    /**
     * Writes the page where it does not belong into the output folder, and returns its place.
     *
     * @param folder the output folder
     */
    Path write(Path folder, RunPage page) throws IOException {
        if (IN_FOLDER.equals(report)) {
            return folder.resolve(RunPage.FILE);
        }
        Path place = Path.of(report);
        String name = place.getFileName().toString();
        String stem = name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name;
        for (Map.Entry<String, String> file : page.files(name, stem + "-").entrySet()) {
            WholeFile.write(place.toAbsolutePath().resolveSibling(file.getKey()), file.getValue());
        }
        return place;
    }
}
