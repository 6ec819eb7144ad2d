// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.program.CollectiveCall;
import fairlead.program.CollectiveOp;
import fairlead.program.Comparison;
import fairlead.program.ElementType;
import fairlead.program.Ops;
import fairlead.program.ProgramBuilder;
import fairlead.program.ReduceFunction;
import fairlead.run.TwinRun;
import fairlead.workload.collective.Item.Collective;
import fairlead.workload.collective.Schedule.Transfer;
import fairlead.workload.collective.Schedule.Transfer.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An algorithm with a wrong step, a wrong result, or one that is told too early, makes a verdict false. */
@Tag("lab")
@Tag("M-283")
class WrongAlgorithmTest {
    private static final int SIZE = 4;
    private static final int BYTES = 64;
    private static final String RESULT = "of the result of node";

    /** A sum, which depends on every bit of every operand. */
    private static Collective call(CollectiveOp op, Algorithm algorithm) {
        Collective any = CollectiveRuns.call(op, algorithm, SIZE, BYTES, 3);
        return op.isReduction()
                ? new Collective(op, any.group(), any.root(), BYTES, algorithm, ReduceFunction.SUM, ElementType.U64)
                : any;
    }

    private static boolean isFalse(TwinRun run, String name) {
        return Boolean.FALSE.equals(run.verdict(name).holds());
    }

    private static List<Transfer> with(List<Transfer> all, int place, Transfer other) {
        List<Transfer> changed = new ArrayList<>(all);
        changed.remove(place);
        if (other != null) {
            changed.add(place, other);
        }
        return changed;
    }

    private static TwinRun runWith(Collective call, UnaryOperator<List<Transfer>> alteration) {
        return CollectiveRuns.run(CollectiveRuns.program(call, alteration));
    }

