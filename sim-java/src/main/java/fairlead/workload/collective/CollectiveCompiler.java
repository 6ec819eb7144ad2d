// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import fairlead.program.Comparison;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.TaskBuilder;
import fairlead.workload.collective.Schedule.Transfer;
import fairlead.workload.collective.Schedule.Transfer.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Makes the operations of one call from its schedule. A transfer is a put for each piece, a fence, and a put of the
 * word 1 to the receiver's signal word, for which the receiver polls. A combined transfer lands beside the operands,
 * and the receiver's software combines it with them.
 */
final class CollectiveCompiler {
    private static final long ONE = 1;

    /** What one member does in one round. */
    private static final class Round {
        private final List<Transfer> sends = new ArrayList<>();
        private final List<Transfer> receives = new ArrayList<>();
    }

    private final Collective call;
    private final CollectiveMemory memory;
    private final Schedule schedule;
    private final long cyclesPerWord;
    private final List<TreeMap<Integer, Round>> rounds = new ArrayList<>(); // for each member, its rounds by number

    CollectiveCompiler(
            final Collective call,
            final CollectiveMemory memory,
            final Schedule schedule,
            final List<Transfer> transfers,
            final long cyclesPerWord) {
        this.call = call;
        this.memory = memory;
        this.schedule = schedule;
        this.cyclesPerWord = cyclesPerWord;
        for (int member = 0; member < schedule.size(); member++) {
            rounds.add(new TreeMap<>());
        }
        for (final Transfer transfer : transfers) {
            round(transfer.from(), transfer.round()).sends.add(transfer);
            round(transfer.to(), transfer.round()).receives.add(transfer);
        }
    }

    private Round round(final int member, final int number) {
        return rounds.get(member).computeIfAbsent(number, n -> new Round());
    }

    /** Adds the operations of one member, which require `begin`; returns those after which the member is done. */
    int[] add(final int member, final TaskBuilder task, final int begin) {
        List<Integer> last = new ArrayList<>(List.of(begin));
        final List<Integer> end = new ArrayList<>(last);
        for (final Piece piece : schedule.copies(member)) {
            end.add(task.add(Ops.copy(
                            memory.address(member, piece.target()),
                            memory.address(member, piece.source()),
                            piece.bytes(),
                            cyclesPerWord)
                    .requires(begin)));
        }
        for (final Round round : rounds.get(member).values()) {
            last = add(member, task, round, last);
        }
        end.addAll(last);
        return ids(end);
    }

    private List<Integer> add(final int member, final TaskBuilder task, final Round round, final List<Integer> before) {
        final int[] required = ids(before);
        final List<Integer> sent = new ArrayList<>();
        for (final Transfer transfer : round.sends) {
            send(member, task, transfer, required, sent);
        }
        final List<Integer> received = new ArrayList<>();
        int combined = -1;
        for (final Transfer transfer : round.receives) {
            final int arrived = task.add(
                    Ops.poll(memory.signal(transfer), Comparison.NE, 0, 0).requires(required));
            received.add(arrived);
            if (transfer.combined()) {
                for (final Piece piece : transfer.pieces()) {
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

    private Operation reduce(final int member, final Transfer transfer, final Piece piece) {
        return Ops.reduce(
                memory.address(member, piece.target()),
                memory.landing(transfer) + CollectiveMemory.offset(transfer, piece),
                piece.bytes(),
                call.function(),
                call.element(),
                cyclesPerWord);
    }

    private void send(
            final int member,
            final TaskBuilder task,
            final Transfer transfer,
            final int[] required,
            final List<Integer> sent) {
        final int target = call.group().ranks().get(transfer.to());
        for (final Piece piece : transfer.pieces()) {
            final int remote = transfer.combined()
                    ? memory.landing(transfer) + CollectiveMemory.offset(transfer, piece)
                    : memory.address(transfer.to(), piece.target());
            sent.add(task.add(Ops.putAny(target, memory.address(member, piece.source()), remote, piece.bytes())
                    .requires(required)));
        }
        if (!transfer.pieces().isEmpty()) {
            task.add(Ops.fence(target).requires(required));
        }
        sent.add(task.add(Ops.putValue(target, memory.one(member), memory.signal(transfer), ONE)
                .requires(required)));
    }

    private static int[] ids(final List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }
}
