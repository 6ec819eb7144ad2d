// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.node.Observer;
import fairlead.plan.Artefacts;
import fairlead.run.RunPlan;
import fairlead.run.Session;
import fairlead.run.WholeFile;
import fairlead.run.view.Explanation.Subject;
import fairlead.run.view.RunPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of a run that ask for its report, its trace or an explanation. Without them nothing is recorded. */
final class ReportOptions {
    private static final String IN_FOLDER = "";

    @Option(names = "--report", paramLabel = "FILE", arity = "0..1", fallbackValue = IN_FOLDER, converter = Place.class)
    private String report;

    @Option(names = "--no-reliefs")
    boolean noReliefs;

    @Option(names = "--trace")
    private boolean trace;

    @Option(names = "--tables")
    private boolean tables;

    @Option(names = "--explain", paramLabel = "SUBJECT", converter = SubjectConverter.class)
    private Subject subject;

    Artefacts artefacts;

    /** The converter of --report, which accepts an empty text for the output folder. */
    static final class Place implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            return IN_FOLDER.equals(value)
                    ? value
                    : new ResultFile.AsPath().convert(value).toString();
        }
    }

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

    List<Observer> begin(RunPlan plan, Session session) {
        artefacts = new Artefacts(plan, report != null, trace, tables, subject);
        return artefacts.begin(session);
    }

    Map<String, String> inFolder() {
        return IN_FOLDER.equals(report) ? artefacts.page().files(RunPage.FILE, "") : Map.of();
    }

    /** Writes the page where it does not belong into the output folder, and returns what the terminal shows. */
    List<String> write(Path folder) throws IOException {
        List<String> lines = new ArrayList<>();
        if (report != null) {
            Path place = IN_FOLDER.equals(report) ? folder.resolve(RunPage.FILE) : Path.of(report);
            if (!IN_FOLDER.equals(report)) {
                String name = place.getFileName().toString();
                String stem = name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name;
                for (Map.Entry<String, String> file :
                        artefacts.page().files(name, stem + "-").entrySet()) {
                    WholeFile.write(place.toAbsolutePath().resolveSibling(file.getKey()), file.getValue());
                }
            }
            lines.addAll(List.of(artefacts.page().limit(), "report: " + place));
        }
        lines.addAll(artefacts.notes());
        return lines;
    }
}
