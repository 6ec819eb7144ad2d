// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.evaluate.Job;
import fairlead.evaluate.Worker.Question;
import fairlead.evaluate.Workers;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The definition of a search. {@link StudyReader} creates it, complete and checked.
 *
 * @param name the file name of the study without its extension
 * @param scenario the absolute path of the scenario file
 * @param set overrides of the scenario that hold for every point, as path=value
 * @param genes the genes, each with two or more levels
 * @param mostBits the greatest number of buffer bits of one node, or Long.MAX_VALUE
 * @param budget the greatest number of points that the search may simulate
 * @param seed the seed of the search itself
 * @param trafficSeeds the seeds of the scenario; every point is run with each of them
 * @param confirm whether the front is run on the RTL
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

    /** Returns the number of points of the space, legal or not. */
    public long size() {
        return genes.stream().mapToLong(Gene::levels).reduce(1, Math::multiplyExact);
    }

    public List<String> texts(Genome genome) {
        return IntStream.range(0, genes.size())
                .mapToObj(i -> genes.get(i).text(genome.level(i)))
                .toList();
    }

    public List<String> overrides(Genome genome) {
        List<String> all = new ArrayList<>(set);
        for (int i = 0; i < genes.size(); i++) {
            all.add(genes.get(i).path() + "=" + genes.get(i).text(genome.level(i)));
        }
        return all;
    }

    /** Returns the job that runs a point, with more overrides. */
    public Job job(Genome genome, String... more) {
        List<String> all = overrides(genome);
        all.addAll(List.of(more));
        return new Job(scenario, all);
    }

    /** Returns the scenario of one point, or throws {@link fairlead.scenario.BadInput} if the point is not legal. */
    public Scenario scenarioOf(Genome genome) {
        return ScenarioReader.read(scenario, overrides(genome));
    }

    /** Returns what is known of a point before it is simulated; a point that is not legal is bad input. */
    public PointFacts facts(Genome genome) {
        return Workers.ask(job(genome), new PointFacts.Find(!hasChoices(), false));
    }

    /** Returns the whole scenario of a point. */
    public String yaml(Genome genome) {
        return Workers.ask(job(genome), Scenario::toYaml);
    }

    /** Returns the whole scenario of some legal point. */
    public String anyYaml() {
        return any(Scenario::toYaml);
    }

    /** Tells whether units of the user are in the machines, so that every point runs on the RTL. */
    public boolean hasOwnUnits() {
        try {
            return any(scenario -> !scenario.machine().rtl().isEmpty());
        } catch (BadInput e) {
            return false; // no point is legal
        }
    }

    /** Asks the first point, or the first corner that is legal, as one of them is. */
    private <R> R any(Question<R> question) {
        List<Genome> points = new ArrayList<>(List.of(Genome.at(genes, 0)));
        combinations().forEach(one -> points.addAll(List.of(corner(one, false), corner(one, true))));
        BadInput first = null;
        for (Genome point : points) {
            try {
                return Workers.ask(job(point), question);
            } catch (BadInput e) {
                first = first == null ? e : first;
            }
        }
        throw first;
    }

    /** Returns one line for each depth that the machines of this study cannot use, at the corners of the space. */
    public List<String> warnings() {
        Set<String> lines = new LinkedHashSet<>();
        List<String> asked = genes.stream().map(Gene::path).toList();
        for (Genome combination : combinations()) {
            for (boolean high : new boolean[] {false, true}) {
                try {
                    lines.addAll(Workers.ask(job(corner(combination, high)), s -> UsableBuffers.warnings(s, asked)));
                } catch (BadInput e) {
                    continue; // this combination is refused, and its points are infeasible
                }
            }
        }
        return List.copyOf(lines);
    }

    /** Tells whether some gene is a choice, so that the machines differ in more than depths. */
    public boolean hasChoices() {
        return genes.stream().anyMatch(Gene::isChoice);
    }

    /** Tells whether some gene chooses a structure, so that the points are not all of one structure. */
    public boolean hasStructures() {
        return genes.stream().anyMatch(Gene::isStructure);
    }

    /** Returns one point for each combination of the choices, with the other genes at their first level. */
    public List<Genome> combinations() {
        List<Genome> all = List.of(Genome.of(new int[genes.size()]));
        for (int i = 0; i < genes.size(); i++) {
            int gene = i;
            int levels = genes.get(i).isChoice() ? genes.get(i).levels() : 1;
            all = all.stream()
                    .flatMap(one -> IntStream.range(0, levels).mapToObj(level -> one.with(gene, level)))
                    .toList();
        }
        return all;
    }

    /** Returns `choices` with every gene that is no choice at its first or at its last level. */
    Genome corner(Genome choices, boolean high) {
        Genome corner = choices;
        for (int i = 0; i < genes.size(); i++) {
            if (!genes.get(i).isChoice()) {
                corner = corner.with(i, high ? genes.get(i).levels() - 1 : 0);
            }
        }
        return corner;
    }
}
