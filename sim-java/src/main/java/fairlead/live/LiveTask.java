// SPDX-License-Identifier: Apache-2.0
package fairlead.live;

import fairlead.program.Comparison;
import fairlead.program.OpKind;
import fairlead.program.Result;
import java.util.BitSet;
import java.util.List;

/**
 * What the code of a live task can do; only the task's own thread calls it, but while the task waits, another one of
 * the same run may call {@link #read}, {@link #commits} and {@link #store} for it. One task runs at a time, and the
 * machine stands still meanwhile: cycles pass only in {@link #await}. Nodes are ranks, addresses are byte addresses in
 * the memory of a node.
 *
 * <p>A call acts in the present {@link #cycle} or, if the NIC has no room, as soon as it has. The operations of a task
 * go to its NIC in the order of the calls; a fence or flush goes after all earlier operations to its target and before
 * all later ones. Operations that no fence, flush or await orders are concurrent.
 *
 * <p>Every method throws a ProgramException if the machine cannot do what it is asked for. This ends the run.
 */
public interface LiveTask {
    /** Returns the rank of the node. */
    int node();

    /** Returns the number of the task on its node, from 0 on. */
    int task();

    /** Returns the number of nodes of the torus, which are the ranks from 0 on. */
    int nodes();

    /** Returns the cycle in which the code acts now. */
    long cycle();

    /**
     * Returns bytes of the own node's memory: what all cycles before this one have left, and the stores of this cycle.
     */
    byte[] read(int address, int length);

    /**
     * Returns what the NIC has written to the own node's memory before this cycle and the task has not been told yet,
     * in the order of the writes. Adjacent writes that follow each other may be one.
     */
    List<Commit> commits();

    /** Writes bytes of the own node's memory in this cycle, by one operation. */
    Step store(int address, byte[] bytes);

    /** Writes those bytes whose indices are given. */
    Step store(int address, byte[] bytes, BitSet written);

    /** Begins a put; it is done when its source may be reused. */
    default Step put(int target, int local, int remote, int length) {
        return put(target, local, remote, length, 0);
    }

    /** Begins a put that its NIC gets so many cycles later, before or after what the task does until then. */
    Step put(int target, int local, int remote, int length, int late);

    /** Begins a get; it is done when its bytes are in memory. */
    default Step get(int target, int local, int remote, int length) {
        return get(target, local, remote, length, 0);
    }

    /** Begins a get that its NIC gets so many cycles later. */
    Step get(int target, int local, int remote, int length, int late);

    /**
     * Begins an atomic on a word of a target; its value is what it found, of 4 bytes without a sign.
     *
     * @param kind FADD, FAND, FOR, FXOR or SWAP
     * @param bytes of the word, 4 or 8
     */
    Step fetchOp(OpKind kind, int target, int remote, int bytes, long operand);

    /** Begins an atomic on 8 bytes. */
    default Step fetchOp(OpKind kind, int target, int remote, long operand) {
        return fetchOp(kind, target, remote, Long.BYTES, operand);
    }

    /** Begins a compare-and-swap on a word of 4 or 8 bytes of a target; its value is what it found. */
    Step cas(int target, int remote, int bytes, long compare, long value);

    /** Begins a compare-and-swap on 8 bytes. */
    default Step cas(int target, int remote, long compare, long value) {
        return cas(target, remote, Long.BYTES, compare, value);
    }

    /** Orders earlier puts and atomics of this task to a target before later ones, without waiting. */
    Step fence(int target);

    /** Begins a flush; it is done when all earlier operations of this task to the target are complete there. */
    Step flush(int target);

    /** Joins the barrier of all tasks of all nodes; it is done when all have joined. */
    Step barrier();

    /** Waits for the comparison of the word at an address with an operand, both unsigned, without limit. */
    default Step poll(int address, Comparison comparison, long operand) {
        return poll(address, Long.BYTES, false, comparison, operand);
    }

    /** Waits for the comparison of bytes of a word with an operand, without limit. */
    Step poll(int address, int bytes, boolean signed, Comparison comparison, long operand);

    /** Computes for a number of cycles; with 0 it is done at once. */
    Step calc(long cycles);

    /**
     * Waits until all these steps are done. Goes on in the cycle in which software learns of the last one, which is
     * the present cycle if none is open.
     */
    void await(Step... steps);

    /**
     * Begins to wait for all these steps and returns whether any is open; only a {@link Turn} calls it, which then
     * returns true.
     */
    boolean waits(Step... steps);

    /** Code that does what the task does without a thread of its own. */
    @FunctionalInterface
    interface Turn {
        /** Goes on until it waits, for which it returns true, or until the thread of the task must go on. */
        boolean take() throws Exception;
    }

    /**
     * Lets `turn` do what the task does, at once and whenever the task goes on, and returns when it has returned false.
     * This is faster than {@link #await}, which changes the thread.
     */
    void serve(Turn turn) throws Exception;

    boolean isDone(Step step);

    /** Returns the value of a step that is done: what an atomic or poll found, otherwise 0. */
    long value(Step step);

    /** Returns how a step has ended; a put may become REFUSED after it is done. */
    Result result(Step step);
}
