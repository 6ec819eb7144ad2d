// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws the barriers that are spread over the scripts of a task: those of all nodes, and with {@link
 * Focus#CLASS_ROUTES} those of class routes. All tasks of a barrier have as many, and enter the barriers of one list in
 * its order, so that none waits for ever.
 */
final class BarrierDraw {
    private static final int DRAW = 37;
    private static final int MOST_TASKS = 4; // of a node in the barrier of a class route

    private final StepSheet sheet;
    private final int[] rounds = new int[HwLayout.BARRIERS]; // by barrier
    private final int[][] tasks = new int[HwLayout.BARRIERS][]; // in the barrier, by barrier and node
    private final int[] joined = new int[HwLayout.BARRIERS]; // by the present task

    /** @param ofAll number of barriers of all nodes */
    BarrierDraw(final StepSheet sheet, final long seed, final Focus focus, final int ofAll) {
        this.sheet = sheet;
        rounds[0] = ofAll;
        tasks[0] = new int[sheet.nodes];
        Arrays.setAll(tasks[0], sheet.machine::tasks);
        if (focus != Focus.CLASS_ROUTES) {
            return;
        }
        final SplittableRandom random = new SplittableRandom(Mix.seed(seed, DRAW));
        final List<List<Integer>> groups = sheet.machine.collective().groups();
        for (int route = 0; route < groups.size(); route++) {
            rounds[route + 1] = 1 + random.nextInt(random.nextBoolean() ? 6 : 60);
            tasks[route + 1] = new int[sheet.nodes];
            for (final int member : groups.get(route)) {
                final int most = Math.min(MOST_TASKS, sheet.machine.tasks(member));
                tasks[route + 1][member] = 1 + random.nextInt(most);
            }
        }
    }

    /** Begins with the present task of the sheet. */
    void begin() {
        Arrays.fill(joined, 0);
    }

    /**
     * Draws the barriers that are due when the task has `done` of `count` steps, and returns how many.
     */
    int upTo(final int done, final int count) {
        int drawn = 0;
        for (int next = next(done, count); next >= 0; next = next(done, count)) {
            joined[next]++;
            final int gap = sheet.chance(10) ? sheet.between(100, 600) : sheet.gap();
            if (next == 0) {
                sheet.step(StepKind.BARRIER, gap);
            } else {
                sheet.step(StepKind.ROUTE_BARRIER, gap).fifo(next - 1);
            }
            drawn++;
        }
        return drawn;
    }

    /** Returns the barrier that is due first: the one that is behind the others of the list; -1 if none is due. */
    private int next(final int done, final int count) {
        int first = -1;
        for (int barrier = 0; barrier < rounds.length; barrier++) {
            final boolean takesPart = tasks[barrier] != null && sheet.task() < tasks[barrier][sheet.node()];
            final long due = Math.min(rounds[barrier], (long) rounds[barrier] * done / count);
            if (takesPart && joined[barrier] < due && (first < 0 || share(barrier) < share(first))) {
                first = barrier;
            }
        }
        return first;
    }

    private double share(final int barrier) {
        return (joined[barrier] + 1.0) / rounds[barrier];
    }

    /** Returns the number of tasks of each member in the barriers of each class route that steps join. */
    static List<List<Integer>> tasks(final MachineConfig machine, final List<Step> steps) {
        final List<List<Integer>> groups = machine.collective().groups();
        final int[][] most = new int[groups.size()][machine.nodes()];
        for (final Step step : steps) {
            if (step.kind() == StepKind.ROUTE_BARRIER && step.fifo() < most.length) {
                most[step.fifo()][step.node()] = Math.max(most[step.fifo()][step.node()], step.task() + 1);
            }
        }
        final List<List<Integer>> all = new ArrayList<>();
        for (int route = 0; route < most.length; route++) {
            final int[] ofRoute = most[route];
            all.add(groups.get(route).stream()
                    .map(member -> Math.max(1, ofRoute[member]))
                    .toList());
        }
        return all;
    }
}
