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
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Makes the operations of one call from its schedule, and places the memory of its members: operand, result, work area,
 * a landing zone for each transfer that is combined, one word that holds 1, and a signal word for each transfer that is
 * received. No word is used twice by a call, so that no transfer needs to wait for another one's landing zone.
 *
 * <p>A transfer is a put for each piece, a fence, and a put of the word 1 to the receiver's signal word, for which the
 * receiver polls. A combined transfer lands beside the operands, and the receiver's software combines it with them.
 */
final class CollectiveCompiler {
    private static final int WORD = 8;
    private static final long ONE = 1;

    /** What one member does in one round. */
    private static final class Round {
        private final List<Transfer> sends = new ArrayList<>();
        private final List<Transfer> receives = new ArrayList<>();
    }

    /** The window of one member: its address, the offsets of its areas, and the address of the word that holds 1. */
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
    private final int number;
    private final long cyclesPerWord;
    private final Frame frame;
    private final Schedule schedule;
    private final Member[] members;
    private final Map<Transfer, Long> landings = new IdentityHashMap<>(); // offsets in the receiver's window
    private final Map<Transfer, Long> signals = new IdentityHashMap<>();

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
        frame = new Frame(call.group().size(), call.root(), (call.bytes() + WORD - 1) / WORD * WORD);
        members = new Member[frame.size()];
        Arrays.setAll(members, member -> new Member());
        // the operand and the result where they are largest, which are less than all that is needed
        long largest = (long) Math.max(operandBlocks(call.root()), resultBlocks(call.root())) * frame.block();
        program.windows().requireRoom(largest, program.memoryBytes());
        schedule = call.chosen().schedule(call.op(), frame);
        place(alteration.apply(schedule.transfers()));
    }

    private int rank(int member) {
        return call.group().ranks().get(member);
    }

    private boolean isRoot(int member) {
        return member == call.root();
    }

    // ---- memory

    /** Returns 1, or the number of members if the operation has a block for each of them. */
    private int blocks(boolean each) {
        return each ? frame.size() : 1;
    }

    /** Returns the number of blocks of a member's operand. */
    private int operandBlocks(int member) {
        CollectiveOp op = call.op();
        boolean fromRoot = op == CollectiveOp.BROADCAST || op == CollectiveOp.SCATTER;
        return op == CollectiveOp.BARRIER || fromRoot && !isRoot(member)
                ? 0
                : blocks(op == CollectiveOp.SCATTER || op == CollectiveOp.ALLTOALL);
    }

    /** Returns the number of blocks of the area RESULT. */
    private int resultBlocks(int member) {
        CollectiveOp op = call.op();
        return op == CollectiveOp.BARRIER || op == CollectiveOp.GATHER && !isRoot(member)
                ? 0
                : blocks(op == CollectiveOp.GATHER || op == CollectiveOp.ALLGATHER || op == CollectiveOp.ALLTOALL);
    }

    /** Returns whether operand and result share their bytes: the operand is already where the result will be. */
    private boolean isInPlace(int member) {
        return switch (call.op()) {
            case BROADCAST, ALLGATHER, REDUCE, ALLREDUCE -> true;
            case SCATTER, GATHER -> isRoot(member);
            case ALLTOALL, BARRIER -> false;
        };
    }

    /** Reserves a window on each member's node. */
    private void place(List<Transfer> transfers) {
        for (int member = 0; member < members.length; member++) {
            Member window = members[member];
            long operand = (long) operandBlocks(member) * frame.block();
            long results = (long) resultBlocks(member) * frame.block();
            long apart = isInPlace(member) ? 0 : operand;
            window.result = (int) apart;
            window.place(Math.max(operand, apart + results));
            window.work = (int) window.place(schedule.workBytes(member));
        }
        for (Transfer transfer : transfers) {
            Member to = members[transfer.to()];
            if (transfer.combined()) {
                landings.put(transfer, to.place(transfer.bytes()));
            }
            signals.put(transfer, to.place(WORD));
            members[transfer.from()].round(transfer).sends.add(transfer);
            to.round(transfer).receives.add(transfer);
        }
        for (int member = 0; member < members.length; member++) {
            long end = members[member].end;
            int base = program.windows().on(rank(member), "collective " + number, end + WORD);
            members[member].base = base;
            members[member].one = (int) Math.min(base + end, Integer.MAX_VALUE);
            load(member, members[member].one, new byte[] {1}, WORD);
        }
    }

    /** Sets memory before cycle 0; a program that does not fit is refused later. */
    private void load(int member, int address, byte[] bytes, int size) {
        if (size > 0 && (long) address + size <= program.memoryBytes()) {
            program.load(rank(member), address, bytes);
        }
    }

    /** Sets the operands before cycle 0. The bytes behind a block, up to a whole word, are 0. */
    void load(long seed) {
        for (int member = 0; member < members.length; member++) {
            byte[] bytes = new byte[operandBlocks(member) * frame.block()];
            for (int block = 0; block < operandBlocks(member); block++) {
                byte[] drawn = Payload.bytes(Mix.seed(Mix.seed(seed, member), block), call.bytes());
                System.arraycopy(drawn, 0, bytes, block * frame.block(), call.bytes());
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
        boolean ownBlock = call.op() == CollectiveOp.ALLGATHER || call.op() == CollectiveOp.GATHER && isRoot(member);
        return members[member].base + (ownBlock ? member * frame.block() : 0);
    }

    private int result(int member) {
        return members[member].base + members[member].result;
    }

    private int signal(Transfer transfer) {
        return (int) (members[transfer.to()].base + signals.get(transfer));
    }

    /** Returns the address at the receiver at which a piece of a transfer lands that is combined. */
    private int landing(Transfer transfer, Piece piece) {
        int offset = 0;
        for (Piece before : transfer.pieces()) {
            if (before == piece) {
                break;
            }
            offset += before.bytes();
        }
        return (int) (members[transfer.to()].base + landings.get(transfer)) + offset;
    }

    /** Announces the call to the checkers. */
    void announce(int[] begins, int[] ends) {
        int[] operands = new int[members.length];
        int[] results = new int[members.length];
        for (int member = 0; member < members.length; member++) {
            operands[member] = operand(member);
            boolean toRoot = call.op() == CollectiveOp.GATHER || call.op() == CollectiveOp.REDUCE;
            if (call.op() == CollectiveOp.BARRIER || toRoot && !isRoot(member)) {
                results[member] = -1;
            } else if (call.op() == CollectiveOp.SCATTER && isRoot(member)) {
                results[member] = operand(member) + member * frame.block();
            } else {
                results[member] = result(member);
            }
        }
        program.announce(new CollectiveCall(
                "item " + number + ": " + call,
                call.op(),
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
        boolean reduces = call.op().isReduction();
        boolean oneWay = call.chosen() == Algorithm.ONE_WAY;
        int way = reduces ? CollectiveMode.COMBINE : CollectiveMode.BROADCAST;
        return Ops.tree(
                        operand(member),
                        call.op() == CollectiveOp.BARRIER ? 0 : frame.block(),
                        program.classRoute(call.group().ranks()),
                        number,
                        reduces ? call.function() : ReduceFunction.OR,
                        reduces ? call.element() : ElementType.U64,
                        reduces || isRoot(member),
                        oneWay && !reduces ? !isRoot(member) : call.op() != CollectiveOp.REDUCE || isRoot(member),
                        cyclesPerWord)
                .oneWay(oneWay ? way : CollectiveMode.ALLREDUCE);
    }

    private List<Integer> add(int member, TaskBuilder task, Round round, List<Integer> before) {
        int[] required = ids(before);
        List<Integer> sent = new ArrayList<>();
        for (Transfer transfer : round.sends) {
            send(member, task, transfer, required, sent);
        }
        List<Integer> received = new ArrayList<>();
        int combined = -1;
        for (Transfer transfer : round.receives) {
            int arrived =
                    task.add(Ops.poll(signal(transfer), Comparison.NE, 0, 0).requires(required));
            received.add(arrived);
            if (transfer.combined()) {
                for (Piece piece : transfer.pieces()) {
                    // the words that this round sends must have left before they are changed
                    combined = task.add(reduce(member, transfer, piece)
                            .requires(arrived, combined)
                            .requires(ids(sent)));
                    received.add(combined);
                }
            }
        }
        received.addAll(sent);
        return received.isEmpty() ? before : received;
    }

    private Operation reduce(int member, Transfer transfer, Piece piece) {
        return Ops.reduce(
                address(member, piece.target()),
                landing(transfer, piece),
                piece.bytes(),
                call.function(),
                call.element(),
                cyclesPerWord);
    }

    private void send(int member, TaskBuilder task, Transfer transfer, int[] required, List<Integer> sent) {
        int target = rank(transfer.to());
        for (Piece piece : transfer.pieces()) {
            int remote = transfer.combined() ? landing(transfer, piece) : address(transfer.to(), piece.target());
            sent.add(task.add(Ops.putAny(target, address(member, piece.source()), remote, piece.bytes())
                    .requires(required)));
        }
        if (!transfer.pieces().isEmpty()) {
            task.add(Ops.fence(target).requires(required));
        }
        sent.add(task.add(
                Ops.putValue(target, members[member].one, signal(transfer), ONE).requires(required)));
    }

    private static int[] ids(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }
}