    /** Whether a transfer of the broadcast by a ring brings a part that its receiver has from the scatter. */
    private static boolean isRepeated(Collective call, Transfer transfer) {
        int member = Math.floorMod(transfer.to() - call.root(), SIZE);
        int part = (int) transfer.pieces().get(0).target() / (BYTES / SIZE);
        int below = member == 0 ? SIZE : Integer.lowestOneBit(member);
        return call.chosen() == Algorithm.RING
                && call.op() == CollectiveOp.BROADCAST
                && transfer.round() >= Schedule.ceilLog2(SIZE)
                && part >= member
                && part < member + below;
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("fairlead.workload.collective.CollectiveTest#onTheTorus")
    void aLostTransferIsFound(CollectiveOp op, Algorithm algorithm) {
        if (op == CollectiveOp.BARRIER) {
            return; // see aLostSignalIsFound
        }
        Collective call = call(op, algorithm);
        List<Transfer> all = algorithm.schedule(op, SIZE, call.root(), BYTES).transfers();
        for (int i = 0; i < all.size(); i++) {
            int place = i;
            TwinRun run = runWith(call, t -> with(t, place, null));
            assertEquals(
                    !isRepeated(call, all.get(place)), isFalse(run, "data_integrity"), call + " without " + all.get(i));
        }
    }

    private static Piece shortened(Piece piece) {
        return new Piece(piece.source(), piece.target(), piece.bytes() - 8);
    }

    private static Piece shifted(Piece piece) {
        return new Piece(piece.source() + 8, piece.target(), piece.bytes());
    }

    /** One word less, and words of the wrong place, in the last transfer of each algorithm. */
    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("fairlead.workload.collective.CollectiveTest#onTheTorus")
    void aWrongPieceIsFound(CollectiveOp op, Algorithm algorithm) {
        if (op == CollectiveOp.BARRIER) {
            return; // it has no pieces
        }
        Collective call = call(op, algorithm);
        for (UnaryOperator<Piece> change :
                List.<UnaryOperator<Piece>>of(WrongAlgorithmTest::shortened, WrongAlgorithmTest::shifted)) {
            TwinRun run = runWith(call, all -> {
                int last = all.size() - 1;
                while (isRepeated(call, all.get(last))) {
                    last--;
                }
                Transfer t = all.get(last);
                List<Piece> pieces = t.pieces().stream().map(change).toList();
                return with(all, last, new Transfer(t.round(), t.from(), t.to(), pieces, t.combined()));
            });
            assertTrue(isFalse(run, "data_integrity"), call.toString());
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("fairlead.workload.collective.CollectiveTest#onTheTorus")
    void aTransferThatReplacesInPlaceOfCombiningIsFound(CollectiveOp op, Algorithm algorithm) {
        Collective call = call(op, algorithm);
        if (op.isReduction()) {
            TwinRun run = runWith(call, all -> {
                Transfer t = all.get(0);
                return with(all, 0, new Transfer(t.round(), t.from(), t.to(), t.pieces(), false));
            });
            assertTrue(isFalse(run, "data_integrity"), call.toString());
        }
    }

    /** With each member in turn late; of four members, every signal of every algorithm is needed. */
    @ParameterizedTest(name = "{1}")
    @MethodSource("fairlead.workload.collective.CollectiveTest#onTheTorus")
    void aLostSignalIsFound(CollectiveOp op, Algorithm algorithm) {
        if (op != CollectiveOp.BARRIER) {
            return; // the operations above
        }
        Collective call = call(op, algorithm);
        int signals =
                algorithm.schedule(op, SIZE, call.root(), BYTES).transfers().size();
        for (int i = -1; i < signals; i++) {
            int place = i;
            boolean found = IntStream.range(0, SIZE)
                    .anyMatch(late -> isFalse(
                            barrier(call, late, all -> place < 0 ? all : with(all, place, null)), "barrier_safety"));
            assertEquals(place >= 0, found, call + " without signal " + place);
        }
    }

    private static TwinRun barrier(Collective call, int late, UnaryOperator<List<Transfer>> alteration) {
        ProgramBuilder builder = CollectiveRuns.builder();
        ApplicationMessagingModule module = CollectiveRuns.module(builder, alteration);
        module.compute(call.group().ranks().get(late), 2000);
        module.collective(call);
        return CollectiveRuns.run(builder.build());
    }

    private static String detail(TwinRun run) {
        return run.verdict("data_integrity").detail();
    }

    /** A byte that software itself overwrites afterwards: nothing but the result is wrong. */
    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("fairlead.workload.collective.CollectiveTest#all")
    void oneWrongByteOfTheResultIsFound(CollectiveOp op, Algorithm algorithm) {
        Collective call = call(op, algorithm);
        CollectiveCall sound = CollectiveRuns.program(call, UnaryOperator.identity())
                .collectives()
                .get(0);
        for (int member = 0; member < SIZE; member++) {
            if (sound.results()[member] < 0) {
                continue;
            }
            int rank = sound.ranks()[member];
            int address = sound.results()[member] + 24;
            TwinRun right = CollectiveRuns.run(CollectiveRuns.program(call, UnaryOperator.identity()));
            ProgramBuilder builder = CollectiveRuns.builder();
            CollectiveRuns.module(builder, UnaryOperator.identity()).collective(call);
            builder.task(rank, 0)
                    .add(Ops.store(address, right.word(rank, address) ^ 0x10000L)
                            .requires(sound.ends()[member]));
            TwinRun run = CollectiveRuns.run(builder.build());
            assertTrue(detail(run).contains("byte 26 of block 0 " + RESULT + " " + rank), detail(run));
            assertTrue(detail(run).endsWith("at the end"), detail(run));
        }
    }

    /** Two nodes; node 0 puts a block to node 1. The call says what that is and when it is done. */
    private static TwinRun twoNodes(boolean waits, ReduceFunction used, ReduceFunction announced) {
        ProgramBuilder builder = CollectiveRuns.builder();
        int at = builder.windows().everywhere("operand", 64);
        int landing = builder.windows().everywhere("landing", 64);
        int signal = builder.windows().everywhere("signal", 64);
        for (int node = 0; node < 2; node++) {
            builder.load(node, at, new byte[] {(byte) (5 + 2 * node), 1, 1, 1});
        }
        builder.load(0, signal, new byte[] {1});
        int begin = builder.task(0, 0).add(Ops.calc(0));
        int put = builder.task(0, 0).add(Ops.putAny(1, at, landing, 8).requires(begin));
        builder.task(0, 0).add(Ops.fence(1).requires(begin));
        builder.task(0, 0).add(Ops.putValue(1, signal, signal, 1).requires(begin));
        int end = builder.task(0, 0).add(Ops.calc(0).requires(put));
        int enters = builder.task(1, 0).add(Ops.calc(0));
        int poll = builder.task(1, 0).add(Ops.poll(signal, Comparison.NE, 0, 0).requires(enters));
        int reduce = builder.task(1, 0)
                .add(Ops.reduce(at, landing, 8, used, ElementType.U64, 2).requires(poll));
        int leaves = builder.task(1, 0).add(Ops.calc(0).requires(waits ? reduce : poll));
        builder.announce(new CollectiveCall(
                "test",
                CollectiveOp.REDUCE,
                new int[] {0, 1},
                1,
                8,
                announced,
                ElementType.U64,
                new int[] {at, at},
                new int[] {-1, at},
                new int[] {begin, enters},
                new int[] {end, leaves}));
        return CollectiveRuns.run(builder.build());
    }

    @Test
    void aResultThatIsToldTooEarlyIsFound() {
        twoNodes(true, ReduceFunction.SUM, ReduceFunction.SUM).isClean();
        String early = detail(twoNodes(false, ReduceFunction.SUM, ReduceFunction.SUM));
        assertTrue(early.contains(RESULT + " 1") && early.contains("when software was told"), early);
        assertFalse(early.contains("at the end"), early);
    }

    @Test
    void theWrongFunctionIsFound() {
        String wrong = detail(twoNodes(true, ReduceFunction.XOR, ReduceFunction.SUM));
        assertTrue(wrong.contains(RESULT + " 1"), wrong);
    }
}
