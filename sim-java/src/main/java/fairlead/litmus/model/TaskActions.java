// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.syntax.AtomicFunction;
import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Operand;
import fairlead.litmus.syntax.Ref;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Verb;
import fairlead.program.ReduceFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * The actions of a task on single words, the slots of its registers, and its operations that may be in flight; actions
 * are bit sets.
 */
abstract class TaskActions {
    /**
     * One operation of a task that may be in flight.
     *
     * @param name register or handle by which a `wait` names it, or null
     * @param remote bits of its actions at the target
     * @param local bits of its actions on the task's own node
     * @param epoch id of its epoch, or -1
     * @param context number of its context
     */
    record Flight(Verb verb, String target, String name, long remote, long local, long epoch, int context) {
        long all() {
            return remote | local;
        }
    }

    final ActionGraph graph;
    final LitmusTest test;
    final Task task;
    private final Map<String, Integer> freed = new HashMap<>(); // number of waits by handle or register
    // slots that are 1 when the operation with a handle was returned, by the name of the operation
    private final Map<String, List<Integer>> looks = new HashMap<>();
    final List<Flight> flights = new ArrayList<>(); // in the order of the program
    long gate; // actions that are complete before the next statement, as a bit set

    TaskActions(ActionGraph graph, LitmusTest test, Task task) {
        this.graph = graph;
        this.test = test;
        this.task = task;
    }

    int target(Statement s) {
        return s.register == null ? graph.scratch() : graph.slot(task.name() + ":" + s.register);
    }

    ToLongFunction<long[]> value(Operand operand) {
        if (operand.isPlain()) {
            return held -> operand.value();
        }
        int slot = graph.slot(task.name() + ":" + operand.register());
        return held -> held[slot] + operand.value();
    }

    /** Keeps the value as it is now in the slot of this name. */
    void latch(String name, Operand operand) {
        int slot = graph.slot(task.name() + ":" + name);
        ToLongFunction<long[]> value = value(operand);
        gate |= graph.add(Action.alone(held -> held[slot] = value.applyAsLong(held)), gate);
    }

    /** Returns the bit of the new action, or 0 for a word that is not observed. */
    long read(Ref ref, int i, int slot, long before) {
        Integer word = graph.word(ref.key(i));
        return word == null ? 0 : graph.add(Action.of(held -> held[slot] = held[word]), before);
    }

    long write(Ref ref, int i, Operand operand, long before) {
        Integer word = graph.word(ref.key(i));
        ToLongFunction<long[]> value = value(operand);
        return word == null ? 0 : graph.add(Action.of(held -> held[word] = value.applyAsLong(held)), before);
    }

    long copy(Ref from, Ref to, int i, long beforeRead, long beforeWrite, long[] read) {
        Integer word = graph.word(to.key(i));
        if (word == null) {
            return 0;
        }
        int slot = graph.scratch();
        long first = read(from, i, slot, beforeRead);
        read[0] |= first;
        return graph.add(Action.of(held -> held[word] = held[slot]), beforeWrite | first);
    }

    /** Makes one action if only atomics write the word, otherwise two. */
    long divided(Statement s, Operand operand, Operand second, int word, int slot, long before) {
        boolean whole = !Pairing.isPlainlyWritten(test, s.remote);
        ToLongFunction<long[]> value = value(operand);
        ToLongFunction<long[]> other = s.verb == Verb.CAS ? value(second) : null;
        Action act = Action.of(held -> {
            long now = value.applyAsLong(held);
            if (whole) {
                held[slot] = held[word];
            }
            long old = held[slot];
            if (other == null) {
                held[word] = changed(s.atomic(), old, now);
            } else if (old == now) {
                held[word] = other.applyAsLong(held);
            }
        });
        if (whole) {
            return graph.add(act, before);
        }
        long read = graph.add(Action.of(held -> held[slot] = held[word]), before);
        graph.halve(word);
        return read | graph.add(act, before | read);
    }

    private static long changed(AtomicFunction function, long old, long operand) {
        return switch (function) {
            case ADD -> old + operand;
            case AND -> old & operand;
            case OR -> old | operand;
            case XOR -> old ^ operand;
            case SWAP -> operand;
        };
    }

