// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import fairlead.machine.Buffers;
import fairlead.search.Genome;
import fairlead.search.Objective;
import fairlead.search.Sample;
import fairlead.search.SearchResult;
import fairlead.search.SearchResult.Scale;
import fairlead.search.Strategy;
import fairlead.search.Study;
import fairlead.search.StudyReader;
import fairlead.search.Trial;
import fairlead.search.Trials;
import fairlead.search.UsableBuffers;
import fairlead.search.UsableBuffers.TreeBuffers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All legal points of a study, as the twin measured them once: completion time and p99 latency for each traffic seed. A
 * search on them simulates nothing. EnumeratedTest measures a part of them again.
 */
final class Enumerated implements Trials.Evaluator {
    static final Path ROOT = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));

    private final Study study;
    private final Map<Genome, Trial> trials = new LinkedHashMap<>(); // of legal points
    private final Map<Genome, UsableBuffers> usable = new HashMap<>(); // at one point of each combination
    private final int seeds;
    private List<Trial> exact;
    long asked; // points that searches have asked for

    /** @param seeds of the traffic to use: the first so many */
    Enumerated(int seeds) {
        this("four_buffers", seeds);
    }

    Enumerated(String name, int seeds) {
        study = StudyReader.unchecked(ROOT.resolve("examples/studies/" + name + ".yaml")); // elaborates nothing
        this.seeds = seeds;
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                Enumerated.class.getResourceAsStream("/studies/" + name + ".csv"), StandardCharsets.UTF_8))) {
            in.readLine();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Trial trial = trial(line.split(","));
                trials.put(trial.genome(), trial);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Trial trial(String[] cells) {
        Genome genome = Genome.at(study.genes(), Long.parseLong(cells[0]));
        double[][] costs = new double[study.objectives().size()][seeds];
        List<Double> values = new ArrayList<>();
        for (int s = 0; s < seeds; s++) {
            costs[0][s] = Double.parseDouble(cells[1 + 2 * s]);
            costs[1][s] = Double.parseDouble(cells[2 + 2 * s]);
            costs[2][s] = study.hasStructures() ? Double.parseDouble(cells[1 + 2 * seeds]) : bits(genome);
        }
        Sample sample = new Sample(costs);
        for (double mean : sample.means()) {
            values.add(mean);
        }
        return new Trial(genome, values, sample, List.of("enumerated " + cells[0]), null);
    }

    /** The same as the study's scenario would say, without reading it at each point: EnumeratedTest compares. */
    private double bits(Genome g) {
        Genome combination = g;
        for (int i = 0; i < g.size(); i++) {
            String key = study.genes().get(i).brief();
            if (study.genes().get(i).path().startsWith("machine.buffers.") && !key.equals("link_vc")) {
                combination = combination.with(i, 0);
            }
        }
        UsableBuffers one = usable.computeIfAbsent(
                combination, at -> UsableBuffers.of(study.scenarioOf(at).machine()));
        Map<String, Integer> depths = new HashMap<>();
        for (int i = 0; i < g.size(); i++) {
            if (study.genes().get(i).isOrdered()) {
                depths.put(study.genes().get(i).brief(), value(g, i));
            }
        }
        Buffers b = one.depths();
        return new UsableBuffers(
                        one.linkVcs(),
                        one.localPorts(),
                        new Buffers(
                                b.linkVc(),
                                depths.get("local"),
                                depths.get("injection"),
                                64,
                                64,
                                depths.get("response")),
                        TreeBuffers.NONE)
                .bits();
    }

    private int value(Genome g, int gene) {
        return study.genes().get(gene).value(g.level(gene));
    }

    Study study() {
        if (study.objectives()
                .equals(List.of(Objective.COMPLETION_TIME, Objective.P99_LATENCY, Objective.BUFFER_BITS))) {
            return study;
        }
        throw new IllegalStateException("the table has other objectives than the study");
    }

    @Override
    public List<Trial> evaluate(List<Genome> points) {
        asked += points.size();
        return points.stream()
                .map(g -> trials.getOrDefault(g, Trial.infeasible(g, "no legal scenario")))
                .toList();
    }

    /** Runs a strategy and returns what it has seen. */
    Trials run(Strategy strategy, int budget, long seed) {
        Trials run = new Trials(study.genes(), study.objectives().size(), this, budget, t -> {});
        strategy.run(run, seed);
        return run;
    }

    /** Returns all legal points. */
    List<Trial> legal() {
        return SearchResult.feasible(List.copyOf(trials.values()));
    }

    List<Trial> exact() {
        exact = exact == null ? Trials.front(legal()) : exact;
        return exact;
    }

    /** Returns the share of the exact front that this one has. */
    double recall(List<Trial> front) {
        Set<Genome> found = new HashSet<>();
        front.forEach(t -> found.add(t.genome()));
        return exact().stream().filter(t -> found.contains(t.genome())).count() / (double) exact().size();
    }

    /** Returns the hypervolume of a front in the unit cube of all legal points. */
    double volume(List<Trial> front) {
        Scale scale = new Scale(legal());
        return scale.hypervolume(front);
    }
}
