// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout.Descriptor0;
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
 * Makes a failing case smaller while it still fails. It removes tasks and chunks of words (delta debugging), shrinks
 * the torus, returns machine keys to their defaults and reduces numbers. A candidate that is not a legal case counts as
 * not failing.
 */
public final class Shrinker {
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
        accept(best.keys(), best.words()); // from now on the case ends soon after it fails
        String before;
        do {
            before = CaseFile.text(best);
            if (best.hasWords()) {
                dropTasks();
            }
            if (best.hasWords() || best.hasItems()) {
                dropChunks();
            } else {
                smallerWorkload();
            }
            smallerTorus();
            defaultKeys("machine");
            if (best.hasWords()) {
                simplerWords();
            }
        } while (attempts > 0 && !before.equals(CaseFile.text(best)));
        defaultKeys("run");
        return best;
    }

    private boolean accept(final Map<String, Object> keys, final List<Word> words) {
        return accept(() -> words != null
                ? CaseFile.of("shrunk", keys, words, best.closed())
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
        return one.hasWords()
                ? CaseFile.of("shrunk", keys, one.words(), one.closed())
                : one.hasItems() ? CaseFile.ofItems("shrunk", keys, one.items()) : CaseFile.of("shrunk", keys);
    }

    // ---- words

    private void dropTasks() {
        final TreeSet<Integer> streams = new TreeSet<>();
        best.words().forEach(word -> streams.add(stream(word)));
        for (final int each : streams) {
            if (attempts > 0) {
                accept(
                        best.keys(),
                        best.words().stream().filter(w -> stream(w) != each).toList());
            }
        }
    }

    private static int stream(final Word word) {
        return word.node() << 8 | word.task();
    }

    /**
     * Tries the case without each chunk of its words or items, from the last to the first. Chunks have half of them at
     * first, and one at last.
     */
    private void dropChunks() {
        for (int size = Math.max(1, best.size() / 2); size >= 1; size /= 2) {
            for (int end = count(); end > 0 && attempts > 0; end -= size) {
                final int from = Math.max(0, end - size);
                final int to = Math.min(end, count());
                if (best.hasWords()) {
                    accept(best.keys(), without(from, to));
                } else {
                    final List<Integer> items = new ArrayList<>(best.items());
                    items.subList(Math.min(from, to), to).clear();
                    accept(() -> CaseFile.ofItems("shrunk", best.keys(), items));
                }
            }
        }
    }

    private int count() {
        return best.hasWords() ? best.words().size() : best.items().size();
    }

    /**
     * Returns the words of the best case without those from `from` to `to`, exclusive. The remaining words keep their
     * times: the gap of a removed word is added to the gap of the same task's next word.
     */
    private List<Word> without(final int from, final int to) {
        final Map<Integer, Integer> dropped = new HashMap<>(); // cycles, by stream (node and task)
        final List<Word> words = new ArrayList<>();
        for (int i = 0; i < best.words().size(); i++) {
            final Word word = best.words().get(i);
            if (i >= from && i < to) {
                dropped.merge(stream(word), word.gap(), Integer::sum);
            } else {
                final Integer more = dropped.remove(stream(word));
                words.add(more == null ? word : word.withGap(word.gap() + more));
            }
        }
        return words;
    }

    private void simplerWords() {
        for (int i = 0; i < best.words().size() && attempts > 0; i++) {
            final Word word = best.words().get(i);
            if (word.gap() > 0) {
                replace(i, word.withGap(0));
            }
            if (best.words().get(i).spread() > 0) {
                replace(i, best.words().get(i).withSpread(0));
            }
            final Word now = best.words().get(i);
            if (now.isPost() && Descriptor0.length(now.w0()) > Long.BYTES) {
                final long shorter = now.w0() & ~(Descriptor0.LENGTH_MASK << Descriptor0.LENGTH_LSB);
                replace(i, now.with(shorter | (long) Long.BYTES << Descriptor0.LENGTH_LSB, now.w1()));
            }
        }
    }

    private void replace(final int index, final Word word) {
        final List<Word> words = new ArrayList<>(best.words());
        words.set(index, word);
        accept(best.keys(), words);
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
            final boolean gone = accept(with(best.keys(), section, with(now, key, null)), best.words());
            if (!gone && now.get(key) instanceof Map<?, ?> inner) {
                for (final Object name : List.copyOf(inner.keySet())) {
                    final Map<String, Object> current = section(best.keys(), section);
                    final Map<String, Object> less = with(section(current, key), (String) name, null);
                    accept(with(best.keys(), section, with(current, key, less)), best.words());
                }
            }
        }
    }

    /**
     * Halves or decrements a dimension of the torus. The words of nodes beyond the smaller shape are dropped or,
     * failing that, moved to nodes inside it. A target that is no more is refused as malformed.
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
        return cut(dimension, k, false) || best.hasWords() && cut(dimension, k, true);
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
        final List<Word> words = !best.hasWords()
                ? null
                : best.words().stream()
                        .map(word -> word.at(rank(old, small, word.node(), fold)))
                        .filter(word -> word.node() >= 0)
                        .toList();
        return accept(with(best.keys(), "machine", machine), words);
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
                final Object value = now.get(key); // an Integer if it was drawn, a Long if it was read from a file
                final long n = value instanceof Integer || value instanceof Long ? ((Number) value).longValue() : 0;
                again = n > 1 && accept(with(best.keys(), "workload", with(now, key, n / 2)), null);
            }
        }
    }
}
