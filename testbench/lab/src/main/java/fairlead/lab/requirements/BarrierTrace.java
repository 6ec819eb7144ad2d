// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout.EventKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The barrier events of one node by instance: the k-th join of each task, the k-th entry of the master into the global
 * barrier, and the k-th release of each task.
 */
final class BarrierTrace {
    final int node;
    final int tasks;
    private final int master;
    final int power; // P, the smallest power of two >= N, computed independently of the unit
    final int mask; // the mask of a counter of w bits, 2^w - 1
    final List<List<Events.Event>> joins = new ArrayList<>(); // join events of each task
    final List<List<Events.Event>> releases = new ArrayList<>(); // release events of each task
    final List<Events.Event> globals;

    BarrierTrace(final SeedRun run, final int node) {
        this.node = node;
        tasks = run.machine().tasks(node);
        master = run.machine().master(node);
        int p = 1;
        while (p < tasks) {
            p *= 2;
        }
        power = p;
        mask = (1 << run.machine().barrierWidth()) - 1;
        for (int t = 0; t < tasks; t++) {
            final int task = t;
            joins.add(run.events().all(e -> e.node() == node && e.kind() == EventKind.BARRIER_JOINED && e.a() == task));
            releases.add(run.events()
                    .all(e -> e.node() == node && e.kind() == EventKind.BARRIER_RELEASED && (e.a() >> task & 1) != 0));
        }
        globals = run.events().of(node, EventKind.BARRIER_GLOBAL);
    }

    static List<BarrierTrace> of(final SeedRun run) {
        final List<BarrierTrace> all = new ArrayList<>();
        for (int node = 0; node < run.machine().nodes(); node++) {
            all.add(new BarrierTrace(run, node));
        }
        return all;
    }

    /** Returns the number of instances that every task of the node has joined. */
    int instances() {
        return joins.stream().mapToInt(List::size).min().orElse(0);
    }

    /**
     * Returns the counter C before the k-th join of a task: the event's value without the increment of the task. The
     * master adds 0 when it joins.
     */
    long before(final int task, final int k) {
        return joins.get(task).get(k).b() - (task == master ? 0 : 1) & mask;
    }

    /** Returns the base, which is C with the low bits masked out. */
    long base(final long counter) {
        return counter & ~(power - 1L) & mask;
    }

    /** Returns the increase of C from the master's entry in instance k to that in instance k + 1, modulo 2^w. */
    long advance(final int k) {
        return globals.get(k + 1).b() - globals.get(k).b() & mask;
    }

    /**
     * Returns the number of tasks that had joined more than k times when the master entered the global barrier of
     * instance k. A join in the same cycle counts.
     */
    long arrived(final int k) {
        final long at = globals.get(k).cycle();
        return joins.stream()
                .filter(j -> j.size() > k && j.get(k).cycle() <= at)
                .count();
    }

    /** Tells whether one release freed all tasks of instance k in the same cycle. */
    boolean releasedTogether(final int k) {
        return releases.stream().allMatch(r -> r.size() > k)
                && releases.stream().mapToLong(r -> r.get(k).cycle()).distinct().count() == 1;
    }

    /** Returns the number of times that the counter wrapped around at 2^w. */
    long wraps() {
        long wraps = 0;
        for (int k = 0; k + 1 < globals.size(); k++) {
            wraps += globals.get(k + 1).b() < globals.get(k).b() ? 1 : 0;
        }
        return wraps;
    }
}
