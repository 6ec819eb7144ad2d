// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.evaluate.Evaluation;
import fairlead.evaluate.EvaluationOutcome;
import fairlead.evaluate.Flood;
import fairlead.evaluate.Job;
import fairlead.evaluate.Pool;
import fairlead.scenario.BadInput;
import fairlead.search.area.Area;
import fairlead.search.front.Sample;
import fairlead.search.study.Genome;
import fairlead.search.study.Objective;
import fairlead.search.study.PointFacts;
import fairlead.search.study.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** An evaluator that simulates points on the twin with every traffic seed of the study. */
public final class TwinOracle implements PointEvaluator {
    private final Study study;
    private final Pool pool;
    private final Area area;

    /** @param area the cost model behind the objective gate_equivalents */
    public TwinOracle(final Study study, final Pool pool, final Area area) {
        this.study = study;
        this.pool = pool;
        this.area = area;
    }

    /** Returns the simulations of one point, one per traffic seed. */
    public static List<Job> jobs(final Study study, final Genome genome, final String engine) {
        final List<Job> jobs = new ArrayList<>();
        for (final long seed : study.trafficSeeds()) {
            final List<String> overrides = new ArrayList<>(study.overrides(genome));
            overrides.add("engine=" + engine);
            overrides.add("seed=" + seed);
            jobs.add(new Job(study.scenario(), overrides));
        }
        return jobs;
    }

    /**
     * A point before it is simulated.
     *
     * @param facts what is known of it; null if there is no machine
     * @param why the reason why it is not simulated, or null
     */
    private record Screened(PointFacts facts, String why) {}

    private Screened screen(final Genome point) {
        try {
            final PointFacts facts = study.facts(point);
            if (facts.deadlock() != null) {
                return new Screened(facts, "the machine can deadlock");
            }
            return new Screened(
                    facts,
                    facts.bits() > study.mostBits()
                            ? facts.bits() + " buffer bits a node, more than constraints.max_buffer_bits"
                            : null);
        } catch (final BadInput e) {
            return new Screened(null, "no legal scenario: " + e.lines().get(0));
        }
    }

    /** Returns the bits of a point. Gates are not known: a tool measures them, for the points that are tried only. */
    @Override
    public double[] known(final Genome point) {
        final Screened screened = screen(point);
        if (screened.why() != null) {
            return null;
        }
        return study.objectives().stream()
                .mapToDouble(o ->
                        o == Objective.BUFFER_BITS ? o.cost(screened.facts().bits()) : Double.NaN)
                .toArray();
    }

    @Override
    public List<Trial> evaluate(final List<Genome> points) {
        final PointFacts[] facts = new PointFacts[points.size()];
        final Trial[] trials = new Trial[points.size()];
        final List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < trials.length; i++) {
            final Screened screened = screen(points.get(i));
            facts[i] = screened.facts();
            trials[i] = screened.why() == null ? null : Trial.infeasible(points.get(i), screened.why());
            if (trials[i] == null) {
                jobs.addAll(runs(points.get(i), facts[i]));
            }
        }
        if (study.objectives().contains(Objective.GATE_EQUIVALENTS)) {
            area.prepare(IntStream.range(0, trials.length)
                    .filter(i -> trials[i] == null && facts[i].usable() != null)
                    .mapToObj(i -> facts[i].usable())
                    .toList());
        }
        final List<EvaluationOutcome> outcomes = pool.run(jobs);
        final int runs = study.trafficSeeds().size() * (floods() ? 2 : 1);
        int next = 0;
        for (int i = 0; i < trials.length; i++) {
            if (trials[i] == null) {
                trials[i] = trial(points.get(i), facts[i], outcomes.subList(next, next + runs));
                next += runs;
            }
        }
        return List.of(trials);
    }

    private boolean floods() {
        return study.objectives().contains(Objective.SATURATION_RATE);
    }

    /**
     * Returns one run per traffic seed, followed, if the saturation rate is an objective, by one {@link Flood} per
     * seed.
     */
    private List<Job> runs(final Genome genome, final PointFacts facts) {
        final List<Job> runs = new ArrayList<>(jobs(study, genome, "model"));
        if (floods()) {
            runs.addAll(runs.stream().map(run -> Flood.of(run, facts.load())).toList());
        }
        return runs;
    }

    private Trial trial(final Genome genome, final PointFacts facts, final List<EvaluationOutcome> outcomes) {
        final int seeds = study.trafficSeeds().size();
        final List<String> keys = new ArrayList<>();
        String why = null;
        for (int s = 0; s < outcomes.size(); s++) {
            final Evaluation e = outcomes.get(s).evaluation();
            keys.add(e == null ? "quarantined" : e.key());
            if (why == null
                    && (e == null || s < seeds && !e.good())) { // a run that floods the network need not be stable
                why = "traffic seed " + study.trafficSeeds().get(s % seeds) + ": "
                        + (e == null
                                ? outcomes.get(s).why()
                                : e.failed().isEmpty() ? e.ending() : "fails " + String.join(", ", e.failed()));
            }
        }
        if (why != null) {
            return new Trial(genome, List.of(), null, keys, why);
        }
        final double[][] costs = new double[study.objectives().size()][seeds];
        final List<Double> values = new ArrayList<>();
        for (int o = 0; o < costs.length; o++) {
            final Objective objective = study.objectives().get(o);
            final boolean flood = objective == Objective.SATURATION_RATE;
            for (int s = 0; s < seeds; s++) {
                final Evaluation e = outcomes.get(flood ? s + seeds : s).evaluation();
                costs[o][s] = objective.cost(
                        objective.computed()
                                ? computed(objective, genome, facts)
                                : e.metrics().get(flood ? "accepted" : objective.word()));
            }
            values.add(objective.cost(Arrays.stream(costs[o]).average().orElseThrow()));
        }
        return new Trial(genome, values, new Sample(costs), keys, null);
    }

    private double computed(final Objective objective, final Genome genome, final PointFacts facts) {
        if (objective == Objective.BUFFER_BITS) {
            return facts.bits();
        }
        return facts.usable() == null
                ? area.ofOther(study.scenario(), study.overrides(genome))
                : area.of(facts.usable());
    }
}
