// SPDX-License-Identifier: Apache-2.0
package fairlead.replay;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.lockstep.Difference;
import fairlead.node.Observer;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

    /** The equal events before the difference, and the events of each side from it on, that are shown. */
    private static final int CONTEXT = 5;

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

    public static RunDiff ofSummaries(RunFolder a, RunFolder b) {
        return new RunDiff(rows(a, b), a.eventSha256().equals(b.eventSha256()), List.of(), List.of());
    }

    /**
     * Compares the summaries and, where the event hashes differ, repeats both runs up to their ends to find the first
     * differing event.
     */
    public static RunDiff of(RunFolder a, RunFolder b, Path scratch) throws IOException {
        RunDiff summaries = ofSummaries(a, b);
        if (summaries.eventsEqual()) {
            return summaries;
        }
        Path ofA = scratch.resolve("a");
        Path ofB = scratch.resolve("b");
        List<Path> unrepeated = new ArrayList<>();
        replay(a, ofA, unrepeated);
        replay(b, ofB, unrepeated);
        return new RunDiff(summaries.rows(), false, firstDifference(ofA, ofB), unrepeated);
    }

    /** Repeats a run and writes its events to a file; notes a folder whose events are not repeated. */
    private static void replay(RunFolder folder, Path file, List<Path> unrepeated) throws IOException {
        try (EventFile events = new EventFile(file)) {
            if (!folder.replay(events).isSame()) {
                unrepeated.add(folder.place());
            }
        }
    }

    /** Returns the first difference of two files of events with its context; no lines if there is none. */
    private static List<String> firstDifference(Path a, Path b) throws IOException {
        long at = Files.mismatch(a, b);
        if (at < 0) {
            return List.of();
        }
        long equal = at / EventCursor.BYTES;
        List<String> lines = new ArrayList<>(List.of("first differing event: after " + equal + " equal ones"));
        int before = (int) Math.min(CONTEXT, equal);
        events(a, equal - before, before).forEach(line -> lines.add("  both  " + line));
        for (String name : List.of("A", "B")) {
            List<String> own = events("A".equals(name) ? a : b, equal, CONTEXT);
            lines.addAll(own.isEmpty() ? List.of("  " + name + "     has no more events") : List.of());
            own.forEach(line -> lines.add("  " + name + "     " + line));
        }
        return lines;
    }

    /** Returns at most so many events of a file from one on. */
    private static List<String> events(Path file, long from, int most) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(from * EventCursor.BYTES);
            byte[] records = in.readNBytes(most * EventCursor.BYTES);
            EventCursor cursor = new EventCursor()
                    .wrap(ByteBuffer.wrap(records).order(ByteOrder.LITTLE_ENDIAN), records.length / EventCursor.BYTES);
            List<String> lines = new ArrayList<>();
            while (cursor.next()) {
                lines.add(Difference.event(cursor));
            }
            return lines;
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
