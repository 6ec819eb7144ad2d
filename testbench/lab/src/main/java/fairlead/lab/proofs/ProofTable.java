// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.lab.proofs.Answer.ProofVerdict;
import fairlead.lab.proofs.Catalogue.Assumption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The rows of the catalogue with their statements, and the assumptions that they use, as Markdown. */
public final class ProofTable {
    private ProofTable() {}

    /** @param verilog the folder with one Verilog file per harness, which has the texts of the statements */
    public static String of(List<Property> rows, Path verilog) throws IOException {
        StringBuilder text = new StringBuilder(
                "| Id | Never (safety, bounded) or always (liveness) | Kind | Method | Claim | Cover | Mutants of |\n"
                        + "|---|---|---|---|---|---|---|\n");
        Set<String> used = new TreeSet<>();
        String harness = "";
        Netlist netlist = null;
        for (Property p : rows) {
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
        for (Assumption a : Catalogue.ofProject().assumptions()) {
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

    /** The outcomes of properties as JSON. */
    public static final class ProofJson {
        private ProofJson() {}

        public static Map<String, Object> of(List<ProofOutcome> outcomes) {
            List<Map<String, Object>> all = new ArrayList<>();
            for (ProofOutcome outcome : outcomes) {
                Property property = outcome.property();
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("id", property.id());
                one.put("kind", property.kind().name().toLowerCase(Locale.ROOT));
                one.put("claim", property.claim().name().toLowerCase(Locale.ROOT));
                one.put("verdict", verdict(outcome.proof()));
                one.put("limit_seconds", property.limit());
                one.put("restates", property.restates());
                one.put("method", property.method().label());
                one.put("size", property.size());
                one.put("seconds", Math.round(outcome.seconds() * 1000) / 1000.0);
                one.put("mutants", property.mutants().unit());
                one.put("mutant", outcome.mutant().detail());
                one.put("mutant_cycles", outcome.mutant().depth());
                one.put("mutant_verdict", verdict(outcome.mutant()));
                one.put("assumes", property.assumes());
                one.put("helpers", property.helpers());
                one.put("cover", property.cover());
                one.put("cover_cycles", outcome.cover().depth());
                one.put("statement", outcome.statement());
                one.put("holds", outcome.holds());
                one.put("why", outcome.why());
                all.add(one);
            }
            return Map.of("properties", all);
        }

        private static String verdict(Answer answer) {
            String name = answer.verdict().name().toLowerCase(Locale.ROOT);
            return answer.verdict() == ProofVerdict.BOUNDED ? name + " " + answer.depth() : name;
        }
    }
}
