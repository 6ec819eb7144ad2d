// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** The outcomes of properties as JSON. */
public final class ProofJson {
    private ProofJson() {}

    public static String of(final List<ProofOutcome> outcomes) throws IOException {
        final ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        final ObjectNode root = mapper.createObjectNode();
        final ArrayNode all = root.putArray("properties");
        for (final ProofOutcome outcome : outcomes) {
            final Property property = outcome.property();
            final ObjectNode one = all.addObject();
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
            one.set("assumes", mapper.valueToTree(property.assumes()));
            one.set("helpers", mapper.valueToTree(property.helpers()));
            one.put("cover", property.cover());
            one.put("cover_cycles", outcome.cover().depth());
            one.put("statement", outcome.statement());
            one.put("holds", outcome.holds());
            one.put("why", outcome.why());
        }
        return mapper.writeValueAsString(root);
    }

    private static String verdict(final Answer answer) {
        final String name = answer.verdict().name().toLowerCase(Locale.ROOT);
        return answer.verdict() == ProofVerdict.BOUNDED ? name + " " + answer.depth() : name;
    }
}
