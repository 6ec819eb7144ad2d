// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Tests of the barrier counter alone (R-BAR-1): adds and reads by the five tasks of a node, and a barrier in between.
 */
final class CounterPrograms {
    static final int TASKS = 5;

    private static final int POWER = 8; // the power of two P of five tasks
    private static final int ADDS = 24;
    private static final int FIRST = 10; // the cycle of the first add
    private static final int OFF = 3; // the remainder of the sum of all adds, divided by P

    private CounterPrograms() {}

    private static int k(final int i) {
        return new SplittableRandom(i).nextInt(1 << 16);
    }

    /**
     * Returns the sum of the first `adds` adds. The last add is chosen so that the whole sum has remainder OFF modulo
     * P.
     */
    private static int total(final int adds) {
        int sum = 0;
        for (int i = 0; i < adds; i++) {
            sum += k(i);
        }
        return adds < ADDS ? sum : sum + last();
    }

    private static int last() {
        int sum = OFF;
        for (int i = 0; i < ADDS - 1; i++) {
            sum -= k(i);
        }
        return (sum & POWER - 1) - k(ADDS - 1);
    }

    /**
     * Runs these commands: one add per cycle; a read; a join, which must be refused; an add up to the next multiple of
     * P; a barrier of all tasks, with an add and a read inside it and a read in the cycle in which its gate opens; then
     * a read and an add.
     */
    static SeedRun run(final SeedMachine machine) {
        final RawCommands raw = new RawCommands();
        for (int i = 0; i < ADDS; i++) {
            final int by = (i < ADDS - 1 ? k(i) : k(i) + last()) & 0xFFFF;
            raw.count(FIRST + i, TileCommand.BAR_ADD, i % TASKS, by);
        }
        raw.count(100, TileCommand.BAR_READ, 2, 0)
                .enter(110, 0, 1, false)
                .count(120, TileCommand.BAR_ADD, 3, POWER - OFF)
                .enter(130, 0, 1, false)
                .count(131, TileCommand.BAR_ADD, 0, 1)
                .count(132, TileCommand.BAR_READ, 0, 0)
                .enter(133, 0, 2, false)
                .enter(134, 0, 3, false)
                .enter(135, 0, 4, false)
                .enter(136, 0, 0, true)
                .count(137, TileCommand.BAR_READ, 4, 0)
                .count(200, TileCommand.BAR_READ, 1, 0)
                .count(210, TileCommand.BAR_ADD, 2, POWER);
        return raw.run(machine);
    }

    private static List<Long> told(final SeedRun run, final int kind, final long from, final long to) {
        return run.events().all(e -> e.kind() == kind && e.cycle() >= from && e.cycle() < to).stream()
                .map(Events.Event::b)
                .toList();
    }

    static void judge(final SeedRun run, final Finding found) {
        final int mask = (1 << run.machine().barrierWidth()) - 1;
        final List<Long> fetched = new ArrayList<>();
        for (int i = 0; i < ADDS; i++) {
            fetched.add((long) total(i) & mask);
        }
        final long sum = total(ADDS) & mask;
        final long aligned = total(ADDS) + POWER - OFF & mask;
        final List<Long> answers = told(run, EventKind.BARRIER_COUNTER, 0, 100);
        found.need("fetched", answers.equals(fetched), "adds have fetched %s, not %s", answers, fetched)
                .need(
                        "sum_read",
                        told(run, EventKind.BARRIER_COUNTER, 100, 110).equals(List.of(sum)),
                        "read %s after %d adds, not %d",
                        told(run, EventKind.BARRIER_COUNTER, 100, 110),
                        ADDS,
                        sum)
                .need(
                        "unaligned_refused",
                        told(run, EventKind.BARRIER_REFUSED, 110, 120).equals(List.of(sum)),
                        "a first join at C = %d was not refused",
                        sum)
                .need(
                        "inside_refused",
                        told(run, EventKind.BARRIER_REFUSED, 130, 200).equals(List.of(aligned + 1 & mask)),
                        "an add with a task in the barrier was not refused: %s",
                        told(run, EventKind.BARRIER_REFUSED, 130, 200))
                .need(
                        "read_inside",
                        told(run, EventKind.BARRIER_COUNTER, 130, 200)
                                .equals(List.of(aligned + 1 & mask, aligned + TASKS - 1 & mask)),
                        "reads inside the barrier: %s",
                        told(run, EventKind.BARRIER_COUNTER, 130, 200))
                .need(
                        "instance_advances",
                        run.events().count(0, EventKind.BARRIER_RELEASED) == 1
                                && told(run, EventKind.BARRIER_COUNTER, 200, 220)
                                        .equals(List.of(aligned + POWER & mask, aligned + POWER & mask)),
                        "behind the barrier C is %s, not %d",
                        told(run, EventKind.BARRIER_COUNTER, 200, 220),
                        aligned + POWER & mask)
                .need("no_assertion", run.failure().isEmpty(), "%s", run.failure());
    }
}
