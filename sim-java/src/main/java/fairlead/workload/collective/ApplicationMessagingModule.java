// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.machine.Mix;
import fairlead.program.CollectiveOp;
import fairlead.program.ElementType;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
import fairlead.program.ReduceFunction;
import fairlead.program.TaskBuilder;
import fairlead.workload.collective.Schedule.Transfer;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * What node software programs against: collective operations over operational groups, and messages. Each call adds the
 * operations of all members to a program. A node performs the calls in which it takes part one after the other, in the
 * order in which they were made, in its task 0; nodes wait for one another only as the calls say. With
 * {@link #routesAtOnce} a call on the collective network waits for earlier calls on its own class route only, and for
 * earlier ones that use no tree.
 */
public final class ApplicationMessagingModule {
    private final ProgramBuilder program;
    private final long seed;
    private final long cyclesPerWord;
    private final UnaryOperator<List<Transfer>> alteration;
    private final int[][] before; // by node: ids of the operations that the next call requires
    private final int[][] routed; // by node: last operation of a call on each class route since then, or -1
    private boolean atOnce;
    private int calls;

    /**
     * @param seed operands follow from it
     * @param cyclesPerWord cycles of software for each word of 8 bytes that it combines or copies
     */
    public ApplicationMessagingModule(final ProgramBuilder program, final long seed, final long cyclesPerWord) {
        this(program, seed, cyclesPerWord, UnaryOperator.identity());
    }

    /** @param alteration changes the transfers of each call; a test of the checkers makes algorithms wrong with it */
    ApplicationMessagingModule(
            final ProgramBuilder program,
            final long seed,
            final long cyclesPerWord,
            final UnaryOperator<List<Transfer>> alteration) {
        this.program = program;
        this.seed = seed;
        this.cyclesPerWord = cyclesPerWord;
        this.alteration = alteration;
        before = new int[program.nodes()][0];
        routed = new int[program.nodes()][HwLayout.CLASS_ROUTES];
        for (final int[] ends : routed) {
            Arrays.fill(ends, -1);
        }
    }

    /** Lets calls on different class routes of the collective network run at once. */
    public ApplicationMessagingModule routesAtOnce() {
        atOnce = true;
        return this;
    }

    private int[] all(final int node) {
        final int[] ids = IntStream.concat(
                        Arrays.stream(before[node]), Arrays.stream(routed[node]).filter(id -> id >= 0))
                .toArray();
        Arrays.fill(routed[node], -1);
        return ids;
    }

    /** Adds a call of any kind. */
    public void add(final Item item) {
        if (item instanceof Collective call) {
            collective(call);
        } else if (item instanceof Message message) {
            message(message);
        }
    }

    /** Adds messages, with data drawn from the seed. */
    public void message(final Message message) {
        final int number = calls++;
        program.windows().requireRoom(2L * message.bytes(), program.memoryBytes());
        for (int node = 0; node < before.length; node++) {
            before[node] = all(node);
        }
        new MessageCompiler(program, message, "item " + number + ": " + message, Mix.seed(seed, number), cyclesPerWord)
                .add(before);
    }

    /** Lets a node compute for some cycles between its calls. */
    public void compute(final int rank, final long cycles) {
        before[rank] = new int[] {program.task(rank, 0).add(Ops.calc(cycles).requires(all(rank)))};
    }

    /** Gives the groups that need a class route theirs, before calls that can do without one take it. */
    public void reserve(final List<Item> items) {
        for (final Item item : items) {
            if (item instanceof Collective call && call.chosen().needsClassRoute()) {
                program.classRoute(call.group().ranks());
            }
        }
    }

    private Collective decided(final Collective call) {
        final boolean tree = call.algorithm() == null
                && Algorithm.isTreeFastest(call.op(), call.group().size(), call.bytes())
                && program.mayHaveClassRoute(call.group().ranks());
        return tree ? call.by(Algorithm.TREE) : call;
    }

    /** Adds a collective operation, with operands drawn from the seed. */
    public void collective(final Collective asked) {
        final Collective call = decided(asked);
        final int number = calls++;
        final CollectiveMemory memory = new CollectiveMemory(call);
        program.windows().requireRoom(memory.largest(), program.memoryBytes());
        final Schedule schedule = call.chosen().schedule(call.op(), memory.frame());
        final List<Transfer> transfers = alteration.apply(schedule.transfers());
        memory.place(program, schedule, transfers, number);
        operands(call, memory, number);
        final CollectiveCompiler compiler = new CollectiveCompiler(call, memory, schedule, transfers, cyclesPerWord);
        final int size = call.group().size();
        final boolean onTree = call.chosen().needsClassRoute();
        final int route = onTree ? program.classRoute(call.group().ranks()) : 0;
        final int[] begins = new int[size];
        final int[] ends = new int[size];
        for (int member = 0; member < size; member++) {
            final TaskBuilder task = program.task(call.group().ranks().get(member), 0);
            final int node = task.node();
            begins[member] = task.add(
                    atOnce && onTree
                            ? Ops.calc(0).requires(before[node]).requires(routed[node][route])
                            : Ops.calc(0).requires(all(node)));
            final int[] done = call.chosen() == Algorithm.BARRIER_UNIT
                    ? new int[] {task.add(Ops.barrier().over(route).requires(begins[member]))}
                    : onTree
                            ? new int[] {tree(call, memory, member, number, task, begins[member])}
                            : compiler.add(member, task, begins[member]);
            ends[member] = task.add(Ops.calc(0).requires(done));
            if (atOnce && onTree) {
                routed[node][route] = ends[member];
            } else {
                before[node] = new int[] {ends[member]};
            }
        }
        program.announce(memory.call("item " + number + ": " + call, begins, ends));
    }

    /**
     * Adds the operation of one member on the collective network. A broadcast is the OR of the root's operand with
     * zeros of the others, unless it goes one way, and only the root of a reduce keeps the result.
     */
    private int tree(
            final Collective call,
            final CollectiveMemory memory,
            final int member,
            final int number,
            final TaskBuilder task,
            final int begin) {
        final boolean atRoot = member == call.root();
        final boolean reduces = call.op().isReduction();
        final boolean oneWay = call.chosen() == Algorithm.ONE_WAY;
        final int mode =
                !oneWay ? CollectiveMode.ALLREDUCE : reduces ? CollectiveMode.COMBINE : CollectiveMode.BROADCAST;
        return task.add(Ops.tree(
                        memory.operand(member),
                        call.op() == CollectiveOp.BARRIER ? 0 : memory.frame().block(),
                        program.classRoute(call.group().ranks()),
                        number,
                        reduces ? call.function() : ReduceFunction.OR,
                        reduces ? call.element() : ElementType.U64,
                        reduces || atRoot,
                        oneWay && !reduces ? !atRoot : call.op() != CollectiveOp.REDUCE || atRoot,
                        cyclesPerWord)
                .oneWay(mode)
                .requires(begin));
    }

    /** Sets the operands before cycle 0. The bytes behind a block, up to a whole word, are 0. */
    private void operands(final Collective call, final CollectiveMemory memory, final int number) {
        for (int member = 0; member < call.group().size(); member++) {
            final int blocks = memory.operandBlocks(member);
            final byte[] bytes = new byte[blocks * memory.frame().block()];
            for (int block = 0; block < blocks; block++) {
                final long key = Mix.seed(Mix.seed(Mix.seed(seed, number), member), block);
                System.arraycopy(
                        Payload.bytes(key, call.bytes()),
                        0,
                        bytes,
                        block * memory.frame().block(),
                        call.bytes());
            }
            if (bytes.length > 0 && memory.operand(member) + bytes.length <= program.memoryBytes()) {
                program.load(call.group().ranks().get(member), memory.operand(member), bytes);
            }
        }
    }
}
