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
 * <p>Eager: the data are put beside the word before the match word is, and the receiver copies them to where they
 * belong. Rendezvous: the match word alone is put (RTS); the receiver answers with a word at the sender (CTS), and the
 * sender puts the data to where they belong and a last word behind them.
 */
record MessageCompiler(ProgramBuilder program, Message message, String name, long seed, long cyclesPerWord) {
    private static final int WORD = 8;

    private int padded() {
        return (message.bytes() + WORD - 1) / WORD * WORD;
    }

    /** The memory of one message: addresses at its sender and at its receiver. */
    private record Addresses(int data, int match, int clear, int landing, int bounce, int arrival, int end, int own) {}

    /**
     * Adds all messages.
     *
     * @param before by node: operations that the next call requires; changed
     */
    void add(int[][] before) {
        List<Integer> received = new ArrayList<>();
        for (int from : message.from().ranks()) {
            if (from != message.to()) {
                Addresses at = place(from);
                TaskBuilder sender = program.task(from, 0);
                int sends = sender.add(Ops.calc(0).requires(before[from]));
                int sent = send(sender, at, sends);
                TaskBuilder receiver = program.task(message.to(), 0);
                int receives = receiver.add(Ops.calc(0).requires(before[message.to()]));
                int has = receive(receiver, from, at, receives);
                before[from] = new int[] {sent};
                received.add(has);
                announce(from, at, new int[] {sends, receives}, new int[] {sent, has});
            }
        }
        if (!received.isEmpty()) {
            before[message.to()] = received.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    private Addresses place(int from) {
        long there = program.windows().on(from, name, padded() + 2L * WORD);
        int bounce = message.eager() ? padded() : 0;
        long here = program.windows().on(message.to(), name + " from " + from, (long) padded() + bounce + 3L * WORD);
        int landing = (int) here;
        int arrival = landing + padded() + bounce;
        Addresses at = new Addresses(
                (int) there,
                (int) there + padded(),
                (int) there + padded() + WORD,
                landing,
                landing + padded(),
                arrival,
                arrival + WORD,
                arrival + 2 * WORD);
        if (Math.max(there, here) + 2L * padded() + 3 * WORD
                <= program.memoryBytes()) { // a program that does not fit is refused later
            program.load(from, at.data(), Payload.bytes(Mix.seed(seed, from), message.bytes()));
            program.load(from, at.match(), word());
            program.load(message.to(), at.own(), word());
        }
        return at;
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

    /** Adds what the sender does; returns the operation after which its data may be overwritten. */
    private int send(TaskBuilder task, Addresses at, int begin) {
        int to = message.to();
        if (message.eager()) {
            int put = task.add(Ops.putAny(to, at.data(), at.bounce(), padded()).requires(begin));
            task.add(Ops.fence(to).requires(begin));
            int told = task.add(
                    Ops.putValue(to, at.match(), at.arrival(), message.match()).requires(begin));
            return task.add(Ops.calc(0).requires(put, told));
        }
        int asked = task.add(
                Ops.putValue(to, at.match(), at.arrival(), message.match()).requires(begin));
        int clear = task.add(matches(at.clear()).requires(asked));
        int put = task.add(Ops.putAny(to, at.data(), at.landing(), padded()).requires(clear));
        task.add(Ops.fence(to).requires(clear));
        int told =
                task.add(Ops.putValue(to, at.match(), at.end(), message.match()).requires(clear));
        return task.add(Ops.calc(0).requires(put, told));
    }

    /** Adds what the receiver does; returns the operation after which the data are where they belong. */
    private int receive(TaskBuilder task, int from, Addresses at, int begin) {
        int arrived = task.add(matches(at.arrival()).requires(begin));
        if (message.eager()) {
            int copied = task.add(
                    Ops.copy(at.landing(), at.bounce(), padded(), cyclesPerWord).requires(arrived));
            return task.add(Ops.calc(0).requires(copied));
        }
        int cleared = task.add(
                Ops.putValue(from, at.own(), at.clear(), message.match()).requires(arrived));
        int ended = task.add(matches(at.end()).requires(arrived));
        return task.add(Ops.calc(0).requires(cleared, ended));
    }

    /** To a checker a message is a broadcast to one other node. */
    private void announce(int from, Addresses at, int[] begins, int[] ends) {
        program.announce(new CollectiveCall(
                name + " from node " + from,
                CollectiveOp.BROADCAST,
                new int[] {from, message.to()},
                0,
                message.bytes(),
                null,
                null,
                new int[] {at.data(), at.landing()},
                new int[] {at.data(), at.landing()},
                begins,
                ends));
    }
}
