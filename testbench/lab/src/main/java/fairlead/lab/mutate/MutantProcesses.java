// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import java.io.IOException;
import java.util.Set;

/**
 * The processes of one thread: one plays the library of the product, one the library with assertions, and one tests of
 * units.
 *
 * @param known the numbers of the mutants that the library with assertions has
 * @param tests null if no tests are played
 */
record MutantProcesses(MutantProcess product, MutantProcess checked, Set<Integer> known, MutantProcess tests)
        implements AutoCloseable {
    /**
     * Plays one rung of one mutant and returns the answer, empty if the library of the rung does not have the mutant,
     * or if no tests are played.
     */
    String play(final MutantRung rung, final int mutant) throws IOException {
        return switch (rung) {
            case PAGES, TESTS -> tests == null ? "" : tests.play(rung, mutant);
            case ASSERTIONS -> mutant == 0 || known.contains(mutant) ? checked.play(rung, mutant) : "";
            case PROOFS -> "";
            case LOCKSTEP, VERDICTS, LITMUS, RAW, DEEP -> product.play(rung, mutant);
        };
    }

    @Override
    public void close() {
        product.close();
        checked.close();
        if (tests != null) {
            tests.close();
        }
    }
}
