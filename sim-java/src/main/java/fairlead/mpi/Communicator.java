// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import java.util.Arrays;
import java.util.stream.IntStream;

/** A communicator as one of its members has it. */
final class Communicator extends MpiObject {
    final int context; // equal for all members, and for no other communicator
    final int[] ranks; // numbers of the PEs, by rank
    final int[] remote;
    final int me;
    private final boolean ordered;
    Topology topology; // null for none
    private Communicator inner;
    private int made; // objects that its members have made together

    Communicator(int context, int[] ranks, int pe) {
        this(context, ranks, null, pe);
    }

    /** Makes an intercommunicator with others, to whom messages go; null for none. */
    Communicator(int context, int[] ranks, int[] remote, int pe) {
        this.context = context;
        this.remote = remote;
        this.ranks = ranks;
        me = indexOf(ranks, pe);
        ordered = IntStream.range(0, ranks.length).allMatch(i -> ranks[i] == i);
    }

    /** Returns the place of a PE among others, or -1. */
    static int indexOf(int[] ranks, int pe) {
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] == pe) {
                return i;
            }
        }
        return -1;
    }

    int size() {
        return ranks.length;
    }

    /** Returns whether rank i is PE i. */
    boolean isOrdered() {
        return ordered;
    }

    /** Returns the number of the next object that all members make. */
    int next() {
        return made++;
    }

    /** Returns the PEs to which messages go, by rank. */
    int[] peers() {
        return remote == null ? ranks : remote;
    }

    /** Returns the one in which messages of the library go. */
    Communicator inner() {
        if (inner == null) {
            inner = new Communicator(~context, ranks, remote, ranks[me]);
        }
        return inner;
    }

    /** Requires that this is no intercommunicator. */
    void requireWithin() {
        if (remote != null) {
            throw new MpiError(ErrorClass.COMM, "intercommunicators cannot do this");
        }
    }

    /** Requires a rank, or MPI_PROC_NULL. */
    void require(int rank) {
        if (rank != MpiRank.PROC_NULL && (rank < 0 || rank >= peers().length)) {
            throw new MpiError(
                    ErrorClass.RANK, "there is no rank " + rank + " among the " + peers().length + " of " + this);
        }
    }

    @Override
    public String toString() {
        return name.isEmpty() ? "a communicator of PEs " + Arrays.toString(ranks) : name;
    }
}
