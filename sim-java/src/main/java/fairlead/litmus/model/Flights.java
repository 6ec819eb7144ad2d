// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Verb;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** The operations of a task that may be in flight, in the order of its program; actions are bit sets. */
final class Flights {
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

    private final ActionGraph graph;
    private final Task task;
    private final List<Flight> all = new ArrayList<>();
    private final Map<String, Integer> freed = new HashMap<>(); // number of waits by handle or register
    // slots that are 1 when the operation with a handle was told to be complete, by the name of the operation
    private final Map<String, List<Integer>> looks = new HashMap<>();

    Flights(ActionGraph graph, Task task) {
        this.graph = graph;
        this.task = task;
    }

    void add(Flight flight) {
        all.add(flight);
    }

    List<Flight> all() {
        return all;
    }

    Flight last() {
        return all.get(all.size() - 1);
    }

    String lastTarget() {
        return all.isEmpty() ? "" : last().target();
    }

    private long bits(Predicate<Flight> which, ToLongFunction<Flight> bits) {
        return all.stream().filter(which).mapToLong(bits).reduce(0, (x, y) -> x | y);
    }

    long inFlight() {
        return bits(f -> true, Flight::all);
    }

    long inEpoch(long epoch, String target) {
        return bits(f -> f.epoch() == epoch && f.target().equals(target) && graph.has(Axiom.CLOSE_COVERS), Flight::all);
    }

    /** Returns what must be done for the operations of this name to be complete: of a put, the reads of its source. */
    private long awaited(String name) {
        return bits(
                f -> name.equals(f.name()),
                f -> f.verb() == Verb.PUT && graph.has(Axiom.HANDLE_IS_LOCAL) ? f.local() : f.all());
    }

    /** Returns what must be done before a `wait` ends; the name is then free for others. */
    long await(String name) {
        long bits = graph.has(Axiom.WAIT_WAITS) ? awaited(current(name)) : 0;
        freed.merge(name, 1, Integer::sum);
        return bits;
    }

    /** Tells one of the handles whose operations are complete and that was not told before. */
    long tell(Statement s, int slot, long gate) {
        long once = graph.has(Axiom.ANY_TELLS_ONCE) ? 1 : 0;
        List<long[]> choices = new ArrayList<>(); // actions that must be done, slot of what was told, and number
        for (String handle : s.flags) {
            String name = current(handle);
            choices.add(new long[] {
                graph.has(Axiom.ANY_WAITS) ? awaited(name) : 0,
                graph.slot(task.name() + " told " + name),
                Long.parseLong(handle.substring(1))
            });
        }
        return graph.add(
                Action.choice((done, now) -> choices.stream()
                        .filter(c -> (c[0] & ~done) == 0 && now[(int) c[1]] == 0)
                        .<Consumer<long[]>>map(c -> held -> {
                            held[slot] = c[2];
                            held[(int) c[1]] = once;
                        })
                        .toList()),
                gate);
    }

    /** Looks at the operation with a handle; what was told stays true. */
    long look(Statement s, int target, long gate) {
        String name = current(s.handle);
        long needs = graph.has(Axiom.TEST_SEES_COMPLETION) ? awaited(name) : 0;
        List<Integer> told = looks.computeIfAbsent(name, n -> new ArrayList<>());
        if (told.isEmpty()) {
            told.add(graph.slot(task.name() + " told " + name));
        }
        int found = graph.scratch();
        int[] before =
                graph.has(Axiom.TEST_STAYS) ? told.stream().mapToInt(i -> i).toArray() : new int[0];
        Action look = Action.choice(
                (done, now) -> IntStream.rangeClosed(any(before, now) ? 1 : 0, (needs & ~done) == 0 ? 1 : 0)
                        .<Consumer<long[]>>mapToObj(result -> held -> held[found] = result)
                        .toList());
        long looked = graph.add(look, gate);
        told.add(found);
        return looked | graph.add(Action.alone(held -> held[target] = held[found]), gate | looked);
    }

    static boolean any(int[] slots, long[] held) {
        return Arrays.stream(slots).anyMatch(slot -> held[slot] != 0);
    }

    /** Returns the name of the operation that has this handle or register now; after a wait it is free for others. */
    String current(String name) {
        return name == null ? null : name + " " + freed.getOrDefault(name, 0);
    }
}
