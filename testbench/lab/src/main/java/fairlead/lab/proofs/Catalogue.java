// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.lab.proofs.Answer.ProofVerdict;
import fairlead.lab.proofs.Property.Method;
import fairlead.lab.proofs.Property.Mutants;
import fairlead.lab.proofs.Property.PropertyKind;
import fairlead.lab.proofs.ProverTool.ProveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
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
    Catalogue(final Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            for (final Path file :
                    files.filter(f -> f.toString().endsWith(END)).sorted().toList()) {
                if (file.getFileName().toString().equals(ASSUMPTIONS)) {
                    TsvTable.read(file, Assumption.COLUMNS, Set.of())
                            .forEach(row -> assumptions.add(Assumption.of(row)));
                } else {
                    TsvTable.read(file, COLUMNS, Set.of("size", "given")).forEach(row -> properties.add(property(row)));
                }
            }
        } catch (final IOException e) {
            throw new ProveException(folder + ": cannot be read: " + e.getMessage());
        }
        final Set<String> ids = new HashSet<>();
        for (final Property property : properties) {
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

    private static Property property(final TsvTable.Row row) {
        final String file = row.file().getFileName().toString();
        final String[] id = row.match("id", "[A-Z]\\d+\\.[A-Z]+_[A-Z]\\d+").split("\\.");
        final Method method = row.choice("method", Method.class);
        final ProofVerdict claim = row.choice("claim", ProofVerdict.class);
        if (claim == ProofVerdict.REFUTED) {
            throw row.wrong("claim", "'refuted' is no claim");
        }
        final int rounds = row.number("method", 1, 0);
        final int cycles = row.number("claim", 1, 0);
        if (rounds > 0 != (method == Method.ROUNDS)) {
            throw row.wrong("method", "a number belongs to rounds, and to no other method");
        }
        if (cycles > 0 != (claim == ProofVerdict.BOUNDED)) {
            throw row.wrong("claim", "a number of cycles belongs to bounded, and to no other claim");
        }
        final String[] drawn =
                row.match("mutants", "\\w+(\\.\\w+)?( \\d+)?").split(" ")[0].split("\\.");
        final List<String> marks = row.words("marks", Set.of("quick", "restates"));
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
     * An assumption of proofs and the reason why it is true in the machine. Assertions of a unit are also checked, at full
     * size, in every run of the lab library. A test checks the edges (AssumptionsTest).
     *
     * @param id an assumed assertion, or {@code env:<harness>} for the limits that the environment of a harness has by
     *      construction
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
            /** Proved properties of other units or of the same unit. */
            PROPERTIES,
            /** A rule of the software or of the configuration, which simulation asserts at full size. */
            RULE,
            /** The size of the proved instance; the machine itself is larger. */
            SIZE,
            /** No reason is needed, because the environment does whatever the pins allow. */
            ANYTHING
        }

        /**
         * One property on which an assumption rests.
         *
         * @param property an assertion of the catalogue
         * @param step the reason why the property is needed only for an earlier cycle; empty if it may be needed for the
         *      same cycle
         */
        record Edge(String property, String step) {
            boolean sameCycle() {
                return step.isEmpty();
            }

            String text() {
                return sameCycle() ? property : property + " (earlier: " + step + ")";
            }
        }

        static Assumption of(final TsvTable.Row row) {
            final String rests = row.text("rests");
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

        private static Edge edge(final TsvTable.Row row, final String text) {
            final Matcher m = EDGE.matcher(text);
            if (!m.matches()) {
                throw row.wrong("rests", "'" + text + "' is neither ID nor ID (earlier: reason)");
            }
            return new Edge(m.group(1), m.group(2) == null ? "" : m.group(2));
        }
    }
}
