// SPDX-License-Identifier: Apache-2.0
package fairlead.requirements;

import fairlead.hw.HwLayout.EventKind;
import java.util.ArrayList;
import java.util.List;

/** The barrier events of one node by instance: the k-th join of each task, the k-th entry of its master into the global barrier, the k-th release of each task. */
final class BarrierTrace {
    final int node;
    final int tasks;
    private final int master;
    final int power; // P, worked out here: the smallest power of two >= N
    final int mask; // 2^w - 1
    final List<List<Events.Event>> joins = new ArrayList<>(); // by task
    final List<List<Events.Event>> releases = new ArrayList<>(); // by task
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

    /** Instances that every task of the node has joined. */
    int instances() {
        return joins.stream().mapToInt(List::size).min().orElse(0);
    }

    /** C before the k-th join of a task, whose own increment is taken off; the master adds nothing as it joins. */
    long before(final int task, final int k) {
        return joins.get(task).get(k).b() - (task == master ? 0 : 1) & mask;
    }

    /** Base from C by the mask. */
    long base(final long counter) {
        return counter & ~(power - 1L) & mask;
    }

    /** How far C went from the entry of instance k to that of k + 1. */
    long advance(final int k) {
        return globals.get(k + 1).b() - globals.get(k).b() & mask;
    }

    /** Tasks that had joined more than k times when the master entered the global barrier of instance k, the join of the same cycle included. */
    long arrived(final int k) {
        final long at = globals.get(k).cycle();
        return joins.stream()
                .filter(j -> j.size() > k && j.get(k).cycle() <= at)
                .count();
    }

    /** All tasks have the base of instance k: one release lets all of them go. */
    boolean releasedTogether(final int k) {
        return releases.stream().allMatch(r -> r.size() > k)
                && releases.stream().mapToLong(r -> r.get(k).cycle()).distinct().count() == 1;
    }

    /** Turns of the counter through 2^w. */
    long wraps() {
        long wraps = 0;
        for (int k = 0; k + 1 < globals.size(); k++) {
            wraps += globals.get(k + 1).b() < globals.get(k).b() ? 1 : 0;
        }
        return wraps;
    }
}
