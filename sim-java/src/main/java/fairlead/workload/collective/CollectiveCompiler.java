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
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.program.ReduceFunction;
import fairlead.workload.collective.Item.Collective;
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
     * A transfer and offsets in the window of its receiver.
     *
     * @param landing where its first piece lands, if it is combined
     * @param signal the receiver's signal word
     */
    private record Placed(Transfer transfer, long landing, long signal) {}

    /** The window of one member. */
    private static final class Member {
        private final TreeMap<Integer, List<Placed>> rounds = new TreeMap<>(); // by number: what it sends and receives
        private int base;
        private long work; // offset of the memory of the algorithm
        private int one; // address of the word that holds 1
        private long end; // bytes of what is placed

        /** Returns the offset of some bytes at the end of what is placed. */
        private long place(long bytes) {
            end += bytes;
            return end - bytes;
        }

        /** Returns the address of a place of the schedule, or of an offset. */
        private int address(long place) {
            return (int) (base + (place < Schedule.WORK ? place : work + place - Schedule.WORK));
        }

        private void add(Placed placed) {
            rounds.computeIfAbsent(placed.transfer.round(), n -> new ArrayList<>())
                    .add(placed);
        }
    }

    private final ProgramBuilder program;
    private final Collective call;
    private final CollectiveOp op;
    private final int number;
    private final long cyclesPerWord;
    private final int block; // bytes from one block to the next
    private final int all; // blocks of an operand or result of several
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
        all = op.hasBlocks() ? members.length : 1;
        // the operand and the result where they are largest, which are less than all that is needed
        program.windows().requireRoom((long) all * block, program.memoryBytes());
        schedule = call.chosen().schedule(op, members.length, call.root(), block);
        place(alteration.apply(schedule.transfers()));
    }

    private int rank(int member) {
        return call.group().ranks().get(member);
    }

    // ---- memory

    private int operandBlocks(int member) {
        return switch (op) {
            case BROADCAST, SCATTER -> member == call.root() ? all : 0;
            case ALLTOALL -> all;
            default -> 1;
        };
    }

    private void place(List<Transfer> transfers) {
        for (int member = 0; member < members.length; member++) {
            Member window = members[member];
            window.place(schedule.result((long) (op.isRooted() && member != call.root() ? 1 : all) * block));
            window.work = window.place(schedule.work[member]);
        }
        for (Transfer transfer : transfers) {
            Member to = members[transfer.to()];
            long landing = to.place(transfer.combined() ? transfer.bytes() : 0);
            Placed placed = new Placed(transfer, landing, to.place(WORD));
            members[transfer.from()].add(placed);
            to.add(placed);
        }
        for (int member = 0; member < members.length; member++) {
            Member window = members[member];
            window.base = program.windows().on(rank(member), "collective " + number, window.end + WORD);
            window.one = (int) Math.min(window.base + window.end, Integer.MAX_VALUE);
            load(member, window.one, new byte[] {1}, WORD);
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
            int blocks = operandBlocks(member);
            byte[] bytes = new byte[blocks * block];
            for (int part = 0; part < blocks; part++) {
                byte[] drawn = Payload.bytes(Mix.seed(Mix.seed(seed, member), part), call.bytes());
                System.arraycopy(drawn, 0, bytes, part * block, call.bytes());
            }
            load(member, operand(member), bytes, bytes.length);
        }
    }

    private int operand(int member) {
        boolean ownBlock = op == CollectiveOp.ALLGATHER || op == CollectiveOp.GATHER && member == call.root();
        return members[member].base + (ownBlock ? member * block : 0);
    }

    private int result(int member) {
        return members[member].address(schedule.result(0));
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
        for (Piece piece : schedule.copies.get(member)) {
            end.add(task.add(Ops.copy(
                            members[member].address(piece.target()),
                            members[member].address(piece.source()),
                            piece.bytes(),
                            cyclesPerWord)
                    .requires(begin)));
        }
        for (List<Placed> round : members[member].rounds.values()) {
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

    private List<Integer> add(int member, TaskBuilder task, List<Placed> round, List<Integer> before) {
        int[] required = ids(before);
        List<Integer> sent = new ArrayList<>();
        for (Placed placed : round) {
            if (placed.transfer.from() == member) {
                send(member, task, placed, required, sent);
            }
        }
        List<Integer> received = new ArrayList<>();
        int combined = -1;
        for (Placed placed : round) {
            if (placed.transfer.to() != member) {
                continue;
            }
            Operation poll = Ops.poll(members[member].address(placed.signal), Comparison.NE, 0, 0);
            int arrived = task.add(poll.requires(required));
            received.add(arrived);
            int landing = members[member].address(placed.landing);
            for (Piece piece : placed.transfer.combined() ? placed.transfer.pieces() : List.<Piece>of()) {
                int at = members[member].address(piece.target());
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
        Member to = members[transfer.to()];
        int landing = to.address(placed.landing);
        for (Piece piece : transfer.pieces()) {
            int remote = transfer.combined() ? landing : to.address(piece.target());
            sent.add(task.add(Ops.putAny(target, members[member].address(piece.source()), remote, piece.bytes())
                    .requires(required)));
            landing += piece.bytes();
        }
        if (!transfer.pieces().isEmpty()) {
            task.add(Ops.fence(target).requires(required));
        }
        Operation told = Ops.putValue(target, members[member].one, to.address(placed.signal), ONE);
        sent.add(task.add(told.requires(required)));
    }

    private static int[] ids(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }
}
