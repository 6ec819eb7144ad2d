// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

import fairlead.workload.goal.GoalFile.GoalKind;
import fairlead.workload.goal.GoalFile.GoalOp;
import fairlead.workload.goal.GoalRefusals.GoalStuck;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Executes a GOAL program on an ideal machine, on which only calc takes time. The result is an order in which all
 * operations can happen: it decides which message a receive with a wildcard takes and in which order the computations
 * of a processor stand, and it shows that the program ends. Messages match as in MPI: by source and tag, the earliest
 * one first. A receive with a wildcard takes messages of its own size only, as traces do not show that messages of
 * another communicator, of a barrier for instance, are not for it. If the program cannot end under this
 * rule, a wildcard takes messages of any size. If it cannot end so either, a wildcard takes only messages that the
 * receives with source and tag leave over.
 */
final class GoalRun {
    /** What happens at a point of the order: an operation starts, or a receive takes the message of a send. */
    record Step(GoalOp op, GoalOp send) {}

    private record Timed(long time, long number, GoalOp op, boolean ends) {}

    /** A processor of a rank: busy with a calc, or free. */
    private static final class Processor {
        private final Deque<GoalOp> waiting = new ArrayDeque<>();
        private boolean busy;
        private GoalOp last; // the last calc that it did
    }

    /** What the rest of the program waits for at one rank. */
    private static final class Place {
        private final Map<Integer, Processor> processors = new HashMap<>();
        private final List<GoalOp> unexpected = new ArrayList<>(); // sends to this rank
        private final List<GoalOp> posted = new ArrayList<>(); // receives of this rank
        private final Map<Long, Long> counters = new HashMap<>();
        private final List<GoalOp> tests = new ArrayList<>();
        private GoalOp epoch; // the EPOCH_OPEN of the rank, when it has started
        private GoalOp closing;
        private int accesses; // of the origins of the epoch, still to come
        private final List<GoalOp> held = new ArrayList<>(); // accesses before the epoch is open
    }

    private final GoalFile file;
    private final long eager;
    private final boolean sized; // whether a receive with a wildcard takes messages of its own size only
    private final Map<List<Long>, Integer> spare; // messages that a wildcard may take, by target, source, tag; or null
    private final Place[] places;
    private final int[] needs; // by operation
    private final boolean[] started;
    private final boolean[] done;
    private final List<List<GoalOp>> afterStart = new ArrayList<>();
    private final List<List<GoalOp>> afterEnd = new ArrayList<>();
    private final PriorityQueue<Timed> queue =
            new PriorityQueue<>(Comparator.comparingLong(Timed::time).thenComparingLong(Timed::number));
    private final List<Step> steps = new ArrayList<>();
    private final Map<GoalOp, GoalOp> busyBefore = new HashMap<>();
    private final Map<Integer, GoalOp> exposures = new LinkedHashMap<>(); // by rank
    private long number;
    private long now;

    private GoalRun(GoalFile file, long eager, boolean sized, boolean leaves) {
        this.file = file;
        this.eager = eager;
        this.sized = sized;
        spare = leaves ? new HashMap<>() : null;
        places = new Place[file.ranks()];
        Arrays.setAll(places, i -> new Place());
        int size = file.ops().size();
        needs = new int[size];
        started = new boolean[size];
        done = new boolean[size];
        for (int i = 0; i < size; i++) {
            afterStart.add(new ArrayList<>(0));
            afterEnd.add(new ArrayList<>(0));
        }
    }

    /**
     * Executes a program. A GoalException names the operation that never happens.
     *
     * @param eager greatest size of a message whose send does not wait for the receive
     */
    static GoalRun of(GoalFile file, long eager) {
        GoalRefusals.ofAccesses(file);
        GoalRun run = null;
        for (int rule = 0; rule < (file.ops().stream().anyMatch(GoalOp::isWild) ? 4 : 1); rule++) {
            run = new GoalRun(file, eager, rule % 2 == 0, rule > 1);
            if (run.ends()) {
                return run;
            }
        }
        List<List<GoalOp>> unmatched =
                Arrays.stream(run.places).map(p -> p.unexpected).toList();
        GoalException why = new GoalStuck(file, run.started, run.done).reason(unmatched);
        throw run.steps.stream()
                .filter(step -> step.send != null && step.op.isWild())
                .findFirst()
                .map(step -> new GoalException(
                        why.line(),
                        why.what() + "; this may come of the chosen match: the recv in line " + step.op.line
                                + " takes the message of line " + step.send.line))
                .orElse(why);
    }

    /** Returns which messages receives with a wildcard have taken. */
    String rule() {
        return (sized ? "of its own size" : "of any size (with messages of their own size the program does not end)")
                + (spare == null ? "" : " that receives with source and tag leave over");
    }

    /** Returns the order. */
    List<Step> steps() {
        return steps;
    }

