// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

/** A region of a member's memory that an algorithm uses. */
public enum MemberArea {
    /** The operand, where it lies before the operation. */
    OPERAND,
    /** The result; the same bytes as the operand for operations that work in place. */
    RESULT,
    /** Memory of the algorithm itself. */
    WORK
}
