// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** How a reduction combines two elements. All functions are associative and commutative. */
public enum ReduceFunction {
    /** Modulo 2 to the number of bits of the element. */
    SUM,
    MIN,
    MAX,
    AND,
    OR,
    XOR;

    /** Returns whether each bit of the result depends only on the same bit of both operands. */
    public boolean isBitwise() {
        return this == AND || this == OR || this == XOR;
    }
}
