// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.machine.Mix;
import fairlead.search.study.Gene;
import fairlead.search.study.Genome;
import io.jenetics.Alterer;
import io.jenetics.Genotype;
import io.jenetics.IntegerChromosome;
import io.jenetics.IntegerGene;
import io.jenetics.Mutator;
import io.jenetics.Phenotype;
import io.jenetics.UniformCrossover;
import io.jenetics.engine.Engine;
import io.jenetics.engine.EvolutionResult;
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
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * A strategy with the genetic operators of Jenetics: NSGA-II selection of survivors and parents, uniform crossover, and
 * mutation that draws a new value.
 *
 * <p>Jenetics runs one generation at a time in the caller's thread. The random numbers depend only on seed and
 * generation, and the evaluator requests a whole generation at once and no point twice. The run therefore does not
 * depend on thread scheduling and can be repeated. A point that is infeasible or exceeds the budget gets infinite costs
 * and so leaves the population.
 */
public final class Genetic implements Strategy {
    /** The range of an allele. Jenetics needs one range per chromosome, so an allele is a share of its gene's range. */
    private static final int RANGE = 1 << 20;

    private static final int POPULATION = 32;
    private static final double CROSSOVER = 0.5;
    private static final double MUTATION = 0.3;
    private static final int FRESH = 4; // random points added after a generation without new points

    @Override
    public void run(final Trials trials, final long seed) {
        trials.evaluate(UniformDepths.points(trials.genes()));
        evolve(trials, seed, () -> !trials.over());
        new Exhaustive().run(trials, seed); // reached only when random draws no longer find untried points
    }

    /** Runs generations, starting from the points that the trials already hold, while `more` returns true. */
    static void evolve(final Trials trials, final long seed, final BooleanSupplier more) {
        final SplittableRandom random = new SplittableRandom(Mix.seed(seed, -1));
        trials.evaluate(RandomSearch.fresh(
                trials, random, Math.max(0, POPULATION - trials.all().size())));
        final Engine<IntegerGene, Vec<double[]>> engine = engine(trials);
        ISeq<Phenotype<IntegerGene, Vec<double[]>>> population = population(trials);
        for (long generation = 1; more.getAsBoolean(); generation++) {
            final int before = trials.all().size();
            final EvolutionStart<IntegerGene, Vec<double[]>> start = EvolutionStart.of(population, generation);
            final EvolutionResult<IntegerGene, Vec<double[]>> result =
                    RandomRegistry.with(new Random(Mix.seed(seed, generation)), r -> engine.evolve(start));
            population = result.population();
            if (trials.all().size() == before) {
                final List<Genome> fresh = RandomSearch.fresh(trials, random, FRESH);
                if (fresh.isEmpty()) {
                    return;
                }
                trials.evaluate(fresh);
                population = population(trials);
            }
        }
    }

    private static Engine<IntegerGene, Vec<double[]>> engine(final Trials trials) {
        final Alterer<IntegerGene, Vec<double[]>> crossover = new UniformCrossover<>(CROSSOVER);
        return new Engine.Builder<>(
                        (final Seq<Phenotype<IntegerGene, Vec<double[]>>> all) -> evaluate(trials, all),
                        () -> genotype(
                                trials.genes(),
                                RandomSearch.draw(
                                        trials.genes(),
                                        new SplittableRandom(
                                                RandomRegistry.random().nextLong()))))
                .populationSize(POPULATION)
                .survivorsSelector(NSGA2Selector.ofVec())
                .offspringSelector(NSGA2Selector.ofVec())
                .alterers(crossover, new Mutator<>(MUTATION))
                .maximalPhenotypeAge(Integer.MAX_VALUE)
                .minimizing()
                .executor(Runnable::run)
                .build();
    }

    /** Returns all phenotypes, evaluated, in their order. */
    private static ISeq<Phenotype<IntegerGene, Vec<double[]>>> evaluate(
            final Trials trials, final Seq<Phenotype<IntegerGene, Vec<double[]>>> all) {
        final List<Genome> wanted = new ArrayList<>();
        all.stream().filter(Phenotype::nonEvaluated).forEach(p -> wanted.add(genome(trials.genes(), p.genotype())));
        trials.evaluate(wanted);
        return all.stream()
                .map(p -> p.nonEvaluated() ? p.withFitness(costs(trials, genome(trials.genes(), p.genotype()))) : p)
                .collect(ISeq.toISeq());
    }

    /** Returns the initial population: the front, filled up with the latest feasible points. */
    private static ISeq<Phenotype<IntegerGene, Vec<double[]>>> population(final Trials trials) {
        final List<Genome> chosen = new ArrayList<>();
        trials.front().forEach(t -> chosen.add(t.genome()));
        final List<Trial> all = trials.all();
        for (int i = all.size() - 1; i >= 0 && chosen.size() < POPULATION; i--) {
            if (all.get(i).feasible() && !chosen.contains(all.get(i).genome())) {
                chosen.add(all.get(i).genome());
            }
        }
        return chosen.stream()
                .limit(POPULATION)
                .map(g -> Phenotype.of(genotype(trials.genes(), g), 1, costs(trials, g)))
                .collect(ISeq.toISeq());
    }

    private static Vec<double[]> costs(final Trials trials, final Genome genome) {
        final Trial trial = trials.get(genome);
        if (trial != null && trial.feasible()) {
            return Vec.of(trial.sample().means());
        }
        final double[] worst = new double[trials.objectives()];
        Arrays.fill(worst, Double.MAX_VALUE);
        return Vec.of(worst);
    }

    private static Genotype<IntegerGene> genotype(final List<Gene> genes, final Genome genome) {
        final List<IntegerGene> list = new ArrayList<>();
        for (int i = 0; i < genes.size(); i++) {
            final long middle =
                    (2L * genome.level(i) + 1) * RANGE / (2L * genes.get(i).levels());
            list.add(IntegerGene.of((int) middle, 0, RANGE - 1));
        }
        return Genotype.of(IntegerChromosome.of(list));
    }

    private static Genome genome(final List<Gene> genes, final Genotype<IntegerGene> genotype) {
        final int[] levels = new int[genes.size()];
        for (int i = 0; i < levels.length; i++) {
            final long allele = genotype.chromosome().get(i).intValue();
            levels[i] = (int) (allele * genes.get(i).levels() / RANGE);
        }
        return Genome.of(levels);
    }
}
