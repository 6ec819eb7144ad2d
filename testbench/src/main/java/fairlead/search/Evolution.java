// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.machine.Mix;
import fairlead.search.study.Gene;
import fairlead.search.study.Genome;
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
import java.util.List;
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
}
