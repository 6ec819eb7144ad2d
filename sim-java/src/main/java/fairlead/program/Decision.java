// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What software decides by: the comparison of a TEST, the operations of which an ANY returns one or at which a LOOK
 * looks, the value of a STORE or EXTRACT, the operand of an atomic or POLL, or the operation of an ENDING.
 *
 * @param left operations that may have left the compared value, the latest first; the first that was not skipped
 *     counts, and if all were skipped the value is 0
 * @param comparison comparison of unsigned numbers
 * @param right operations that may have left the second value, as `left`; empty if it is 0
 * @param operand what a TEST adds to the second value, and a STORE, atomic or POLL to the first; number of the first
 *     byte of an EXTRACT
 * @param choices operations of an ANY or LOOK; otherwise empty
 * @param names value of the ANY for each of its choices
 */
public record Decision(
        List<Source> left,
        Comparison comparison,
        List<Source> right,
        long operand,
        List<Integer> choices,
        List<Long> names) {

    /**
     * An operation whose value counts.
     *
     * @param operation id of the operation
     * @param status true if 0, 1 or 2 counts in place of its value: done, refused or denied, discarded
     */
    public record Source(int operation, boolean status) {}

    /** Makes the decision of an operation that takes one value. */
    static Decision of(List<Source> value, long operand) {
        return new Decision(value, Comparison.EQ, List.of(), operand, List.of(), List.of());
    }

    /** Makes the decision of an ANY, or without names of a LOOK. */
    static Decision among(List<Integer> choices, List<Long> names) {
        return new Decision(List.of(), Comparison.EQ, List.of(), 0, choices, names);
    }

    /** Returns the operations that must have ended before a TEST. */
    int[] compared() {
        return Stream.concat(left.stream(), right.stream())
                .mapToInt(Source::operation)
                .toArray();
    }

    IntStream operations() {
        return IntStream.concat(IntStream.of(compared()), choices.stream().mapToInt(i -> i));
    }

    // ---- operations that give the machine what earlier operations of their node have left

    /**
     * Lets an atomic or POLL take its operand from the result of one of these operations, plus a number; without
     * operations the number is the operand.
     */
    public static Operation operand(Operation op, List<Source> from, long more) {
        if (!op.kind().isAtomic() && op.kind() != OpKind.POLL) {
            throw new IllegalArgumentException(op.kind() + " has no operand");
        }
        op.operand = more;
        op.decision = from.isEmpty() ? null : Decision.of(from, more);
        return requires(op, op.decision);
    }

    /** Lets a CAS take what it compares with, in the same way. */
    public static Operation compare(Operation op, List<Source> from, long more) {
        if (op.kind() != OpKind.CAS) {
            throw new IllegalArgumentException(op.kind() + " compares nothing");
        }
        op.compare = more;
        op.compared = from.isEmpty() ? null : Decision.of(from, more);
        return requires(op, op.compared);
    }

    private static Operation requires(Operation op, Decision by) {
        return by == null ? op : op.requires(by.compared());
    }

    /**
     * Makes a message of a match word and other bytes that depend on the run; they stay as they are until the message
     * has arrived.
     */
    public static Operation send(int target, int local, int length, long match) {
        Operation op = Ops.send(target, local, length, match, 0);
        op.unknown = true;
        return op;
    }
}
