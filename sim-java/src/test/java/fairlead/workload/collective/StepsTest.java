// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.program.CollectiveOp;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.workload.collective.Item.Collective;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The steps and the bytes of each algorithm are those of docs/use/collectives.md, in the schedule and in the program.
 */
@Tag("M-282")
class StepsTest {
    private static final int LARGEST = 17;
    private static final int WORDS = 48; // divisible by 16 and by 3, so that most parts are equal

    private static int floorLog2(int size) {
        return 31 - Integer.numberOfLeadingZeros(size);
    }

    private static int ceilLog2(int size) {
        return size == 1 ? 0 : 1 + floorLog2(size - 1);
    }

    private static boolean isPower(int size) {
        return (size & size - 1) == 0;
    }

    /**
     * Doubling or halving in a core of 2^floor(log2 p) members, with a step before it and one after it for the others.
     */
    private static int core(int size, int times) {
        return times * floorLog2(size) + (isPower(size) ? 0 : 2);
    }

    private static int steps(CollectiveOp op, Algorithm algorithm, int size) {
        int tree = op == CollectiveOp.ALLREDUCE || op == CollectiveOp.BARRIER ? 2 : 1;
        return switch (algorithm) {
            case BINOMIAL_TREE -> tree * ceilLog2(size);
            case BINARY_TREE -> tree * lastOfBinaryTree(size);
            case LINEAR -> size > 1 ? 1 : 0;
            case RECURSIVE_DOUBLING -> core(size, 1);
            case RABENSEIFNER -> core(size, 2);
            case BRUCK, DISSEMINATION -> ceilLog2(size);
            case PAIRWISE -> size - 1;
            case TREE, ONE_WAY, BARRIER_UNIT -> 0; // on the torus
            case RING -> switch (op) {
                case ALLREDUCE -> 2 * (size - 1);
                case BROADCAST -> ceilLog2(size) + size - 1;
                default -> size - 1;
            };
        };
    }

    /**
     * The longest way from the root in its members' binary numbers: a second child costs two steps, a first child one.
     */
    private static int lastOfBinaryTree(int size) {
        int most = 0;
        for (int heap = 1; heap <= size; heap++) { // in a heap from 1, bits below the top one are the way
            most = Math.max(most, floorLog2(heap) + Integer.bitCount(heap) - 1);
        }
        return most;
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("fairlead.workload.collective.CollectiveTest#all")
    void theStepsAreThoseOfTheLiterature(CollectiveOp op, Algorithm algorithm) {
        for (int size = 1; size <= LARGEST; size++) {
            Collective call = CollectiveRuns.call(op, algorithm, size, 8 * WORDS, size);
            Schedule schedule = algorithm.schedule(op, size, call.root(), 8 * WORDS);
            assertEquals(steps(op, algorithm, size), schedule.rounds(), call + ", " + size + " members");
            int chain = chain(CollectiveRuns.program(call, UnaryOperator.identity()));
            boolean full = isPower(size) && algorithm != Algorithm.BINARY_TREE || algorithm == Algorithm.DISSEMINATION;
            assertTrue(
                    chain <= schedule.rounds() && (!full || chain == schedule.rounds()),
                    call + ", " + size + " members: " + chain + " of " + schedule.rounds());
        }
    }

    /** The most signals of a program that follow one another. */
    private static int chain(Program program) {
        Map<Long, Integer> arrives = new HashMap<>(); // by node and address of a signal word
        int[] longest = new int[program.size()];
        for (boolean changes = true; changes; ) { // once for each member that a chain visits, at most
            changes = false;
            for (Operation op : program.operations()) {
                int length =
                        op.kind() == OpKind.POLL ? arrives.getOrDefault((long) op.node() << 32 | op.local(), 0) : 0;
                for (int required : op.requires()) {
                    length = Math.max(length, longest[required]);
                }
                if (op.kind() == OpKind.PUT && !op.isUnknown()) {
                    length++;
                    arrives.put((long) op.target() << 32 | op.remote(), length);
                }
                changes |= length > longest[op.id()];
                longest[op.id()] = length;
            }
        }
        int most = 0;
        for (int length : longest) {
            most = Math.max(most, length);
        }
        return most;
    }

    /** All bytes that the members put, in units of the operand or block. */
    private static double total(CollectiveOp op, Algorithm algorithm, int size) {
        double others = size - 1;
        int core = 1 << floorLog2(size);
        double extras = size - core;
        if (algorithm.needsClassRoute()) {
            return 0; // on the torus
        }
        return switch (op) {
            case BROADCAST -> algorithm == Algorithm.RING ? others + subtrees(size) / (double) size : others;
            case SCATTER, GATHER -> algorithm == Algorithm.LINEAR ? others : subtrees(size);
            case ALLGATHER -> algorithm == Algorithm.RECURSIVE_DOUBLING ? doubled(size) : size * others;
            case REDUCE -> others;
            case ALLREDUCE -> switch (algorithm) {
                case RECURSIVE_DOUBLING -> core * floorLog2(size) + 2 * extras;
                case RABENSEIFNER -> 2.0 * (core - 1) + 2 * extras;
                default -> 2 * others;
            };
            case ALLTOALL -> size * (algorithm == Algorithm.PAIRWISE ? others : hops(size));
            case BARRIER -> 0;
        };
    }

    /**
     * Blocks of recursive doubling: an extra hands in one, the core exchanges all, and an extra gets all but its own.
     */
    private static double doubled(int size) {
        int core = 1 << floorLog2(size);
        int extras = size - core;
        // each core member receives all blocks but those of itself and its extra
        return extras + (double) core * size - size + extras * (size - 1.0);
    }

    /** The members below all members but the root of a binomial tree, themselves included. */
    private static int subtrees(int size) {
        int sum = 0;
        for (int member = 1; member < size; member++) {
            sum += Integer.bitCount(member); // the members on its way that are not the root
        }
        return sum;
    }

    private static int hops(int size) {
        return subtrees(size); // a block for distance d takes a hop for each bit of d
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("fairlead.workload.collective.CollectiveTest#all")
    void theBytesAreThoseOfTheLiterature(CollectiveOp op, Algorithm algorithm) {
        for (int size = 1; size <= LARGEST; size++) {
            Collective call = CollectiveRuns.call(op, algorithm, size, 8 * WORDS, size);
            Program program = CollectiveRuns.program(call, UnaryOperator.identity());
            long bytes = program.operations().stream()
                    .filter(o -> o.kind() == OpKind.PUT && o.isUnknown())
                    .mapToLong(Operation::length)
                    .sum();
            double wanted = total(op, algorithm, size) * 8 * WORDS;
            // parts are whole words, so that parts that do not divide the operand differ by a word
            double most = algorithm == Algorithm.RING && op == CollectiveOp.BROADCAST ? 8.0 * size * size : 0.5;
            assertEquals(wanted, bytes, most, call + ", " + size + " members");
        }
    }
}
