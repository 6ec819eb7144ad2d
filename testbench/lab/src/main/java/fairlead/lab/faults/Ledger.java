// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import fairlead.run.WholeFile;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/**
 * A file of CSV that a campaign continues: a line that says which campaign it is, the heads, and the rows of what has
 * ended. Rows are written as soon as they are there, so whatever ends the process leaves a sound file, and the same
 * campaign goes on after the last whole row.
 */
public final class Ledger {
    private static final CSVFormat FORMAT =
            CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();

    private final Path path;
    private final String head;
    private final List<CSVRecord> known;

    /**
     * @param campaign says what decides the rows, in one line
     * @param others what the ledger has if it has another campaign, and what to do then
     * @throws BadInput if the file is there and belongs to another campaign
     */
    public Ledger(Path path, String campaign, List<String> heads, String others, String remedy) throws IOException {
        this.path = path;
        head = "# " + campaign + "\n" + FORMAT.format(heads.toArray()) + "\n";
        String text = Files.exists(path) ? Files.readString(path) : "";
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        if (!whole.isEmpty() && !whole.startsWith(head)) {
            throw new BadInput(path + ": the ledger of " + others + " ("
                    + whole.lines().findFirst().orElse("").replaceFirst("^# ", "") + "); " + remedy);
        }
        known = FORMAT.parse(new StringReader(whole.isEmpty() ? "" : whole.substring(head.length())))
                .getRecords();
        if (path.getParent() != null) {
            Files.createDirectories(path.getParent());
        }
        if (!whole.equals(text) || whole.isEmpty()) {
            WholeFile.write(path, whole.isEmpty() ? head : whole);
        }
    }

    /** Returns the text of a resource next to a class. */
    public static String text(Class<?> beside, String resource) {
        try (InputStream in = beside.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the lines of a resource next to a class, without comments. */
    public static List<String> lines(Class<?> beside, String resource) {
        return text(beside, resource)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    /** Returns the rows that the file had when it was opened. */
    public List<CSVRecord> known() {
        return known;
    }

    /** Adds rows, which are written together. */
    public synchronized void add(List<List<Object>> rows) throws IOException {
        Files.writeString(path, text(rows), StandardOpenOption.APPEND);
    }

    /** Leaves these rows and no others. */
    public synchronized void replace(List<List<Object>> rows) throws IOException {
        WholeFile.write(path, head + text(rows));
    }

    private static String text(List<List<Object>> rows) throws IOException {
        StringBuilder text = new StringBuilder();
        for (List<Object> row : rows) {
            FORMAT.printRecord(text, row.toArray());
        }
        return text.toString();
    }
}
