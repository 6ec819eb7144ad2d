// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.machine.Mix;
import fairlead.search.Archive;
import fairlead.search.AskTell;
import fairlead.search.Evolution;
import fairlead.search.Genome;
import fairlead.search.Study;
import fairlead.search.Trials;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("M-34")
class AskTellTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Enumerated space = new Enumerated(1);

    private AskTell session(Study study) {
        return new AskTell(study, space);
    }

    /**
     * Someone who asks for three points at a time and evaluates them himself gets to the front that the search gets to.
     */
    @Test
    void askedAndToldItIsTheSameSearch() throws IOException {
        Study s = space.study();
        AskTell search = session(SmallStudy.like(s, s.objectives(), s.mostBits(), 120, s.trafficSeeds()));
        List<String> asked = new ArrayList<>();
        while (true) {
            JsonNode points = JSON.readTree(search.answer("{\"ask\": 3}")).path("points");
            if (points.isEmpty()) {
                break;
            }
            points.forEach(p -> asked.add(p.path("genes").toString()));
            String tell = tell(search, points).toString();
            assertEquals(
                    points.size(),
                    JSON.readTree(search.answer(tell)).path("told").asInt());
        }
        Trials whole = space.run(new Evolution(), 120, Mix.seed(s.seed(), 1));
        List<String> expected = whole.all().stream().map(t -> genes(t.genome())).toList();
        assertEquals(expected, asked);
        assertEquals(
                whole.front().size(),
                JSON.readTree(search.answer("{\"front\": true}")).path("front").size());
    }

    /** The line that tells what the points are worth. */
    private static ObjectNode tell(AskTell session, JsonNode points) throws IOException {
        ObjectNode evaluate = JSON.createObjectNode();
        evaluate.set("evaluate", points);
        ObjectNode tell = JSON.createObjectNode();
        tell.set("tell", JSON.readTree(session.answer(evaluate.toString())).path("results"));
        return tell;
    }

    private String genes(Genome genome) {
        ObjectNode node = JSON.createObjectNode();
        Archive.genes(space.study(), genome, node);
        return node.toString();
    }

    @Test
    void aBadLineIsAnsweredAndChangesNothing() {
        AskTell search = session(space.study());
        for (String[] line : new String[][] {
            {"{", "not JSON"},
            {"{\"ask\": 1} {\"ask\": 1}", "not JSON"},
            {"{\"evaluate\": [{\"genes\": {\"x\": 1}}]}", "genes.x: unknown"},
            {"{\"evaluate\": [{\"genes\": {\"machine.buffers.link_vc\": 1.5}}]}", "link_vc = 1.5: must be 1 to 8"},
            {"{\"asc\": 1}", "known: ask, tell, evaluate, front"},
            {"{\"ask\": 0}", "must be an integer of at least 1"},
            {"{\"evaluate\": [{\"genes\": {}}]}", "genes.machine.buffers.link_vc = : must be 1 to 8 in steps of 1"},
            {
                "{\"evaluate\": [{\"genes\": {\"machine.buffers.link_vc\": 1, \"machine.buffers.local\": 1,"
                        + " \"machine.buffers.injection\": 2, \"machine.buffers.response\": 1}}]}",
                "genes.machine.buffers.injection = 2: must be 1 to 15 in steps of 2"
            },
            {
                "{\"tell\": [{\"genes\": {\"machine.buffers.link_vc\": 1, \"machine.buffers.local\": 1,"
                        + " \"machine.buffers.injection\": 1, \"machine.buffers.response\": 1},"
                        + " \"values\": {\"completion_time\": 1e999}}]}",
                "must be a finite number"
            }
        }) {
            String answer = search.answer(line[0]);
            assertTrue(answer.startsWith("{\"error\":") && answer.contains(line[1]), answer);
        }
        assertEquals("{\"front\":[]}", search.answer("{\"front\": true}"));
    }
}
