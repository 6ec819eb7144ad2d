// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.program.ReduceFunction;
import java.util.List;
import java.util.function.Consumer;

/**
 * One statement. Fields that its verb does not use are null, 0 or empty.
 *
 * @param verb kind of the statement
 * @param line line in the file
 * @param label label of the statement, or null
 * @param register register that receives the result, or null
 * @param attempt true for `try` and `why`: a refusal or discard is then a value of the register
 * @param asksWhy true for `why`: the register receives the reason of a refusal
 * @param remote words at the target of PUT, GET, ADD, SIGNAL, FADD and CAS; the word of a LOCK and UNLOCK
 * @param local words of the task's own node: the word of LOAD, STORE and POLL, the source of a PUT, the landing zone of
 *     a GET; null for a put of a value and for a get into a register
 * @param value value that is written, added, sent, compared (POLL), or compared first (CAS); cycles of a DELAY
 * @param second new value of a CAS
 * @param relation comparison of a POLL
 * @param number greatest number of cycles of a POLL; id of SEND, RECV and EPOCH_*; credits of DLA_ALLOC
 * @param nodes node of FENCE, FLUSH, SEND and EPOCH_AWAIT; node whose operations an UNLOCK completes, or empty for all;
 *     targets of EPOCH_OPEN; members of a collective statement, sorted by name
 * @param epoch id of the operation's epoch, or -1
 * @param flags pr and high of DLA_ALLOC; shared of LOCK and UNLOCK; the function of ALLREDUCE and REDUCE, in capitals,
 *     and the root of REDUCE and BCAST; the function of ADD, SIGNAL and FADD, in capitals, if it is not ADD; the
 *     handles of WAIT_ANY
 * @param handle handle of a PUT, GET or ADD, or that for which a WAIT waits or a TEST_HANDLE looks, otherwise null
 * @param guard register of the TEST that must hold for the statement to be executed, or null; a TEST that is not
 *     executed does not hold
 * @param context number of the context of an operation, FENCE, FLUSH or QUIET; 0 is the default context
 */
public record Statement(
        Verb verb,
        int line,
        String label,
        String register,
        boolean attempt,
        boolean asksWhy,
        Ref remote,
        Ref local,
        Operand value,
        Operand second,
        Relation relation,
        long number,
        List<String> nodes,
        long epoch,
        List<String> flags,
        String handle,
        String guard,
        int context) {

    /** First character of the registers that hold the results of TESTs, which no file can name. */
    private static final char HIDDEN = '?';

    /** A statement whose fields are being set. */
    public static final class Draft {
        public Verb verb;
        public String register;
        public boolean attempt;
        public boolean asksWhy;
        public Operand value;
        public Operand second;
        public List<String> flags = List.of();
        public String handle;
        public String guard;
        int line;
        String label;
        Ref remote;
        Ref local;
        Relation relation;
        long number;
        List<String> nodes = List.of();
        long epoch = -1;
        int context;

        Draft(Verb verb) {
            this.verb = verb;
        }

        Statement made() {
            return new Statement(
                    verb, line, label, register, attempt, asksWhy, remote, local, value, second, relation, number,
                    nodes, epoch, flags, handle, guard, context);
        }
    }

    /** Returns this statement with other fields. */
    public Statement with(Consumer<Draft> change) {
        Draft draft = new Draft(verb);
        draft.line = line;
        draft.label = label;
        draft.register = register;
        draft.attempt = attempt;
        draft.asksWhy = asksWhy;
        draft.remote = remote;
        draft.local = local;
        draft.value = value;
        draft.second = second;
        draft.relation = relation;
        draft.number = number;
        draft.nodes = nodes;
        draft.epoch = epoch;
        draft.flags = flags;
        draft.handle = handle;
        draft.guard = guard;
        draft.context = context;
        change.accept(draft);
        return draft.made();
    }

    static String hidden(int n) {
        return HIDDEN + String.valueOf(n);
    }

    /** Returns whether the register is one that the file names. */
    static boolean isNamed(String register) {
        return register != null && register.charAt(0) != HIDDEN;
    }

    /** Returns whether a TEST with these operands holds. */
    public boolean holds(long left, long right) {
        return relation.holds(left, right);
    }

    /** Returns the function of a collective statement: OR of a broadcast, to which all others contribute zeros. */
    public ReduceFunction function() {
        return verb == Verb.ALLREDUCE || verb == Verb.REDUCE ? ReduceFunction.valueOf(flags.get(0)) : ReduceFunction.OR;
    }

    /** Returns what an ADD, SIGNAL or FADD does with the word that it finds. */
    public AtomicFunction atomic() {
        return flags.isEmpty() ? AtomicFunction.ADD : AtomicFunction.valueOf(flags.get(0));
    }

    /** Returns whether a LOCK or UNLOCK is of a lock that several may hold together. */
    public boolean isShared() {
        return flags.contains("shared");
    }

    /** Returns the root of a REDUCE or BCAST, or null. */
    public String root() {
        return verb == Verb.REDUCE || verb == Verb.BCAST ? flags.get(flags.size() - 1) : null;
    }

    /** Returns the handle or the register that a WAIT waits for. */
    public String awaited() {
        return handle != null ? handle : register;
    }

    /** Returns the node to which an operation goes, or null. */
    public String target() {
        return remote != null ? remote.node() : nodes.isEmpty() ? null : nodes.get(0);
    }
}
