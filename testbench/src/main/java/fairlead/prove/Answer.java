// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

/**
 * What a prover says.
 *
 * @param depth of a counterexample or a bound, in cycles after reset; else -1
 * @param seconds of the prover and its front end
 * @param detail for the reader when it is undecided
 */
public record Answer(ProofVerdict verdict, int depth, double seconds, String detail) {
    static Answer undecided(final double seconds, final String detail) {
        return new Answer(ProofVerdict.UNDECIDED, -1, seconds, detail);
    }
}
