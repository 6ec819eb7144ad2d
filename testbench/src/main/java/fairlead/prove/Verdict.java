// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

/** What is known of a property. */
public enum Verdict {
    /** For every depth. */
    PROVED,
    /** No counterexample up to a depth, which is told. */
    BOUNDED,
    /** There is a counterexample from reset. */
    REFUTED,
    /** Time-out, a crash of a tool, or an answer that was not understood. */
    UNDECIDED
}