    private static long combined(ReduceFunction function, long a, long b) {
        return switch (function) {
            case SUM -> a + b;
            case MIN -> Long.compareUnsigned(a, b) < 0 ? a : b;
            case MAX -> Long.compareUnsigned(a, b) > 0 ? a : b;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
        };
    }

    long combine(Statement s, String call, int i, boolean gives, boolean receives) {
        int word = graph.meeting(call + " word " + i);
        long done = 0;
        if (gives) {
            done |= read(s.local, i, graph.slot(call + " " + i + " " + task.node()), gate);
            graph.action(word).before |= done;
        }
        Integer to = graph.word(s.local.key(i));
        if (receives && to != null) {
            int[] sources = s.nodes.stream()
                    .filter(n -> s.verb != Verb.BCAST || n.equals(s.root()))
                    .mapToInt(n -> graph.slot(call + " " + i + " " + n))
                    .toArray();
            long before = ActionGraph.bit(word) | ActionGraph.bit(graph.meeting(call)) | done;
            ReduceFunction function = s.function();
            Action combine = Action.of(held -> held[to] = Arrays.stream(sources)
                    .mapToLong(source -> held[source])
                    .reduce((a, b) -> combined(function, a, b))
                    .orElse(0));
            done |= graph.add(combine, gate | before);
        }
        return done;
    }

    // ---- operations in flight

    Flight last() {
        return flights.get(flights.size() - 1);
    }

    private long bits(Predicate<Flight> which, ToLongFunction<Flight> bits) {
        return flights.stream().filter(which).mapToLong(bits).reduce(0, (x, y) -> x | y);
    }

    long inEpoch(long epoch, String target) {
        return bits(f -> f.epoch() == epoch && f.target().equals(target), Flight::all);
    }

    /** Returns what must be done for the operations of this name to be complete: of a put, the reads of its source. */
    private long awaited(String name) {
        return bits(f -> name.equals(f.name()), f -> f.verb() == Verb.PUT ? f.local() : f.all());
    }

    /** Waits for the operations of this name; the name is then free for others. */
    void await(String name) {
        gate |= awaited(current(name));
        freed.merge(name, 1, Integer::sum);
    }

    /** Returns one of the handles with complete operations that was not returned before. */
    void tell(Statement s, int slot) {
        List<long[]> choices = new ArrayList<>(); // actions that must be done, slot of what was told, and number
        for (String handle : s.flags) {
            String name = current(handle);
            choices.add(new long[] {
                awaited(name), graph.slot(task.name() + " told " + name), Long.parseLong(handle.substring(1))
            });
        }
        gate |= graph.add(
                Action.choice((done, now) -> choices.stream()
                        .filter(c -> (c[0] & ~done) == 0 && now[(int) c[1]] == 0)
                        .<Consumer<long[]>>map(c -> held -> {
                            held[slot] = c[2];
                            held[(int) c[1]] = 1;
                        })
                        .toList()),
                gate);
    }

    /** Looks at the operation with a handle; a returned one stays complete. */
    void look(Statement s, int target) {
        String name = current(s.handle);
        long needs = awaited(name);
        List<Integer> told = looks.computeIfAbsent(name, n -> new ArrayList<>());
        if (told.isEmpty()) {
            told.add(graph.slot(task.name() + " told " + name));
        }
        int found = graph.scratch();
        int[] before = told.stream().mapToInt(i -> i).toArray();
        Action look = Action.choice(
                (done, now) -> IntStream.rangeClosed(any(before, now) ? 1 : 0, (needs & ~done) == 0 ? 1 : 0)
                        .<Consumer<long[]>>mapToObj(result -> held -> held[found] = result)
                        .toList());
        long looked = graph.add(look, gate);
        told.add(found);
        gate |= looked | graph.add(Action.alone(held -> held[target] = held[found]), gate | looked);
    }

    static boolean any(int[] slots, long[] held) {
        return Arrays.stream(slots).anyMatch(slot -> held[slot] != 0);
    }

    /** Returns the name of the operation that has this handle or register now; after a wait it is free for others. */
    String current(String name) {
        return name == null ? null : name + " " + freed.getOrDefault(name, 0);
    }
}
