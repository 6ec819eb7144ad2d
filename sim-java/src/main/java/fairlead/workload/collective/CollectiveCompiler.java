// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.machine.Mix;
import fairlead.program.CollectiveCall;
import fairlead.program.CollectiveOp;
import fairlead.program.Comparison;
import fairlead.program.ElementType;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
import fairlead.program.ReduceFunction;
import fairlead.program.TaskBuilder;
import fairlead.workload.collective.Item.Collective;
import fairlead.workload.collective.Schedule.MemberPlace;
import fairlead.workload.collective.Schedule.Transfer;
import fairlead.workload.collective.Schedule.Transfer.Piece;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Makes the operations of one call from its schedule, and places the memory of its members: operand, result, work area,
 * a landing zone for each transfer that is combined, one word that holds 1, and a signal word for each transfer that is
 * received. No word is used twice by a call, so that no transfer needs to wait for another one's landing zone.
 *
 * <p>A transfer is a put for each piece, a fence, and a put of the word 1 to the receiver's signal word, for which the
 * receiver polls. A combined transfer lands next to the operands, and the receiver's software combines it with them.
 */
final class CollectiveCompiler {
    private static final int WORD = CollectiveCall.WORD;
    private static final long ONE = 1;

    /**
     * A transfer and the addresses at its receiver.
     *
     * @param landing where its first piece lands, if it is combined
     * @param signal the receiver's signal word
     */
    private record Placed(Transfer transfer, int landing, int signal) {}

    private static final class Round {
        private final List<Placed> sends = new ArrayList<>();
        private final List<Placed> receives = new ArrayList<>();
    }

    /**
     * How many blocks the operand and the area RESULT of a member have.
     *
     * @param inPlace whether they share their bytes: the operand is already where the result will be
     */
    private record Layout(int operand, int result, boolean inPlace) {}

    /** The window of one member: its address and the offsets of its areas. */
    private static final class Member {
        private final TreeMap<Integer, Round> rounds = new TreeMap<>(); // by number
        private int base;
        private int result;
        private int work;
        private int one;
        private long end; // bytes of what is placed

        /** Returns the offset of some bytes at the end of what is placed. */
        private long place(long bytes) {
            end += bytes;
            return end - bytes;
        }

        private Round round(Transfer transfer) {
            return rounds.computeIfAbsent(transfer.round(), n -> new Round());
        }
    }

    private final ProgramBuilder program;
    private final Collective call;
    private final CollectiveOp op;
    private final int number;
    private final long cyclesPerWord;
    private final int block; // bytes from one block to the next
    private final Schedule schedule;
    private final Member[] members;

    CollectiveCompiler(
            ProgramBuilder program,
            Collective call,
            int number,
            long cyclesPerWord,
            UnaryOperator<List<Transfer>> alteration) {
        this.program = program;
        this.call = call;
        this.number = number;
        this.cyclesPerWord = cyclesPerWord;
        op = call.op();
        block = (call.bytes() + WORD - 1) / WORD * WORD;
        members = new Member[call.group().size()];
        Arrays.setAll(members, member -> new Member());
        // the operand and the result where they are largest, which are less than all that is needed
        long largest = (long) Math.max(layout(call.root()).operand, layout(call.root()).result) * block;
        program.windows().requireRoom(largest, program.memoryBytes());
        schedule = call.chosen().schedule(op, members.length, call.root(), block);
        place(alteration.apply(schedule.transfers()));
    }

    private int rank(int member) {
        return call.group().ranks().get(member);
    }

    // ---- memory

    private Layout layout(int member) {
        boolean isRoot = member == call.root();
        int all = members.length;
        return switch (op) {
            case BARRIER -> new Layout(0, 0, false);
            case BROADCAST -> new Layout(isRoot ? 1 : 0, 1, true);
            case SCATTER -> new Layout(isRoot ? all : 0, 1, isRoot);
            case GATHER -> new Layout(1, isRoot ? all : 0, isRoot);
            case ALLGATHER -> new Layout(1, all, true);
            case REDUCE, ALLREDUCE -> new Layout(1, 1, true);
            case ALLTOALL -> new Layout(all, all, false);
        };
    }

