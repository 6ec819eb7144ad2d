// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCount;
import fairlead.hw.HwLayout.BarrierEvent;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.node.Descriptors;

/** The steps of a node's tasks that enter barriers, and which of them have not been released. */
final class BarrierSteps {
    /** One barrier in COUNTS begins with a read of the counter, and one with an add. */
    private static final int COUNTS = 4;

    private final MachineConfig machine;
    private final int node;
    private final DeviceSteps.Sink sink;
    private final boolean[][] entered; // by barrier and task

    BarrierSteps(final MachineConfig machine, final int node, final DeviceSteps.Sink sink) {
        this.machine = machine;
        this.node = node;
        this.sink = sink;
        entered = new boolean[HwLayout.BARRIERS][machine.tasks(node)];
    }

    private static int barrier(final Step step) {
        return step.kind() == StepKind.BARRIER ? 0 : 1 + step.fifo();
    }

    /** Returns whether the task of a step is in the step's barrier. */
    boolean hasEntered(final Step step) {
        return entered[barrier(step)][step.task()];
    }

    /** @param a a HwLayout.BarrierEvent */
    void released(final long a) {
        final boolean[] ofBarrier = entered[(int) BarrierEvent.barrier(a)];
        for (int task = 0; task < ofBarrier.length; task++) {
            if ((BarrierEvent.tasks(a) >>> task & 1) != 0) {
                ofBarrier[task] = false;
            }
        }
    }

    void enter(final Step step, final long cycle) {
        count(cycle, step);
        entered[barrier(step)][step.task()] = true;
        final boolean master = step.task() == machine.master(node, barrier(step) - 1);
        final long word = Descriptors.barrier(barrier(step), step.task(), master);
        sink.command(cycle, step.task(), TileCommand.BAR_ENTER, word, 0, 0, 0);
    }

    /**
     * Lets some tasks read the barrier's counter before they join, or add a multiple of a possible P to it; the add is
     * refused while another task is in the barrier.
     */
    private void count(final long cycle, final Step step) {
        final int how = step.gap() & COUNTS - 1;
        if (how < 2) {
            final long word = (long) barrier(step) << BarrierCount.BARRIER_LSB
                    | (long) step.task() << BarrierCount.TASK_LSB
                    | (long) (step.gap() & 0xFFF) << BarrierCount.K_LSB + 4;
            sink.command(cycle, step.task(), how == 0 ? TileCommand.BAR_READ : TileCommand.BAR_ADD, word, 0, 0, 0);
        }
    }
}
