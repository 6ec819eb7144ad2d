// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import fairlead.hw.HwLayout;
import fairlead.machine.Mix;
import fairlead.program.CollectiveCall;
import fairlead.program.CollectiveOp;
import fairlead.program.Comparison;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.workload.collective.Item.Collective;
import fairlead.workload.collective.Item.Message;
import fairlead.workload.collective.Schedule.Transfer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
    private static final int WORD = CollectiveCall.WORD;

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

    /**
     * Adds messages, with data drawn from the seed. The receiver has a word of its memory for each message, in which
     * the match word appears. Messages therefore need no slots of a reception FIFO, and one that arrives before its
     * receive waits in that word.
     *
     * <p>Eager: the sender puts the data into a bounce buffer of the receiver, then the match word; the receiver copies
     * the data to their place. Rendezvous: the sender puts the match word alone (RTS), and the receiver answers with a
     * word at the sender (CTS). The sender then puts the data to their place, and a last word after them.
     */
    public void message(Message message) {
        int number = calls++;
        program.windows().requireRoom(2L * message.bytes(), program.memoryBytes());
        for (int node = 0; node < before.length; node++) {
            before[node] = all(node);
        }
        String name = "item " + number + ": " + message;
        int[] received = message.from().ranks().stream()
                .filter(from -> from != message.to())
                .mapToInt(from -> message(message, from, name, Mix.seed(seed, number)))
                .toArray();
        if (received.length > 0) {
            before[message.to()] = received;
        }
    }

    /** Adds the message of one sender; returns the operation after which the data are in their place. */
    private int message(Message message, int from, String name, long drawn) {
        int padded = (message.bytes() + WORD - 1) / WORD * WORD;
        int to = message.to();
        boolean eager = message.eager();
        int data = program.windows().on(from, name, padded + 2L * WORD);
        int match = data + padded;
        int clear = match + WORD;
        int bounceBytes = eager ? padded : 0;
        int landing = program.windows().on(to, name + " from " + from, (long) padded + bounceBytes + 3L * WORD);
        int bounce = landing + padded;
        int arrival = bounce + bounceBytes;
        int end = arrival + WORD;
        int own = end + WORD;
        if (Math.max((long) data, landing) + 2L * padded + 3 * WORD
                <= program.memoryBytes()) { // a program that does not fit is refused later
            program.load(from, data, Payload.bytes(Mix.seed(drawn, from), message.bytes()));
            program.load(from, match, word(message));
            program.load(to, own, word(message));
        }
        TaskBuilder sender = program.task(from, 0);
        int sends = sender.add(Ops.calc(0).requires(before[from]));
        int may = sends;
        if (!eager) {
            int asked =
                    sender.add(Ops.putValue(to, match, arrival, message.match()).requires(sends));
            may = sender.add(matches(message, clear).requires(asked));
        }
        int put = sender.add(
                Ops.putAny(to, data, eager ? bounce : landing, padded).requires(may));
        sender.add(Ops.fence(to).requires(may));
        int announced = sender.add(
                Ops.putValue(to, match, eager ? arrival : end, message.match()).requires(may));
        int sent = sender.add(Ops.calc(0).requires(put, announced));

        TaskBuilder receiver = program.task(to, 0);
        int receives = receiver.add(Ops.calc(0).requires(before[to]));
        int arrived = receiver.add(matches(message, arrival).requires(receives));
        Operation clears = eager
                ? Ops.copy(landing, bounce, padded, cyclesPerWord)
                : Ops.putValue(from, own, clear, message.match());
        int cleared = receiver.add(clears.requires(arrived));
        int ended = eager ? -1 : receiver.add(matches(message, end).requires(arrived));
        int has = receiver.add(Ops.calc(0).requires(cleared, ended));
        before[from] = new int[] {sent};
        // to a checker a message is a broadcast to one other node
        program.announce(new CollectiveCall(
                name + " from node " + from,
                CollectiveOp.BROADCAST,
                new int[] {from, to},
                0,
                message.bytes(),
                null,
                null,
                new int[] {data, landing},
                new int[] {data, landing},
                new int[] {sends, receives},
                new int[] {sent, has}));
        return has;
    }

    private static byte[] word(Message message) {
        return ByteBuffer.allocate(WORD)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(message.match())
                .array();
    }

    private static Operation matches(Message message, int address) {
        return Ops.poll(address, Comparison.EQ, message.match(), 0);
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
