// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

/** A {@link Step} that is being drawn. A field that is not set is 0; target, epoch and counter are then -1. */
final class StepDraft {
    private final int node;
    private final int task;
    private final StepKind kind;
    private final int gap;
    private int target = -1;
    private int length;
    private int local;
    private int remote;
    private int fifo;
    private int epoch = -1;
    private int counter = -1;
    private int spread;
    private long value;
    private long compare;

    StepDraft(final int node, final int task, final StepKind kind, final int gap) {
        this.node = node;
        this.task = task;
        this.kind = kind;
        this.gap = gap;
    }

    StepDraft to(final int rank) {
        target = rank;
        return this;
    }

    StepDraft length(final int bytes) {
        length = bytes;
        return this;
    }

    StepDraft local(final int address) {
        local = address;
        return this;
    }

    StepDraft remote(final int address) {
        remote = address;
        return this;
    }

    StepDraft fifo(final int number) {
        fifo = number;
        return this;
    }

    StepDraft epoch(final int index) {
        epoch = index;
        return this;
    }

    StepDraft counter(final int number) {
        counter = number;
        return this;
    }

    StepDraft spread(final int cycles) {
        spread = cycles;
        return this;
    }

    StepDraft value(final long operand) {
        value = operand;
        return this;
    }

    StepDraft compare(final long operand) {
        compare = operand;
        return this;
    }

    Step step() {
        return new Step(
                node, task, kind, gap, target, length, local, remote, fifo, epoch, counter, spread, value, compare);
    }
}
