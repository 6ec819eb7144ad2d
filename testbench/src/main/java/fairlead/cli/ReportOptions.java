// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.node.Observer;
import fairlead.plan.Reliefs;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.run.record.PacketRecord;
import fairlead.run.record.Recording;
import fairlead.run.report.WholeFile;
import fairlead.run.view.Explanation;
import fairlead.run.view.Limit.Relief;
import fairlead.run.view.LongTables;
import fairlead.run.view.RunPage;
import fairlead.run.view.Subject;
import fairlead.run.view.TraceFile;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of a run that ask for its report, its trace or an explanation. Without them nothing is recorded. */
final class ReportOptions {
    private static final String IN_FOLDER = "";
    private static final int MOST_PACKETS = 1_000_000;

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

    @Option(names = "--trace", description = "write trace.json for Perfetto into the output folder")
    private boolean trace;

    @Option(names = "--tables", description = "write packets.csv and stats.csv into the output folder")
    private boolean tables;

    @Option(
            names = "--explain",
            paramLabel = "SUBJECT",
            converter = SubjectConverter.class,
            description =
                    "tell the life of op:N or packet:N (numbers of ops.csv and packets.csv) or of node:RANK in words")
    private Subject subject;

    private Recording recording;
    private PacketRecord packets;
    private Explanation explanation;
    private RunPage page;
    private final List<Path> files = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** The converter of --report, which accepts an empty text for the output folder. */
    static final class Place implements ITypeConverter<String> {
        @Override
        public String convert(final String value) {
            return IN_FOLDER.equals(value)
                    ? value
                    : new ResultFile.AsPath().convert(value).toString();
        }
    }

    /** The converter of --explain. */
    static final class SubjectConverter implements ITypeConverter<Subject> {
        @Override
        public Subject convert(final String value) {
            try {
                return Subject.of(value);
            } catch (final IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** Makes the session record the run if any of them is requested, and returns the further observers of the run. */
    List<Observer> begin(final RunPlan plan, final Session session) {
        final List<Observer> observers = new ArrayList<>();
        if (report == null && !trace && !tables && subject == null) {
            return observers;
        }
        recording = new Recording(plan.machine());
        session.record(recording);
        if (trace || tables) {
            packets = new PacketRecord(plan.machine().shape(), MOST_PACKETS);
            observers.add(packets);
        }
        if (subject != null) {
            explanation = new Explanation(subject, plan.program(), plan.machine());
            if (!explanation.refusal().isEmpty()) {
                throw new BadInput("--explain: " + explanation.refusal());
            }
            observers.add(explanation);
        }
        return observers;
    }

    /**
     * Makes the report, the trace and the explanation of a finished run, as far as they were requested.
     *
     * @param reader reads the scenario again with further overrides
     * @param progress gets what is repeated
     * @param scratch folder in which large files are made
     */
    void finish(
            final RunPlan plan,
            final Scenario scenario,
            final RunResult result,
            final Function<List<String>, Scenario> reader,
            final Consumer<String> progress,
            final Path scratch)
            throws IOException {
        if (report != null) {
            final Reliefs reliefs =
                    new Reliefs(scenario, reader, result.report().cycles());
            final String refusal = noReliefs
                    ? "--no-reliefs was given"
                    : result.report().partial() ? "the run did not complete" : reliefs.refusal();
            final List<Relief> tried = refusal.isEmpty() ? reliefs.run(progress) : List.of();
            page = new RunPage(result, plan.program(), recording, tried, refusal);
        }
        if (trace) {
            final Path file = made(scratch, TraceFile.NAME);
            final String omitted =
                    new TraceFile(result.report(), plan.program(), packets, TraceFile.MOST_BYTES).write(file);
            if (!omitted.isEmpty()) {
                notes.add("trace.json leaves out " + omitted);
            }
        }
        if (tables) {
            final LongTables all = new LongTables(result.report());
            all.packets(packets, made(scratch, LongTables.PACKETS));
            all.stats(recording, made(scratch, LongTables.STATS));
            if (packets.size() < packets.all()) {
                notes.add("packets.csv has the first " + packets.size() + " of " + packets.all() + " packets");
            }
        }
        if (explanation != null) {
            notes.add(explanation.text(result.report()).stripTrailing());
        }
    }

    private Path made(final Path scratch, final String name) {
        final Path file = scratch.resolve(name);
        files.add(file);
        return file;
    }

    /** Returns the texts for the output folder. */
    Map<String, String> inFolder() {
        return page == null || !IN_FOLDER.equals(report) ? Map.of() : page.files(RunPage.FILE, "");
    }

    /** Returns the finished files that are moved into the output folder. */
    List<Path> files() {
        return files;
    }

    /**
     * Writes the files that do not belong into the output folder.
     *
     * @param speaks true to print what is for a reader
     */
    void write(final Path folder, final boolean speaks) throws IOException {
        Path place = folder.resolve(RunPage.FILE);
        if (page != null && !IN_FOLDER.equals(report)) {
            place = Path.of(report);
            final String name = place.getFileName().toString();
            final String stem = name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name;
            for (final Map.Entry<String, String> file :
                    page.files(name, stem + "-").entrySet()) {
                WholeFile.write(place.toAbsolutePath().resolveSibling(file.getKey()), file.getValue());
            }
        }
        if (speaks && page != null) {
            System.out.println(page.limit());
            System.out.println("report: " + place);
        }
        if (speaks) {
            notes.forEach(System.out::println);
        }
    }
}
