// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.study.Gene;
import fairlead.search.study.Genome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The diagonals of the space, on which all ordered genes have the same share of their range: one for each combination
 * of the other genes. Designers usually try these points first; the other strategies start from them.
 */
public final class UniformDepths {
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
                point[gene] = (int) Math.round((double) step * (genes.get(gene).levels() - 1) / (count - 1));
            }
        }
        return Genome.of(point);
    }

    /** Returns the combinations of the genes without order, or, if they are many, those that differ in one of them. */
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
