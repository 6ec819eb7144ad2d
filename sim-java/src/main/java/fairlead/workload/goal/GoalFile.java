// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * A GOAL program as it was read.
 *
 * @param ranks number of ranks
 * @param ops operations in the order of the file
 * @param notes statements without effect, one line each
 */
record GoalFile(int ranks, List<GoalOp> ops, List<String> notes) {
    /** Returns the numbers of the processors that are used, in ascending order. */
    List<Integer> cpus() {
        return ops.stream().map(op -> op.cpu).distinct().sorted().toList();
    }

    /** One operation of a GOAL program: the contents of its line, and the operations of its rank that it waits for. */
    static final class GoalOp {
        /** The peer of a receive from any rank, and the tag of an operation that matches any tag. */
        static final long ANY = -1;

        final int index; // in the order of the file
        final int rank;
        final int line;
        final GoalKind kind;
        long bytes;
        long peer; // rank, or ANY
        long tag;
        int cpu;
        int nic;
        long nanoseconds; // of a calc
        long at; // offset in the window of the peer
        long counter = -1; // of a ct clause or a test
        long value; // of a fadd or a test
        List<Integer> origins = List.of(); // of an epoch
        final List<GoalOp> requires = new ArrayList<>();
        final List<GoalOp> starts = new ArrayList<>(); // irequires: those that must have started
        boolean isAwaitedAtStart; // some operation irequires this one

        GoalOp(int index, int rank, int line, GoalKind kind) {
            this.index = index;
            this.rank = rank;
            this.line = line;
            this.kind = kind;
        }

        /** Returns whether this receive takes messages of any rank or with any tag. */
        boolean isWild() {
            return peer == ANY || tag == ANY;
        }

        boolean matches(GoalOp send) {
            return (peer == ANY || peer == send.rank) && (tag == ANY || send.tag == ANY || tag == send.tag);
        }

        void refuse(boolean wrong, Supplier<String> what) {
            if (wrong) {
                throw new GoalException(line, what.get());
            }
        }

        /** Returns the operation in words, with its line. */
        @Override
        public String toString() {
            return kind.word() + " of rank " + rank + " in line " + line;
        }
    }

    /** The operations of the GOAL text format, then those of the RMA dialect. */
    enum GoalKind {
        SEND,
        RECV,
        CALC,
        PUT,
        GET,
        FADD,
        FENCE,
        QUIET,
        EPOCH_OPEN,
        EPOCH_CLOSE,
        TEST;

        /** Returns whether the operation accesses the window of another rank. */
        boolean isAccess() {
            return this == PUT || this == GET || this == FADD;
        }

        /** Returns whether the operation waits for others and occupies no processor. */
        boolean isWait() {
            return this == RECV || this == TEST || this == EPOCH_CLOSE;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
