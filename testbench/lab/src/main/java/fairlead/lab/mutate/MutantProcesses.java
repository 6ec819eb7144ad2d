// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import java.io.IOException;

/**
 * The processes of one thread: one plays the tile, and one tests of units.
 *
 * @param tests null if no tests are played
 */
record MutantProcesses(MutantProcess tile, MutantProcess tests) implements AutoCloseable {
    /** Plays one rung of one mutant and returns the answer, empty if it is not played. */
    String play(final MutantRung rung, final int mutant) throws IOException {
        return switch (rung) {
            case PAGES, TESTS -> tests == null ? "" : tests.play(rung, mutant);
            case PROOFS -> "";
            case LOCKSTEP, VERDICTS, LITMUS, RAW, ASSERTIONS, DEEP -> tile.play(rung, mutant);
        };
    }

    @Override
    public void close() {
        tile.close();
        if (tests != null) {
            tests.close();
        }
    }
}
