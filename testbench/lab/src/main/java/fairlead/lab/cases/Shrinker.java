// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout.Descriptor0;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.program.ProgramException;
import fairlead.scenario.BadInput;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

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
    public Shrinker(ToLongFunction<Case> failsIn, int attempts) {
        this.failsIn = failsIn;
        this.attempts = attempts;
    }

    /** Returns the smallest failing case that was found. */
    public Case shrink(Case failing) {
        best = failing;
        accept(best.keys(), best.words(), best.items()); // from now on the case ends soon after it fails
        String before;
        do {
            before = CaseFile.text(best);
            if (best.hasWords()) {
                dropTasks();
                dropChunks(() -> best.words().size(), (from, to) -> accept(best.keys(), without(from, to), null));
            } else if (best.hasItems()) {
                dropChunks(() -> best.items().size(), this::dropItems);
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

    private boolean accept(Map<String, Object> keys, List<Word> words, List<Integer> items) {
        if (attempts <= 0) {
            return false;
        }
        attempts--;
        try {
            Case candidate = CaseFile.shrunk(best, keys, words, items);
            long cycle = failsIn.applyAsLong(candidate);
            if (cycle < 0) {
                return false;
            }
            long most = Math.min(candidate.scenario().run().maxCycles(), cycle + SLACK);
            best = CaseFile.shrunk(candidate, with(keys, "run", "max_cycles", most), words, items);
            return true;
        } catch (IllegalArgumentException | BadInput | ProgramException e) {
            return false; // the candidate is not a legal case
        }
    }

    // ---- words

    private void dropTasks() {
        for (int each : best.words().stream().map(Shrinker::stream).collect(Collectors.toCollection(TreeSet::new))) {
            List<Word> left =
                    best.words().stream().filter(w -> stream(w) != each).toList();
            accept(best.keys(), left, null);
        }
    }

    private static int stream(Word word) {
        return word.node() << 8 | word.task();
    }

    /**
     * Lets `part` try the case without each chunk of its words or items, from the last to the first. Chunks have half
     * of them at
     * first, and one at last.
     */
    private void dropChunks(IntSupplier count, BiConsumer<Integer, Integer> part) {
        for (int size = Math.max(1, best.size() / 2); size >= 1; size /= 2) {
            for (int end = count.getAsInt(); end > 0 && attempts > 0; end -= size) {
                part.accept(Math.max(0, end - size), Math.min(end, count.getAsInt()));
            }
        }
    }

    private void dropItems(int from, int to) {
        List<Integer> items = new ArrayList<>(best.items());
        items.subList(Math.min(from, to), to).clear();
        accept(best.keys(), null, items);
    }

    /**
     * Returns the words of the best case without those from `from` to `to`, exclusive. The remaining words keep their
     * times: the gap of a removed word is added to the gap of the same task's next word.
     */
    private List<Word> without(int from, int to) {
        Map<Integer, Integer> dropped = new HashMap<>(); // cycles, by stream (node and task)
        List<Word> words = new ArrayList<>();
        for (int i = 0; i < best.words().size(); i++) {
            Word word = best.words().get(i);
            if (i >= from && i < to) {
                dropped.merge(stream(word), word.gap(), Integer::sum);
            } else {
                Integer more = dropped.remove(stream(word));
                words.add(more == null ? word : word.withGap(word.gap() + more));
            }
        }
        return words;
    }

    private void simplerWords() {
        for (int i = 0; i < best.words().size() && attempts > 0; i++) {
            replace(i, best.words().get(i).withGap(0));
            replace(i, best.words().get(i).withSpread(0));
            Word now = best.words().get(i);
            if (now.isPost() && Descriptor0.length(now.w0()) > Long.BYTES) {
                long shorter = now.w0() & ~(Descriptor0.LENGTH_MASK << Descriptor0.LENGTH_LSB);
                replace(i, now.with(shorter | (long) Long.BYTES << Descriptor0.LENGTH_LSB, now.w1()));
            }
        }
    }

    private void replace(int index, Word word) {
        if (!word.equals(best.words().get(index))) {
            List<Word> words = new ArrayList<>(best.words());
            words.set(index, word);
            accept(best.keys(), words, null);
        }
    }

    // ---- machine

    @SuppressWarnings("unchecked")
    private static Map<String, Object> section(Map<String, Object> keys, String name) {
        return (Map<String, Object>) keys.getOrDefault(name, Map.of());
    }

    private static Map<String, Object> with(Map<String, Object> keys, String name, Object value) {
        Map<String, Object> copy = new LinkedHashMap<>(keys);
        if (value == null) {
            copy.remove(name);
        } else {
            copy.put(name, value);
        }
        return copy;
    }

    private static Map<String, Object> with(Map<String, Object> keys, String section, String name, Object value) {
        return with(keys, section, with(section(keys, section), name, value));
    }

    private boolean accept(Map<String, Object> keys) {
        return accept(keys, best.words(), best.items());
    }

    /** Removes machine keys, so that they get their defaults. Whole sections are tried first. */
    private void defaultKeys(String section) {
        for (String key : List.copyOf(section(best.keys(), section).keySet())) {
            if (key.equals("shape") || key.equals("structure")) { // a process has one structure
                continue;
            }
            boolean gone = accept(with(best.keys(), section, key, null));
            if (!gone && section(best.keys(), section).get(key) instanceof Map<?, ?> inner) {
                for (Object name : List.copyOf(inner.keySet())) {
                    Map<String, Object> now = section(best.keys(), section);
                    accept(with(best.keys(), section, key, with(section(now, key), (String) name, null)));
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
                int k = best.scenario().machine().shape().k(dimension);
                again = k > 1 && (cut(dimension, (k + 1) / 2) || k > 2 && cut(dimension, k - 1));
            }
        }
    }

    private boolean cut(int dimension, int k) {
        return cut(dimension, k, false) || best.hasWords() && cut(dimension, k, true);
    }

    private boolean cut(int dimension, int k, boolean fold) {
        MachineConfig machine = best.scenario().machine();
        Shape old = machine.shape();
        if (k >= old.k(dimension) || old.ioTiles() > 0) { // the number of I/O tiles would follow the nodes of the torus
            return false;
        }
        Shape small =
                new Shape(dimension == 0 ? k : old.kx(), dimension == 1 ? k : old.ky(), dimension == 2 ? k : old.kz());
        List<Integer> tasks = new ArrayList<>(Collections.nCopies(small.nodes(), 1));
        for (int rank = 0; rank < old.nodes(); rank++) {
            int to = rank(old, small, rank, fold);
            if (to >= 0) {
                tasks.set(to, Math.max(tasks.get(to), machine.tasks(rank)));
            }
        }
        Map<String, Object> keys = with(best.keys(), "machine", "shape", List.of(small.kx(), small.ky(), small.kz()));
        List<Word> words = !best.hasWords()
                ? null
                : best.words().stream()
                        .map(word -> word.at(rank(old, small, word.node(), fold)))
                        .filter(word -> word.node() >= 0)
                        .toList();
        return accept(with(keys, "machine", "tasks_per_node", tasks), words, best.items());
    }

    private static int rank(Shape old, Shape small, int rank, boolean fold) {
        if (fold) {
            return small.rank(old.x(rank) % small.kx(), old.y(rank) % small.ky(), old.z(rank) % small.kz());
        }
        boolean inside = old.x(rank) < small.kx() && old.y(rank) < small.ky() && old.z(rank) < small.kz();
        return inside ? small.rank(old.x(rank), old.y(rank), old.z(rank)) : -1;
    }

    private void smallerWorkload() {
        for (String key : List.copyOf(section(best.keys(), "workload").keySet())) {
            for (boolean again = true; again && attempts > 0; ) {
                Object value = section(best.keys(), "workload").get(key);
                // an Integer if it was drawn, a Long if it was read from a file
                long n = value instanceof Integer || value instanceof Long ? ((Number) value).longValue() : 0;
                again = n > 1 && accept(with(best.keys(), "workload", key, n / 2));
            }
        }
    }
}
