// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.front.Sample;
import fairlead.search.study.BufferBits;
import fairlead.search.study.Genome;
import fairlead.search.study.Objective;
import fairlead.search.study.Study;
import fairlead.search.study.StudyReader;
import fairlead.search.study.UsableBuffers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The study four_buffers, all 4,096 points of it, as the twin measured them once: completion time and p99 latency for each traffic seed. EnumeratedTest measures a part of it again. */
final class Enumerated implements PointEvaluator {
    static final Path ROOT = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));

    private final Study study = StudyReader.read(ROOT.resolve("examples/studies/four_buffers.yaml"));
    private final UsableBuffers usable =
            UsableBuffers.of(study.scenarioOf(Genome.at(study.genes(), 0)).machine());
    private final List<Trial> trials = new ArrayList<>();
    private final int seeds;
    long asked;

    /** @param seeds of the traffic to use: the first so many */
    Enumerated(final int seeds) {
        this.seeds = seeds;
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                Enumerated.class.getResourceAsStream("/studies/four_buffers.csv"), StandardCharsets.UTF_8))) {
            in.readLine();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                trials.add(trial(line.split(",")));
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Trial trial(final String[] cells) {
        final Genome genome = Genome.at(study.genes(), Long.parseLong(cells[0]));
        final double[][] costs = new double[study.objectives().size()][seeds];
        final List<Double> values = new ArrayList<>();
        for (int s = 0; s < seeds; s++) {
            costs[0][s] = Double.parseDouble(cells[1 + 2 * s]);
            costs[1][s] = Double.parseDouble(cells[2 + 2 * s]);
            costs[2][s] = bits(genome);
        }
        final Sample sample = new Sample(costs);
        for (final double mean : sample.means()) {
            values.add(mean);
        }
        return new Trial(genome, values, sample, List.of("enumerated " + cells[0]), null);
    }

    /** The same as the study's scenario would say, without reading it 4,096 times: EnumeratedTest compares. */
    private double bits(final Genome g) {
        final int[] v = new int[study.genes().size()];
        for (int i = 0; i < v.length; i++) {
            v[i] = study.genes().get(i).value(g.level(i));
        }
        return BufferBits.of(new UsableBuffers(
                usable.linkVcs(),
                usable.localPorts(),
                new fairlead.engine.api.Buffers(v[0], v[1], v[2], 64, 64, v[3])));
    }

    Study study() {
        if (study.objectives()
                .equals(List.of(Objective.COMPLETION_TIME, Objective.P99_LATENCY, Objective.BUFFER_BITS))) {
            return study;
        }
        throw new IllegalStateException("the table has other objectives than the study");
    }

    List<Trial> all() {
        return trials;
    }

    @Override
    public List<Trial> evaluate(final List<Genome> points) {
        asked += points.size();
        return points.stream().map(g -> trials.get(number(g))).toList();
    }

    private int number(final Genome g) {
        int number = 0;
        for (int i = 0; i < g.size(); i++) {
            number = number * study.genes().get(i).levels() + g.level(i);
        }
        return number;
    }

    /** Runs a strategy and returns what it has seen. */
    Trials run(final Strategy strategy, final int budget, final long seed) {
        final Trials run = new Trials(study.genes(), study.objectives().size(), this, budget, t -> {});
        strategy.run(run, seed);
        return run;
    }
}
