// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

/** The position of a test's node on the torus. */
public enum Place {
    /** A given rank. */
    RANK,
    /** The rank of the first node. */
    SAME,
    /** One hop from the first node, in the first dimension larger than 1. */
    NEAR,
    /** floor(k / 2) hops from the first node in every dimension. */
    FAR,
    /** The lowest unused rank. */
    OTHER
}
