// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.List;

/**
 * One statement; fields without meaning for its verb are null, 0 or empty.
 *
 * @param line in the file
 * @param label or null
 * @param register that gets the result, or null
 * @param attempt `try`: refusal and discard are values of the register
 * @param remote words at the target: PUT, GET, ADD, SIGNAL, FADD, CAS
 * @param local words of the own node: LOAD, STORE, POLL, the source of a PUT, the landing of a GET; null for a put of a value and a get into a register
 * @param value written, added, compared with (POLL), compared with first (CAS), of a message, or cycles of a DELAY
 * @param second CAS: the new value
 * @param relation POLL
 * @param number POLL: cycles at most; SEND, RECV: id; EPOCH_*: id; DLA_ALLOC: credits
 * @param nodes FENCE, FLUSH, SEND, LOCK, UNLOCK, EPOCH_AWAIT: the node; EPOCH_OPEN: targets
 * @param epoch id of the epoch that the operation is in, or -1
 * @param flags DLA_ALLOC: pr, high; LOCK, UNLOCK: shared
 */
public record Statement(
        Verb verb,
        int line,
        String label,
        String register,
        boolean attempt,
        Ref remote,
        Ref local,
        Operand value,
        Operand second,
        Relation relation,
        long number,
        List<String> nodes,
        long epoch,
        List<String> flags) {

    Statement(
            final Verb verb,
            final int line,
            final String label,
            final String register,
            final boolean attempt,
            final Ref remote,
            final Ref local,
            final Operand value,
            final Operand second,
            final long number,
            final List<String> nodes,
            final long epoch) {
        this(verb, line, label, register, attempt, remote, local, value, second, null, number, nodes, epoch, List.of());
    }

    Statement compared(final Relation with) {
        return with(with, epoch, flags);
    }

    Statement inEpoch(final long id) {
        return with(relation, id, flags);
    }

    Statement flagged(final List<String> all) {
        return with(relation, epoch, all);
    }

    private Statement with(final Relation newRelation, final long newEpoch, final List<String> newFlags) {
        return new Statement(
                verb,
                line,
                label,
                register,
                attempt,
                remote,
                local,
                value,
                second,
                newRelation,
                number,
                nodes,
                newEpoch,
                newFlags);
    }

    /** Node that an operation goes to, or null. */
    public String target() {
        return remote != null ? remote.node() : nodes.isEmpty() ? null : nodes.get(0);
    }
}
