// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import fairlead.machine.Mix;
import fairlead.program.CollectiveCall;
import fairlead.program.CollectiveOp;
import fairlead.program.Comparison;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
import fairlead.program.TaskBuilder;
import fairlead.workload.collective.Item.Message;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the operations of messages. The receiver has a word of its memory for each message, in which the match word
 * appears. Messages therefore need no slots of a reception FIFO, and one that arrives before its receive waits in that
 * word.
 *
 * <p>Eager: the sender puts the data into a bounce buffer of the receiver, then the match word; the receiver copies the
 * data to their place. Rendezvous: the sender puts the match word alone (RTS), and the receiver answers with a word at
 * the sender (CTS). The sender then puts the data to their place, and a last word after them.
 */
final class MessageCompiler {
    private static final int WORD = CollectiveCall.WORD;

    private final ProgramBuilder program;
    private final Message message;
    private final String name;
    private final long seed;
    private final long cyclesPerWord;
    private final int padded; // bytes of a message up to a whole word

    MessageCompiler(ProgramBuilder program, Message message, String name, long seed, long cyclesPerWord) {
        this.program = program;
        this.message = message;
        this.name = name;
        this.seed = seed;
        this.cyclesPerWord = cyclesPerWord;
        padded = (message.bytes() + WORD - 1) / WORD * WORD;
    }

    /**
     * Adds all messages.
     *
     * @param before by node: operations that the next call requires; changed
     */
    void add(int[][] before) {
        List<Integer> received = new ArrayList<>();
        for (int from : message.from().ranks()) {
            if (from != message.to()) {
                received.add(add(from, before));
            }
        }
        if (!received.isEmpty()) {
            before[message.to()] = received.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    /** Adds the message of one sender; returns the operation after which the data are in their place. */
    private int add(int from, int[][] before) {
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
            program.load(from, data, Payload.bytes(Mix.seed(seed, from), message.bytes()));
            program.load(from, match, word());
            program.load(to, own, word());
        }
        TaskBuilder sender = program.task(from, 0);
        int sends = sender.add(Ops.calc(0).requires(before[from]));
        int may = sends;
        if (!eager) {
            int asked = sender.add(putMatch(to, match, arrival).requires(sends));
            may = sender.add(matches(clear).requires(asked));
        }
        int put = sender.add(
                Ops.putAny(to, data, eager ? bounce : landing, padded).requires(may));
        sender.add(Ops.fence(to).requires(may));
        int announced = sender.add(putMatch(to, match, eager ? arrival : end).requires(may));
        int sent = sender.add(Ops.calc(0).requires(put, announced));

        TaskBuilder receiver = program.task(to, 0);
        int receives = receiver.add(Ops.calc(0).requires(before[to]));
        int arrived = receiver.add(matches(arrival).requires(receives));
        int cleared = receiver.add(
                (eager ? Ops.copy(landing, bounce, padded, cyclesPerWord) : putMatch(from, own, clear))
                        .requires(arrived));
        int ended = eager ? -1 : receiver.add(matches(end).requires(arrived));
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

    private byte[] word() {
        return ByteBuffer.allocate(WORD)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(message.match())
                .array();
    }

    private Operation matches(int address) {
        return Ops.poll(address, Comparison.EQ, message.match(), 0);
    }

    private Operation putMatch(int node, int from, int address) {
        return Ops.putValue(node, from, address, message.match());
    }
}
