// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.machine.Mix;
import io.jenetics.Alterer;
import io.jenetics.AltererResult;
import io.jenetics.Genotype;
import io.jenetics.IntegerChromosome;
import io.jenetics.IntegerGene;
import io.jenetics.Mutator;
import io.jenetics.Phenotype;
import io.jenetics.UniformCrossover;
import io.jenetics.engine.Engine;
import io.jenetics.engine.EvolutionStart;
import io.jenetics.ext.moea.NSGA2Selector;
import io.jenetics.ext.moea.Vec;
import io.jenetics.util.ISeq;
import io.jenetics.util.RandomRegistry;
import io.jenetics.util.Seq;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The search strategy: an evolution by Jenetics, of which each generation proposes new points.
 *
 * <p>The operators are those of a Pareto local search. The population is the front, and each generation tries the few
 * untried points of the first of these kinds that has any: neighbours of the front ({@link Neighbours}), in the order
 * of {@link Neighbours.Promise}; the uniform depths that are left; points two levels away, and children of NSGA-II
 * selection and uniform crossover, in the order of {@link Neighbours.Promise}; random points. {@link #genetic} has the
 * genetic operators alone, as the measure of an ablation.
 *
 * <p>Jenetics runs one generation at a time in the caller's thread. The random numbers depend only on seed and
 * generation, and the evaluator requests a whole generation at once and no point twice. The run therefore does not
 * depend on thread scheduling and can be repeated. No decision depends on the budget, so a search with a larger budget
 * begins with the points of a smaller one. A point that is infeasible or exceeds the budget gets infinite costs and so
 * leaves the population.
 */
public final class Evolution implements Strategy {
    /** The range of an allele. Jenetics needs one range per chromosome, so an allele is a share of its gene's range. */
    private static final int RANGE = 1 << 20;

    private static final int POPULATION = 32;
    private static final double CROSSOVER = 0.5;
    private static final double MUTATION = 0.3;
    private static final int FRESH = 4; // random points added after a generation without new points
    private static final int AT_ONCE = 4; // small, because the front changes with every generation
    private static final int FAR_AT_ONCE = 8;
    private static final int FIRST_OF_A_GENE = 2; // points at the beginning; does not depend on the budget

    private final boolean improves;

    public Evolution() {
        this(true);
    }

    private Evolution(boolean improves) {
        this.improves = improves;
    }

    /** Returns the genetic operators of Jenetics alone: selection, uniform crossover and mutation to a new value. */
    public static Strategy genetic() {
        return new Evolution(false);
    }

    @Override
    public void run(Trials trials, long seed) {
        SplittableRandom random = new SplittableRandom(Mix.seed(seed, -1));
        begin(trials, random);
        Engine<IntegerGene, Vec<double[]>> engine = engine(trials);
        ISeq<Phenotype<IntegerGene, Vec<double[]>>> population = population(trials);
        for (long generation = 1; !trials.over(); generation++) {
            int before = trials.all().size();
            if (!population.isEmpty()) {
                EvolutionStart<IntegerGene, Vec<double[]>> start = EvolutionStart.of(population, generation);
                population = RandomRegistry.with(new Random(Mix.seed(seed, generation)), r -> engine.evolve(start))
                        .population();
            }
            if (trials.all().size() == before) {
                List<Genome> fresh = Strategy.fresh(trials, random, FRESH);
                if (fresh.isEmpty()) {
                    Strategy.exhaustive(trials, seed);
                    return;
                }
                trials.evaluate(fresh);
                population = population(trials);
            } else if (improves) {
                population = population(trials);
            }
        }
    }

    private void begin(Trials trials, SplittableRandom random) {
        List<Genome> uniform = UniformDepths.points(trials.genes());
        if (!improves) {
            trials.evaluate(uniform);
            trials.evaluate(Strategy.fresh(
                    trials, random, Math.max(0, POPULATION - trials.all().size())));
            return;
        }
        boolean hasGroups = trials.genes().stream().anyMatch(Gene::isStructure); // of the front, one a structure
        int count = hasGroups
                ? uniform.size()
                : Math.min(uniform.size(), FIRST_OF_A_GENE * trials.genes().size());
        trials.evaluate(IntStream.range(0, count)
                .mapToObj(i -> uniform.get((int) ((long) i * uniform.size() / count)))
                .toList());
    }

    /** Puts the points to try next in the place of the children. */
    private static AltererResult<IntegerGene, Vec<double[]>> improved(
            Trials trials, Seq<Phenotype<IntegerGene, Vec<double[]>>> children, long generation) {
        List<Genome> next = next(
                trials,
                children.stream().map(c -> genome(trials.genes(), c.genotype())).toList());
        return new AltererResult<>(
                next.stream()
                        .map(point ->
                                Phenotype.<IntegerGene, Vec<double[]>>of(genotype(trials.genes(), point), generation))
                        .collect(ISeq.toISeq()),
                next.size());
    }

    private static List<Genome> next(Trials trials, List<Genome> children) {
        Set<Genome> near = new TreeSet<>();
        Set<Genome> far = new TreeSet<>(children);
        for (Trial trial : trials.front()) {
            near.addAll(Neighbours.of(trials.genes(), trial.genome()));
        }
        near.removeIf(trials::has);
        if (!near.isEmpty()) {
            return new Neighbours.Promise(trials).best(near, AT_ONCE);
        }
        List<Genome> uniform = UniformDepths.points(trials.genes()).stream()
                .filter(point -> !trials.has(point))
                .toList();
        if (!uniform.isEmpty()) {
            return uniform;
        }
        for (Trial trial : trials.front()) {
            far.addAll(Neighbours.twice(trials.genes(), trial.genome()));
        }
        far.removeIf(trials::has);
        return new Neighbours.Promise(trials).best(far, FAR_AT_ONCE);
    }

    private Engine<IntegerGene, Vec<double[]>> engine(Trials trials) {
        Alterer<IntegerGene, Vec<double[]>> crossover = new UniformCrossover<>(CROSSOVER);
        Alterer<IntegerGene, Vec<double[]>> other =
                improves ? (children, generation) -> improved(trials, children, generation) : new Mutator<>(MUTATION);
        return new Engine.Builder<>(
                        (Seq<Phenotype<IntegerGene, Vec<double[]>>> all) -> evaluate(trials, all),
                        () -> genotype(
                                trials.genes(),
                                Strategy.draw(
                                        trials.genes(),
                                        new SplittableRandom(
                                                RandomRegistry.random().nextLong()))))
                .populationSize(POPULATION)
                .survivorsSelector(NSGA2Selector.ofVec())
                .offspringSelector(NSGA2Selector.ofVec())
                .alterers(crossover, other)
                .maximalPhenotypeAge(Integer.MAX_VALUE)
                .minimizing()
                .executor(Runnable::run)
                .build();
    }

    private static ISeq<Phenotype<IntegerGene, Vec<double[]>>> evaluate(
            Trials trials, Seq<Phenotype<IntegerGene, Vec<double[]>>> all) {
        List<Genome> wanted = new ArrayList<>();
        all.stream().filter(Phenotype::nonEvaluated).forEach(p -> wanted.add(genome(trials.genes(), p.genotype())));
        trials.evaluate(wanted);
        return all.stream()
                .map(p -> p.nonEvaluated() ? p.withFitness(costs(trials, genome(trials.genes(), p.genotype()))) : p)
                .collect(ISeq.toISeq());
    }

    /** Returns the front; the genetic operators alone get a part of it, or the latest feasible points besides. */
    private ISeq<Phenotype<IntegerGene, Vec<double[]>>> population(Trials trials) {
        List<Genome> chosen = new ArrayList<>();
        trials.front().forEach(t -> chosen.add(t.genome()));
        List<Trial> all = trials.all();
        for (int i = all.size() - 1; !improves && i >= 0 && chosen.size() < POPULATION; i--) {
            if (all.get(i).feasible() && !chosen.contains(all.get(i).genome())) {
                chosen.add(all.get(i).genome());
            }
        }
        return chosen.stream()
                .limit(improves ? chosen.size() : POPULATION)
                .map(g -> Phenotype.of(genotype(trials.genes(), g), 1, costs(trials, g)))
                .collect(ISeq.toISeq());
    }

    private static Vec<double[]> costs(Trials trials, Genome genome) {
        Trial trial = trials.get(genome);
        if (trial != null && trial.feasible()) {
            return Vec.of(trial.sample().means());
        }
        double[] worst = new double[trials.objectives()];
        Arrays.fill(worst, Double.MAX_VALUE);
        return Vec.of(worst);
    }

    private static Genotype<IntegerGene> genotype(List<Gene> genes, Genome genome) {
        List<IntegerGene> list = new ArrayList<>();
        for (int i = 0; i < genes.size(); i++) {
            long middle =
                    (2L * genome.level(i) + 1) * RANGE / (2L * genes.get(i).levels());
            list.add(IntegerGene.of((int) middle, 0, RANGE - 1));
        }
        return Genotype.of(IntegerChromosome.of(list));
    }

    private static Genome genome(List<Gene> genes, Genotype<IntegerGene> genotype) {
        int[] levels = new int[genes.size()];
        for (int i = 0; i < levels.length; i++) {
            long allele = genotype.chromosome().get(i).intValue();
            levels[i] = (int) (allele * genes.get(i).levels() / RANGE);
        }
        return Genome.of(levels);
    }

    /**
     * The diagonals of the space, on which all ordered genes have the same share of their range: one for each
     * combination of the other genes. Designers usually try these points first; the other strategies start from them.
     */
    public static final class UniformDepths {
        private static final int MOST = 16; // most points of one diagonal
        private static final int MOST_OF_ALL = 96; // most points of all diagonals together
        private static final int LEAST = 2;

        private UniformDepths() {}

        static List<Genome> points(List<Gene> genes) {
            int levels = genes.stream()
                    .filter(Gene::isOrdered)
                    .mapToInt(Gene::levels)
                    .max()
                    .orElse(1);
            List<int[]> choices = choices(genes);
            int most = choices.size() == 1 ? MOST : Math.max(LEAST, MOST_OF_ALL / choices.size());
            int count = Math.min(Math.min(MOST, most), levels);
            return choices.stream()
                    .flatMap(choice -> IntStream.range(0, count).mapToObj(step -> point(genes, choice, step, count)))
                    .toList();
        }

        private static Genome point(List<Gene> genes, int[] choice, int step, int count) {
            int[] point = choice.clone();
            for (int gene = 0; gene < point.length; gene++) {
                if (genes.get(gene).isOrdered() && count > 1) {
                    point[gene] =
                            (int) Math.round((double) step * (genes.get(gene).levels() - 1) / (count - 1));
                }
            }
            return Genome.of(point);
        }

        /**
         * Returns the combinations of the genes without order, or, if they are many, those that differ in one of them.
         */
        private static List<int[]> choices(List<Gene> genes) {
            long all = genes.stream()
                    .filter(g -> !g.isOrdered())
                    .mapToLong(Gene::levels)
                    .reduce(1, (a, b) -> Math.min(MOST_OF_ALL, a * b));
            List<int[]> choices = new ArrayList<>(List.of(new int[genes.size()]));
            for (int gene = 0; gene < genes.size(); gene++) {
                List<int[]> before = all * LEAST > MOST_OF_ALL ? List.of(choices.get(0)) : List.copyOf(choices);
                for (int level = 1;
                        level < genes.get(gene).levels() && !genes.get(gene).isOrdered();
                        level++) {
                    for (int[] one : before) {
                        int[] other = one.clone();
                        other[gene] = level;
                        choices.add(other);
                    }
                }
            }
            return choices;
        }
    }

    /** The points that differ in one gene: by a level if its values are ordered, else by any other value. */
    public static final class Neighbours {
        private Neighbours() {}

        /** Returns the neighbours of a point that differ in this gene. */
        static List<Genome> in(List<Gene> genes, Genome point, int gene) {
            int level = point.level(gene);
            int last = genes.get(gene).levels() - 1;
            boolean near = genes.get(gene).isOrdered();
            return IntStream.rangeClosed(near ? Math.max(0, level - 1) : 0, near ? Math.min(last, level + 1) : last)
                    .filter(other -> other != level)
                    .mapToObj(other -> point.with(gene, other))
                    .toList();
        }

        public static List<Genome> of(List<Gene> genes, Genome point) {
            return IntStream.range(0, genes.size())
                    .boxed()
                    .flatMap(gene -> in(genes, point, gene).stream())
                    .toList();
        }

        /** Returns the points that differ by two levels in one ordered gene, or as neighbours in each of two genes. */
        static List<Genome> twice(List<Gene> genes, Genome point) {
            List<Genome> all = new ArrayList<>();
            for (int gene = 0; gene < genes.size(); gene++) {
                for (int by : genes.get(gene).isOrdered() ? new int[] {-2, 2} : new int[0]) {
                    int level = point.level(gene) + by;
                    if (level >= 0 && level < genes.get(gene).levels()) {
                        all.add(point.with(gene, level));
                    }
                }
                for (Genome near : in(genes, point, gene)) {
                    for (int other = gene + 1; other < genes.size(); other++) {
                        all.addAll(in(genes, near, other));
                    }
                }
            }
            return all;
        }

        /**
         * An estimate, from 0 to 1, of how likely an untried point is to be on the front: the weighted share of the
         * tried points around it that are on the front. A neighbour that is on the front of only some traffic seeds
         * counts with the share of those seeds. A neighbour one level away in one gene, or with another value of a gene
         * without order, has weight 1. A neighbour two levels away, in one gene or in two, has weight 1/4, the inverse
         * square of the distance. One fictitious neighbour that is not on the front is always added, so that a single
         * good neighbour does not give the value 1.
         */
        static final class Promise {
            private static final double ONE_LEVEL = 1;
            private static final double TWO_LEVELS = 0.25;

            private final Trials trials;
            private final Map<Genome, Double> merits;
            private double all;
            private double good;

            Promise(Trials trials) {
                this.trials = trials;
                merits = trials.seedShares();
                trials.front().forEach(t -> merits.put(t.genome(), 1.0));
            }

            /** Returns the points with the greatest estimates, best first; equal points are in the order of genomes. */
            List<Genome> best(Collection<Genome> points, int count) {
                Map<Genome, Double> shares = new HashMap<>();
                points.forEach(p -> shares.put(p, of(p)));
                return points.stream()
                        .sorted(Comparator.<Genome>comparingDouble(p -> -shares.get(p))
                                .thenComparing(p -> p))
                        .limit(count)
                        .toList();
            }

            double of(Genome point) {
                all = 1;
                good = 0;
                Neighbours.of(trials.genes(), point).forEach(near -> count(near, ONE_LEVEL));
                Neighbours.twice(trials.genes(), point).forEach(far -> count(far, TWO_LEVELS));
                return good / all;
            }

            private void count(Genome tried, double weight) {
                if (trials.has(tried)) {
                    all += weight;
                    good += weight * merits.getOrDefault(tried, 0.0);
                }
            }
        }
    }
}
