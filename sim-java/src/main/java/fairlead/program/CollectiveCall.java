// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/**
 * The contract of one collective operation, for the checkers. It states where the operands lie before cycle 0 and where
 * the results must lie when a member is done, and not how the operation computes them. A block has `bytes` bytes, and
 * the next block follows after {@link #stride} bytes. The arrays are indexed by member and must not be changed.
 *
 * @param name name of the operation in messages
 * @param ranks ranks of the members
 * @param root member number, not rank, of the root
 * @param function the reduction function; null for all other operations
 * @param element the element type of a reduction; null for all other operations
 * @param operands address of each member's operand; if it has several blocks, they follow in the order of the members
 * @param results address of each member's result, laid out likewise; -1 for a member without one
 * @param begins id of the operation that is handed over when the member enters, by member
 * @param ends id of the operation that is handed over when the member is done, by member
 */
public record CollectiveCall(
        String name,
        CollectiveOp op,
        int[] ranks,
        int root,
        int bytes,
        ReduceFunction function,
        ElementType element,
        int[] operands,
        int[] results,
        int[] begins,
        int[] ends) {
    public static final int WORD = 8;

    /** Returns the number of bytes from one block to the next. Blocks begin at multiples of 8. */
    public int stride() {
        return (bytes + WORD - 1) / WORD * WORD;
    }

    public int size() {
        return ranks.length;
    }
}
