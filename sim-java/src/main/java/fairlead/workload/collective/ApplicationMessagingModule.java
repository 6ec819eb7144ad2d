// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import fairlead.hw.HwLayout;
import fairlead.machine.Mix;
import fairlead.program.Ops;
import fairlead.program.ProgramBuilder;
import fairlead.program.TaskBuilder;
import fairlead.workload.collective.Item.Collective;
import fairlead.workload.collective.Item.Message;
import fairlead.workload.collective.Schedule.Transfer;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * What node software programs against: collective operations over operational groups, and messages. Each call adds the
 * operations of all members to a program. A node performs the calls in which it takes part one after the other, in the
 * order in which they were made, in its task 0; nodes wait for one another only as the calls say. With
 * `routesAtOnce` a call on the collective network waits for earlier calls on its own class route only, and for
 * earlier ones that use no tree.
 */
public final class ApplicationMessagingModule {
    private final ProgramBuilder program;
    private final long seed;
    private final long cyclesPerWord;
    private final UnaryOperator<List<Transfer>> alteration;
    private final int[][] before; // by node: ids of the operations that the next call requires
    private final int[][] routed; // by node: last operation of a call on each class route since then, or -1
    private final boolean atOnce;
    private int calls;

    /**
     * @param seed operands follow from it
     * @param cyclesPerWord cycles of software for each word of 8 bytes that it combines or copies
     * @param routesAtOnce whether calls on different class routes of the collective network run at once
     * @param alteration changes the transfers of each call; a test of the checkers makes algorithms wrong with it
     */
    public ApplicationMessagingModule(
            ProgramBuilder program,
            long seed,
            long cyclesPerWord,
            boolean routesAtOnce,
            UnaryOperator<List<Transfer>> alteration) {
        this.program = program;
        this.seed = seed;
        this.cyclesPerWord = cyclesPerWord;
        this.alteration = alteration;
        atOnce = routesAtOnce;
        before = new int[program.nodes()][0];
        routed = new int[program.nodes()][HwLayout.CLASS_ROUTES];
        for (int[] ends : routed) {
            Arrays.fill(ends, -1);
        }
    }

    private int[] all(int node) {
        int[] ids = IntStream.concat(
                        Arrays.stream(before[node]), Arrays.stream(routed[node]).filter(id -> id >= 0))
                .toArray();
        Arrays.fill(routed[node], -1);
        return ids;
    }

    public void add(Item item) {
        if (item instanceof Collective call) {
            collective(call);
        } else if (item instanceof Message message) {
            message(message);
        }
    }

    /** Adds messages, with data drawn from the seed. */
    public void message(Message message) {
        int number = calls++;
        program.windows().requireRoom(2L * message.bytes(), program.memoryBytes());
        for (int node = 0; node < before.length; node++) {
            before[node] = all(node);
        }
        new MessageCompiler(program, message, "item " + number + ": " + message, Mix.seed(seed, number), cyclesPerWord)
                .add(before);
    }

    /** Lets a node compute for some cycles between its calls. */
    public void compute(int rank, long cycles) {
        before[rank] = new int[] {program.task(rank, 0).add(Ops.calc(cycles).requires(all(rank)))};
    }

    /** Gives the groups that need a class route theirs, before calls that can do without one take it. */
    public void reserve(List<Item> items) {
        for (Item item : items) {
            if (item instanceof Collective call && call.chosen().needsClassRoute()) {
                program.classRoute(call.group().ranks());
            }
        }
    }

    /** Adds a collective operation, with operands drawn from the seed. */
    public void collective(Collective asked) {
        List<Integer> ranks = asked.group().ranks();
        Collective call = asked.prefersTree() && program.mayHaveClassRoute(ranks) ? asked.by(Algorithm.TREE) : asked;
        int number = calls++;
        CollectiveCompiler compiler = new CollectiveCompiler(program, call, number, cyclesPerWord, alteration);
        compiler.load(Mix.seed(seed, number));
        int route = call.chosen().needsClassRoute() ? program.classRoute(ranks) : -1;
        boolean alone = atOnce && route >= 0; // waits for calls on its own class route only
        int[] begins = new int[ranks.size()];
        int[] ends = new int[ranks.size()];
        for (int member = 0; member < begins.length; member++) {
            int node = ranks.get(member);
            TaskBuilder task = program.task(node, 0);
            begins[member] = task.add(
                    alone
                            ? Ops.calc(0).requires(before[node]).requires(routed[node][route])
                            : Ops.calc(0).requires(all(node)));
            ends[member] = task.add(Ops.calc(0).requires(compiler.add(member, task, begins[member])));
            if (alone) {
                routed[node][route] = ends[member];
            } else {
                before[node] = new int[] {ends[member]};
            }
        }
        compiler.announce(begins, ends);
    }
}
