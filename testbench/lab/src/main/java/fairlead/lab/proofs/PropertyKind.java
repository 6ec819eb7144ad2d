// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

/** The kind of a property. */
public enum PropertyKind {
    /** A bad state is never reached. */
    SAFETY,
    /** A goal is reached infinitely often, provided that the fairness conditions hold infinitely often. */
    LIVENESS,
    /** A goal is reached within a fixed number of cycles or grants; a counter turns this into a safety property. */
    BOUNDED
}
