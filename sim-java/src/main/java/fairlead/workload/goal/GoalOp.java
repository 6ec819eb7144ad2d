// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

import java.util.ArrayList;
import java.util.List;

/** One operation of a GOAL program: what stands in its line, and the operations of its rank that it waits for. */
final class GoalOp {
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

    GoalOp(final int index, final int rank, final int line, final GoalKind kind) {
        this.index = index;
        this.rank = rank;
        this.line = line;
        this.kind = kind;
    }

    /** Returns whether this receive takes messages of any rank or with any tag. */
    boolean isWild() {
        return peer == ANY || tag == ANY;
    }

    boolean matches(final GoalOp send) {
        return (peer == ANY || peer == send.rank) && (tag == ANY || send.tag == ANY || tag == send.tag);
    }

    /** Returns the operation in words, with the line in which it stands. */
    @Override
    public String toString() {
        return kind.word() + " of rank " + rank + " in line " + line;
    }
}
