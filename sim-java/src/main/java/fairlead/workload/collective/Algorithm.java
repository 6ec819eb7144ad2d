// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import fairlead.program.CollectiveOp;
import java.util.List;
import java.util.Locale;

/** The ways to perform a collective operation: on the torus, under their names in the literature, and beside it. */
public enum Algorithm {
    BINOMIAL_TREE,
    BINARY_TREE,
    RING,
    RECURSIVE_DOUBLING,
    RABENSEIFNER,
    BRUCK,
    PAIRWISE,
    DISSEMINATION,
    LINEAR,
    /** The collective network combines and copies; the torus has no part in it. */
    TREE,
    /**
     * The collective network combines upwards only, or copies downwards only, to or from the root of the class route.
     */
    ONE_WAY,
    /** The barrier units of the members meet over their legs on the links of a class route. */
    BARRIER_UNIT;

    private static final int SHORT_REDUCTION = 256;
    private static final int SHORT_BROADCAST = 2048;
    private static final int FEW = 8;
    private static final int TREE_GROUP = 4;
    private static final int TREE_BROADCAST = 512;
    private static final int SHORT_GATHER = 8192;
    private static final int SHORT_BLOCK = 256;

    /** Returns the word of scenarios. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the algorithms that can perform an operation. */
    public static List<Algorithm> of(final CollectiveOp op) {
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
    public static boolean isTreeFastest(final CollectiveOp op, final int size, final int bytes) {
        return switch (op) {
            case BROADCAST -> size >= FEW && bytes <= TREE_BROADCAST;
            case REDUCE, ALLREDUCE, BARRIER -> size >= TREE_GROUP;
            default -> false;
        };
    }

    /** Returns what `algorithm: auto` means on the torus; docs/use/collectives.md has the rule. */
    public static Algorithm choose(final CollectiveOp op, final int size, final int bytes) {
        final boolean power = Integer.bitCount(size) == 1;
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
     */
    Schedule schedule(final CollectiveOp op, final Frame frame) {
        if (!of(op).contains(this)) {
            throw new IllegalArgumentException(word() + " is no algorithm of " + op);
        }
        final Schedule to = new Schedule(frame.size());
        switch (this) {
            case BINOMIAL_TREE -> binomial(op, new BinomialTree(frame), to);
            case BINARY_TREE -> binary(op, new BinaryTree(frame), to);
            case RING -> ring(op, new RingAlgorithm(frame), to);
            case RECURSIVE_DOUBLING -> doubling(op, new RecursiveDoubling(frame), to);
            case RABENSEIFNER -> new Rabenseifner(frame).allreduce(to);
            case BRUCK -> bruck(op, new Bruck(frame), to);
            case PAIRWISE -> new Direct(frame).alltoall(to);
            case DISSEMINATION -> new Direct(frame).barrier(to);
            case LINEAR -> linear(op, new Direct(frame), to);
            case TREE, ONE_WAY, BARRIER_UNIT -> {}
        }
        return to;
    }

    private static void binomial(final CollectiveOp op, final BinomialTree tree, final Schedule to) {
        switch (op) {
            case BROADCAST -> tree.broadcast(to);
            case SCATTER -> tree.scatter(to);
            case GATHER -> tree.gather(to);
            case REDUCE -> tree.reduce(to);
            case ALLREDUCE -> tree.allreduce(to);
            default -> tree.barrier(to);
        }
    }

    private static void binary(final CollectiveOp op, final BinaryTree tree, final Schedule to) {
        switch (op) {
            case BROADCAST -> tree.broadcast(to);
            case REDUCE -> tree.reduce(to);
            case ALLREDUCE -> tree.allreduce(to);
            default -> tree.barrier(to);
        }
    }

    private static void ring(final CollectiveOp op, final RingAlgorithm ring, final Schedule to) {
        switch (op) {
            case BROADCAST -> ring.broadcast(to);
            case ALLGATHER -> ring.allgather(to);
            default -> ring.allreduce(to);
        }
    }

    private static void doubling(final CollectiveOp op, final RecursiveDoubling doubling, final Schedule to) {
        switch (op) {
            case ALLGATHER -> doubling.allgather(to);
            case ALLREDUCE -> doubling.allreduce(to);
            default -> doubling.barrier(to);
        }
    }

    private static void bruck(final CollectiveOp op, final Bruck bruck, final Schedule to) {
        if (op == CollectiveOp.ALLGATHER) {
            bruck.allgather(to);
        } else {
            bruck.alltoall(to);
        }
    }

    private static void linear(final CollectiveOp op, final Direct direct, final Schedule to) {
        if (op == CollectiveOp.SCATTER) {
            direct.scatter(to);
        } else {
            direct.gather(to);
        }
    }
}
