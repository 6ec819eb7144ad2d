// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.run.Json;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.QuoteMode;

/** Writes a {@link SearchResult} as archive.json and trials.csv. The same study and seed give the same bytes. */
public final class Archive {
    public static final String SCHEMA = "fairlead.archive/1";
    private static final CSVFormat QUOTED =
            CSVFormat.RFC4180.builder().setQuoteMode(QuoteMode.ALL_NON_NULL).get();

    private Archive() {}

    public static String json(SearchResult result) {
        Study study = result.study();
        ObjectNode root = Json.object();
        root.put("schema", SCHEMA);
        root.put("study", study.name());
        root.put("seed", study.seed());
        study.trafficSeeds().forEach(root.putArray("traffic_seeds")::add);
        root.put("points", study.size());
        root.put("method", result.method());
        if (study.objectives().contains(Objective.GATE_EQUIVALENTS)
                || study.objectives().contains(Objective.ENERGY)) {
            root.put("area", result.area().source());
        }
        root.set("quality", Json.tree(result.quality()));
        ArrayNode front = root.putArray("front");
        for (Trial trial : result.front()) {
            point(study, trial, front.addObject(), result.confirmation());
        }
        ArrayNode infeasible = root.putArray("infeasible_simulations");
        for (Trial trial : result.failed()) {
            ObjectNode one = infeasible.addObject();
            genes(study, trial.genome(), one.putObject("genes"));
            one.put("why", trial.why());
        }
        return Json.text(root);
    }

    static void point(Study study, Trial trial, ObjectNode one, Confirmation confirmation) {
        genes(study, trial.genome(), one.putObject("genes"));
        ObjectNode values = one.putObject("values");
        ObjectNode intervals = one.putObject("ci95_half");
        for (int i = 0; i < study.objectives().size(); i++) {
            values.put(study.objectives().get(i).word(), trial.values().get(i));
            intervals.put(study.objectives().get(i).word(), trial.sample().half(i));
        }
        trial.keys().forEach(one.putArray("simulations")::add);
        if (confirmation != null) {
            var own = confirmation.runs().stream().filter(run -> run.trial().equals(trial));
            one.put("rtl_equal", own.allMatch(run -> run.wrong().isEmpty()));
        }
    }

    public static void genes(Study study, Genome genome, ObjectNode node) {
        for (int i = 0; i < study.genes().size(); i++) {
            Gene gene = study.genes().get(i);
            if (gene.isOrdered()) {
                node.put(gene.path(), gene.value(genome.level(i)));
            } else {
                node.put(gene.path(), gene.text(genome.level(i)));
            }
        }
    }

    /** Returns one CSV row for each trial of the search, in the order of the trials. */
    public static String csv(SearchResult result) {
        Study study = result.study();
        List<Object> head = new ArrayList<>();
        study.genes().stream().map(Gene::path).forEach(head::add);
        study.objectives().stream().map(Objective::word).forEach(head::add);
        head.add("on_front");
        StringBuilder text = new StringBuilder(row(head, "infeasible", CSVFormat.RFC4180));
        List<Trial> front = result.front();
        for (Trial trial : result.trials()) {
            List<Object> cells = new ArrayList<>(study.texts(trial.genome()));
            for (int i = 0; i < study.objectives().size(); i++) {
                cells.add(trial.feasible() ? trial.values().get(i) : "");
            }
            cells.add(front.contains(trial));
            text.append(row(cells, trial.feasible() ? null : trial.why(), QUOTED));
        }
        return text.toString();
    }

    private static String row(List<Object> cells, String last, CSVFormat format) {
        return CSVFormat.RFC4180.format(cells.toArray()) + "," + format.format(last) + "\r\n";
    }
}
