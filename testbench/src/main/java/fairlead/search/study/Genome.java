// SPDX-License-Identifier: Apache-2.0
package fairlead.search.study;

import java.util.Arrays;
import java.util.List;

/** One point of a study's space: a level of every gene. Ordered level by level, the first gene first. */
public final class Genome implements Comparable<Genome> {
    private final int[] levels;

    private Genome(final int[] levels) {
        this.levels = levels;
    }

    public static Genome of(final int... levels) {
        return new Genome(levels.clone());
    }

    /** The point with this number when all are counted, the last gene fastest. */
    public static Genome at(final List<Gene> genes, final long number) {
        final int[] levels = new int[genes.size()];
        long rest = number;
        for (int i = levels.length - 1; i >= 0; i--) {
            levels[i] = (int) (rest % genes.get(i).levels());
            rest /= genes.get(i).levels();
        }
        return new Genome(levels);
    }

    public int size() {
        return levels.length;
    }

    public int level(final int gene) {
        return levels[gene];
    }

    /** The same point but for one gene. */
    public Genome with(final int gene, final int level) {
        final int[] other = levels.clone();
        other[gene] = level;
        return new Genome(other);
    }

    @Override
    public int compareTo(final Genome other) {
        return Arrays.compare(levels, other.levels);
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof Genome g && Arrays.equals(levels, g.levels);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(levels);
    }

    @Override
    public String toString() {
        return Arrays.toString(levels);
    }
}
