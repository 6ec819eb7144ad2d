// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import fairlead.program.CollectiveCall;
import fairlead.program.CollectiveOp;
import fairlead.program.ProgramBuilder;
import fairlead.workload.collective.Schedule.MemberPlace;
import fairlead.workload.collective.Schedule.Transfer;
import fairlead.workload.collective.Schedule.Transfer.Piece;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The memory of the members of one call: operand, result, work area, a landing zone for each transfer that is combined,
 * one word that holds 1, and a signal word for each transfer that is received. No word is used twice by a call, so that
 * no transfer needs to wait for another one's landing zone.
 */
final class CollectiveMemory {
    private static final int WORD = 8;

    private final Collective call;
    private final Frame frame;
    private final int[] base;
    private final int[] result; // by member: offset of its area RESULT
    private final int[] work;
    private final int[] one;
    private final Map<Transfer, Long> landings = new IdentityHashMap<>(); // offsets in the receiver's window
    private final Map<Transfer, Long> signals = new IdentityHashMap<>();

    CollectiveMemory(final Collective call) {
        this.call = call;
        final int size = call.group().size();
        final int block = (call.bytes() + WORD - 1) / WORD * WORD;
        frame = new Frame(size, call.root(), block);
        base = new int[size];
        result = new int[size];
        work = new int[size];
        one = new int[size];
    }

    Frame frame() {
        return frame;
    }

    private boolean isRoot(final int member) {
        return member == call.root();
    }

    /** Returns 1, or the number of members if the operation has a block for each of them. */
    private int blocks(final boolean each) {
        return each ? frame.size() : 1;
    }

    /** Returns the number of blocks of a member's operand. */
    int operandBlocks(final int member) {
        final CollectiveOp op = call.op();
        final boolean fromRoot = op == CollectiveOp.BROADCAST || op == CollectiveOp.SCATTER;
        return op == CollectiveOp.BARRIER || fromRoot && !isRoot(member)
                ? 0
                : blocks(op == CollectiveOp.SCATTER || op == CollectiveOp.ALLTOALL);
    }

    /** Returns the number of blocks of the area RESULT. */
    private int resultBlocks(final int member) {
        final CollectiveOp op = call.op();
        return op == CollectiveOp.BARRIER || op == CollectiveOp.GATHER && !isRoot(member)
                ? 0
                : blocks(op == CollectiveOp.GATHER || op == CollectiveOp.ALLGATHER || op == CollectiveOp.ALLTOALL);
    }

    /**
     * Returns the bytes of the operand and the result where they are largest, which are less than all that is needed.
     */
    long largest() {
        return (long) Math.max(operandBlocks(call.root()), resultBlocks(call.root())) * frame.block();
    }

    /** Returns whether operand and result share their bytes: the operand is already where the result will be. */
    private boolean isInPlace(final int member) {
        return switch (call.op()) {
            case BROADCAST, ALLGATHER, REDUCE, ALLREDUCE -> true;
            case SCATTER, GATHER -> isRoot(member);
            case ALLTOALL, BARRIER -> false;
        };
    }

    /** Reserves a window on each member's node. */
    void place(
            final ProgramBuilder program, final Schedule schedule, final List<Transfer> transfers, final int number) {
        final int size = frame.size();
        final long[] end = new long[size];
        for (int member = 0; member < size; member++) {
            final long operand = (long) operandBlocks(member) * frame.block();
            final long results = (long) resultBlocks(member) * frame.block();
            final long apart = isInPlace(member) ? 0 : operand;
            result[member] = (int) apart;
            final long both = Math.max(operand, apart + results);
            work[member] = (int) both;
            end[member] = both + schedule.workBytes(member);
        }
        for (final Transfer transfer : transfers) {
            if (transfer.combined()) {
                landings.put(transfer, end[transfer.to()]);
                end[transfer.to()] += transfer.bytes();
            }
            signals.put(transfer, end[transfer.to()]);
            end[transfer.to()] += WORD;
        }
        for (int member = 0; member < size; member++) {
            final int rank = call.group().ranks().get(member);
            base[member] = program.windows().on(rank, "collective " + number, end[member] + WORD);
            one[member] = (int) Math.min(base[member] + end[member], Integer.MAX_VALUE);
            if (base[member] + end[member] + WORD
                    <= program.memoryBytes()) { // a program that does not fit is refused later
                program.load(rank, one[member], new byte[] {1});
            }
        }
    }

    int address(final int member, final MemberPlace place) {
        final int area =
                switch (place.area()) {
                    case OPERAND -> operand(member);
                    case RESULT -> result(member);
                    case WORK -> base[member] + work[member];
                };
        return (int) (area + place.offset());
    }

    /** Returns the address of a member's operand. */
    int operand(final int member) {
        final boolean ownBlock =
                call.op() == CollectiveOp.ALLGATHER || call.op() == CollectiveOp.GATHER && isRoot(member);
        return base[member] + (ownBlock ? member * frame.block() : 0);
    }

    private int result(final int member) {
        return base[member] + result[member];
    }

    /** Returns the address at the receiver of the first piece of a transfer that is combined. */
    int landing(final Transfer transfer) {
        return (int) (base[transfer.to()] + landings.get(transfer));
    }

    int signal(final Transfer transfer) {
        return (int) (base[transfer.to()] + signals.get(transfer));
    }

    /** Returns the address of the word that holds 1. */
    int one(final int member) {
        return one[member];
    }

    CollectiveCall call(final String name, final int[] begins, final int[] ends) {
        final int[] operands = new int[frame.size()];
        final int[] results = new int[frame.size()];
        for (int member = 0; member < frame.size(); member++) {
            operands[member] = operand(member);
            final boolean toRoot = call.op() == CollectiveOp.GATHER || call.op() == CollectiveOp.REDUCE;
            if (call.op() == CollectiveOp.BARRIER || toRoot && !isRoot(member)) {
                results[member] = -1;
            } else if (call.op() == CollectiveOp.SCATTER && isRoot(member)) {
                results[member] = operand(member) + member * frame.block();
            } else {
                results[member] = result(member);
            }
        }
        return new CollectiveCall(
                name,
                call.op(),
                call.group().ranks().stream().mapToInt(Integer::intValue).toArray(),
                call.root(),
                call.bytes(),
                call.function(),
                call.element(),
                operands,
                results,
                begins,
                ends);
    }

    /** Returns the bytes of all pieces before one of them. */
    static int offset(final Transfer transfer, final Piece piece) {
        int offset = 0;
        for (final Piece before : transfer.pieces()) {
            if (before == piece) {
                break;
            }
            offset += before.bytes();
        }
        return offset;
    }
}
