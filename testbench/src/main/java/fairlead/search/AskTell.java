// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.machine.Mix;
import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A search that an external program drives with one JSON object per line, so that users can bring their own optimiser
 * or their own evaluator.
 *
 * <p>`{"ask": n}` returns up to n points that this search needs next. `{"tell": [{"genes": .., "values": ..}]}`
 * supplies the objective values of points, whether the search has requested them or not; null values mark an infeasible
 * point. `{"evaluate": [{"genes": ..}]}` simulates any points. `{"front": true}` returns the front of all points with
 * known values. An invalid line is answered by `{"error": ..}` and changes no state.
 */
public final class AskTell {
    /** Refuses text after the value, and duplicate keys. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build();

    private static final int BRIEF = 60;
    private static final int MOST_POINTS = 10_000; // the limit for one line

    private final Study study;
    private final Trials.Evaluator simulator;
    private final Map<Genome, Trial> told = new HashMap<>();
    private final Deque<Genome> open = new ArrayDeque<>(); // points without values that the search needs next

    public AskTell(Study study, Trials.Evaluator simulator) {
        this.study = study;
        this.simulator = simulator;
    }

    /** Ends a search that needs points without values. */
    private static final class Needed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Needed() {
            super("values are needed", null, false, false);
        }
    }

    public void serve(BufferedReader in, PrintStream out) throws IOException {
        for (String line = line(in); line != null; line = line(in)) {
            if (!line.isBlank()) {
                out.println(answer(line));
            }
        }
    }

    /** Returns the next line, or null at the end; an endless line would fill the memory, so its length is limited. */
    private static String line(BufferedReader in) throws IOException {
        StringBuilder line = new StringBuilder();
        int next = in.read();
        while (next >= 0 && next != '\n') {
            if (line.length() == InputText.MOST_BYTES) {
                throw new BadInput("stdin: a line has more than " + InputText.MOST_BYTES + " characters");
            }
            line.append((char) next);
            next = in.read();
        }
        return next < 0 && line.length() == 0 ? null : line.toString();
    }

    /** Returns the answer to one input line, as one line of JSON. */
    public String answer(String line) {
        ObjectNode out = JSON.createObjectNode();
        try {
            JsonNode in = JSON.readTree(InputText.checked(line, "input"));
            if (!in.isObject() || in.size() != 1) {
                throw new BadInput("must be an object of one key; known: ask, tell, evaluate, front");
            }
            JsonNode value = in.elements().next();
            switch (in.fieldNames().next()) {
                case "ask" -> ask(value, out.putArray("points"));
                case "tell" -> out.put("told", tell(value));
                case "evaluate" -> evaluate(value, out.putArray("results"));
                case "front" -> front(out.putArray("front"));
                default -> throw new BadInput("known: ask, tell, evaluate, front");
            }
            return out.toString();
        } catch (BadInput e) {
            return error(e.getMessage());
        } catch (JsonProcessingException e) {
            return error("not JSON: "
                    + String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse(""));
        }
    }

    private static String error(String what) {
        return JSON.createObjectNode().put("error", what).toString();
    }

    private void ask(JsonNode count, ArrayNode points) {
        if (!count.isIntegralNumber() || !count.canConvertToInt() || count.asInt() < 1) {
            throw new BadInput("ask = " + shortened(count) + ": must be an integer of at least 1");
        }
        advance();
        open.stream()
                .limit(count.asInt())
                .forEach(genome ->
                        Archive.genes(study, genome, points.addObject().putObject("genes")));
    }

    /** Makes all decisions of the search again, by the values so far, up to the first points without values. */
    private void advance() {
        if (!open.isEmpty()) {
            return;
        }
        Trials.Evaluator known = points -> {
            points.stream().filter(point -> !told.containsKey(point)).forEach(open::add);
            if (!open.isEmpty()) {
                throw new Needed();
            }
            return points.stream().map(told::get).toList();
        };
        try {
            Trials trials = new Trials(study.genes(), study.objectives().size(), known, study.budget(), t -> {});
            new Evolution().run(trials, Mix.seed(study.seed(), 1));
        } catch (Needed e) {
            // `open` has the points
        }
    }

    /** Returns a value as a message shows it. */
    private static String shortened(JsonNode value) {
        String text = value.toString();
        return text.length() <= BRIEF ? text : text.substring(0, BRIEF) + "...";
    }

    private static void requireList(JsonNode list, String key) {
        if (!list.isArray() || list.size() > MOST_POINTS) {
            throw new BadInput(
                    key + " = " + shortened(list) + ": must be a list of at most " + MOST_POINTS + " points");
        }
    }

    private static void requireKnown(JsonNode object, String key, List<String> known) {
        if (!object.isObject()) {
            throw new BadInput(key + " = " + shortened(object) + ": must be a mapping of " + String.join(", ", known));
        }
        object.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                throw new BadInput(key + "." + name + ": unknown; known: " + String.join(", ", known));
            }
        });
    }

    private int tell(JsonNode list) {
        requireList(list, "tell");
        List<Trial> trials = new ArrayList<>();
        list.forEach(one -> trials.add(trial(genome(one.path("genes")), one.path("values"))));
        for (Trial trial : trials) {
            told.put(trial.genome(), trial);
            open.remove(trial.genome());
        }
        return trials.size();
    }

    private Trial trial(Genome genome, JsonNode values) {
        if (values.isNull()) {
            return new Trial(genome, List.of(), null, List.of("told"), "told to be infeasible");
        }
        requireKnown(
                values,
                "values",
                study.objectives().stream().map(Objective::word).toList());
        double[][] costs = new double[study.objectives().size()][1];
        List<Double> plain = new ArrayList<>();
        for (int i = 0; i < costs.length; i++) {
            Objective o = study.objectives().get(i);
            JsonNode value = values.path(o.word());
            if (!value.isNumber() || !Double.isFinite(value.asDouble())) {
                throw new BadInput("tell: values." + o.word() + " = " + shortened(value) + ": must be a finite number");
            }
            plain.add(value.asDouble());
            costs[i][0] = o.cost(value.asDouble());
        }
        return new Trial(genome, plain, new Sample(costs), List.of("told"), null);
    }

    private void evaluate(JsonNode list, ArrayNode results) {
        List<Genome> genomes = new ArrayList<>();
        requireList(list, "evaluate");
        list.forEach(one -> genomes.add(genome(one.path("genes"))));
        for (Trial trial : simulator.evaluate(genomes)) {
            ObjectNode one = results.addObject();
            if (trial.feasible()) {
                Archive.point(study, trial, one, null);
            } else {
                Archive.genes(study, trial.genome(), one.putObject("genes"));
                one.putNull("values");
                one.put("why", trial.why());
            }
        }
    }

    private void front(ArrayNode front) {
        Trials.front(told.values().stream().filter(Trial::feasible).toList())
                .forEach(t -> Archive.point(study, t, front.addObject(), null));
    }

    private Genome genome(JsonNode node) {
        int[] levels = new int[study.genes().size()];
        requireKnown(node, "genes", study.genes().stream().map(Gene::path).toList());
        for (int i = 0; i < levels.length; i++) {
            Gene gene = study.genes().get(i);
            JsonNode value = node.path(gene.path());
            boolean typed = gene.isOrdered() ? value.isIntegralNumber() : value.isValueNode();
            levels[i] = typed ? gene.level(value.asText()) : -1;
            if (levels[i] < 0) {
                throw new BadInput("genes." + gene.path() + " = " + shortened(value) + ": must be " + gene.allowed());
            }
        }
        return Genome.of(levels);
    }
}
