// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.program.CollectiveCall;
import fairlead.program.CollectiveOp;
import fairlead.program.Program;
import fairlead.run.TwinRun;
import fairlead.workload.collective.Item.Collective;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation by every algorithm: the results in memory are those that the definition gives. */
@Tag("lab")
@Tag("M-281")
@Tag("M-286")
class CollectiveTest {
    private static final int[] SIZES = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17};
    private static final int[] BYTES = {1, 8, 300, 5000};

    static Stream<Arguments> all() {
        return Stream.of(CollectiveOp.values())
                .flatMap(op -> Algorithm.of(op).stream().map(a -> Arguments.of(op, a)));
    }

    static Stream<Arguments> onTheTorus() {
        return all().filter(pair -> !((Algorithm) pair.get()[1]).needsClassRoute());
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("all")
    void theResultIsThatOfTheDefinition(CollectiveOp op, Algorithm algorithm) {
        for (int size : SIZES) {
            for (int i = Integer.bitCount(size) == 1 ? 0 : size / 2 % 2; i < BYTES.length; i += step(size)) {
                int bytes = BYTES[i];
                long seed = 100L * size + bytes;
                Collective call = CollectiveRuns.call(op, algorithm, size, bytes, seed);
                Program program = CollectiveRuns.program(call, UnaryOperator.identity());
                TwinRun run = CollectiveRuns.run(program).isClean();
                String repro = call + ", " + size + " members, " + bytes + " bytes, seed " + seed;
                byte[] total = op.isReduction()
                        ? reduced(program, program.collectives().get(0))
                        : null;
                for (int member = 0; member < size; member++) {
                    compare(program, run, member, total, repro);
                }
            }
        }
    }

    /** Powers of two, at which algorithms change, take every length, the other sizes every second one in turn. */
    private static int step(int size) {
        return Integer.bitCount(size) == 1 ? 1 : 2;
    }

    private static void compare(Program program, TwinRun run, int member, byte[] total, String repro) {
        CollectiveCall call = program.collectives().get(0);
        List<byte[]> wanted = wanted(program, call, member, total);
        assertEquals(wanted.isEmpty(), call.results()[member] < 0, repro);
        for (int block = 0; block < wanted.size(); block++) {
            int address = call.results()[member] + block * call.stride();
            for (int i = 0; i < call.bytes(); i++) {
                long word = run.word(call.ranks()[member], address + i / 8 * 8);
                assertEquals(wanted.get(block)[i], (byte) (word >>> 8 * (i % 8)), repro + ", byte " + i);
            }
        }
    }

    /**
     * The blocks of a member's result.
     *
     * @param total the reduction over all members, null for an operation that reduces nothing
     */
    private static List<byte[]> wanted(Program program, CollectiveCall call, int member, byte[] total) {
        List<byte[]> blocks = new ArrayList<>();
        boolean atRoot = member == call.root();
        switch (call.op()) {
            case BROADCAST -> blocks.add(operand(program, call, call.root(), 0));
            case SCATTER -> blocks.add(operand(program, call, call.root(), member));
            case ALLTOALL -> {
                for (int from = 0; from < call.size(); from++) {
                    blocks.add(operand(program, call, from, member));
                }
            }
            case GATHER, ALLGATHER -> {
                for (int from = 0; from < call.size() && (atRoot || call.op() == CollectiveOp.ALLGATHER); from++) {
                    blocks.add(operand(program, call, from, 0));
                }
            }
            case REDUCE, ALLREDUCE -> {
                if (atRoot || call.op() == CollectiveOp.ALLREDUCE) {
                    blocks.add(total);
                }
            }
            case BARRIER -> {}
        }
        return blocks;
    }

    private static byte[] operand(Program program, CollectiveCall call, int member, int block) {
        byte[] bytes = new byte[call.bytes()];
        int begin = call.operands()[member] + block * call.stride();
        for (Program.Load load : program.loads()) {
            int from = Math.max(begin, load.address());
            int end = Math.min(begin + bytes.length, load.address() + load.data().length);
            if (load.node() == call.ranks()[member] && from < end) {
                System.arraycopy(load.data(), from - load.address(), bytes, from - begin, end - from);
            }
        }
        return bytes;
    }

    private static byte[] reduced(Program program, CollectiveCall call) {
        byte[] all = operand(program, call, 0, 0);
        int width = call.bytes() == 1 ? 1 : call.element().bytes();
        for (int member = 1; member < call.size(); member++) {
            byte[] other = operand(program, call, member, 0);
            for (int at = 0; at < all.length; at += width) {
                BigInteger left = number(all, at, width, call.element().isSigned());
                BigInteger right = number(other, at, width, call.element().isSigned());
                BigInteger value =
                        switch (call.function()) {
                            case SUM -> left.add(right);
                            case MIN -> left.compareTo(right) < 0 ? left : right;
                            case MAX -> left.compareTo(right) > 0 ? left : right;
                            case AND -> left.and(right);
                            case OR -> left.or(right);
                            case XOR -> left.xor(right);
                        };
                for (int i = 0; i < width; i++) {
                    all[at + i] = value.shiftRight(8 * i).byteValue();
                }
            }
        }
        return all;
    }

    private static BigInteger number(byte[] bytes, int at, int width, boolean signed) {
        byte[] big = new byte[width];
        for (int i = 0; i < width; i++) {
            big[width - 1 - i] = bytes[at + i];
        }
        return signed ? new BigInteger(big) : new BigInteger(1, big);
    }
}
