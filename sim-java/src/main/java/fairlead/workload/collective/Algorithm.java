// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import fairlead.program.CollectiveOp;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** The ways to perform a collective operation: on the torus, under their names in the literature, and outside it. */
public enum Algorithm {
    BINOMIAL_TREE(Schedule::binomial),
    BINARY_TREE(Schedule::binary),
    RING(Schedule::ring),
    RECURSIVE_DOUBLING(Schedule::doubling),
    RABENSEIFNER(Schedule::rabenseifner),
    BRUCK(Schedule::bruck),
    PAIRWISE(Schedule::pairwise),
    DISSEMINATION(Schedule::dissemination),
    LINEAR(Schedule::linear),
    /** The collective network combines and copies; the torus has no part in it. */
    TREE(schedule -> {}),
    /**
     * The collective network combines upwards only, or copies downwards only, to or from the root of the class route.
     */
    ONE_WAY(schedule -> {}),
    /** The barrier units of the members meet over their legs on the links of a class route. */
    BARRIER_UNIT(schedule -> {});

    private static final int SHORT_REDUCTION = 256;
    private static final int SHORT_BROADCAST = 2048;
    private static final int FEW = 8;
    private static final int TREE_GROUP = 4;
    private static final int TREE_BROADCAST = 512;
    private static final int SHORT_GATHER = 8192;
    private static final int SHORT_BLOCK = 256;

    private final Consumer<Schedule> transferred;

    Algorithm(Consumer<Schedule> transferred) {
        this.transferred = transferred;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static List<Algorithm> of(CollectiveOp op) {
        return switch (op) {
            case BROADCAST -> List.of(BINOMIAL_TREE, BINARY_TREE, RING, TREE, ONE_WAY);
            case SCATTER, GATHER -> List.of(BINOMIAL_TREE, LINEAR);
            case ALLGATHER -> List.of(RING, RECURSIVE_DOUBLING, BRUCK);
            case REDUCE -> List.of(BINOMIAL_TREE, BINARY_TREE, TREE, ONE_WAY);
            case ALLREDUCE -> List.of(RECURSIVE_DOUBLING, RING, RABENSEIFNER, BINOMIAL_TREE, BINARY_TREE, TREE);
            case ALLTOALL -> List.of(PAIRWISE, BRUCK);
            case BARRIER -> List.of(DISSEMINATION, RECURSIVE_DOUBLING, BINOMIAL_TREE, BINARY_TREE, TREE, BARRIER_UNIT);
        };
    }

    /** Returns whether the collective network performs the operation, so that the group needs a class route. */
    public boolean needsClassRoute() {
        return this == TREE || this == ONE_WAY || this == BARRIER_UNIT;
    }

    /**
     * Returns whether `algorithm: auto` takes the tree if the group can have a class route: as measured in
     * docs/use/collectives.md.
     */
    public static boolean isTreeFastest(CollectiveOp op, int size, int bytes) {
        return switch (op) {
            case BROADCAST -> size >= FEW && bytes <= TREE_BROADCAST;
            case REDUCE, ALLREDUCE, BARRIER -> size >= TREE_GROUP;
            default -> false;
        };
    }

    /** Returns what `algorithm: auto` means on the torus; docs/use/collectives.md has the rule. */
    public static Algorithm choose(CollectiveOp op, int size, int bytes) {
        boolean power = Integer.bitCount(size) == 1;
        return switch (op) {
            case BROADCAST -> bytes < SHORT_BROADCAST || size < FEW ? BINOMIAL_TREE : RING;
            case SCATTER, GATHER, REDUCE -> BINOMIAL_TREE;
            case ALLGATHER -> (long) bytes * size >= SHORT_GATHER ? RING : power ? RECURSIVE_DOUBLING : BRUCK;
            case ALLREDUCE -> bytes < SHORT_REDUCTION ? RECURSIVE_DOUBLING : RABENSEIFNER;
            case ALLTOALL -> bytes < SHORT_BLOCK ? BRUCK : PAIRWISE;
            case BARRIER -> DISSEMINATION;
        };
    }

    /**
     * Returns the transfers of an operation on the torus, none on the collective network. The algorithm must be one
     * {@link #of} the operation.
     *
     * @param root member with a part of its own; 0 for operations without one
     * @param block bytes from one block to the next, a multiple of 8
     */
    Schedule schedule(CollectiveOp op, int size, int root, int block) {
        if (!of(op).contains(this)) {
            throw new IllegalArgumentException(word() + " is no algorithm of " + op);
        }
        Schedule schedule = new Schedule(op, size, root, block);
        transferred.accept(schedule);
        return schedule;
    }
}
