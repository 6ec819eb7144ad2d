// SPDX-License-Identifier: Apache-2.0
package fairlead.replay;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.node.Observer;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The difference of two runs: configuration, verdicts, metrics and events. Speed and versions are left out, because
 * repeated runs differ in them.
 *
 * @param rows what differs in the two summaries
 * @param eventsEqual whether the event hashes are equal
 * @param events the first differing event with its context, as lines; empty if it was not asked for
 * @param unrepeated folders that do not reproduce their event hash
 */
public record RunDiff(List<Row> rows, boolean eventsEqual, List<String> events, List<Path> unrepeated) {
    /** One value that differs; an absent value is null. */
    public record Row(String what, String first, String second) {
        /** Returns the change in percent of a number, or an empty text. */
        public String change() {
            try {
                double a = Double.parseDouble(first);
                double b = Double.parseDouble(second);
                return a == 0 ? "" : String.format(Locale.ROOT, "%+.2f%%", 100 * (b - a) / Math.abs(a));
            } catch (NumberFormatException | NullPointerException e) {
                return ""; // the values are not numbers
            }
        }
    }

    private static final List<String> RESULTS =
            List.of("ending", "cycles", "partial", "first_violation", "verdicts.", "metrics.");
    private static final List<String> COMPARED = List.of(
            "scenario",
            "engine",
            "seed",
            "run_options",
            "effective_config",
            "ending",
            "cycles",
            "partial",
            "first_violation",
            "verdicts",
            "metrics");

    public boolean isEqual() {
        return eventsEqual && rows.stream().noneMatch(RunDiff::decides);
    }

    /**
     * Tells whether a row makes two results unequal. What was run does not, and how much a checker compared does not:
     * conserved sums are looked at once a batch, and batches are no part of a result.
     */
    private static boolean decides(Row row) {
        boolean counted = row.what().endsWith(".checked") || row.what().endsWith(".detail");
        return RESULTS.stream().anyMatch(row.what()::startsWith) && !counted;
    }

    /** Compares the summaries alone. */
    public static RunDiff ofSummaries(RunFolder a, RunFolder b) {
        return new RunDiff(rows(a, b), a.eventSha256().equals(b.eventSha256()), List.of(), List.of());
    }

    /**
     * Compares the summaries and, where the event hashes differ, repeats both runs up to their ends to find the first
     * differing event.
     *
     * @param scratch folder for the events of the first run
     */
    public static RunDiff of(RunFolder a, RunFolder b, Path scratch) throws IOException {
        RunDiff summaries = ofSummaries(a, b);
        if (summaries.eventsEqual()) {
            return summaries;
        }
        Path file = scratch.resolve("events");
        List<Path> unrepeated = new ArrayList<>();
        try (EventFile events = new EventFile(file)) {
            note(a, a.replay(events), unrepeated);
        }
        try (FirstDifference difference = new FirstDifference(file)) {
            note(b, b.replay(difference), unrepeated);
            difference.end();
            return new RunDiff(summaries.rows(), false, difference.lines("A", "B"), unrepeated);
        }
    }

    private static void note(RunFolder folder, RunFolder.Outcome outcome, List<Path> unrepeated) {
        if (!outcome.isSame()) {
            unrepeated.add(folder.place());
        }
    }

    private static List<Row> rows(RunFolder a, RunFolder b) {
        Map<String, String> first = values(a);
        Map<String, String> second = values(b);
        Map<String, Row> rows = new LinkedHashMap<>();
        first.forEach((what, value) -> rows.put(what, new Row(what, value, second.get(what))));
        second.forEach((what, value) -> rows.putIfAbsent(what, new Row(what, null, value)));
        rows.values().removeIf(row -> Objects.equals(row.first(), row.second()));
        return List.copyOf(rows.values());
    }

    private static Map<String, String> values(RunFolder folder) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String key : COMPARED) {
            if (folder.has(key)) {
                values.putAll(folder.leaves(key));
            }
        }
        return values;
    }

    /** Writes the events that belong to the identity of a run to a file, record by record. */
    private static final class EventFile implements Observer, AutoCloseable {
        private final OutputStream out;
        private final byte[] record = new byte[EventCursor.BYTES];

        EventFile(Path file) throws IOException {
            out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        }

        @Override
        public void events(EventCursor batch) {
            try {
                while (batch.next()) {
                    if (EventKind.isIdentity(batch.kind())) {
                        batch.data().get(batch.offset(), record);
                        out.write(record);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            batch.rewind();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
