// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The rows of the catalogue with their statements, and the assumptions that they use, as Markdown. */
public final class ProofTable {
    private ProofTable() {}

    /**
     * Returns the table.
     *
     * @param verilog the folder with one Verilog file per harness, which has the texts of the statements
     */
    public static String of(final List<Property> rows, final Path verilog) throws IOException {
        final StringBuilder text = new StringBuilder(
                "| Id | Never (safety, bounded) or always (liveness) | Kind | Method | Claim | Cover | Mutants of |\n"
                        + "|---|---|---|---|---|---|---|\n");
        final Set<String> used = new TreeSet<>();
        String harness = "";
        Netlist netlist = null;
        for (final Property p : rows) {
            if (!harness.equals(p.harness())) {
                harness = p.harness();
                netlist = Netlist.of(Files.readString(verilog.resolve(harness + ".sv")));
                text.append(String.format(
                        "| **%s** | %s%s | | | | | |%n",
                        harness, p.size(), p.assumes().isEmpty() ? "" : "; given " + String.join(", ", p.assumes())));
            }
            used.addAll(p.assumes());
            used.add("env:" + harness);
            text.append(String.format(
                    "| %s | %s%s | %s | %s | %s | %s | %s |%n",
                    p.id(),
                    p.statement().isEmpty() ? netlist.statements().getOrDefault(p.assertion(), "") : p.statement(),
                    p.restates() ? " *(restates)*" : "",
                    p.kind().name().toLowerCase(Locale.ROOT),
                    p.method().label(),
                    p.claim().name().toLowerCase(Locale.ROOT)
                            + (p.claim() == ProofVerdict.BOUNDED ? " " + p.depth() : ""),
                    p.cover(),
                    p.mutants().unit()));
        }
        text.append("\n| Given | Basis | Because | Rests on | Remains assumed |\n|---|---|---|---|---|\n");
        for (final Assumption a : Catalogue.ofProject().assumptions()) {
            if (used.contains(a.id())) {
                text.append(String.format(
                        "| %s | %s | %s | %s | %s |%n",
                        a.id(),
                        a.basis().name().toLowerCase(Locale.ROOT),
                        a.because(),
                        String.join(
                                "; ",
                                a.edges().stream().map(Assumption.Edge::text).toList()),
                        a.remains()));
            }
        }
        return text.toString();
    }
}
