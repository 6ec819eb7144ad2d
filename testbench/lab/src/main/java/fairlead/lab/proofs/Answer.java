// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

/**
 * The answer of a prover.
 *
 * @param depth the length of a counterexample or of a bound, in cycles after reset; else -1
 * @param seconds the time of the prover and its front end
 * @param detail an explanation for the reader if the verdict is undecided
 */
public record Answer(ProofVerdict verdict, int depth, double seconds, String detail) {
    static Answer undecided(double seconds, String detail) {
        return new Answer(ProofVerdict.UNDECIDED, -1, seconds, detail);
    }

    /** The verdict about a property. */
    public enum ProofVerdict {
        PROVED, // the property holds at all times, for the parameters of the instance
        BOUNDED, // there is no counterexample within a given number of cycles after reset
        REFUTED, // there is a counterexample from reset
        /** The prover ran out of time, crashed or gave an unknown answer. */
        UNDECIDED
    }
}
