// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.lab.faults.MarkedPart;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** The outcomes as the table of docs/lab/proofs.md. */
public final class ProofTable {
    public static final MarkedPart PART =
            new MarkedPart("<!-- BEGIN lab prove --table -->", "<!-- END lab prove --table -->");

    private ProofTable() {}

    /** Returns the page with its generated part replaced. */
    public static String into(final String page, final List<ProofOutcome> outcomes) {
        return PART.replaced(page, of(outcomes));
    }

    private static String of(final List<ProofOutcome> outcomes) {
        final StringBuilder text = new StringBuilder();
        // lines of at most 120 columns, as on every page
        text.append(ProofCounts.of(outcomes).replaceAll("(.{1,120})( |$)", "$1\n"))
                .append('\n');
        text.append(
                "| Id | Never (safety, bounded) or always (liveness) | Kind | Method | Verdict | s | Cover at | Mutant it catches, at |\n");
        text.append("|---|---|---|---|---|---|---|---|\n");
        String size = "";
        final TreeSet<String> assumed = new TreeSet<>();
        for (final ProofOutcome o : outcomes) {
            final Property p = o.property();
            if (!size.equals(p.harness())) {
                size = p.harness();
                text.append(String.format(
                        "| **%s** | %s%s | | | | | | |%n",
                        p.harness(),
                        p.size(),
                        p.assumes().isEmpty() ? "" : "; given " + String.join(", ", p.assumes())));
            }
            assumed.addAll(p.assumes());
            assumed.add("env:" + p.harness());
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %s | %s | %.1f | %d | %s, %d |%n",
                    p.id(),
                    o.statement() + (p.restates() ? " *(restates)*" : ""),
                    p.kind().name().toLowerCase(Locale.ROOT),
                    p.method().label(),
                    o.told(),
                    o.seconds(),
                    o.cover().depth(),
                    p.mutant().name(),
                    o.mutant().depth()));
        }
        text.append("\n| Given | Discharged by |\n|---|---|\n");
        assumed.forEach(id -> text.append(String.format("| %s | %s |%n", id, Assumptions.discharge(id))));
        return text.toString();
    }
}
