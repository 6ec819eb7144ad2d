// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.NodeName;
import fairlead.litmus.syntax.Ref;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Term;
import fairlead.litmus.syntax.Verb;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.node.ExecutorOptions;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramException;
import fairlead.program.TaskBuilder;
import fairlead.scenario.BadInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compiles a litmus test, a point and a schedule to a program and a machine. */
public final class Compiler {
    private static final int FIFOS = 4;
    private static final int SLACK = 20_000; // cycles added to the limit for the final loads
    private static final int QUANTUM = 4096;

    private final LitmusTest test;
    private final AxisPoint point;
    private final Draws draws;
    private final Placement placement;
    private final CompetingTraffic background;
    private final MemoryPlan memory;
    // task number by node name, counted from the first task of the rank
    private final Map<String, Integer> firstTask = new HashMap<>();
    private final Map<Integer, String> places = new HashMap<>();
    private final Map<Term, Reading> readings = new HashMap<>();

    private boolean aimed;

    private Compiler(final LitmusTest test, final AxisPoint point, final long seed, final int k) {
        this.test = test;
        this.point = point;
        draws = new Draws(test.name(), point, seed, k);
        placement = new Placement(test, point, draws.upTo(point.shape().nodes() - 1));
        background = new CompetingTraffic(test, point, placement, draws);
        memory = new MemoryPlan(test, placement);
    }

    /**
     * Compiles one run.
     *
     * @param seed seed of the schedules
     * @param k number of the schedule; schedule 0 has no variation
     */
    public static Ready compile(final LitmusTest test, final AxisPoint point, final long seed, final int k) {
        return compile(test, point, seed, k, false);
    }

    /** @param aimed whether the schedule delays operations that race with others */
    public static Ready compile(
            final LitmusTest test, final AxisPoint point, final long seed, final int k, final boolean aimed) {
        final Compiler compiler = new Compiler(test, point, seed, k);
        compiler.aimed = aimed;
        try {
            return compiler.compile(seed, k);
        } catch (final ProgramException e) {
            throw compiler.complaint(e);
        }
    }

    /** Makes an error with the line of the statement and with nodes by their names in the file. */
    private BadInput complaint(final ProgramException e) {
        final String place = places.get(e.operation());
        if (place == null) {
            return new BadInput(test.file() + ": " + e.getMessage());
        }
        String what = e.what();
        for (final NodeName node : test.nodes()) {
            what = what.replaceAll("\\bnode " + placement.rank(node.name()) + "\\b", "node " + node.name());
        }
        return new BadInput(test.file() + ":" + place.substring(place.lastIndexOf(':') + 1) + ": " + what);
    }

    private Ready compile(final long seed, final int k) {
        final List<Integer> counts = taskCounts();
        final int bytes = memory.bytes(point.shape());
        final ProgramBuilder program = new ProgramBuilder(test.name(), point.shape(), counts, bytes);
        memory.place(program);
        final int way = draws.of(TaskCompiler.DESCRIPTOR, TaskCompiler.INLINE, TaskCompiler.EITHER, TaskCompiler.TURNS);
        final int start = draws.of(256, 256, 32, 4);
        final Aim aim = aimed ? Aim.draw(test, placement, point.shape().nodes(), draws) : Aim.none(placement, draws);
        final GroupCalls calls = new GroupCalls(test, program, memory, placement, draws);
        final OrderedOperations.Setting setting =
                new OrderedOperations.Setting(program, memory, placement, draws, places, readings);
        for (final Task task : test.tasks()) {
            final int number = firstTask.get(task.node()) + task.number();
            final TaskBuilder builder = program.task(placement.rank(task.node()), number);
            new TaskCompiler(task, builder, setting, calls, aim, way, start).compile(test.limit());
        }
        idleTasksJoin(program);
        background.add(program, memory);
        finalLoads(program);
        final Program built = program.build();
        final MachineConfig machine =
                MachineFor.of(point, draws, bytes, built.messageBase(), counts, built.classRoutes());
        final ExecutorOptions options =
                new ExecutorOptions(QUANTUM, test.limit() + SLACK, point.is("dla", "pr"), Mix.seed(seed, k), List.of());
        final Map<String, Integer> ranks = new HashMap<>();
        test.nodes().forEach(n -> ranks.put(n.name(), placement.rank(n.name())));
        final String[] where = new String[built.size()];
        places.forEach((id, place) -> where[id] = place);
        return new Ready(built, machine, options, Map.copyOf(readings), ranks, where, test.limit());
    }

    /**
     * Returns the number of tasks of each node. The first task of the test on a node gets a random number from 0 to 3,
     * which selects its injection FIFO; it is 0 in tests with `dla` statements.
     */
    private List<Integer> taskCounts() {
        final int[] count = new int[point.shape().nodes()];
        final boolean raw = test.uses(Verb.DLA_ALLOC);
        for (final NodeName node : test.nodes()) {
            final int rank = placement.rank(node.name());
            final long tasks = test.tasks().stream()
                    .filter(t -> t.node().equals(node.name()))
                    .count();
            if (tasks > 0) {
                final int shift = raw || count[rank] > 0 || tasks > FIFOS ? 0 : draws.upTo(FIFOS - 1);
                firstTask.put(node.name(), count[rank] + shift);
                count[rank] += shift + (int) tasks;
            }
        }
        final List<Integer> counts = new ArrayList<>();
        for (int rank = 0; rank < count.length; rank++) {
            int tasks = Math.max(1, count[rank]);
            if (background.neighbours() && placement.uses(rank)) {
                tasks = neighbour(rank, tasks) + 1;
            }
            counts.add(Math.min(16, tasks));
        }
        return counts;
    }

    /** Returns the number of the additional task that shares the FIFO of the node's first task. */
    private int neighbour(final int rank, final int tasks) {
        int number = 0;
        for (final NodeName node : test.nodes()) {
            if (placement.rank(node.name()) == rank && firstTask.containsKey(node.name())) {
                number = firstTask.get(node.name());
                break;
            }
        }
        while (number < tasks) {
            number += FIFOS;
        }
        return number;
    }

    /** Adds the barriers of every node or task without a program. */
    private void idleTasksJoin(final ProgramBuilder program) {
        final long barriers = test.tasks().isEmpty()
                ? 0
                : test.tasks().get(0).statements().stream()
                        .filter(s -> s.verb() == Verb.BARRIER)
                        .count();
        for (int rank = 0; rank < program.nodes(); rank++) {
            for (int number = 0; number < program.tasks(rank); number++) {
                if (!isOfTest(rank, number)) {
                    for (int i = 0; i < barriers; i++) {
                        program.task(rank, number).add(Ops.barrier());
                    }
                }
            }
        }
    }

    private boolean isOfTest(final int rank, final int number) {
        return test.tasks().stream()
                .anyMatch(t -> placement.rank(t.node()) == rank && firstTask.get(t.node()) + t.number() == number);
    }

    /** Adds loads of the words in the conditions, which act after the end of the test. */
    private void finalLoads(final ProgramBuilder program) {
        for (final Term term : test.terms()) {
            if (term.kind() == Term.Kind.WORD) {
                final Ref word = new Ref(term.owner(), term.name(), (int) term.index(), 1);
                final int address = memory.address(word);
                final TaskBuilder first = program.task(placement.rank(term.owner()), 0);
                final int load = first.add(Ops.load(address & -Long.BYTES).notBefore(test.limit()));
                final int size = memory.size(word);
                final int value = size == Long.BYTES ? load : first.add(Ops.extract(load, address % Long.BYTES, size));
                readings.put(term, new Reading(value, false));
            }
        }
    }
}
