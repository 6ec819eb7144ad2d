// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.lab.proofs.Answer.ProofVerdict;
import fairlead.lab.proofs.Property.Method;
import fairlead.lab.proofs.Property.Mutants;
import fairlead.lab.proofs.Property.PropertyKind;
import fairlead.lab.proofs.ProverTool.ProveException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** All properties and assumptions, which are tables in hw/src/lab/proofs: one a harness, and one of the assumptions. */
public final class Catalogue {
    private static final String ASSUMPTIONS = "assumptions.tsv";
    private static final String END = ".tsv";
    private static final List<String> COLUMNS =
            List.of("id", "kind", "method", "claim", "seconds", "cover", "mutants", "marks", "together", "statement");

    private static Catalogue known; // the one of this project

    private final List<Property> properties = new ArrayList<>();
    private final List<Assumption> assumptions = new ArrayList<>();

    /** @param folder the folder of the tables */
    Catalogue(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(END)).sorted().toList()) {
                if (file.getFileName().toString().equals(ASSUMPTIONS)) {
                    TsvTable.read(file, Assumption.COLUMNS, Set.of())
                            .forEach(row -> assumptions.add(Assumption.of(row)));
                } else {
                    TsvTable.read(file, COLUMNS, Set.of("size", "given")).forEach(row -> properties.add(property(row)));
                }
            }
        } catch (IOException e) {
            throw new ProveException(folder + ": cannot be read: " + e.getMessage());
        }
        Set<String> ids = new HashSet<>();
        for (Property property : properties) {
            if (!ids.add(property.id())) {
                throw new ProveException(folder + ": " + property.id() + " has two rows");
            }
        }
    }

    public static List<Property> all() {
        return ofProject().properties();
    }

    static synchronized Catalogue ofProject() {
        if (known == null) {
            known = new Catalogue(
                    Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "."), "hw", "src", "lab", "proofs"));
        }
        return known;
    }

    List<Property> properties() {
        return List.copyOf(properties);
    }

    List<Assumption> assumptions() {
        return List.copyOf(assumptions);
    }

    private static Property property(TsvTable.Row row) {
        String file = row.file().getFileName().toString();
        String[] id = row.match("id", "[A-Z]\\d+\\.[A-Z]+_[A-Z]\\d+").split("\\.");
        Method method = row.choice("method", Method.class);
        ProofVerdict claim = row.choice("claim", ProofVerdict.class);
        if (claim == ProofVerdict.REFUTED) {
            throw row.wrong("claim", "'refuted' is no claim");
        }
        int rounds = row.number("method", 1, 0);
        int cycles = row.number("claim", 1, 0);
        if (rounds > 0 != (method == Method.ROUNDS)) {
            throw row.wrong("method", "a number belongs to rounds, and to no other method");
        }
        if (cycles > 0 != (claim == ProofVerdict.BOUNDED)) {
            throw row.wrong("claim", "a number of cycles belongs to bounded, and to no other claim");
        }
        String[] drawn =
                row.match("mutants", "\\w+(\\.\\w+)?( \\d+)?").split(" ")[0].split("\\.");
        List<String> marks = row.words("marks", Set.of("quick", "restates"));
        return new Property(
                id[0],
                id[1],
                file.substring(0, file.length() - END.length()),
                row.choice("kind", PropertyKind.class),
                method,
                row.text("size"),
                row.text("statement") + (rounds > 0 ? "; within " + rounds + " rounds of these" : ""),
                row.words("together"),
                row.words("given"),
                row.match("cover", "[A-Z]+_C\\d+"),
                new Mutants(drawn[0], drawn.length == 1 ? "" : drawn[1], row.number("mutants", 1, 1)),
                Integer.parseInt(row.match("seconds", "[1-9]\\d{0,3}")),
                Math.max(rounds, cycles),
                claim,
                marks.contains("restates"),
                marks.contains("quick"));
    }

    /**
     * An assumption of proofs and the reason why it is true in the machine. Assertions of a unit are also checked, at
     * full size, in every run of the lab library. A test checks the edges (AssumptionsTest).
     *
     * @param id an assumed assertion, or {@code env:<harness>} for the limits that the environment of a harness has by
     *     construction
     * @param basis the kind of reason that makes the assumption true
     * @param because the reason, as a sentence
     * @param edges the properties on which the assumption rests
     * @param remains the part that no property shows; empty if all of it is shown
     */
    record Assumption(String id, Basis basis, String because, List<Edge> edges, String remains) {
        static final List<String> COLUMNS = List.of("id", "basis", "because", "rests", "remains");
        private static final Pattern EDGE = Pattern.compile("(\\w+)(?: \\(earlier: ([^;)]+)\\))?");

        /** The kind of reason that makes an assumption true. */
        enum Basis {
            PROPERTIES, // proved properties of other units or of the same unit
            RULE, // a rule of the software or of the configuration, which simulation asserts at full size
            SIZE, // the size of the proved instance; the machine itself is larger
            /** No reason is needed, because the environment does whatever the pins allow. */
            ANYTHING
        }

        /**
         * One property on which an assumption rests.
         *
         * @param property an assertion of the catalogue
         * @param step the reason why the property is needed only for an earlier cycle; empty if it may be needed for
         *     the same cycle
         */
        record Edge(String property, String step) {
            boolean sameCycle() {
                return step.isEmpty();
            }

            String text() {
                return sameCycle() ? property : property + " (earlier: " + step + ")";
            }
        }

        static Assumption of(TsvTable.Row row) {
            String rests = row.text("rests");
            return new Assumption(
                    row.match("id", "env:\\w+|[A-Z]+_[A-Z]\\d+"),
                    row.choice("basis", Basis.class),
                    row.match("because", ".+"),
                    rests.isEmpty()
                            ? List.of()
                            : Arrays.stream(rests.split("; "))
                                    .map(text -> edge(row, text))
                                    .toList(),
                    row.text("remains"));
        }

        private static Edge edge(TsvTable.Row row, String text) {
            Matcher m = EDGE.matcher(text);
            if (!m.matches()) {
                throw row.wrong("rests", "'" + text + "' is neither ID nor ID (earlier: reason)");
            }
            return new Edge(m.group(1), m.group(2) == null ? "" : m.group(2));
        }
    }

    /**
     * The reader of the tables in hw/src/lab/proofs: a line a row, cells separated by tabs, of which empty ones at the
     * end may be missing. The first row names the columns. A line that begins with {@code #} is a comment. A line whose
     * first cell is a setting gives a further cell to each row below it, until the setting is given again.
     */
    static final class TsvTable {
        private TsvTable() {}

        /** One row with the place that messages name. */
        record Row(Path file, int line, Map<String, String> cells) {
            /** Returns a cell, which is empty where the row has none. */
            String text(String column) {
                return cells.getOrDefault(column, "");
            }

            /** Returns a cell that must match. */
            String match(String column, String pattern) {
                if (!text(column).matches(pattern)) {
                    throw wrong(column, "'" + text(column) + "' is not of the form " + pattern);
                }
                return text(column);
            }

            List<String> words(String column) {
                return text(column).isBlank()
                        ? List.of()
                        : List.of(text(column).strip().split(" +"));
            }

            List<String> words(String column, Set<String> known) {
                for (String word : words(column)) {
                    if (!known.contains(word)) {
                        throw wrong(column, "'" + word + "' is none of " + String.join(", ", known));
                    }
                }
                return words(column);
            }

            /** Returns the value that the first word of a cell names in small letters. */
            <E extends Enum<E>> E choice(String column, Class<E> type) {
                String word = words(column).isEmpty() ? "" : words(column).get(0);
                return Arrays.stream(type.getEnumConstants())
                        .filter(e -> e.name().toLowerCase(Locale.ROOT).equals(word))
                        .findFirst()
                        .orElseThrow(() -> wrong(
                                column,
                                "'" + word + "' is none of "
                                        + Arrays.toString(type.getEnumConstants())
                                                .toLowerCase(Locale.ROOT)));
            }

            /** Returns the number that is a word of a cell, or a default where the cell has no such word. */
            int number(String column, int word, int otherwise) {
                if (words(column).size() <= word) {
                    return otherwise;
                }
                try {
                    return Integer.parseUnsignedInt(words(column).get(word));
                } catch (NumberFormatException e) {
                    throw wrong(column, "'" + words(column).get(word) + "' is no number");
                }
            }

            ProveException wrong(String column, String what) {
                return new ProveException(file + ":" + line + ": column " + column + ": " + what);
            }
        }

        static List<Row> read(Path file, List<String> columns, Set<String> settings) {
            List<String> lines;
            try {
                lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new ProveException(file + ": cannot be read: " + e.getMessage());
            }
            List<Row> rows = new ArrayList<>();
            Map<String, String> set = new HashMap<>();
            boolean named = false;
            for (int k = 0; k < lines.size(); k++) {
                String[] cells = lines.get(k).split("\t");
                if (lines.get(k).isBlank() || lines.get(k).startsWith("#")) {
                    continue;
                }
                Row row = new Row(file, k + 1, new HashMap<>(set));
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
}
