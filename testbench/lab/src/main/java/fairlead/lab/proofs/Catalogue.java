// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
                    Table.read(file, Assumption.COLUMNS, Set.of()).forEach(row -> assumptions.add(Assumption.of(row)));
                } else {
                    Table.read(file, COLUMNS, Set.of("size", "given")).forEach(row -> properties.add(property(row)));
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

    private static Property property(final Table.Row row) {
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
}
