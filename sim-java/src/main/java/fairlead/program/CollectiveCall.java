// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/**
 * What one collective operation promises, for the checkers. It says where the operands lie before cycle 0 and where the
 * results must lie when a member is done; it says nothing of the way from the one to the other. A block has `bytes`
 * bytes, and the next block follows after {@link #stride} bytes. The arrays are by member and must not be changed.
 *
 * @param name what messages call it
 * @param ranks ranks of the members
 * @param root member, not rank
 * @param function null except for reductions
 * @param element null except for reductions
 * @param operands address of each member's operand: its blocks, in the order of the members where it has several
 * @param results address of each member's result, likewise; -1 for a member without one
 * @param begins operation that is handed over when the member enters
 * @param ends operation that is handed over when the member is done
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

    /** Returns the bytes from one block to the next: blocks begin at a multiple of 8. */
    public int stride() {
        return (bytes + WORD - 1) / WORD * WORD;
    }

    public int size() {
        return ranks.length;
    }
}
