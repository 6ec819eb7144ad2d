// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** The function with which a reduction combines two elements. All functions are associative and commutative. */
public enum ReduceFunction {
    /** Addition modulo 2 to the power of the element's number of bits. */
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
