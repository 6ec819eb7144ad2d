// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("M-8")
class AtomicTest {
    private static final int HOME = 4;
    private static final List<String> VERDICTS =
            List.of("deadlock_freedom", "barrier_safety", "data_integrity", "conservation");

    private interface Maker {
        Operation make(int node, int word);
    }

    private final List<Integer> ids = new ArrayList<>();
    private int load;
    private long first; // value of the word at the beginning

    /**
     * Runs this operation once on each task of every node, on one word of node 4; then all tasks join a barrier, and
     * node 4 loads the word.
     */
    private RunResult onOneWord(int each, Maker maker) {
        TestMachine machine = new TestMachine(3, 2, 1, 2);
        machine.jitter = 40;
        ProgramBuilder program = machine.program("atomics");
        int word = program.windows().everywhere("word", 8);
        program.load(HOME, word, ByteBuffer.allocate(8).putLong(first).array());
        for (int node = 0; node < program.nodes(); node++) {
            for (int t = 0; t < 2; t++) {
                int[] mine = new int[each];
                for (int i = 0; i < each; i++) {
                    mine[i] = program.task(node, t).add(maker.make(node, word));
                    ids.add(mine[i]);
                }
                int barrier = program.task(node, t).add(Ops.barrier().requires(mine));
                if (node == HOME && t == 0) {
                    load = program.task(node, t).add(Ops.load(word).requires(barrier));
                }
            }
        }
        Program built = program.build();
        RunResult result = machine.run(built);
        Runs.assertHolds(result, built.name(), VERDICTS);
        return result;
    }

    private long[] values(RunResult result) {
        return ids.stream()
                .mapToLong(id -> result.execution().table().value(id))
                .toArray();
    }

    @ParameterizedTest(name = "{0} by each task")
    @ValueSource(ints = {1, 8})
    void fetchAddsOfAllNodesSumUpAndEachGetsATicketOfItsOwn(int each) {
        RunResult result = onOneWord(each, (node, word) -> Ops.fadd(HOME, word, 1));
        assertEquals(12L * each, result.execution().table().value(load));
        assertEquals(
                LongStream.range(0, 12L * each).boxed().toList(),
                LongStream.of(values(result)).sorted().boxed().toList());
    }

    /** Each value that a swap leaves is found once, by the next swap or by the load after all of them. */
    @ParameterizedTest(name = "{0} by each task")
    @ValueSource(ints = {1, 8})
    void swapsOfAllNodesHandTheWordFromOneToTheNext(int each) {
        AtomicLong next = new AtomicLong();
        RunResult result =
                onOneWord(each, (node, word) -> Ops.fetchOp(OpKind.SWAP, HOME, word, next.incrementAndGet()));
        long last = result.execution().table().value(load);
        assertEquals(
                LongStream.rangeClosed(0, 12L * each).boxed().toList(),
                LongStream.concat(LongStream.of(values(result)), LongStream.of(last))
                        .sorted()
                        .boxed()
                        .toList());
    }

    /** Each of the first 60 bits is set by one task, and that task alone found it 0. */
    @ParameterizedTest(name = "{0}")
    @EnumSource(
            value = OpKind.class,
            names = {"FOR", "FXOR"})
    void bitsOfAllNodesAreSetOnce(OpKind kind) {
        List<Long> bits = new ArrayList<>();
        RunResult result = onOneWord(5, (node, word) -> {
            bits.add(1L << bits.size());
            return Ops.fetchOp(kind, HOME, word, bits.get(bits.size() - 1));
        });
        assertEquals((1L << 60) - 1, result.execution().table().value(load));
        long[] old = values(result);
        for (int i = 0; i < old.length; i++) {
            assertEquals(0, old[i] & bits.get(i), "bit " + i);
        }
        assertEquals(
                LongStream.range(0, 60).boxed().toList(),
                LongStream.of(old).map(Long::bitCount).sorted().boxed().toList());
    }

    /** A word with all bits set loses one bit with each fetch-and; each task finds one bit less than another. */
    @Test
    void bitsOfAllNodesAreClearedOnce() {
        first = -1;
        List<Long> bits = new ArrayList<>();
        RunResult result = onOneWord(5, (node, word) -> {
            bits.add(1L << bits.size());
            return Ops.fetchOp(OpKind.FAND, HOME, word, ~bits.get(bits.size() - 1));
        });
        assertEquals(0xF000_0000_0000_0000L, result.execution().table().value(load));
        assertEquals(
                LongStream.rangeClosed(5, 64).boxed().toList(),
                LongStream.of(values(result))
                        .map(Long::bitCount)
                        .sorted()
                        .boxed()
                        .toList());
    }

    @ParameterizedTest(name = "{0} by each task")
    @ValueSource(ints = {1, 3})
    void oneCompareAndSwapOfAllNodesWinsAndTheOthersSeeItsValue(int each) {
        RunResult result = onOneWord(each, (node, word) -> Ops.cas(HOME, word, 0, 100 + node));
        long winner = result.execution().table().value(load);
        long[] old = values(result);
        assertEquals(1, LongStream.of(old).filter(v -> v == 0).count(), "winners");
        assertEquals(
                old.length - 1L, LongStream.of(old).filter(v -> v == winner).count(), "losers");
    }
}
