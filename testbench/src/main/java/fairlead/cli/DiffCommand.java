// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.replay.RunDiff;
import fairlead.replay.RunFolder;
import fairlead.run.Json;
import fairlead.run.ScratchFolder;
import fairlead.run.WholeFile;
import fairlead.run.view.Sheet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command `fairlead diff`, which compares two runs (docs/use/replay.md). */
@Command(name = "diff", mixinStandardHelpOptions = true)
final class DiffCommand implements Callable<Integer> {
    private static final int COLUMN = 16; // characters of a value in the table

    @Parameters(index = "0", paramLabel = "A", description = "folder of a run")
    private Path first;

    @Parameters(index = "1", paramLabel = "B", description = "folder of another run")
    private Path second;

    @Option(names = "--no-events")
    private boolean summaries;

    @Mixin
    private JsonOption json;

    @Option(names = "--report", paramLabel = "FILE", converter = ResultFile.AsPath.class)
    private Path report;

    @Override
    public Integer call() throws IOException {
        RunFolder a = RunFolder.read(first);
        RunFolder b = RunFolder.read(second);
        RunDiff diff = compare(a, b);
        if (!json.takesStdout()) {
            print(a, b, diff);
        }
        json.write(() -> json(diff));
        if (report != null) {
            WholeFile.write(report, page(a, b, diff));
        }
        diff.unrepeated()
                .forEach(place -> System.err.println("fairlead: " + place + ": its run does not repeat its events"));
        if (!diff.unrepeated().isEmpty()) {
            return ExitCode.DIFFERS;
        }
        return diff.isEqual() ? ExitCode.OK : ExitCode.FAILS;
    }

    private RunDiff compare(RunFolder a, RunFolder b) throws IOException {
        if (summaries) {
            return RunDiff.ofSummaries(a, b);
        }
        try (ScratchFolder scratch = new ScratchFolder("diff")) {
            return RunDiff.of(a, b, scratch.place());
        }
    }

    private void print(RunFolder a, RunFolder b, RunDiff diff) {
        System.out.println("A: " + first + ": " + a.title());
        System.out.println("B: " + second + ": " + b.title());
        for (RunDiff.Row row : diff.rows()) {
            String valueOfA = shown(row.first());
            String valueOfB = shown(row.second());
            if (Math.max(valueOfA.length(), valueOfB.length()) > COLUMN) {
                System.out.println(row.what() + System.lineSeparator() + "  A: " + valueOfA + System.lineSeparator()
                        + "  B: " + valueOfB);
            } else {
                System.out.printf(Locale.ROOT, "%-44s %16s %16s  %s%n", row.what(), valueOfA, valueOfB, row.change());
            }
        }
        System.out.println(diff.eventsEqual() ? "all events are equal" : "the events differ");
        diff.events().forEach(System.out::println);
    }

    private static String page(RunFolder a, RunFolder b, RunDiff diff) {
        Sheet sheet = new Sheet(
                "Fairlead diff",
                diff.isEqual()
                        ? "The results are equal"
                        : "The results differ in " + diff.rows().size() + " values",
                diff.isEqual());
        sheet.fact("A: " + a.title()).fact("B: " + b.title());
        sheet.fact(diff.eventsEqual() ? "all events are equal" : "the events differ");
        sheet.table(
                "values",
                "Values that differ",
                "Speed and versions are left out.",
                List.of("what", "A", "B", "change"),
                diff.rows().stream()
                        .map(r -> List.of(r.what(), shown(r.first()), shown(r.second()), r.change()))
                        .toList());
        if (!diff.events().isEmpty()) {
            sheet.text(
                    "events",
                    "The first differing event",
                    "Equal events before it, and those of each run from it on.",
                    diff.events());
        }
        return sheet.html();
    }

    private static String shown(String value) {
        return value == null ? "-" : value;
    }

    private static String json(RunDiff diff) {
        List<?> rows = diff.rows().stream()
                .map(row -> Json.object()
                        .putPOJO("what", row.what())
                        .putPOJO("a", row.first())
                        .putPOJO("b", row.second()))
                .toList();
        return Json.text(Json.object()
                .putPOJO("equal", diff.isEqual())
                .putPOJO("events_equal", diff.eventsEqual())
                .putPOJO("differences", rows)
                .putPOJO("first_differing_event", diff.events()));
    }
}
