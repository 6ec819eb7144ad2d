// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

import fairlead.hw.HwLayout;
import fairlead.program.Comparison;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.workload.goal.GoalFile.GoalKind;
import fairlead.workload.goal.GoalFile.GoalOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;

/**
 * Makes the operations of a GOAL program, in the order of a {@link GoalRun}, so that what program order implies never
 * contradicts what the program waits for.
 *
 * <p>A message of at most `eager` bytes is a put, a fence and a flag that the receive polls. A longer one is a flag,
 * upon which the receiver gets the data and answers with a flag. Data of more than PIECE bytes are several operations.
 */
final class GoalCompiler {
    private static final int COUNT_SHIFT = 40;
    private static final int COUNTS = 1 << 16;
    private static final int PIECE = 1 << HwLayout.LENGTH_BITS - 1; // bytes of one put or get of a message

    /** A message from its send on: key and address of its bytes, where they land, and its two flags, as addresses. */
    private record Sent(int source, long key, int landing, int flag, int answer) {}

    /**
     * An epoch of one origin at one rank.
     *
     * @param open operation that opens it
     * @param accesses number of its accesses
     * @param members operations of the accesses that were made: two for each, of which the second may be -1
     */
    private record Exposure(int origin, int id, int open, long accesses, List<Integer> members) {}

    private final ProgramBuilder program;
    private final GoalFile file;
    private final GoalRun run;
    private final long eager;
    private final double cyclesPerNanosecond;
    private final GoalMemory memory;
    private final List<Integer> cpus;
    private final int[][] ends; // by operation: what has to be done when it is done
    private final int[] starts; // by operation: its marker, if others wait for its start
    private final Map<GoalOp, Sent> sent = new HashMap<>();
    private final Map<Long, Exposure> exposures = new HashMap<>(); // target << 32 | origin
    private final int[] epochs; // by origin: number of its epochs
    private int counted;

    GoalCompiler(
            ProgramBuilder program, GoalFile file, GoalRun run, long eager, double cyclesPerNanosecond, long seed) {
        this.program = program;
        this.file = file;
        this.run = run;
        this.eager = eager;
        this.cyclesPerNanosecond = cyclesPerNanosecond;
        memory = new GoalMemory(program, file, eager, seed);
        cpus = file.cpus();
        ends = new int[file.ops().size()][];
        starts = new int[ends.length];
        epochs = new int[file.ranks()];
    }

    void compile(List<GoalRun.Step> steps) {
        for (GoalRun.Step step : steps) {
            GoalOp op = step.op();
            if (step.send() != null) {
                receive(op, step.send());
            } else {
                start(op);
            }
        }
    }

    private TaskBuilder task(GoalOp op) {
        return program.task(op.rank, cpus.indexOf(op.cpu) % program.tasks(op.rank));
    }

    private int[] needs(GoalOp op) {
        List<int[]> all = new ArrayList<>();
        op.requires.forEach(other -> all.add(ends[other.index]));
        op.starts.forEach(other -> all.add(new int[] {starts[other.index]}));
        GoalOp before = run.before(op);
        if (before != null) {
            all.add(ends[before.index]);
        }
        return all.stream().flatMapToInt(IntStream::of).toArray();
    }

    private void start(GoalOp op) {
        int[] needs = needs(op);
        if (op.isAwaitedAtStart) {
            starts[op.index] = task(op).add(Ops.calc(0).requires(needs));
            needs = new int[] {starts[op.index]};
        }
        switch (op.kind) {
            case RECV -> ends[op.index] = needs; // until it takes a message
            case CALC -> end(op, Ops.calc(cycles(op.nanoseconds)).requires(needs));
            case SEND -> send(op, needs);
            case PUT, GET, FADD -> access(op, needs);
            case FENCE -> end(op, Ops.fence((int) op.peer).requires(needs));
            case QUIET -> end(op, Ops.quiet().requires(needs));
            case EPOCH_OPEN -> expose(op, needs);
            case EPOCH_CLOSE -> {
                int[] required = needs;
                ends[op.index] = op.origins.stream()
                        .mapToInt(origin -> task(op).add(Ops.epochAwait(origin, exposure(op.rank, origin).id)
                                .requires(required)))
                        .toArray();
            }
            default -> end(
                    op,
                    Ops.poll(memory.counter(op.rank, op.counter), Comparison.GE, op.value << COUNT_SHIFT, 0)
                            .requires(needs));
        }
    }

    private void end(GoalOp op, Operation made) {
        ends[op.index] = new int[] {task(op).add(made)};
    }

    private long cycles(long nanoseconds) {
        return (long) Math.ceil(nanoseconds * cyclesPerNanosecond);
    }

    // ---- messages

