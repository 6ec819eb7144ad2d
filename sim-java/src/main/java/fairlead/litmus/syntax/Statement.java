// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.program.Comparison;
import fairlead.program.ReduceFunction;
import java.util.List;
import java.util.function.Consumer;

/** One statement. Fields that its verb does not use are null, 0 or empty. A statement of a test is never changed. */
public final class Statement implements Cloneable {
    /** First character of the registers that hold the results of TESTs, which no file can name. */
    private static final char HIDDEN = '?';

    public Verb verb;
    public int line; // in the file
    public String label;
    public String register; // that receives the result
    public boolean attempt; // `try` or `why`: a refusal or discard is then a value of the register
    public boolean asksWhy; // `why`: the register receives the reason of a refusal
    /** Words at the target of PUT, GET, ADD, SIGNAL, FADD and CAS; the word of a LOCK and UNLOCK. */
    public Ref remote;
    /**
     * Words of the task's own node: the word of LOAD, STORE and POLL, the source of a PUT, the landing zone of a GET;
     * null for a put of a value and for a get into a register.
     */
    public Ref local;
    /** Value that is written, added, sent, compared (POLL), or compared first (CAS); cycles of a DELAY. */
    public Operand value;

    public Operand second; // new value of a CAS
    public Comparison relation; // of a POLL or TEST
    /** Greatest number of cycles of a POLL; id of SEND, RECV and EPOCH_*; credits of DLA_ALLOC. */
    public long number;
    /**
     * Node of FENCE, FLUSH, SEND and EPOCH_AWAIT; node whose operations an UNLOCK completes, or empty for all; targets
     * of EPOCH_OPEN; members of a collective statement, sorted by name.
     */
    public List<String> nodes = List.of();

    public long epoch = -1; // id of the operation's epoch, or -1
    /**
     * pr and high of DLA_ALLOC; shared of LOCK and UNLOCK; the function of ALLREDUCE and REDUCE, in capitals, and the
     * root of REDUCE and BCAST; the function of ADD, SIGNAL and FADD, in capitals, if it is not ADD; the handles of
     * WAIT_ANY.
     */
    public List<String> flags = List.of();

    public String handle; // of a PUT, GET or ADD, or the handle of a WAIT or TEST_HANDLE
    /** Register of the TEST that must be true for the statement to be executed; a TEST not executed counts as false. */
    public String guard;

    public int context; // number of the context of an operation, FENCE, FLUSH or QUIET; 0 is the default context

    /** Returns a copy of this statement with other fields. */
    public Statement with(Consumer<Statement> change) {
        try {
            Statement copy = (Statement) clone();
            change.accept(copy);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    static String hidden(int n) {
        return HIDDEN + String.valueOf(n);
    }

    /** Returns whether the register is one that the file names. */
    static boolean isNamed(String register) {
        return register != null && register.charAt(0) != HIDDEN;
    }

    /** Returns the function of a collective statement: OR of a broadcast, to which all others contribute zeros. */
    public ReduceFunction function() {
        return verb == Verb.ALLREDUCE || verb == Verb.REDUCE ? ReduceFunction.valueOf(flags.get(0)) : ReduceFunction.OR;
    }

    /** Returns the function by which an ADD, SIGNAL or FADD changes its word. */
    public AtomicFunction atomic() {
        return flags.isEmpty() ? AtomicFunction.ADD : AtomicFunction.valueOf(flags.get(0));
    }

    /** Returns whether a LOCK or UNLOCK is of a shared lock. */
    public boolean isShared() {
        return flags.contains("shared");
    }

    /** Returns the root of a REDUCE or BCAST, or null. */
    public String root() {
        return verb == Verb.REDUCE || verb == Verb.BCAST ? flags.get(flags.size() - 1) : null;
    }

    /** Returns the node to which an operation goes, or null. */
    public String target() {
        return remote != null ? remote.node() : nodes.isEmpty() ? null : nodes.get(0);
    }
}
