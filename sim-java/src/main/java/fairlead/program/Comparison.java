// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** The unsigned comparison of a POLL; its ordinal is bits 39:32 of the command's w0. */
public enum Comparison {
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE
}
