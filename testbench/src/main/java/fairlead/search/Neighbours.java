// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.study.Gene;
import fairlead.search.study.Genome;
import java.util.ArrayList;
import java.util.List;

/**
 * The points that differ from a point in one gene: by one level if the values of the gene are ordered, else by any
 * other value.
 */
public final class Neighbours {
    private Neighbours() {}

    /** Returns the neighbours of a point that differ in this gene. */
    static List<Genome> in(final List<Gene> genes, final Genome point, final int gene) {
        final List<Genome> all = new ArrayList<>();
        final int levels = genes.get(gene).levels();
        final int level = point.level(gene);
        if (!genes.get(gene).isOrdered()) {
            for (int other = 0; other < levels; other++) {
                if (other != level) {
                    all.add(point.with(gene, other));
                }
            }
            return all;
        }
        if (level > 0) {
            all.add(point.with(gene, level - 1));
        }
        if (level + 1 < levels) {
            all.add(point.with(gene, level + 1));
        }
        return all;
    }

    /** Returns all neighbours of a point. */
    public static List<Genome> of(final List<Gene> genes, final Genome point) {
        final List<Genome> all = new ArrayList<>();
        for (int gene = 0; gene < genes.size(); gene++) {
            all.addAll(in(genes, point, gene));
        }
        return all;
    }

    /** Returns the points that differ by two levels in one ordered gene, or as neighbours in each of two genes. */
    static List<Genome> twice(final List<Gene> genes, final Genome point) {
        final List<Genome> all = new ArrayList<>();
        for (int gene = 0; gene < genes.size(); gene++) {
            for (final int by : genes.get(gene).isOrdered() ? new int[] {-2, 2} : new int[0]) {
                final int level = point.level(gene) + by;
                if (level >= 0 && level < genes.get(gene).levels()) {
                    all.add(point.with(gene, level));
                }
            }
            for (final Genome near : in(genes, point, gene)) {
                for (int other = gene + 1; other < genes.size(); other++) {
                    all.addAll(in(genes, near, other));
                }
            }
        }
        return all;
    }
}
