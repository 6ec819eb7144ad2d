// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.lab.proofs.ProverTool.ProveException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The reader of the tables in hw/src/lab/proofs: a line a row, cells separated by tabs, of which empty ones at the end
 * may be missing. The first row names the columns. A line that begins with {@code #} is a comment. A line whose first
 * cell is a setting gives a further cell to each row below it, until the setting is given again.
 */
final class TsvTable {
    private TsvTable() {}

    /** One row with the place that messages name. */
    record Row(Path file, int line, Map<String, String> cells) {
        /** Returns a cell, which is empty where the row has none. */
        String text(final String column) {
            return cells.getOrDefault(column, "");
        }

        /** Returns a cell that must match. */
        String match(final String column, final String pattern) {
            if (!text(column).matches(pattern)) {
                throw wrong(column, "'" + text(column) + "' is not of the form " + pattern);
            }
            return text(column);
        }

        /** Returns the words of a cell. */
        List<String> words(final String column) {
            return text(column).isBlank()
                    ? List.of()
                    : List.of(text(column).strip().split(" +"));
        }

        /** Returns the words of a cell, each of which must be in a set. */
        List<String> words(final String column, final Set<String> known) {
            for (final String word : words(column)) {
                if (!known.contains(word)) {
                    throw wrong(column, "'" + word + "' is none of " + String.join(", ", known));
                }
            }
            return words(column);
        }

        /** Returns the value that the first word of a cell names in small letters. */
        <E extends Enum<E>> E choice(final String column, final Class<E> type) {
            final String word = words(column).isEmpty() ? "" : words(column).get(0);
            return Arrays.stream(type.getEnumConstants())
                    .filter(e -> e.name().toLowerCase(Locale.ROOT).equals(word))
                    .findFirst()
                    .orElseThrow(() -> wrong(
                            column,
                            "'" + word + "' is none of "
                                    + Arrays.toString(type.getEnumConstants()).toLowerCase(Locale.ROOT)));
        }

        /** Returns the number that is a word of a cell, or a default where the cell has no such word. */
        int number(final String column, final int word, final int otherwise) {
            if (words(column).size() <= word) {
                return otherwise;
            }
            try {
                return Integer.parseUnsignedInt(words(column).get(word));
            } catch (final NumberFormatException e) {
                throw wrong(column, "'" + words(column).get(word) + "' is no number");
            }
        }

        ProveException wrong(final String column, final String what) {
            return new ProveException(file + ":" + line + ": column " + column + ": " + what);
        }
    }

    static List<Row> read(final Path file, final List<String> columns, final Set<String> settings) {
        final List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new ProveException(file + ": cannot be read: " + e.getMessage());
        }
        final List<Row> rows = new ArrayList<>();
        final Map<String, String> set = new HashMap<>();
        boolean named = false;
        for (int k = 0; k < lines.size(); k++) {
            final String[] cells = lines.get(k).split("\t");
            if (lines.get(k).isBlank() || lines.get(k).startsWith("#")) {
                continue;
            }
            final Row row = new Row(file, k + 1, new HashMap<>(set));
            if (settings.contains(cells[0])) {
                if (cells.length > 2) {
                    throw row.wrong(cells[0], "has more than one cell");
                }
                set.put(cells[0], cells.length == 2 ? cells[1] : "");
            } else if (!named) {
                named = true;
                if (!List.of(cells).equals(columns)) {
                    throw row.wrong(cells[0], "the columns are not " + String.join(", ", columns));
                }
            } else if (cells.length > columns.size()) {
                throw row.wrong(columns.get(columns.size() - 1), "a cell follows it");
            } else {
                for (int c = 0; c < cells.length; c++) {
                    row.cells().put(columns.get(c), cells[c]);
                }
                rows.add(row);
            }
        }
        return rows;
    }
}
