// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import fairlead.program.Decision.Source;
import java.util.List;

/**
 * Makes operations that give the machine what earlier operations of their node have left. A list of such operations has
 * the latest first, and the first that was not skipped counts.
 */
public final class Results {
    private Results() {}

    /**
     * Lets an atomic or POLL take its operand from the result of one of these operations, plus a number; without
     * operations the number is the operand.
     */
    public static Operation operand(final Operation op, final List<Source> from, final long more) {
        if (!op.kind().isAtomic() && op.kind() != OpKind.POLL) {
            throw new IllegalArgumentException(op.kind() + " has no operand");
        }
        op.operand = more;
        op.decision = from.isEmpty() ? null : Decision.of(from, more);
        return requires(op, op.decision);
    }

    /** Lets a CAS take what it compares with, in the same way. */
    public static Operation compare(final Operation op, final List<Source> from, final long more) {
        if (op.kind() != OpKind.CAS) {
            throw new IllegalArgumentException(op.kind() + " compares nothing");
        }
        op.compare = more;
        op.compared = from.isEmpty() ? null : Decision.of(from, more);
        return requires(op, op.compared);
    }

    private static Operation requires(final Operation op, final Decision by) {
        return by == null ? op : op.requires(by.compared());
    }

    /**
     * Makes a message of a match word and other bytes that depend on the run; they stay as they are until the message
     * has arrived.
     */
    public static Operation send(final int target, final int local, final int length, final long match) {
        final Operation op = Ops.send(target, local, length, match, 0);
        op.unknown = true;
        return op;
    }
}
