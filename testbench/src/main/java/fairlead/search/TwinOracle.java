// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.evaluate.Evaluation;
import fairlead.evaluate.Job;
import fairlead.evaluate.Pool;
import fairlead.scenario.BadInput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An evaluator that simulates points on the twin, or with units of the user on the RTL, with every traffic seed of the
 * study.
 *
 * @param area the cost model behind the objectives gate_equivalents and energy
 */
public record TwinOracle(Study study, Pool pool, Area area) implements Trials.Evaluator {
    /** Returns the simulations of one point, one per traffic seed. */
    public static List<Job> jobs(Study study, Genome genome, String engine) {
        return study.trafficSeeds().stream()
                .map(seed -> study.job(genome, "engine=" + engine, "seed=" + seed))
                .toList();
    }

    /** Adds the facts of a point, or returns why it is not simulated. */
    private String refusal(Genome point, Map<Genome, PointFacts> facts) {
        try {
            PointFacts found = study.facts(point);
            if (found.deadlock() != null) {
                return "the machine can deadlock";
            }
            if (found.bits() > study.mostBits()) {
                return found.bits() + " buffer bits a node, more than constraints.max_buffer_bits";
            }
            facts.put(point, found);
            return null;
        } catch (BadInput e) {
            return "no legal scenario: " + e.lines().get(0);
        }
    }

    @Override
    public List<Trial> evaluate(List<Genome> points) {
        Map<Genome, Trial> trials = new HashMap<>();
        Map<Genome, PointFacts> facts = new LinkedHashMap<>();
        for (Genome point : points) {
            String why = refusal(point, facts);
            if (why != null) {
                trials.put(point, Trial.infeasible(point, why));
            }
        }
        if (study.objectives().contains(Objective.GATE_EQUIVALENTS)) {
            area.prepare(facts.values());
        }
        List<Job> jobs = new ArrayList<>();
        facts.forEach((point, known) -> jobs.addAll(runs(point, known)));
        Iterator<Pool.Outcome> outcomes = pool.run(jobs).iterator();
        facts.forEach((point, known) -> {
            List<Pool.Outcome> own = Stream.generate(outcomes::next)
                    .limit(study.trafficSeeds().size() * (floods() ? 2L : 1))
                    .toList();
            trials.put(point, trial(point, known, own));
        });
        return points.stream().map(trials::get).toList();
    }

    private boolean floods() {
        return study.objectives().contains(Objective.SATURATION_RATE);
    }

    /** Returns one run per traffic seed, then, if the saturation rate is an objective, one that floods per seed. */
    private List<Job> runs(Genome genome, PointFacts facts) {
        List<Job> runs = new ArrayList<>(jobs(study, genome, facts.engine()));
        if (floods()) {
            runs.addAll(runs.stream().map(run -> run.flood(facts.load())).toList());
        }
        return runs;
    }

    private Trial trial(Genome genome, PointFacts facts, List<Pool.Outcome> outcomes) {
        int seeds = study.trafficSeeds().size();
        List<String> keys = new ArrayList<>();
        String why = null;
        for (int s = 0; s < outcomes.size(); s++) {
            Evaluation e = outcomes.get(s).evaluation();
            keys.add(e == null ? "quarantined" : e.key());
            if (why == null
                    && (e == null || s < seeds && !e.good())) { // a run that floods the network need not be stable
                why = "traffic seed " + study.trafficSeeds().get(s % seeds) + ": "
                        + (e == null ? outcomes.get(s).why() : e.why());
            }
        }
        if (why != null) {
            return new Trial(genome, List.of(), null, keys, why);
        }
        double[][] costs = new double[study.objectives().size()][seeds];
        List<Double> values = new ArrayList<>();
        for (int o = 0; o < costs.length; o++) {
            Objective objective = study.objectives().get(o);
            boolean flood = objective == Objective.SATURATION_RATE;
            for (int s = 0; s < seeds; s++) {
                Evaluation e = outcomes.get(flood ? s + seeds : s).evaluation();
                costs[o][s] = objective.cost(
                        switch (objective) {
                            case BUFFER_BITS -> facts.bits();
                            case GATE_EQUIVALENTS -> area.of(facts);
                            case ENERGY -> area.energy(facts, e.metrics());
                            default -> e.metrics().get(flood ? "accepted" : objective.word());
                        });
            }
            values.add(objective.cost(Arrays.stream(costs[o]).average().orElseThrow()));
        }
        return new Trial(genome, values, new Sample(costs), keys, null);
    }
}