    private void place(List<Transfer> transfers) {
        for (int member = 0; member < members.length; member++) {
            Member window = members[member];
            Layout layout = layout(member);
            long operand = (long) layout.operand * block;
            long apart = layout.inPlace ? 0 : operand;
            window.result = (int) apart;
            window.place(Math.max(operand, apart + (long) layout.result * block));
            window.work = (int) window.place(schedule.workBytes(member));
        }
        long[] landings = new long[transfers.size()]; // offsets in the receiver's window
        long[] signals = new long[transfers.size()];
        for (int i = 0; i < landings.length; i++) {
            Member to = members[transfers.get(i).to()];
            landings[i] =
                    to.place(transfers.get(i).combined() ? transfers.get(i).bytes() : 0);
            signals[i] = to.place(WORD);
        }
        for (int member = 0; member < members.length; member++) {
            long end = members[member].end;
            int base = program.windows().on(rank(member), "collective " + number, end + WORD);
            members[member].base = base;
            members[member].one = (int) Math.min(base + end, Integer.MAX_VALUE);
            load(member, members[member].one, new byte[] {1}, WORD);
        }
        for (int i = 0; i < landings.length; i++) {
            Transfer transfer = transfers.get(i);
            Member to = members[transfer.to()];
            Placed placed = new Placed(transfer, (int) (to.base + landings[i]), (int) (to.base + signals[i]));
            members[transfer.from()].round(transfer).sends.add(placed);
            to.round(transfer).receives.add(placed);
        }
    }

    /** Sets memory before cycle 0; a program that does not fit is refused later. */
    private void load(int member, int address, byte[] bytes, int size) {
        if (size > 0 && (long) address + size <= program.memoryBytes()) {
            program.load(rank(member), address, bytes);
        }
    }

    /** Sets the operands before cycle 0. The bytes after a block, up to a whole word, are 0. */
    void load(long seed) {
        for (int member = 0; member < members.length; member++) {
            int blocks = layout(member).operand;
            byte[] bytes = new byte[blocks * block];
            for (int part = 0; part < blocks; part++) {
                byte[] drawn = Payload.bytes(Mix.seed(Mix.seed(seed, member), part), call.bytes());
                System.arraycopy(drawn, 0, bytes, part * block, call.bytes());
            }
            load(member, operand(member), bytes, bytes.length);
        }
    }

    private int address(int member, MemberPlace place) {
        int area =
                switch (place.area()) {
                    case OPERAND -> operand(member);
                    case RESULT -> result(member);
                    case WORK -> members[member].base + members[member].work;
                };
        return (int) (area + place.offset());
    }

    private int operand(int member) {
        boolean ownBlock = op == CollectiveOp.ALLGATHER || op == CollectiveOp.GATHER && member == call.root();
        return members[member].base + (ownBlock ? member * block : 0);
    }

    private int result(int member) {
        return members[member].base + members[member].result;
    }

    void announce(int[] begins, int[] ends) {
        int[] operands = new int[members.length];
        int[] results = new int[members.length];
        for (int member = 0; member < members.length; member++) {
            operands[member] = operand(member);
            boolean toRoot = op == CollectiveOp.GATHER || op == CollectiveOp.REDUCE;
            if (op == CollectiveOp.BARRIER || toRoot && member != call.root()) {
                results[member] = -1;
            } else if (op == CollectiveOp.SCATTER && member == call.root()) {
                results[member] = operand(member) + member * block;
            } else {
                results[member] = result(member);
            }
        }
        program.announce(new CollectiveCall(
                "item " + number + ": " + call,
                op,
                ids(call.group().ranks()),
                call.root(),
                call.bytes(),
                call.function(),
                call.element(),
                operands,
                results,
                begins,
                ends));
    }

