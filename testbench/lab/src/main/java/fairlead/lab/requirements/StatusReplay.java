// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaStatus0;
import fairlead.hw.HwLayout.DlaStatus1;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.lab.requirements.RequirementRun.Events;
import fairlead.lab.requirements.RequirementRun.Finding;
import fairlead.machine.DlaLimits.DlaOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The status words that the DLA of node 0 must write to memory and their cycles, computed from the events of
 * allocations, requests and releases. An event of cycle t describes the registers from cycle t + 1 on. The words of a
 * request leave the FIFO one per cycle; the last one leaves in the cycle of DLA_DRAINED.
 */
final class StatusReplay {
    private static final int CLASSES = 3; // low CD, high CD and PR

    private final RequirementRun run;
    private final int[] classes; // class of each channel
    private final long latency;
    private final DlaOptions options;

    // the arrays below are indexed by cycle
    private final long[][] held; // change of the number of credits that a class holds
    private final long[] consumed; // change of the number of words in the FIFO
    private final long[] moved; // number of credits whose holder changes

    /** @param classes the class of each channel's allocation: 0 low CD, 1 high CD, 2 PR */
    private StatusReplay(RequirementRun run, int... classes) {
        this.run = run;
        this.classes = classes;
        latency = run.machine().memoryLatency(0);
        options = run.machine().dla().options();
        int end = (int) run.events().all(e -> true).stream()
                        .mapToLong(Events.Event::cycle)
                        .max()
                        .orElse(0)
                + 2;
        held = new long[CLASSES][end];
        consumed = new long[end];
        moved = new long[end];
        replay();
    }

    private void replay() {
        Map<Integer, Long> reserved = new HashMap<>(); // unused credits of each channel
        // for each channel, the lengths of its requests in the FIFO
        Map<Integer, List<Long>> words = new HashMap<>();
        for (Events.Event e : run.events().all(e -> e.node() == 0)) {
            int at = (int) e.cycle();
            switch (e.kind()) {
                case EventKind.DLA_GRANTED -> {
                    int channel = (int) DlaBlockEvent.channel(e.a());
                    reserved.put(channel, e.b());
                    hold(at, channel, e.b());
                }
                case EventKind.DLA_ACCEPTED -> {
                    int channel = (int) DlaTagEvent.channel(e.a());
                    reserved.merge(channel, -e.b(), Long::sum);
                    words.computeIfAbsent(channel, c -> new ArrayList<>()).add(e.b());
                    consumed[at] += e.b();
                    moved[at] += e.b();
                }
                case EventKind.DLA_DRAINED -> {
                    int channel = (int) DlaTagEvent.channel(e.a());
                    boolean isPr = classes[channel] == 2; // its credits return to their holder
                    long count = words.get(channel).remove(0);
                    for (int i = 0; i < count; i++) {
                        consumed[at - i]--;
                        moved[at - i]++;
                        held[classes[channel]][at - i] -= isPr ? 0 : 1;
                    }
                    reserved.merge(channel, isPr ? count : 0, Long::sum);
                }
                case EventKind.DLA_ENDED -> {
                    int channel = (int) DlaBlockEvent.channel(e.a());
                    if (classes[channel] < 2) {
                        release(at, channel, reserved);
                    }
                }
                case EventKind.DLA_RELEASED -> release(at, (int) e.a(), reserved);
                default -> {}
            }
        }
    }

    private void hold(int at, int channel, long credits) {
        held[classes[channel]][at] += credits;
        moved[at] += Math.abs(credits);
    }

    /** Returns the credits of a channel to the pool, none when its block was denied. */
    private void release(int at, int channel, Map<Integer, Long> reserved) {
        Long before = reserved.put(channel, 0L);
        hold(at, channel, before == null ? 0 : -before);
    }

    private static long before(long[] changes, long cycle) {
        return Arrays.stream(changes, 0, (int) cycle).sum();
    }

    /**
     * Judges each status write: its words against the state in its cycle, and its cycle against the change that
     * triggers it.
     *
     * @param classes the class of each channel's allocation: 0 low CD, 1 high CD, 2 PR
     */
    static void judge(RequirementRun run, List<?> classes, Finding found) {
        new StatusReplay(
                        run,
                        classes.stream().mapToInt(c -> ((Long) c).intValue()).toArray())
                .judge(found);
    }

    private void judge(Finding found) {
        List<Events.Event> copies = run.events()
                .all(e -> e.node() == 0
                        && e.kind() == EventKind.COMMITTED
                        && CommitEvent.address(e.a()) == options.statusAddress());
        long last = -1; // cycle in which the previous write was decided
        for (int i = 0; i < copies.size(); i++) {
            Events.Event copy = copies.get(i);
            String name = "write " + i + " with the number " + DlaStatus1.writes(copy.c());
            long decided = copy.cycle() - latency;
            long due = due(last);
            List<Long> expected = List.of(
                    before(held[0], decided),
                    before(held[1], decided),
                    before(held[2], decided),
                    before(consumed, decided));
            List<Long> written = List.of(
                    DlaStatus0.lo(copy.b()),
                    DlaStatus0.hi(copy.b()),
                    DlaStatus0.pr(copy.b()),
                    DlaStatus0.consumed(copy.b()));
            found.need("status_number", DlaStatus1.writes(copy.c()) == i, () -> name)
                    .need(
                            "status_words",
                            written.equals(expected),
                            () -> name + ": low CD, high CD, PR, consumed " + written + ", not " + expected)
                    .need(
                            "status_times",
                            decided == due,
                            () -> name + " was decided in cycle " + decided + ", due in " + due);
            last = decided;
        }
        long next = due(last);
        found.need(
                "status_times",
                next + latency >= moved.length || next == Long.MAX_VALUE,
                () -> copies.size() + " writes; one more was due in cycle " + next);
    }

    /**
     * Returns the cycle in which the next write is decided, or Long.MAX_VALUE if there is none.
     *
     * @param last the cycle in which the previous write was decided, or -1
     */
    private long due(long last) {
        long free = last < 0 ? 0 : last + latency + 1; // the previous write is acknowledged
        long sum = 0;
        long first = -1;
        for (int cycle = (int) Math.max(0, last); cycle < moved.length; cycle++) {
            first = first < 0 && moved[cycle] > 0 ? cycle : first;
            sum += moved[cycle];
            boolean much = options.statusCredits() > 0 && sum >= options.statusCredits();
            if (much) {
                return Math.max(free, cycle + 1L);
            }
            if (options.statusCycles() > 0 && first >= 0 && cycle == first + options.statusCycles()) {
                return Math.max(free, cycle + 1L);
            }
        }
        boolean timed = options.statusCycles() > 0 && first >= 0;
        return timed ? Math.max(free, first + options.statusCycles() + 1L) : Long.MAX_VALUE;
    }
}
