// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

import fairlead.machine.Mix;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
import fairlead.workload.goal.GoalFile.GoalKind;
import fairlead.workload.goal.GoalFile.GoalOp;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The memory of a GOAL program. Each rank has a word that holds 1, a source of data, a landing zone for each message,
 * one flag word for each message and for each answer to one, a window for accesses, and its counters.
 */
final class GoalMemory {
    private static final int WORD = 8;
    private static final int PIECE = 16;
    private static final int OFFSETS = 512; // different beginnings in the source

    private final ProgramBuilder program;
    private final long seed;

    /** The memory of one rank: sizes in bytes of what it needs, then the address of each part. */
    private static final class Part {
        private long longest; // of its messages and puts
        private long landing; // all landing zones
        private long flags; // all flags
        private long window;
        private int sourceAt;
        private int landingAt; // of the next one
        private int flagsAt; // of the next one
        private int windowAt;
    }

    private final Part[] parts; // by rank
    private final Map<Long, Integer> counterAt = new HashMap<>(); // rank << 32 | counter
    private final int one;
    private int transfers;

    GoalMemory(ProgramBuilder program, GoalFile file, long eager, long seed) {
        this.program = program;
        this.seed = seed;
        int ranks = file.ranks();
        parts = new Part[ranks];
        Arrays.setAll(parts, rank -> new Part());
        one = program.windows().everywhere("one", WORD);
        for (GoalOp op : file.ops()) {
            count(op, eager);
        }
        for (int rank = 0; rank < ranks; rank++) {
            Part part = parts[rank];
            part.sourceAt = program.windows().on(rank, "source", sourceBytes(part));
            part.landingAt = program.windows().on(rank, "landing", part.landing);
            part.flagsAt = program.windows().on(rank, "flags", part.flags);
            part.windowAt = program.windows().on(rank, "window", part.window);
        }
        for (GoalOp op : file.ops()) {
            if (op.counter >= 0) {
                counter(op.kind == GoalKind.PUT ? (int) op.peer : op.rank, op.counter);
            }
        }
        program.windows().requireRoom(program.windows().needed(), program.memoryBytes());
        for (int rank = 0; rank < ranks; rank++) {
            program.load(rank, one, new byte[] {1});
            if (parts[rank].longest > 0) {
                program.load(rank, parts[rank].sourceAt, Payload.bytes(key(rank), (int) sourceBytes(parts[rank])));
            }
        }
    }

    private void count(GoalOp op, long eager) {
        int peer = op.peer < 0 ? 0 : (int) op.peer;
        switch (op.kind) {
            case SEND -> {
                parts[op.rank].longest = Math.max(parts[op.rank].longest, op.bytes);
                parts[peer].landing += padded(op.bytes);
                parts[peer].flags += WORD;
                parts[op.rank].flags += op.bytes > eager ? WORD : 0;
            }
            case PUT, FADD -> {
                parts[op.rank].longest = Math.max(parts[op.rank].longest, op.kind == GoalKind.PUT ? op.bytes : 0);
                parts[peer].window = Math.max(parts[peer].window, op.at + op.bytes);
            }
            case GET -> {
                parts[peer].window = Math.max(parts[peer].window, op.at + op.bytes);
                parts[op.rank].landing += padded(op.bytes);
            }
            case EPOCH_OPEN -> op.origins.forEach(origin -> parts[origin].flags += WORD);
            default -> {}
        }
    }

    private static long padded(long bytes) {
        return (bytes + PIECE - 1) / PIECE * PIECE;
    }

    private static long sourceBytes(Part part) {
        return part.longest == 0 ? 0 : part.longest + (long) WORD * OFFSETS;
    }

    private long key(int rank) {
        return Mix.seed(seed, rank + 1L);
    }

    /** Returns the address of the word that holds 1, the same on every node. */
    int one() {
        return one;
    }

    /** Returns the number of bytes into the source at which the next transfer begins. */
    int nextOffset() {
        return transfers++ % OFFSETS * WORD;
    }

    int source(int rank, int offset) {
        return parts[rank].sourceAt + offset;
    }

    /** Returns the key of the bytes of a rank's source from an offset on. */
    long key(int rank, int offset) {
        return Payload.keyAt(key(rank), offset);
    }

    int takeLanding(int rank, long bytes) {
        int at = parts[rank].landingAt;
        parts[rank].landingAt += (int) padded(bytes);
        return at;
    }

    int takeFlag(int rank) {
        int at = parts[rank].flagsAt;
        parts[rank].flagsAt += WORD;
        return at;
    }

    int window(int rank, long offset) {
        return (int) (parts[rank].windowAt + offset);
    }

    /** Returns the address of a counter, which is made when it is first asked for. */
    int counter(int rank, long counter) {
        return counterAt.computeIfAbsent(
                (long) rank << 32 | counter, k -> program.windows().on(rank, "counter " + counter, WORD));
    }
}
