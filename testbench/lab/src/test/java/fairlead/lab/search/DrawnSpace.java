// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import fairlead.evaluate.Store;
import fairlead.evaluate.WorkerPool;
import fairlead.search.Trial;
import fairlead.search.TwinOracle;
import fairlead.search.front.Sample;
import fairlead.search.study.Genome;
import fairlead.search.study.Study;
import fairlead.search.study.StudyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A study that is drawn by a seed, and all its legal points as the twin measures them once. The rows of the table are
 * kept in the folder of the space, so a second program that judges a search on it simulates nothing.
 */
final class DrawnSpace extends KnownPoints {
    private static final int BATCH = 256;
    private static final int LEAST = 300; // points of a space, legal or not
    private static final int MOST = 1500;
    private static final int LEAST_OF_STRUCTURES = 4096; // the same, of a space with genes of the structure
    private static final int MOST_OF_STRUCTURES = 9000;
    private static final List<String> SHAPES = List.of(
            "4, 2, 2", "3, 3, 2", "5, 3, 1", "4, 4, 1", "6, 2, 1", "4, 3, 2", "8, 2, 1", "5, 2, 2", "3, 2, 2",
            "7, 3, 1");
    private static final List<String> WORKLOADS = List.of(
            "{kind: halo3d, iterations: 1, bytes: 600, epochs: false, background: 0.2, background_cycles: 200}",
            "{kind: halo3d, iterations: 2, bytes: 256}",
            "{kind: alltoall, iterations: 1, bytes: 200}",
            "{kind: random, ops_per_node: 30, min_bytes: 8, max_bytes: 400}",
            "{kind: random, ops_per_node: 24, min_bytes: 0, max_bytes: 120, put_share: 0.8}",
            "{kind: ring, iterations: 3, bytes: 900}",
            "{kind: incast, iterations: 2, bytes: 300, target: 0}",
            "{kind: gups, op: fadd, updates: 24, words: 64, outstanding: 4, hot_mult: 4}",
            "{kind: halo27, nx: 6, ny: 6, nz: 6, fields: 1, width: 8, iterations: 1, compute: 100}");
    private static final List<List<String>> OBJECTIVES = List.of(
            List.of("completion_time", "p99_latency", "buffer_bits"),
            List.of("completion_time", "p99_latency", "buffer_bits"),
            List.of("completion_time", "mean_latency", "buffer_bits"),
            List.of("p99_latency", "buffer_bits"));

    private DrawnSpace(final Study study) {
        super(study);
    }

    Study study() {
        return study;
    }

    /**
     * Returns the space of this seed, from its table in the folder or measured on worker processes.
     *
     * @param structures whether keys of the structure are genes, in a larger space
     */
    static DrawnSpace of(final long seed, final boolean structures, final Path folder, final int workers)
            throws IOException {
        final Path own = Files.createDirectories(folder.resolve((structures ? "structures" : "space") + seed));
        final DrawnSpace space = new DrawnSpace(draw(seed, structures, own));
        final String drawn =
                Files.readString(own.resolve("scenario.yaml")) + Files.readString(own.resolve("study.yaml"));
        final Path rows = own.resolve("table-" + Integer.toHexString(drawn.hashCode()) + ".csv");
        if (!Files.exists(rows)) {
            Store.write(rows, space.measured(own, workers));
        }
        for (final String line : Files.readAllLines(rows)) {
            space.add(line.split(","));
        }
        return space;
    }

    private void add(final String[] cells) {
        final double[][] costs = new double[cells.length - 1][1];
        final List<Double> values = new ArrayList<>();
        for (int i = 0; i < costs.length; i++) {
            values.add(Double.parseDouble(cells[i + 1]));
            costs[i][0] = study.objectives().get(i).cost(values.get(i));
        }
        final Genome genome = Genome.at(study.genes(), Long.parseLong(cells[0]));
        trials.put(genome, new Trial(genome, values, new Sample(costs), List.of("measured " + cells[0]), null));
    }

    private String measured(final Path own, final int workers) {
        final StringBuilder rows = new StringBuilder();
        try (WorkerPool pool = new WorkerPool(new Store(own.resolve("store")), WorkerPool.Options.standard(workers))) {
            final TwinOracle twin = new TwinOracle(study, pool, SmallStudy.AREA);
            for (long from = 0; from < study.size(); from += BATCH) {
                final List<Genome> batch = new ArrayList<>();
                for (long n = from; n < Math.min(study.size(), from + BATCH); n++) {
                    batch.add(Genome.at(study.genes(), n));
                }
                long number = from;
                for (final Trial trial : twin.evaluate(batch)) {
                    if (trial.feasible()) {
                        rows.append(number);
                        trial.values().forEach(v -> rows.append(',').append(v));
                        rows.append('\n');
                    }
                    number++;
                }
            }
        }
        return rows.toString();
    }

