// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

/** What is known of a property. */
public enum ProofVerdict {
    /** At all times, for the parameters of the instance. */
    PROVED,
    /** No counterexample within so many cycles after the start, which are told. */
    BOUNDED,
    /** There is a counterexample from reset. */
    REFUTED,
    /** Time-out, a crash of a tool, or an answer that was not understood. */
    UNDECIDED
}
