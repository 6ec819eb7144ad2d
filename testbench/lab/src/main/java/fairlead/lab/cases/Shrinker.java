// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.machine.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Makes a failing case smaller while it still fails. It removes tasks and chunks of steps (delta debugging), shrinks
 * the torus, returns machine keys to their defaults and reduces numbers. A candidate that is not a legal case counts as
 * not failing.
 */
public final class Shrinker {
    private static final int MOST_PACKET = HwLayout.MAX_PAYLOAD;

    /** Number of cycles that a candidate may run beyond the cycle in which the previous case failed. */
    private static final long SLACK = 500;

    private final ToLongFunction<Case> failsIn;
    private int attempts;
    private Case best;

    /**
     * @param failsIn returns the cycle in which a case fails, or -1 if it does not fail
     * @param attempts greatest number of cases to play
     */
    public Shrinker(final ToLongFunction<Case> failsIn, final int attempts) {
        this.failsIn = failsIn;
        this.attempts = attempts;
    }

    /** Returns the smallest failing case that was found. */
    public Case shrink(final Case failing) {
        best = failing;
        accept(best.keys(), best.steps()); // from now on the case ends soon after it fails
        String before;
        do {
            before = CaseFile.text(best);
            if (best.hasSteps()) {
                dropTasks();
                dropSteps();
            } else if (best.hasItems()) {
                dropItems();
            } else {
                smallerWorkload();
            }
            smallerTorus();
            defaultKeys("machine");
            if (best.hasSteps()) {
                simplerSteps();
            }
        } while (attempts > 0 && !before.equals(CaseFile.text(best)));
        defaultKeys("run");
        return best;
    }

    private boolean accept(final Map<String, Object> keys, final List<Step> steps) {
        return accept(() -> steps != null
                ? CaseFile.of("shrunk", keys, steps, best.closed())
                : best.hasItems() ? CaseFile.ofItems("shrunk", keys, best.items()) : CaseFile.of("shrunk", keys));
    }

    private boolean accept(final Supplier<Case> made) {
        if (attempts <= 0) {
            return false;
        }
        attempts--;
        try {
            final Case candidate = made.get();
            final long cycle = failsIn.applyAsLong(candidate);
            if (cycle >= 0) {
                best = endingAt(candidate, cycle + SLACK);
                return true;
            }
        } catch (final IllegalArgumentException | fairlead.scenario.BadInput | fairlead.program.ProgramException e) {
            return false; // the candidate is not a legal case
        }
        return false;
    }

    private static Case endingAt(final Case one, final long cycle) {
        final Map<String, Object> run = section(one.keys(), "run");
        final long before = one.scenario().run().maxCycles();
        final Map<String, Object> keys = with(one.keys(), "run", with(run, "max_cycles", Math.min(before, cycle)));
        return one.hasSteps()
                ? CaseFile.of("shrunk", keys, one.steps(), one.closed())
                : one.hasItems() ? CaseFile.ofItems("shrunk", keys, one.items()) : CaseFile.of("shrunk", keys);
    }

    // ---- steps

    private void dropTasks() {
        final TreeSet<Integer> streams = new TreeSet<>();
        best.steps().forEach(step -> streams.add(stream(step)));
        for (final int each : streams) {
            if (attempts > 0) {
                accept(
                        best.keys(),
                        best.steps().stream().filter(s -> stream(s) != each).toList());
            }
        }
    }

    private static int stream(final Step step) {
        return step.node() << 8 | step.task();
    }

    /**
     * Tries the case without each chunk of steps, from the last to the first. Chunks have half of the steps at first,
     * and one step at last.
     */
    private void dropSteps() {
        for (int size = Math.max(1, best.steps().size() / 2); size >= 1; size /= 2) {
            for (int end = best.steps().size(); end > 0 && attempts > 0; end -= size) {
                accept(best.keys(), without(Math.max(0, end - size), end));
            }
        }
    }

    /**
     * Returns the steps of the best case without those from `from` to `to`, exclusive. The remaining steps keep their
     * times: the gap of a removed step is added to the gap of the same task's next step.
     */
    private List<Step> without(final int from, final int to) {
        final Map<Integer, Integer> dropped = new HashMap<>(); // cycles, by stream (node and task)
        final List<Step> steps = new ArrayList<>();
        for (int i = 0; i < best.steps().size(); i++) {
            final Step step = best.steps().get(i);
            if (i >= from && i < to) {
                dropped.merge(stream(step), step.gap(), Integer::sum);
            } else {
                final Integer more = dropped.remove(stream(step));
                steps.add(more == null ? step : step.withGap(step.gap() + more));
            }
        }
        return steps;
    }

    private void simplerSteps() {
        for (int i = 0; i < best.steps().size() && attempts > 0; i++) {
            final Step step = best.steps().get(i);
            if (step.gap() > 0) {
                replace(i, step.withGap(0));
            }
            if (best.steps().get(i).spread() > 0) {
                replace(i, best.steps().get(i).withSpread(0));
            }
            final Step now = best.steps().get(i);
            if (now.length() > MOST_PACKET && now.length() < StepNode.HASTY) {
                replace(i, now.withLength(MOST_PACKET));
            }
            if (best.steps().get(i).length() > Long.BYTES && best.steps().get(i).length() < StepNode.HASTY) {
                replace(i, best.steps().get(i).withLength(Long.BYTES));
            }
        }
    }

