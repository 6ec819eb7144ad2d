// SPDX-License-Identifier: Apache-2.0
package fairlead.generate;

import fairlead.engine.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Makes a failing case smaller while it fails: tasks and chunks of steps leave (delta debugging), the torus shrinks, machine keys go back to their defaults, numbers to small ones. A
 * candidate that is no legal case does not fail.
 */
public final class Shrinker {
    private static final int MOST_PACKET = 256;

    private final Predicate<Case> fails;
    private int attempts;
    private Case best;

    /**
     * @param fails whether a case still shows what is looked for
     * @param attempts cases to play at most
     */
    public Shrinker(final Predicate<Case> fails, final int attempts) {
        this.fails = fails;
        this.attempts = attempts;
    }

    /** The smallest failing case found. */
    public Case shrink(final Case failing) {
        best = failing;
        String before;
        do {
            before = CaseFile.text(best);
            if (best.hasSteps()) {
                dropTasks();
                dropSteps();
            } else {
                smallerWorkload();
            }
            smallerTorus();
            defaultKeys("machine");
            defaultKeys("run");
            if (best.hasSteps()) {
                simplerSteps();
            }
        } while (attempts > 0 && !before.equals(CaseFile.text(best)));
        return best;
    }

    private boolean accept(final Map<String, Object> keys, final List<Step> steps) {
        if (attempts <= 0) {
            return false;
        }
        attempts--;
        try {
            final Case candidate =
                    steps == null ? CaseFile.of("shrunk", keys) : CaseFile.of("shrunk", keys, steps, best.closed());
            if (fails.test(candidate)) {
                best = candidate;
                return true;
            }
        } catch (final IllegalArgumentException | fairlead.scenario.BadInput | fairlead.program.ProgramException e) {
            return false; // not a case any more
        }
        return false;
    }

    // ---- steps

    private void dropTasks() {
        final TreeSet<Integer> streams = new TreeSet<>();
        best.steps().forEach(step -> streams.add(stream(step)));
        chunks(new ArrayList<>(streams), left -> {
            final TreeSet<Integer> kept = new TreeSet<>(left);
            return accept(
                    best.keys(),
                    best.steps().stream().filter(s -> kept.contains(stream(s))).toList());
        });
    }

    private static int stream(final Step step) {
        return step.node() << 8 | step.task();
    }

    private void dropSteps() {
        chunks(new ArrayList<>(best.steps()), left -> accept(best.keys(), left));
    }

    /** Tries without each chunk, of half the list down to single elements. `accepts` gets what is left. */
    private <T> void chunks(final List<T> all, final Predicate<List<T>> accepts) {
        List<T> now = all;
        for (int size = Math.max(1, now.size() / 2); size >= 1; size /= 2) {
            for (int at = 0; at < now.size() && attempts > 0; ) {
                final List<T> left = new ArrayList<>(now.subList(0, at));
                left.addAll(now.subList(Math.min(now.size(), at + size), now.size()));
                if (left.size() < now.size() && accepts.test(left)) {
                    now = left;
                } else {
                    at += size;
                }
            }
        }
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

    /** Takes keys away, so that they get their defaults: whole sections first. */
    private void defaultKeys(final String section) {
        for (final String key : List.copyOf(section(best.keys(), section).keySet())) {
            if (key.equals("shape")) {
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

    /** Halves or decrements a dimension. What happens beyond is dropped, or else moved inside. */
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
        final Shape small = new Shape(
                dimension == 0 ? k : old.kx(), dimension == 1 ? k : old.ky(), dimension == 2 ? k : old.kz());
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

    // ---- workload

    private void smallerWorkload() {
        for (final String key : List.copyOf(section(best.keys(), "workload").keySet())) {
            for (boolean again = true; again && attempts > 0; ) {
                final Map<String, Object> now = section(best.keys(), "workload");
                again = now.get(key) instanceof Integer n
                        && n > 1
                        && accept(with(best.keys(), "workload", with(now, key, n / 2)), null);
            }
        }
    }
}
