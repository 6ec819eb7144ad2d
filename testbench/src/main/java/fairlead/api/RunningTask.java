// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import fairlead.live.LiveTask;
import fairlead.live.Step;
import fairlead.program.Comparison;
import fairlead.program.OpKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.Stream;

/**
 * One task of a node, as its {@link TaskCode} sees it. A call begins an operation in the present cycle and returns at
 * once; cycles pass only in {@link RunningStep#await} and {@link #await}. The operations of a task run concurrently
 * unless a fence, a flush or an await orders them. Nodes are ranks, addresses are byte addresses in the memory of a
 * node, all of which the code may use. Only the thread of the code may call it.
 *
 * <p>A call that the machine cannot do, such as a put beyond its memory, ends the run with a {@link
 * ConfigurationException}.
 */
public final class RunningTask {
    private final LiveTask task;

    RunningTask(LiveTask task) {
        this.task = task;
    }

    /** Returns the rank of the node. */
    public int node() {
        return task.node();
    }

    /** Returns the number of the task on its node, from 0. */
    public int task() {
        return task.task();
    }

    /** Returns the number of nodes of the torus. */
    public int nodes() {
        return task.nodes();
    }

    /** Returns the present cycle. */
    public long cycle() {
        return task.cycle();
    }

    // ---- local memory

    /** Returns bytes of local memory as they are when the present cycle begins, with the stores of this cycle. */
    public byte[] read(int address, int length) {
        return task.read(address, length);
    }

    /** Returns a word of 8 bytes of local memory, little-endian. */
    public long word(int address) {
        return ByteBuffer.wrap(read(address, Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    /** Writes bytes to local memory in the present cycle. */
    public RunningStep store(int address, byte[] bytes) {
        return step(task.store(address, bytes));
    }

    /** Writes a word of 8 bytes to local memory in the present cycle, little-endian. */
    public RunningStep store(int address, long value) {
        return store(
                address,
                ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(value)
                        .array());
    }

    /** Waits until the word of 8 bytes at a local address is at least {@code value}; its value is that word. */
    public RunningStep waitFor(int address, long value) {
        return step(task.poll(address, Comparison.GE, value));
    }

    /** Waits while the word of 8 bytes at a local address is {@code value}; its value is the other word. */
    public RunningStep waitWhile(int address, long value) {
        return step(task.poll(address, Comparison.NE, value));
    }

    /** Computes for a number of cycles. */
    public RunningStep compute(long cycles) {
        return step(task.calc(cycles));
    }

    // ---- other nodes

    /** Puts bytes to a target; done when the bytes at {@code local} may be overwritten. */
    public RunningStep put(int target, int local, int remote, int length) {
        return step(task.put(target, local, remote, length));
    }

    /** Gets bytes of a target; done when they are at {@code local}. */
    public RunningStep get(int target, int local, int remote, int length) {
        return step(task.get(target, local, remote, length));
    }

    private RunningStep fetch(OpKind kind, int target, int remote, long operand) {
        return step(task.fetchOp(kind, target, remote, operand));
    }

    /** Adds to a word of 8 bytes at a target; its value is the old one, as that of each of the next five methods. */
    public RunningStep fetchAdd(int target, int remote, long operand) {
        return fetch(OpKind.FADD, target, remote, operand);
    }

    /** Leaves the bits that a word of 8 bytes at a target shares with {@code mask}. */
    public RunningStep fetchAnd(int target, int remote, long mask) {
        return fetch(OpKind.FAND, target, remote, mask);
    }

    /** Sets the bits of {@code mask} in a word of 8 bytes at a target. */
    public RunningStep fetchOr(int target, int remote, long mask) {
        return fetch(OpKind.FOR, target, remote, mask);
    }

    /** Inverts the bits of {@code mask} in a word of 8 bytes at a target. */
    public RunningStep fetchXor(int target, int remote, long mask) {
        return fetch(OpKind.FXOR, target, remote, mask);
    }

    /** Replaces a word of 8 bytes at a target by {@code value}. */
    public RunningStep swap(int target, int remote, long value) {
        return fetch(OpKind.SWAP, target, remote, value);
    }

    /** Replaces a word of 8 bytes at a target by {@code value} if it is {@code expected}. */
    public RunningStep compareAndSwap(int target, int remote, long expected, long value) {
        return step(task.cas(target, remote, expected, value));
    }

    /** Orders the task's earlier puts and atomics to a target before its later ones; covers no gets. */
    public RunningStep fence(int target) {
        return step(task.fence(target));
    }

    /** Done when all earlier operations of the task to a target, gets included, are complete there. */
    public RunningStep flush(int target) {
        return step(task.flush(target));
    }

    /** Enters the barrier of all tasks of the machine; every task must enter equally often. */
    public RunningStep barrier() {
        return step(task.barrier());
    }

    // ---- the end of steps

    /** Waits until all these steps of this task are done. */
    public void await(RunningStep... steps) {
        task.await(Stream.of(steps).map(RunningStep::step).toArray(Step[]::new));
    }

    private RunningStep step(Step step) {
        return new RunningStep(task, step);
    }
}
