// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

/** Where a node of a test stands on the torus. */
public enum Place {
    /** A plain rank. */
    RANK,
    /** The first node. */
    SAME,
    /** One hop in the first dimension larger than 1. */
    NEAR,
    /** floor(k / 2) hops in every dimension. */
    FAR,
    /** The lowest unused rank. */
    OTHER
}