    private void replace(final int index, final Step step) {
        final List<Step> steps = new ArrayList<>(best.steps());
        steps.set(index, step);
        accept(best.keys(), steps);
    }

    // ---- machine

    @SuppressWarnings("unchecked")
    private static Map<String, Object> section(final Map<String, Object> keys, final String name) {
        return (Map<String, Object>) keys.getOrDefault(name, Map.of());
    }

    private static Map<String, Object> with(final Map<String, Object> keys, final String name, final Object value) {
        final Map<String, Object> copy = new LinkedHashMap<>(keys);
        if (value == null) {
            copy.remove(name);
        } else {
            copy.put(name, value);
        }
        return copy;
    }

    /** Removes machine keys, so that they get their defaults. Whole sections are tried first. */
    private void defaultKeys(final String section) {
        for (final String key : List.copyOf(section(best.keys(), section).keySet())) {
            if (key.equals("shape") || key.equals("structure")) { // a process has one structure
                continue;
            }
            final Map<String, Object> now = section(best.keys(), section);
            final boolean gone = accept(with(best.keys(), section, with(now, key, null)), best.steps());
            if (!gone && now.get(key) instanceof Map<?, ?> inner) {
                for (final Object name : List.copyOf(inner.keySet())) {
                    final Map<String, Object> current = section(best.keys(), section);
                    final Map<String, Object> less = with(section(current, key), (String) name, null);
                    accept(with(best.keys(), section, with(current, key, less)), best.steps());
                }
            }
        }
    }

    /**
     * Halves or decrements a dimension of the torus. The steps of nodes beyond the smaller shape are dropped or,
     * failing that, moved to nodes inside it.
     */
    private void smallerTorus() {
        for (int dimension = 0; dimension < 3; dimension++) {
            for (boolean again = true; again && attempts > 0; ) {
                final Shape shape = best.scenario().machine().shape();
                final int k = shape.k(dimension);
                again = k > 1 && (cut(dimension, (k + 1) / 2) || k > 2 && cut(dimension, k - 1));
            }
        }
    }

    private boolean cut(final int dimension, final int k) {
        return cut(dimension, k, false) || best.hasSteps() && cut(dimension, k, true);
    }

    private boolean cut(final int dimension, final int k, final boolean fold) {
        final Shape old = best.scenario().machine().shape();
        if (k >= old.k(dimension)) {
            return false;
        }
        final Shape small =
                new Shape(dimension == 0 ? k : old.kx(), dimension == 1 ? k : old.ky(), dimension == 2 ? k : old.kz());
        if (old.ioTiles() > 0) {
            return false; // the number of I/O tiles would follow the nodes of the torus
        }
        final List<Integer> tasks = new ArrayList<>(Collections.nCopies(small.nodes(), 1));
        for (int rank = 0; rank < old.nodes(); rank++) {
            final int to = rank(old, small, rank, fold);
            if (to >= 0) {
                tasks.set(to, Math.max(tasks.get(to), best.scenario().machine().tasks(rank)));
            }
        }
        Map<String, Object> machine =
                with(section(best.keys(), "machine"), "shape", List.of(small.kx(), small.ky(), small.kz()));
        machine = with(machine, "tasks_per_node", tasks);
        final List<Step> steps = best.hasSteps() ? new ArrayList<>() : null;
        if (best.hasSteps()) {
            for (final Step step : best.steps()) {
                final int node = rank(old, small, step.node(), fold);
                final int target = step.target() < 0 ? -1 : rank(old, small, step.target(), fold);
                if (node >= 0 && (target >= 0 || step.target() < 0)) {
                    steps.add(step.moved(node, target));
                }
            }
        }
        return accept(with(best.keys(), "machine", machine), steps);
    }

    private static int rank(final Shape old, final Shape small, final int rank, final boolean fold) {
        if (fold) {
            return small.rank(old.x(rank) % small.kx(), old.y(rank) % small.ky(), old.z(rank) % small.kz());
        }
        final boolean inside = old.x(rank) < small.kx() && old.y(rank) < small.ky() && old.z(rank) < small.kz();
        return inside ? small.rank(old.x(rank), old.y(rank), old.z(rank)) : -1;
    }

    // ---- items of a program

    /** Tries the case without each chunk of items, as {@link #dropSteps} does with steps. */
    private void dropItems() {
        for (int size = Math.max(1, best.items().size() / 2); size >= 1; size /= 2) {
            for (int end = best.items().size(); end > 0 && attempts > 0; end -= size) {
                final List<Integer> items = new ArrayList<>(best.items());
                items.subList(Math.max(0, end - size), Math.min(end, items.size()))
                        .clear();
                accept(() -> CaseFile.ofItems("shrunk", best.keys(), items));
            }
        }
    }

    // ---- workload

    private void smallerWorkload() {
        for (final String key : List.copyOf(section(best.keys(), "workload").keySet())) {
            for (boolean again = true; again && attempts > 0; ) {
                final Map<String, Object> now = section(best.keys(), "workload");
                final Object value = now.get(key); // an Integer if it was drawn, a Long if it was read from a file
                final long n = value instanceof Integer || value instanceof Long ? ((Number) value).longValue() : 0;
                again = n > 1 && accept(with(best.keys(), "workload", with(now, key, n / 2)), null);
            }
        }
    }
}
