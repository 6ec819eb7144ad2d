// SPDX-License-Identifier: Apache-2.0
package fairlead.search.study;

import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What is to be searched. {@link StudyReader} makes it, complete and checked.
 *
 * @param name file name without its ending
 * @param scenario file, absolute
 * @param set overrides of the scenario that hold for every point, path=value
 * @param genes two or more levels each
 * @param objectives two or three
 * @param mostBits of one node's buffers, or Long.MAX_VALUE
 * @param budget most points that the search may simulate
 * @param seed of the search itself
 * @param trafficSeeds seeds of the scenario; every point is run with each of them
 * @param confirm the front is run on the RTL
 */
public record Study(
        String name,
        Path scenario,
        List<String> set,
        List<Gene> genes,
        List<Objective> objectives,
        long mostBits,
        int budget,
        long seed,
        List<Long> trafficSeeds,
        boolean confirm) {
    public Study {
        set = List.copyOf(set);
        genes = List.copyOf(genes);
        objectives = List.copyOf(objectives);
        trafficSeeds = List.copyOf(trafficSeeds);
    }

    /** Points of the space, legal or not. */
    public long size() {
        return genes.stream().mapToLong(Gene::levels).reduce(1, Math::multiplyExact);
    }

    /** Overrides of the scenario that make this point. */
    public List<String> overrides(final Genome genome) {
        final List<String> all = new ArrayList<>(set);
        for (int i = 0; i < genes.size(); i++) {
            all.add(genes.get(i).path() + "=" + genes.get(i).value(genome.level(i)));
        }
        return all;
    }

    /** The scenario of one point; a BadInput when the point cannot be. */
    public Scenario scenarioOf(final Genome genome) {
        return ScenarioReader.read(scenario, overrides(genome));
    }

    public Study withSeed(final long other) {
        return new Study(name, scenario, set, genes, objectives, mostBits, budget, other, trafficSeeds, confirm);
    }

    public Study withBudget(final int other) {
        return new Study(name, scenario, set, genes, objectives, mostBits, other, seed, trafficSeeds, confirm);
    }
}