    /** Draws until the space is neither small nor long to measure; every draw is of the same sequence. */
    private static Study draw(final long seed, final boolean structures, final Path own) throws IOException {
        final SplittableRandom random = new SplittableRandom(seed);
        while (true) {
            final String shape = pick(random, SHAPES);
            Files.writeString(
                    own.resolve("scenario.yaml"),
                    "schema: fairlead.scenario/1\nmachine: {shape: [" + shape
                            + "], memory_bytes: 65536, tasks_per_node: 2, latency: {link: " + (1 + random.nextInt(4))
                            + ", memory: " + (10 + random.nextInt(30)) + "}, buffers: {link_vc: 34}}\nworkload: "
                            + pick(random, WORKLOADS) + "\nengine: model\nrun: {max_cycles: 200000}\n");
            final String fixed = structures ? structure(random) : "";
            final Study study = StudyReader.unchecked(Files.writeString(
                    own.resolve("study.yaml"),
                    "schema: fairlead.study/1\nscenario: scenario.yaml\ngenes:\n" + fixed + genes(random, shape)
                            + "objectives: [" + String.join(", ", pick(random, OBJECTIVES))
                            + "]\nconfirm: none\nseed: " + seed + "\n"));
            if (study.size() >= (structures ? LEAST_OF_STRUCTURES : LEAST)
                    && study.size() <= (structures ? MOST_OF_STRUCTURES : MOST)) {
                return StudyReader.read(own.resolve("study.yaml"));
            }
        }
    }

    /** Draws genes that only elaboration can change, at least the size of packets. */
    private static String structure(final SplittableRandom random) {
        final String stages = pick(random, List.of("[1, 2]", "[1, 3]", "[1, 2, 3]"));
        final List<String> more = List.of(
                "  machine.structure.vcs_per_class: {values: [2, 4]}\n",
                "  machine.structure.router_stages: {values: " + stages + "}\n",
                "  machine.structure.islip_iterations: {choice: [0, 1]}\n");
        final StringBuilder text = new StringBuilder("  machine.structure.max_payload: {values: "
                + pick(random, List.of("[64, 256]", "[64, 128]", "[128, 256]", "[64, 128, 256]")) + "}\n");
        text.append(random.nextBoolean() ? more.get(0) : "");
        if (random.nextBoolean()) {
            text.append(more.get(1)).append(stages.contains("3") && random.nextBoolean() ? more.get(2) : "");
        }
        return text.toString();
    }

    /** Draws genes of the three kinds: structure, routing and depths. */
    private static String genes(final SplittableRandom random, final String shape) {
        final StringBuilder text = new StringBuilder();
        text.append("  machine.routing.mode: {choice: ")
                .append(pick(
                        random,
                        List.of(
                                "[dimension_order, adaptive]",
                                "[adaptive, bubble, dimension_order]",
                                "[bubble, dimension_order]")))
                .append("}\n");
        final List<String> structure = List.of(
                "  machine.arbitration: {choice: [age, round_robin]}\n",
                "  machine.local_ports: {from: 1, to: 2}\n",
                "  machine.shape: {permutation: [" + shape + "]}\n",
                "  machine.routing.ties: {choice: [fixed, drawn]}\n");
        for (final String gene : structure) {
            text.append(random.nextInt(5) < 2 ? gene : "");
        }
        text.append("  machine.buffers.link_vc: {values: ")
                .append(pick(random, List.of("[1, 3, 6, 17, 34]", "[2, 4, 8, 17, 34, 51]", "[1, 2, 4, 8, 17, 34, 51]")))
                .append("}\n");
        final int fixed = random.nextInt(4); // one kind of depth is no gene in three of four spaces
        text.append(fixed == 0 ? "" : "  machine.buffers.local: {from: 1, to: " + (3 + random.nextInt(5)) + "}\n");
        text.append(
                fixed == 1
                        ? ""
                        : "  machine.buffers.injection: {values: "
                                + pick(random, List.of("[1, 2, 4]", "[1, 2, 3, 4, 6, 8]", "[1, 3, 9]")) + "}\n");
        text.append(fixed == 2 ? "" : "  machine.buffers.response: {from: 1, to: " + (2 + random.nextInt(4)) + "}\n");
        text.append(random.nextInt(3) == 0 ? "  machine.buffers.reception: {values: [1, 2, 4, 16]}\n" : "");
        return text.toString();
    }

    private static <T> T pick(final SplittableRandom random, final List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
