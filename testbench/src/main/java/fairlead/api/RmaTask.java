// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import fairlead.program.Comparison;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Ops;

/**
 * One task of a node, to which operations are added in program order. Addresses are byte addresses that {@link
 * RmaProgram#region} has returned, plus an offset; nodes are ranks. Mistakes in addresses, lengths and ranks are
 * reported by {@link Machine#run(RmaProgram)} with a {@link ConfigurationException} that names the step.
 */
public final class RmaTask {
    private final RmaProgram program;
    private final int node;
    private final int task;

    RmaTask(RmaProgram program, int node, int task) {
        this.program = program;
        this.node = node;
        this.task = task;
    }

    private RmaStep add(Operation operation) {
        return program.add(operation, node, task);
    }

    /** Computes for a number of cycles. */
    public RmaStep compute(long cycles) {
        return add(Ops.calc(cycles));
    }

    /** Fills local memory with a pattern of its own, so that a lost, swapped or repeated byte is seen. */
    public RmaStep fill(int address, int length) {
        return add(Ops.fill(address, length, program.key()));
    }

    /** Writes a word of 8 bytes to local memory; the address is a multiple of 8. */
    public RmaStep store(int address, long value) {
        return add(Ops.store(address, value));
    }

    /** Reads a word of 8 bytes of local memory; {@link MachineRun#events()} has the value as {@code LOADED}. */
    public RmaStep load(int address) {
        return add(Ops.load(address));
    }

    /** Adds to a word of 8 bytes of local memory in one step. */
    public RmaStep addLocal(int address, long operand) {
        return add(Ops.addLocal(address, operand));
    }

    /** Waits until the word of 8 bytes at a local address is at least {@code value}. */
    public RmaStep waitFor(int address, long value) {
        return add(Ops.poll(address, Comparison.GE, value, 0));
    }

    /**
     * Puts what an earlier {@link #fill} or {@link #store} of this node has written to the memory of a target, after
     * that step.
     *
     * @param remote address at the target
     * @throws IllegalArgumentException if the step is no fill or store of this node
     */
    public RmaStep put(int target, RmaStep source, int remote) {
        Operation from = source.operation();
        if (source.node() != node || !isSource(from)) {
            throw new IllegalArgumentException("step " + source.id() + " is no fill or store of node " + node);
        }
        Operation put = from.kind() == OpKind.STORE
                ? Ops.putValue(target, from.local(), remote, from.operand())
                : Ops.put(target, from.local(), remote, from.length(), from.key());
        return add(put).requires(source);
    }

    private static boolean isSource(Operation from) {
        return from.kind() == OpKind.STORE || from.kind() == OpKind.FILL;
    }

    /** Puts bytes whose values depend on the run; the checkers know the addresses but not the values. */
    public RmaStep putUnchecked(int target, int local, int remote, int length) {
        return add(Ops.putAny(target, local, remote, length));
    }

    /**
     * Gets what a {@link #fill} of another node has written there. A barrier, or a flag that this task waits for, must
     * order the get after the fill; otherwise {@link VerdictKind#DATA_INTEGRITY} fails.
     *
     * @param local address at this node
     * @throws IllegalArgumentException if the step is no fill
     */
    public RmaStep get(int local, RmaStep filled) {
        Operation from = filled.operation();
        if (filled.program() != program || from.kind() != OpKind.FILL) {
            throw new IllegalArgumentException("step " + filled.id() + " is no fill of this program");
        }
        return add(Ops.get(filled.node(), local, from.local(), from.length(), from.key()));
    }

    /** Gets bytes whose values depend on the run; the checkers know the addresses but not the values. */
    public RmaStep getUnchecked(int target, int local, int remote, int length) {
        return add(Ops.getAny(target, local, remote, length));
    }

    /** Adds to a word of 8 bytes at a target and fetches its old value, in one step there. */
    public RmaStep fetchAdd(int target, int remote, long operand) {
        return add(Ops.fadd(target, remote, operand));
    }

    /** Leaves the bits that a word of 8 bytes at a target shares with {@code mask}, and fetches its old value. */
    public RmaStep fetchAnd(int target, int remote, long mask) {
        return add(Ops.fetchOp(OpKind.FAND, target, remote, mask));
    }

    /** Sets the bits of {@code mask} in a word of 8 bytes at a target and fetches its old value, in one step there. */
    public RmaStep fetchOr(int target, int remote, long mask) {
        return add(Ops.fetchOp(OpKind.FOR, target, remote, mask));
    }

    /** Inverts the bits of {@code mask} in a word of 8 bytes at a target and fetches its old value, in one step. */
    public RmaStep fetchXor(int target, int remote, long mask) {
        return add(Ops.fetchOp(OpKind.FXOR, target, remote, mask));
    }

    /** Replaces a word of 8 bytes at a target by {@code value} and fetches its old value, in one step there. */
    public RmaStep swap(int target, int remote, long value) {
        return add(Ops.fetchOp(OpKind.SWAP, target, remote, value));
    }

    /** Replaces a word of 8 bytes at a target by {@code value} if it is {@code expected}, in one step there. */
    public RmaStep compareAndSwap(int target, int remote, long expected, long value) {
        return add(Ops.cas(target, remote, expected, value));
    }

    /** Orders the task's earlier puts and adds to a target before its later ones; does not block, covers no gets. */
    public RmaStep fence(int target) {
        return add(Ops.fence(target));
    }

    /** Completes when all earlier operations of the task to a target, gets included, are complete there. */
    public RmaStep flush(int target) {
        return add(Ops.flush(target));
    }

    /** Flushes every target that the task has used. */
    public RmaStep quiet() {
        return add(Ops.quiet());
    }

    /** Enters the barrier of all tasks of the machine; every task must enter equally often. */
    public RmaStep barrier() {
        return add(Ops.barrier());
    }

    /**
     * Opens an epoch to targets; {@link RmaStep#in} makes operations part of it.
     *
     * @param number 16 bits, by which {@link #awaitEpoch} knows the epoch
     */
    public RmaStep openEpoch(int number, int... targets) {
        return add(Ops.epochOpen(number, targets));
    }

    /** Closes an epoch: completes when all of its operations are in memory. */
    public RmaStep closeEpoch(RmaStep epoch) {
        program.requireOpen();
        return add(Ops.epochClose(epoch.id()));
    }

    /** Waits, at a target, until an epoch of an origin has ended. */
    public RmaStep awaitEpoch(int origin, int number) {
        return add(Ops.epochAwait(origin, number));
    }
}
