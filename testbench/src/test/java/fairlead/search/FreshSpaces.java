// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.evaluate.Store;
import fairlead.search.evaluate.WorkerPool;
import fairlead.search.front.Hypervolume;
import fairlead.search.study.Genome;
import fairlead.search.study.Study;
import fairlead.search.study.StudyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Draws studies that nobody has tuned a search on, simulates every point of them, and prints what each method finds of
 * the exact front with 15 % of the legal points: mean and least of ten search seeds. Not a test; minutes a study.
 */
final class FreshSpaces {
    private static final int SEEDS = 10;
    private static final int BATCH = 256;
    private static final double SHARE = 0.15;
    private static final List<String> SHAPES = List.of("[4, 2, 2]", "[3, 3, 2]", "[5, 3, 1]", "[4, 4, 1]");
    private static final List<String> WORKLOADS = List.of(
            "{kind: halo3d, iterations: 1, bytes: 600, epochs: false, background: 0.2, background_cycles: 200}",
            "{kind: alltoall, iterations: 1, bytes: 200}",
            "{kind: random, ops_per_node: 30, min_bytes: 8, max_bytes: 400}",
            "{kind: ring, iterations: 3, bytes: 900}");

    private FreshSpaces() {}

    /** @param args first seed, number of studies, folder, worker processes */
    public static void main(final String[] args) throws IOException {
        final long first = Long.parseLong(args[0]);
        for (long seed = first; seed < first + Integer.parseInt(args[1]); seed++) {
            final Path folder = Files.createDirectories(Path.of(args[2], "space" + seed));
            final Study study = draw(seed, folder);
            final Map<Genome, Trial> all = new LinkedHashMap<>();
            try (WorkerPool pool = new WorkerPool(
                    new Store(folder.resolve("store")), WorkerPool.Options.standard(Integer.parseInt(args[3])))) {
                final TwinOracle twin = new TwinOracle(study, pool, SmallStudy.AREA);
                for (long from = 0; from < study.size(); from += BATCH) {
                    final List<Genome> batch = new ArrayList<>();
                    for (long n = from; n < Math.min(study.size(), from + BATCH); n++) {
                        batch.add(Genome.at(study.genes(), n));
                    }
                    twin.evaluate(batch).forEach(t -> all.put(t.genome(), t));
                }
            }
            print(seed, study, all);
        }
    }

    private static Study draw(final long seed, final Path folder) throws IOException {
        final SplittableRandom random = new SplittableRandom(seed);
        Files.writeString(
                folder.resolve("scenario.yaml"),
                "schema: fairlead.scenario/1\nmachine: {shape: " + SHAPES.get(random.nextInt(SHAPES.size()))
                        + ", memory_bytes: 65536, tasks_per_node: 2, latency: {link: " + (1 + random.nextInt(4))
                        + "}, buffers: {link_vc: 34}}\nworkload: " + WORKLOADS.get(random.nextInt(WORKLOADS.size()))
                        + "\nengine: model\nrun: {max_cycles: 100000}\n");
        final String modes =
                random.nextBoolean() ? "[dimension_order, adaptive]" : "[adaptive, bubble, dimension_order]";
        return StudyReader.read(Files.writeString(
                folder.resolve("study.yaml"),
                "schema: fairlead.study/1\nscenario: scenario.yaml\ngenes:\n  machine.routing.mode: {choice: " + modes
                        + "}\n  machine.arbitration: {choice: [age, round_robin]}\n"
                        + "  machine.local_ports: {from: 1, to: 2}\n  machine.buffers.link_vc: {values: [1, 3, 6, 17, 34]}\n"
                        + "  machine.buffers.local: {from: 1, to: " + (3 + random.nextInt(4)) + "}\n"
                        + "  machine.buffers.injection: {values: [1, 2, 4]}\n  machine.buffers.response: {from: 1, to: "
                        + (2 + random.nextInt(2)) + "}\n"
                        + "objectives: [completion_time, p99_latency, buffer_bits]\nconfirm: none\nseed: " + seed
                        + "\n"));
    }

    private static void print(final long seed, final Study study, final Map<Genome, Trial> all) {
        final List<Trial> legal = SearchResult.feasible(List.copyOf(all.values()));
        final List<Trial> exact = Trials.front(legal);
        final Scale scale = Scale.of(legal);
        final double volume = Hypervolume.of(scale.each(exact), scale.reference());
        final int budget = (int) (SHARE * legal.size());
        System.out.printf(
                "space %d: %d legal of %d, front %d, budget %d%n",
                seed, legal.size(), all.size(), exact.size(), budget);
        final Map<String, Strategy> methods = new LinkedHashMap<>();
        methods.put("random", new RandomSearch());
        methods.put("genetic", new Genetic());
        methods.put("local", new LocalSearch());
        methods.put("both", new Combined());
        methods.forEach((name, strategy) -> {
            double sum = 0;
            double least = 1;
            double volumes = 0;
            for (long s = 1; s <= SEEDS; s++) {
                final PointEvaluator table =
                        points -> points.stream().map(all::get).toList();
                final Trials trials =
                        new Trials(study.genes(), study.objectives().size(), table, budget, t -> {});
                strategy.run(trials, s);
                final Set<Genome> found = new HashSet<>();
                trials.front().forEach(t -> found.add(t.genome()));
                final double recall =
                        exact.stream().filter(t -> found.contains(t.genome())).count() / (double) exact.size();
                sum += recall;
                least = Math.min(least, recall);
                volumes += Hypervolume.of(scale.each(trials.front()), scale.reference()) / volume;
            }
            System.out.printf(
                    Locale.ROOT,
                    "  %-8s recall %.2f (%.2f), hypervolume %.3f%n",
                    name,
                    sum / SEEDS,
                    least,
                    volumes / SEEDS);
        });
    }
}
