// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

import fairlead.machine.Mix;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
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
    private final long[] longest; // by rank: bytes of its longest message or put
    private final long[] landing; // bytes of all landing zones
    private final long[] flags; // bytes of all flags
    private final long[] window;
    private final int[] sourceAt;
    private final int[] landingAt;
    private final int[] flagsAt;
    private final int[] windowAt;
    private final Map<Long, Integer> counterAt = new HashMap<>(); // rank << 32 | counter
    private final int one;
    private int transfers;

    GoalMemory(final ProgramBuilder program, final GoalFile file, final long eager, final long seed) {
        this.program = program;
        this.seed = seed;
        final int ranks = file.ranks();
        longest = new long[ranks];
        landing = new long[ranks];
        flags = new long[ranks];
        window = new long[ranks];
        sourceAt = new int[ranks];
        landingAt = new int[ranks];
        flagsAt = new int[ranks];
        windowAt = new int[ranks];
        one = program.windows().everywhere("one", WORD);
        for (final GoalOp op : file.ops()) {
            count(op, eager);
        }
        for (int rank = 0; rank < ranks; rank++) {
            final long source = longest[rank] == 0 ? 0 : longest[rank] + (long) WORD * OFFSETS;
            sourceAt[rank] = program.windows().on(rank, "source", source);
            landingAt[rank] = program.windows().on(rank, "landing", landing[rank]);
            flagsAt[rank] = program.windows().on(rank, "flags", flags[rank]);
            windowAt[rank] = program.windows().on(rank, "window", window[rank]);
            landing[rank] = 0;
            flags[rank] = 0;
        }
        for (final GoalOp op : file.ops()) {
            if (op.counter >= 0) {
                counter(op.kind == GoalKind.PUT ? (int) op.peer : op.rank, op.counter);
            }
        }
        program.windows().requireRoom(program.windows().needed(), program.memoryBytes());
        load(ranks);
    }

    private void count(final GoalOp op, final long eager) {
        final int peer = op.peer < 0 ? 0 : (int) op.peer;
        switch (op.kind) {
            case SEND -> {
                longest[op.rank] = Math.max(longest[op.rank], op.bytes);
                landing[peer] += padded(op.bytes);
                flags[peer] += WORD;
                flags[op.rank] += op.bytes > eager ? WORD : 0;
            }
            case PUT, FADD -> {
                longest[op.rank] = Math.max(longest[op.rank], op.kind == GoalKind.PUT ? op.bytes : 0);
                window[peer] = Math.max(window[peer], op.at + op.bytes);
            }
            case GET -> {
                window[peer] = Math.max(window[peer], op.at + op.bytes);
                landing[op.rank] += padded(op.bytes);
            }
            case EPOCH_OPEN -> op.origins.forEach(origin -> flags[origin] += WORD);
            default -> {}
        }
    }

    private static long padded(final long bytes) {
        return (bytes + PIECE - 1) / PIECE * PIECE;
    }

    private void load(final int ranks) {
        for (int rank = 0; rank < ranks; rank++) {
            program.load(rank, one, new byte[] {1});
            if (longest[rank] > 0) {
                program.load(rank, sourceAt[rank], Payload.bytes(key(rank), (int) longest[rank] + WORD * OFFSETS));
            }
        }
    }

    private long key(final int rank) {
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

    int source(final int rank, final int offset) {
        return sourceAt[rank] + offset;
    }

    /** Returns the key of the bytes of a rank's source from an offset on. */
    long key(final int rank, final int offset) {
        return Payload.keyAt(key(rank), offset);
    }

    int takeLanding(final int rank, final long bytes) {
        final long at = landingAt[rank] + landing[rank];
        landing[rank] += padded(bytes);
        return (int) at;
    }

    int takeFlag(final int rank) {
        final long at = flagsAt[rank] + flags[rank];
        flags[rank] += WORD;
        return (int) at;
    }

    int window(final int rank, final long offset) {
        return (int) (windowAt[rank] + offset);
    }

    /** Returns the address of a counter, which is made when it is first asked for. */
    int counter(final int rank, final long counter) {
        return counterAt.computeIfAbsent(
                (long) rank << 32 | counter, k -> program.windows().on(rank, "counter " + counter, WORD));
    }
}
