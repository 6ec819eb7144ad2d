// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import java.util.Arrays;
import java.util.List;

/** One point of a study's space: a level for every gene, compared gene by gene. */
public final class Genome implements Comparable<Genome> {
    private final int[] levels;

    private Genome(int[] levels) {
        this.levels = levels;
    }

    public static Genome of(int... levels) {
        return new Genome(levels.clone());
    }

    /** Returns the point with this number in an enumeration of the space in which the last gene changes fastest. */
    public static Genome at(List<Gene> genes, long number) {
        int[] levels = new int[genes.size()];
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

    public int level(int gene) {
        return levels[gene];
    }

    /** Returns a point that differs from this one in the level of one gene only. */
    public Genome with(int gene, int level) {
        int[] other = levels.clone();
        other[gene] = level;
        return new Genome(other);
    }

    @Override
    public int compareTo(Genome other) {
        return Arrays.compare(levels, other.levels);
    }

    @Override
    public boolean equals(Object other) {
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
