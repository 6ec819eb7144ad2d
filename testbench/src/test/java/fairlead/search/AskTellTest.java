// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.search.study.Genome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AskTellTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Enumerated space = new Enumerated(1);

    /** Someone who asks for three points at a time and evaluates them himself gets to the front that the search gets to. */
    @Test
    void askedAndToldItIsTheSameSearch() throws IOException {
        final AskTell search = new AskTell(space.study().withBudget(120), space);
        final List<String> asked = new ArrayList<>();
        while (true) {
            final JsonNode points = JSON.readTree(search.answer("{\"ask\": 3}")).path("points");
            if (points.isEmpty()) {
                break;
            }
            points.forEach(p -> asked.add(p.path("genes").toString()));
            final ObjectNode evaluate = JSON.createObjectNode();
            evaluate.set("evaluate", points);
            final JsonNode results =
                    JSON.readTree(search.answer(evaluate.toString())).path("results");
            final ObjectNode tell = JSON.createObjectNode();
            tell.set("tell", results);
            assertEquals(
                    points.size(),
                    JSON.readTree(search.answer(tell.toString())).path("told").asInt());
        }
        final Trials whole = space.run(
                new Combined(), 120, fairlead.engine.api.Mix.seed(space.study().seed(), 1));
        final List<String> expected =
                whole.all().stream().map(t -> genes(t.genome())).toList();
        assertEquals(expected, asked);
        assertEquals(
                whole.front().size(),
                JSON.readTree(search.answer("{\"front\": true}")).path("front").size());
    }

    private String genes(final Genome genome) {
        final ObjectNode node = JSON.createObjectNode();
        Archive.genes(space.study(), genome, node);
        return node.toString();
    }

    @Test
    void aBadLineIsAnsweredAndChangesNothing() {
        final AskTell search = new AskTell(space.study(), space);
        for (final String[] line : new String[][] {
            {"{", "not JSON"},
            {"{\"asc\": 1}", "known: ask, tell, evaluate, front"},
            {"{\"ask\": 0}", "must be an integer of at least 1"},
            {"{\"evaluate\": [{\"genes\": {}}]}", "genes.machine.buffers.link_vc = : must be 1 to 8 in steps of 1"},
            {
                "{\"evaluate\": [{\"genes\": {\"machine.buffers.link_vc\": 1, \"machine.buffers.local\": 1,"
                        + " \"machine.buffers.injection\": 2, \"machine.buffers.response\": 1}}]}",
                "genes.machine.buffers.injection = 2: must be 1 to 15 in steps of 2"
            }
        }) {
            final String answer = search.answer(line[0]);
            assertTrue(answer.startsWith("{\"error\":") && answer.contains(line[1]), answer);
        }
        assertEquals("{\"front\":[]}", search.answer("{\"front\": true}"));
    }
}
