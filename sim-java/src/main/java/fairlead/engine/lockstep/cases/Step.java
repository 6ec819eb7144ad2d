// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.lockstep.cases;

/**
 * One thing that one task gives to its node. What a kind does not use is 0, and -1 where 0 is a value.
 *
 * @param gap cycles after the task's step before it, at least
 * @param target rank, -1: none
 * @param length bytes; DLA_ALLOC: credits; POLL: limit in cycles; MALFORMED: which of the reasons; TIMER as the first step of all: tag of the first operation
 * @param local address on the own node
 * @param remote address on the target; MSG: reception FIFO; POLL: comparison
 * @param fifo injection FIFO or DLA channel
 * @param epoch origin's epoch index, -1: outside epochs
 * @param counter byte counter of the target that a put decrements, -1: none
 * @param spread cycles between the words of a store-path request
 * @param value operand of an atomic, of a store and of a poll, key of a fill, epoch id, flags of the DLA
 * @param compare compare value of a compare-and-swap
 */
public record Step(
        int node,
        int task,
        StepKind kind,
        int gap,
        int target,
        int length,
        int local,
        int remote,
        int fifo,
        int epoch,
        int counter,
        int spread,
        long value,
        long compare) {

    /** The same step of another node and to another target. */
    Step moved(final int newNode, final int newTarget) {
        return new Step(
                newNode, task, kind, gap, newTarget, length, local, remote, fifo, epoch, counter, spread, value,
                compare);
    }

    Step withLength(final int bytes) {
        return new Step(
                node, task, kind, gap, target, bytes, local, remote, fifo, epoch, counter, spread, value, compare);
    }

    Step withGap(final int cycles) {
        return new Step(
                node, task, kind, cycles, target, length, local, remote, fifo, epoch, counter, spread, value, compare);
    }

    Step withSpread(final int cycles) {
        return new Step(
                node, task, kind, gap, target, length, local, remote, fifo, epoch, counter, cycles, value, compare);
    }
}