    private void send(GoalOp op, int[] needs) {
        TaskBuilder task = task(op);
        int to = (int) op.peer;
        int bytes = (int) op.bytes;
        int offset = memory.nextOffset();
        boolean asks = op.bytes > eager;
        Sent message = new Sent(
                memory.source(op.rank, offset),
                memory.key(op.rank, offset),
                memory.takeLanding(to, bytes),
                memory.takeFlag(to),
                asks ? memory.takeFlag(op.rank) : -1);
        sent.put(op, message);
        if (asks) {
            int asked = task.add(flag(to, message.flag()).requires(needs));
            ends[op.index] = new int[] {task.add(raised(message.answer()).requires(asked))};
            return;
        }
        int[] puts = pieces(
                bytes,
                (at, length) -> task.add(Ops.put(
                                to,
                                message.source() + at,
                                message.landing() + at,
                                length,
                                Payload.keyAt(message.key(), at))
                        .requires(needs)));
        if (bytes > 0) {
            task.add(Ops.fence(to).requires(needs));
        }
        ends[op.index] = Arrays.copyOf(puts, puts.length + 1);
        ends[op.index][puts.length] =
                task.add(flag(to, message.flag()).requires(needs).after(puts));
    }

    /** Adds an operation for each piece of a message, made from its place and length. */
    private static int[] pieces(int bytes, IntBinaryOperator made) {
        return IntStream.range(0, (bytes + PIECE - 1) / PIECE)
                .map(i -> made.applyAsInt(i * PIECE, Math.min(PIECE, bytes - i * PIECE)))
                .toArray();
    }

    private Operation flag(int target, int address) {
        return Ops.putValue(target, memory.one(), address, 1);
    }

    private static Operation raised(int address) {
        return Ops.poll(address, Comparison.EQ, 1, 0);
    }

    private void receive(GoalOp op, GoalOp send) {
        TaskBuilder task = task(op);
        Sent message = sent.get(send);
        int arrived = task.add(raised(message.flag()).requires(ends[op.index]));
        ends[op.index] = new int[] {arrived};
        if (send.bytes > eager) {
            int[] got = pieces(
                    (int) send.bytes,
                    (at, length) -> task.add(Ops.get(
                                    send.rank,
                                    message.landing() + at,
                                    message.source() + at,
                                    length,
                                    Payload.keyAt(message.key(), at))
                            .requires(arrived)));
            task.add(flag(send.rank, message.answer()).requires(got));
            ends[op.index] = got;
        }
    }

    // ---- accesses

    private void access(GoalOp op, int[] needs) {
        TaskBuilder task = task(op);
        int to = (int) op.peer;
        int at = memory.window(to, op.at);
        Exposure epoch = run.isMember(op) ? exposure(to, op.rank) : null;
        int open = epoch == null ? -1 : epoch.open;
        Operation made;
        if (op.kind == GoalKind.PUT) {
            int offset = memory.nextOffset();
            made = Ops.put(to, memory.source(op.rank, offset), at, (int) op.bytes, memory.key(op.rank, offset));
        } else if (op.kind == GoalKind.GET) {
            made = Ops.getAny(to, memory.takeLanding(op.rank, op.bytes), at, (int) op.bytes);
        } else {
            made = Ops.fadd(to, at, op.value);
        }
        end(op, made.requires(needs).in(open));
        int[] all = {ends[op.index][0], -1};
        if (op.counter >= 0 && op.kind == GoalKind.PUT) {
            task.add(Ops.fence(to).requires(needs));
            all[1] = task.add(count(to, op.counter).requires(needs).in(open).after(all[0]));
        } else if (op.counter >= 0) {
            task.add(count(op.rank, op.counter).requires(all[0]));
        }
        if (epoch != null) {
            IntStream.of(all).forEach(epoch.members::add);
            close(epoch);
        }
    }

    /** Adds one to a counter. Bits 63:40 count; the bits below differ for each addition. */
    private Operation count(int rank, long counter) {
        counted = counted % COUNTS + 1;
        return Ops.fadd(rank, memory.counter(rank, counter), (1L << COUNT_SHIFT) + counted);
    }

    // ---- epochs

    private Exposure exposure(int target, int origin) {
        return exposures.get((long) target << 32 | origin);
    }

    /** Tells each origin, which opens its epoch to the rank. */
    private void expose(GoalOp op, int[] needs) {
        List<Integer> told = new ArrayList<>();
        for (int origin : op.origins) {
            int flag = memory.takeFlag(origin);
            told.add(task(op).add(flag(origin, flag).requires(needs)));
            TaskBuilder task = program.task(origin, 0);
            int poll = task.add(raised(flag));
            int id = epochs[origin]++;
            int open = task.add(Ops.epochOpen(id, op.rank).requires(poll));
            long members = file.ops().stream()
                    .filter(o -> o.rank == origin && o.peer == op.rank && o.kind.isAccess())
                    .count();
            Exposure epoch = new Exposure(origin, id, open, members, new ArrayList<>());
            exposures.put((long) op.rank << 32 | origin, epoch);
            close(epoch);
        }
        ends[op.index] = told.stream().mapToInt(Integer::intValue).toArray();
    }

    private void close(Exposure epoch) {
        if (epoch.members.size() == 2 * epoch.accesses) {
            int[] members = epoch.members.stream().mapToInt(id -> id).toArray();
            program.task(epoch.origin, 0).add(Ops.epochClose(epoch.open).requires(members));
        }
    }
}
