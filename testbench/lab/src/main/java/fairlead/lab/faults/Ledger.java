// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.run.WholeFile;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A file that a campaign continues: a line that says which campaign it is, and a line of JSON for each row that has
 * ended. Rows are written as soon as they are there, so whatever ends the process leaves a sound file, and the same
 * campaign goes on after the last whole row.
 *
 * @param <T> a record
 */
public final class Ledger<T> {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .setVisibility(PropertyAccessor.ALL, Visibility.NONE)
            .setVisibility(PropertyAccessor.FIELD, Visibility.ANY)
            .setVisibility(PropertyAccessor.CREATOR, Visibility.ANY);

    private final Path path;
    private final String head;
    private final List<T> known = new ArrayList<>();

    /**
     * @param campaign says what decides the rows, in one line
     * @param others what the ledger has if it has another campaign, and what to do then
     * @throws BadInput if the file is there and belongs to another campaign, or has another row
     */
    public Ledger(Path path, String campaign, Class<T> row, String others, String remedy) throws IOException {
        this.path = path;
        head = "# " + campaign + "\n";
        String text = Files.exists(path) ? Files.readString(path) : "";
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        if (!whole.isEmpty() && !whole.startsWith(head)) {
            throw new BadInput(path + ": the ledger of " + others + " ("
                    + whole.lines().findFirst().orElse("").replaceFirst("^# ", "") + "); " + remedy);
        }
        for (String line : whole.lines().skip(1).toList()) {
            try {
                known.add(MAPPER.readValue(line, row));
            } catch (JsonProcessingException e) {
                throw new BadInput(path + ": a row is not that of a ledger: " + e.getOriginalMessage());
            }
        }
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
    public List<T> known() {
        return List.copyOf(known);
    }

    public synchronized void add(T row) throws IOException {
        Files.writeString(path, MAPPER.writeValueAsString(row) + "\n", StandardOpenOption.APPEND);
    }

    /** Leaves these rows and no others. */
    public synchronized void replace(Iterable<T> rows) throws IOException {
        StringBuilder text = new StringBuilder(head);
        for (T row : rows) {
            text.append(MAPPER.writeValueAsString(row)).append('\n');
        }
        WholeFile.write(path, text.toString());
    }
}
