// SPDX-License-Identifier: Apache-2.0
package fairlead.mutate;

import java.io.IOException;
import java.util.Set;

/**
 * The two processes of one thread: one plays the library of the product, the other one the library with assertions.
 *
 * @param known the numbers of the mutants that the library with assertions has
 */
record MutantProcesses(MutantProcess product, MutantProcess checked, Set<Integer> known) implements AutoCloseable {
    /**
     * Plays one rung of one mutant and returns the answer, empty if the library of the rung does not have the mutant.
     */
    String play(final MutantRung rung, final int mutant) throws IOException {
        if (rung != MutantRung.ASSERTIONS) {
            return product.play(rung, mutant);
        }
        return mutant == 0 || known.contains(mutant) ? checked.play(rung, mutant) : "";
    }

    @Override
    public void close() {
        product.close();
        checked.close();
    }
}
