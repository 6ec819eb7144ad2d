// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

/** The verdict about a property. */
public enum ProofVerdict {
    /** The property holds at all times, for the parameters of the instance. */
    PROVED,
    /** There is no counterexample within a given number of cycles after reset. */
    BOUNDED,
    /** There is a counterexample from reset. */
    REFUTED,
    /** The prover ran out of time, crashed or gave an unknown answer. */
    UNDECIDED
}
