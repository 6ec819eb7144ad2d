// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

/**
 * One command of a task to its node. A field that the kind does not use is 0, or -1 where 0 is a value.
 *
 * @param gap least number of cycles after the previous step of the task
 * @param target rank of the target, or -1 for none
 * @param length length in bytes; DLA_ALLOC: number of credits; POLL: limit in cycles; MALFORMED: number of the reason;
 *     TIMER, if it is the first step of all: tag of the first operation
 * @param local address in the node's own memory
 * @param remote address on the target; MSG: reception FIFO; POLL: comparison
 * @param fifo injection FIFO or DLA channel
 * @param epoch epoch index of the origin, or -1 outside epochs
 * @param counter byte counter of the target that a put decrements, or -1 for none
 * @param spread number of cycles between the words of a store-path request
 * @param value operand of an atomic, of a store and of a poll, key of a fill, epoch id, flags of the DLA
 * @param compare compare value of a compare-and-swap, FetchPayload of a fetch-and-op
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

    /** Returns the same step on another node and with another target. */
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