    // ---- operations

    /** Adds the operations of one member, which require `begin`; returns those after which the member is done. */
    int[] add(int member, TaskBuilder task, int begin) {
        if (call.chosen() == Algorithm.BARRIER_UNIT) {
            int route = program.classRoute(call.group().ranks());
            return new int[] {task.add(Ops.barrier().over(route).requires(begin))};
        }
        if (call.chosen().needsClassRoute()) {
            return new int[] {task.add(tree(member).requires(begin))};
        }
        List<Integer> last = new ArrayList<>(List.of(begin));
        List<Integer> end = new ArrayList<>(last);
        for (Piece piece : schedule.copies(member)) {
            end.add(task.add(Ops.copy(
                            address(member, piece.target()),
                            address(member, piece.source()),
                            piece.bytes(),
                            cyclesPerWord)
                    .requires(begin)));
        }
        for (Round round : members[member].rounds.values()) {
            last = add(member, task, round, last);
        }
        end.addAll(last);
        return ids(end);
    }

    /**
     * Returns the operation of one member on the collective network. A broadcast is the OR of the root's operand with
     * zeros of the others, unless it goes one way, and only the root of a reduce keeps the result.
     */
    private Operation tree(int member) {
        boolean reduces = op.isReduction();
        boolean oneWay = call.chosen() == Algorithm.ONE_WAY;
        int way = reduces ? CollectiveMode.COMBINE : CollectiveMode.BROADCAST;
        return Ops.tree(
                        operand(member),
                        block,
                        program.classRoute(call.group().ranks()),
                        number,
                        reduces ? call.function() : ReduceFunction.OR,
                        reduces ? call.element() : ElementType.U64,
                        reduces || member == call.root(),
                        oneWay && !reduces ? member != call.root() : op != CollectiveOp.REDUCE || member == call.root(),
                        cyclesPerWord)
                .oneWay(oneWay ? way : CollectiveMode.ALLREDUCE);
    }

    private List<Integer> add(int member, TaskBuilder task, Round round, List<Integer> before) {
        int[] required = ids(before);
        List<Integer> sent = new ArrayList<>();
        for (Placed placed : round.sends) {
            send(member, task, placed, required, sent);
        }
        List<Integer> received = new ArrayList<>();
        int combined = -1;
        for (Placed placed : round.receives) {
            Operation poll = Ops.poll(placed.signal, Comparison.NE, 0, 0);
            int arrived = task.add(poll.requires(required));
            received.add(arrived);
            int landing = placed.landing;
            for (Piece piece : placed.transfer.combined() ? placed.transfer.pieces() : List.<Piece>of()) {
                int at = address(member, piece.target());
                Operation reduce =
                        Ops.reduce(at, landing, piece.bytes(), call.function(), call.element(), cyclesPerWord);
                // the words that this round sends must have left before they are changed
                combined = task.add(reduce.requires(arrived, combined).requires(ids(sent)));
                received.add(combined);
                landing += piece.bytes();
            }
        }
        received.addAll(sent);
        return received.isEmpty() ? before : received;
    }

    private void send(int member, TaskBuilder task, Placed placed, int[] required, List<Integer> sent) {
        Transfer transfer = placed.transfer;
        int target = rank(transfer.to());
        int landing = placed.landing;
        for (Piece piece : transfer.pieces()) {
            int remote = transfer.combined() ? landing : address(transfer.to(), piece.target());
            sent.add(task.add(Ops.putAny(target, address(member, piece.source()), remote, piece.bytes())
                    .requires(required)));
            landing += piece.bytes();
        }
        if (!transfer.pieces().isEmpty()) {
            task.add(Ops.fence(target).requires(required));
        }
        sent.add(task.add(
                Ops.putValue(target, members[member].one, placed.signal, ONE).requires(required)));
    }

    private static int[] ids(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }
}