    private boolean ends() {
        for (GoalOp op : file.ops()) {
            needs[op.index] = op.requires.size() + op.starts.size();
            op.requires.forEach(other -> afterEnd.get(other.index).add(op));
            op.starts.forEach(other -> afterStart.get(other.index).add(op));
            if (op.kind == GoalKind.EPOCH_OPEN) {
                exposures.put(op.rank, op);
            }
            if (spare != null && op.kind == GoalKind.SEND) {
                spare.merge(spareOf(op), 1, Integer::sum);
            } else if (spare != null && op.kind == GoalKind.RECV && !op.isWild()) {
                spare.merge(List.of((long) op.rank, op.peer, op.tag), -1, Integer::sum);
            }
        }
        for (GoalOp op : file.ops()) {
            if (isMember(op)) {
                places[(int) op.peer].accesses++;
            }
            if (needs[op.index] == 0) {
                schedule(now, op, false);
            }
        }
        while (!queue.isEmpty()) {
            Timed next = queue.poll();
            now = next.time();
            if (next.ends()) {
                processor(next.op()).busy = false;
                end(next.op());
                dispatch(processor(next.op()));
            } else {
                ready(next.op());
            }
        }
        return IntStream.range(0, done.length).allMatch(i -> done[i])
                && Arrays.stream(places).allMatch(p -> p.unexpected.isEmpty());
    }

    /** Returns the last computation of the operation's processor before the operation, or null. */
    GoalOp before(GoalOp op) {
        return busyBefore.get(op);
    }

    /** Returns the time at which the ideal machine ends, in nanoseconds. */
    long end() {
        return now;
    }

    /** Returns whether the operation belongs to the epoch of its peer. */
    boolean isMember(GoalOp op) {
        GoalOp epoch = op.kind.isAccess() ? exposures.get((int) op.peer) : null;
        return epoch != null && epoch.origins.contains(op.rank);
    }

    private void schedule(long time, GoalOp op, boolean ends) {
        queue.add(new Timed(time, number++, op, ends));
    }

    private Processor processor(GoalOp op) {
        return places[op.rank].processors.computeIfAbsent(op.cpu, c -> new Processor());
    }

    private void ready(GoalOp op) {
        if (op.kind.isWait()) {
            start(op);
            return;
        }
        if (isMember(op) && places[(int) op.peer].epoch == null) {
            places[(int) op.peer].held.add(op);
            return;
        }
        processor(op).waiting.add(op);
        dispatch(processor(op));
    }

    private void dispatch(Processor processor) {
        while (!processor.busy && !processor.waiting.isEmpty()) {
            GoalOp op = processor.waiting.poll();
            if (processor.last != null) {
                busyBefore.put(op, processor.last);
            }
            if (op.kind == GoalKind.CALC) {
                processor.last = op;
                processor.busy = true;
            }
            start(op);
        }
    }

    private void start(GoalOp op) {
        started[op.index] = true;
        steps.add(new Step(op, null));
        afterStart.get(op.index).forEach(this::met);
        Place here = places[op.rank];
        switch (op.kind) {
            case CALC -> {
                op.refuse(
                        now > Long.MAX_VALUE / 4,
                        () -> "the computations up to here take more time than can be counted");
                schedule(now + op.nanoseconds, op, true);
            }
            case SEND -> send(op);
            case RECV -> {
                GoalOp send = here.unexpected.stream()
                        .filter(s -> matches(op, s))
                        .findFirst()
                        .orElse(null);
                if (send == null) {
                    here.posted.add(op);
                } else {
                    here.unexpected.remove(send);
                    match(op, send);
                }
            }
            case PUT, GET, FADD -> access(op);
            case TEST -> {
                here.tests.add(op);
                test(op.rank);
            }
            case EPOCH_OPEN -> {
                here.epoch = op;
                end(op);
                here.held.forEach(this::ready);
                here.held.clear();
            }
            case EPOCH_CLOSE -> {
                here.closing = op;
                close(here);
            }
            default -> end(op);
        }
    }

    private void send(GoalOp op) {
        Place there = places[(int) op.peer];
        GoalOp receive =
                there.posted.stream().filter(r -> matches(r, op)).findFirst().orElse(null);
        if (receive == null) {
            there.unexpected.add(op);
        } else {
            there.posted.remove(receive);
            match(receive, op);
        }
        if (op.bytes <= eager) {
            end(op);
        }
    }

    private boolean matches(GoalOp receive, GoalOp send) {
        return receive.matches(send)
                && (!receive.isWild()
                        || (!sized || receive.bytes == send.bytes) && (spare == null || spare.get(spareOf(send)) > 0));
    }

    private static List<Long> spareOf(GoalOp send) {
        return List.of(send.peer, (long) send.rank, send.tag);
    }

    private void match(GoalOp receive, GoalOp send) {
        steps.add(new Step(receive, send));
        if (spare != null && receive.isWild()) {
            spare.merge(spareOf(send), -1, Integer::sum);
        }
        if (send.bytes > eager) {
            end(send);
        }
        end(receive);
    }

    private void access(GoalOp op) {
        end(op);
        if (op.counter >= 0) {
            int at = op.kind == GoalKind.GET ? op.rank : (int) op.peer;
            places[at].counters.merge(op.counter, 1L, Long::sum);
            test(at);
        }
        if (isMember(op)) {
            places[(int) op.peer].accesses--;
            close(places[(int) op.peer]);
        }
    }

    private void test(int rank) {
        Place place = places[rank];
        List<GoalOp> reached = place.tests.stream()
                .filter(t -> place.counters.getOrDefault(t.counter, 0L) >= t.value)
                .toList();
        place.tests.removeAll(reached);
        reached.forEach(this::end);
    }

    private void close(Place place) {
        if (place.closing != null && place.accesses == 0 && !done[place.closing.index]) {
            end(place.closing);
        }
    }

    private void end(GoalOp op) {
        done[op.index] = true;
        afterEnd.get(op.index).forEach(this::met);
    }

    private void met(GoalOp op) {
        if (--needs[op.index] == 0) {
            schedule(now, op, false);
        }
    }
}
