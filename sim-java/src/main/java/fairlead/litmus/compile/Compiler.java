// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.NodeName;
import fairlead.litmus.syntax.Ref;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Term;
import fairlead.litmus.syntax.Verb;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.DlaLimits;
import fairlead.machine.DrawnMachine;
import fairlead.machine.Draws;
import fairlead.machine.EpochAccess;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineConfig.MachineBuilder;
import fairlead.machine.Mix;
import fairlead.machine.Routing;
import fairlead.node.ExecutorOptions;
import fairlead.program.Decision.Source;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.program.ProgramException;
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
    private static final int MOST_TASKS = 16; // of a node
    private static final int MOST_CYCLES = 8; // of software for a word of a call

    static final int RECEPTION = 16;
    private static final int BARRIER_WIDTH = 8;
    private static final int PUTS = 12;
    // number of puts by each other node; it is small, so that a hot spot drains well before the limit
    private static final int OUTSIDE_PUTS = 3;
    private static final int PHASE = 128; // in cycles; the background puts begin within this time
    private static final int STEP = 16;

    final LitmusTest test;
    final Draws draws;
    final Placement placement;
    final MemoryPlan memory;
    final Map<Integer, String> places = new HashMap<>(); // task and line, by operation
    final Map<Term, List<Source>> readings = new HashMap<>();
    final Map<List<String>, Integer> routes = new HashMap<>(); // class route by group
    private final AxisPoint point;
    private final boolean neighbours; // whether tasks on the nodes of the test send competing traffic
    // task number by node name, counted from the first task of the rank
    private final Map<String, Integer> firstTask = new HashMap<>();
    ProgramBuilder program;
    Aim aim;
    TaskCompiler.Way way;
    int start; // number of cycles by which a task may start late
    long cyclesPerWord = 1;

    private Compiler(LitmusTest test, AxisPoint point, long seed, int k) {
        this.test = test;
        this.point = point;
        draws = new Draws(test.name(), point, seed, k);
        placement = new Placement(test, point, draws.upTo(point.shape().nodes() - 1));
        // a node refuses puts of other nodes while an epoch is open on it, so tests with epochs get no such traffic
        neighbours = draws.once(2) && !test.uses(Verb.EPOCH_OPEN);
        memory = new MemoryPlan(test, placement);
    }

    /**
     * Compiles one run.
     *
     * @param seed seed of the schedules
     * @param k number of the schedule; schedule 0 has no variation
     * @param aimed whether the schedule delays operations that race with others
     */
    public static Ready compile(LitmusTest test, AxisPoint point, long seed, int k, boolean aimed) {
        Compiler compiler = new Compiler(test, point, seed, k);
        try {
            return compiler.compile(Mix.seed(seed, k), aimed);
        } catch (ProgramException e) {
            throw compiler.complaint(e);
        }
    }

    /** Makes an error with the line of the statement and with nodes by their names in the file. */
    private BadInput complaint(ProgramException e) {
        String place = places.get(e.operation());
        if (place == null) {
            return new BadInput(test.file() + ": " + e.getMessage());
        }
        String what = e.what();
        for (NodeName node : test.nodes()) {
            what = what.replaceAll("\\bnode " + placement.rank(node.name()) + "\\b", "node " + node.name());
        }
        return new BadInput(test.file() + ":" + place.substring(place.lastIndexOf(':') + 1) + ": " + what);
    }

    private Ready compile(long seed, boolean aimed) {
        List<Integer> counts = taskCounts();
        int bytes = memory.bytes(point.shape());
        program = new ProgramBuilder(test.name(), point.shape(), counts, bytes);
        memory.place(program);
        way = TaskCompiler.Way.values()[draws.of(0, 1, 2, 3)];
        start = draws.of(256, 256, 32, 4);
        aim = new Aim(test, placement, point.shape().nodes(), draws, aimed);
        test.statements()
                .filter(s -> s.verb.isCollective())
                .forEach(s -> routes.computeIfAbsent(
                        s.nodes,
                        group -> program.classRoute(
                                group.stream().map(placement::rank).sorted().toList())));
        if (!routes.isEmpty()) {
            cyclesPerWord = draws.of(1, 1, MOST_CYCLES);
        }
        for (Task task : test.tasks()) {
            new TaskCompiler(task, program.task(placement.rank(task.node()), number(task)), this).compile();
        }
        idleTasksJoin();
        traffic();
        finalLoads();
        Program built = program.build();
        MachineConfig machine = machine(built, bytes, counts);
        ExecutorOptions options =
                new ExecutorOptions(QUANTUM, test.limit() + SLACK, point.is("dla", "pr"), seed, List.of());
        String[] where = new String[built.size()];
        places.forEach((id, place) -> where[id] = place);
        return new Ready(built, machine, options, Map.copyOf(readings), placement.ranks(), where, test.limit());
    }

    private int number(Task task) {
        return firstTask.get(task.node()) + task.number();
    }

    /**
     * Returns the number of tasks of each node. The first task of the test on a node gets a random number from 0 to 3,
     * which selects its injection FIFO; it is 0 in tests with `dla` statements. An additional task of the node shares
     * the FIFO of the first task.
     */
    private List<Integer> taskCounts() {
        int[] count = new int[point.shape().nodes()];
        Map<Integer, Integer> first = new HashMap<>(); // first task of the test by rank
        for (NodeName node : test.nodes()) {
            int rank = placement.rank(node.name());
            long tasks = test.tasks().stream()
                    .filter(t -> t.node().equals(node.name()))
                    .count();
            if (tasks > 0) {
                boolean fixed = test.uses(Verb.DLA_ALLOC) || count[rank] > 0 || tasks > FIFOS;
                int shift = fixed ? 0 : draws.upTo(FIFOS - 1);
                firstTask.put(node.name(), count[rank] + shift);
                first.putIfAbsent(rank, count[rank] + shift);
                count[rank] += shift + (int) tasks;
            }
        }
        List<Integer> counts = new ArrayList<>();
        for (int rank = 0; rank < count.length; rank++) {
            int tasks = Math.max(1, count[rank]);
            if (neighbours && placement.uses(rank)) {
                int neighbour = first.getOrDefault(rank, 0);
                while (neighbour < tasks) {
                    neighbour += FIFOS;
                }
                tasks = neighbour + 1;
            }
            counts.add(Math.min(MOST_TASKS, tasks));
        }
        return counts;
    }

    private void idleTasksJoin() {
        long barriers = test.tasks().get(0).statements().stream()
                .filter(s -> s.verb == Verb.BARRIER)
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

    private boolean isOfTest(int rank, int number) {
        return test.tasks().stream().anyMatch(t -> placement.rank(t.node()) == rank && number(t) == number);
    }

    /** Adds loads of the words in the conditions, which act after the end of the test. */
    private void finalLoads() {
        for (Term term : test.terms()) {
            if (term.kind() == Term.Kind.WORD) {
                Ref word = new Ref(term.owner(), term.name(), (int) term.index(), 1);
                int address = memory.address(word);
                TaskBuilder first = program.task(placement.rank(term.owner()), 0);
                int load = first.add(Ops.load(address & -Long.BYTES).notBefore(test.limit()));
                int size = memory.size(word);
                int value = size == Long.BYTES ? load : first.add(Ops.extract(load, address % Long.BYTES, size));
                readings.put(term, List.of(new Source(value, false)));
            }
        }
    }

    // ---- competing traffic

    /**
     * Adds traffic in addition to the test: puts of whole packets into a separate window. With `traffic=uniform |
     * hot_spot`, all nodes outside the test send such puts. In about half of the schedules, an additional task on each
     * node of the test sends them as well; the task shares the injection FIFO of the node's first task, or fills the
     * DLA.
     */
    private void traffic() {
        List<Integer> outside = new ArrayList<>();
        for (int rank = 0; rank < program.nodes(); rank++) {
            if (!placement.uses(rank)) {
                outside.add(rank);
            }
        }
        if (!point.is("traffic", "none") && outside.size() > 1) {
            int hot = outside.get(draws.upTo(outside.size() - 1));
            for (int rank : outside) {
                puts(program.task(rank, 0), outside, point.is("traffic", "hot_spot") ? hot : -1);
            }
        }
        if (neighbours) {
            List<Integer> ranks = test.nodes().stream()
                    .map(n -> placement.rank(n.name()))
                    .distinct()
                    .toList();
            for (int rank : ranks) {
                puts(program.task(rank, program.tasks(rank) - 1), ranks, -1);
            }
        }
    }

    private void puts(TaskBuilder task, List<Integer> to, int hot) {
        memory.loadNoise(task.node());
        int begin = draws.upTo(PHASE);
        boolean inline = draws.once(3) && placement.uses(task.node()) && !test.uses(Verb.DLA_ALLOC);
        boolean outside = !placement.uses(task.node());
        for (int i = 0; i < (outside ? OUTSIDE_PUTS : PUTS); i++) {
            int target = hot >= 0 ? hot : to.get(draws.upTo(to.size() - 1));
            int length = inline ? Program.INLINE_BYTES : 256 << draws.upTo(outside ? 1 : 3);
            task.add(Ops.put(target, memory.noiseSource(), memory.noiseLanding(), length, task.node())
                    .path(inline ? Path.INLINE : Path.DESCRIPTOR)
                    .notBefore(begin + (inline ? 0 : i * STEP)));
        }
    }

    // ---- the machine

    /** Makes the machine of the schedule. */
    private MachineConfig machine(Program built, int memoryBytes, List<Integer> tasks) {
        boolean least = point.is("depth", "min");
        Routing routing = point.is("routing", "adaptive") ? Routing.ADAPTIVE : Routing.DIMENSION_ORDER;
        MachineBuilder machine = MachineConfig.of(point.shape())
                .memoryBytes(memoryBytes)
                .messageBase(built.messageBase())
                .dla(DlaLimits.of(64))
                .tasks(tasks)
                .barrierWidth(BARRIER_WIDTH);
        return DrawnMachine.on(machine, draws, routing, least, RECEPTION)
                .epochAccess(point.is("access", "queue") ? EpochAccess.QUEUE : EpochAccess.OPEN)
                .collective(network(built.classRoutes()))
                .build();
    }

    private CollectiveNetwork network(List<List<Integer>> groups) {
        return groups.isEmpty()
                ? CollectiveNetwork.UNUSED
                : new CollectiveNetwork(
                        draws.of(2, 1, 2, 8), draws.of(8, 1, 2, 16), draws.of(8, 1, 2), draws.of(8, 1, 2), groups);
    }
}
