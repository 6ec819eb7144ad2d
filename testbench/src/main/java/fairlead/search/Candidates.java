// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.study.Genome;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * The untried points among which the search chooses. In a small space these are all points. In a larger one they are
 * points one and two levels from the front, children of two points of the front by uniform crossover, and random
 * points. Points that are refused without a simulation are no candidates.
 */
final class Candidates {
    private static final int MOST_OF_ALL = 1500; // points of a space that is small
    private static final int MOST_NEAR = 1536;
    private static final int CHILDREN = 256;
    private static final int ANYWHERE = 512;

    private final Trials trials;
    private final SplittableRandom random;

    Candidates(final Trials trials, final SplittableRandom random) {
        this.trials = trials;
        this.random = random;
    }

    /** Returns candidates for the present front, in the order of genomes. */
    List<Genome> draw() {
        final TreeSet<Genome> points = new TreeSet<>();
        if (trials.size() <= MOST_OF_ALL) {
            for (long n = 0; n < trials.size(); n++) {
                points.add(Genome.at(trials.genes(), n));
            }
        } else {
            points.addAll(near());
            final List<Trial> front = trials.front();
            for (int i = 0; i < CHILDREN && front.size() > 1; i++) {
                points.add(child(
                        front.get(random.nextInt(front.size())).genome(),
                        front.get(random.nextInt(front.size())).genome()));
            }
            for (int i = 0; i < ANYWHERE; i++) {
                points.add(RandomSearch.draw(trials.genes(), random));
            }
        }
        return points.stream()
                .filter(p -> !trials.has(p) && trials.known(p) != null)
                .toList();
    }

    /** Returns the neighbours of the front, and as many points two levels away as there is room for. */
    private TreeSet<Genome> near() {
        final TreeSet<Genome> near = new TreeSet<>();
        final TreeSet<Genome> far = new TreeSet<>();
        for (final Trial trial : trials.front()) {
            near.addAll(Neighbours.of(trials.genes(), trial.genome()));
            far.addAll(Neighbours.twice(trials.genes(), trial.genome()));
        }
        near.removeIf(trials::has);
        far.removeIf(p -> trials.has(p) || near.contains(p));
        final List<Genome> rest = new ArrayList<>(far);
        while (near.size() < MOST_NEAR && !rest.isEmpty()) {
            final int at = random.nextInt(rest.size());
            near.add(rest.get(at));
            rest.set(at, rest.get(rest.size() - 1));
            rest.remove(rest.size() - 1);
        }
        return near;
    }

    private Genome child(final Genome one, final Genome other) {
        Genome child = one;
        for (int gene = 0; gene < one.size(); gene++) {
            if (random.nextBoolean()) {
                child = child.with(gene, other.level(gene));
            }
        }
        return child;
    }
}
