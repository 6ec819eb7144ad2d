// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.CollectiveCall;
import fairlead.program.ElementType;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.ReduceFunction;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks the results of collective operations. The expected result follows from the operands in memory before cycle 0
 * and from the meaning of the operation alone. Each member's result must be in its memory when the member's software
 * says that it is done, and still at the end of the run.
 */
final class CollectiveResults {
    /** One call with its operands; the arrays hold all blocks of each member. */
    private record Expected(CollectiveCall call, byte[][] operands, byte[][] combined) {}

    private record End(Expected expected, int member) {}

    private final Shadow shadow;
    private final Violations violations;
    private final List<Expected> calls = new ArrayList<>();
    private final Map<Integer, End> ends = new HashMap<>(); // by id of the operation with which a member is done
    private long compared;

    /** @param shadow the memory before cycle 0 */
    CollectiveResults(final Program program, final Shadow shadow, final Violations violations) {
        this.shadow = shadow;
        this.violations = violations;
        for (final CollectiveCall call : program.collectives()) {
            final byte[][] operands = new byte[call.size()][];
            for (int member = 0; member < call.size(); member++) {
                operands[member] = memory(call.ranks()[member], call.operands()[member], operandBytes(call, member));
            }
            final Expected expected = new Expected(call, operands, new byte[1][]);
            calls.add(expected);
            for (int member = 0; member < call.size(); member++) {
                ends.put(call.ends()[member], new End(expected, member));
            }
        }
    }

    private byte[] memory(final int node, final int address, final int bytes) {
        final byte[] copy = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            copy[i] = shadow.at(node, address + i);
        }
        return copy;
    }

    private static int operandBytes(final CollectiveCall call, final int member) {
        final int all = call.size() * call.stride();
        return switch (call.op()) {
            case BROADCAST -> member == call.root() ? call.bytes() : 0;
            case SCATTER -> member == call.root() ? all : 0;
            case GATHER, ALLGATHER, REDUCE, ALLREDUCE -> call.bytes();
            case ALLTOALL -> all;
            case BARRIER -> 0;
        };
    }

    long compared() {
        return compared;
    }

    boolean isEnd(final Operation op) {
        return ends.containsKey(op.id());
    }

    /** Judges the result of the member that is done with this operation. An event of this cycle told software so. */
    void completed(final Operation op, final long cycle) {
        shadow.advance(cycle + 1);
        judge(ends.get(op.id()), "when software was told in cycle " + cycle + " that it is there");
    }

    /** Judges all results once more, at a drained end. */
    void finish() {
        for (final Expected expected : calls) {
            for (int member = 0; member < expected.call().size(); member++) {
                judge(new End(expected, member), "at the end");
            }
        }
    }

    private void judge(final End end, final String when) {
        final CollectiveCall call = end.expected().call();
        final int address = call.results()[end.member()];
        if (address < 0) {
            return;
        }
        final int node = call.ranks()[end.member()];
        final List<byte[]> blocks = result(end.expected(), end.member());
        for (int block = 0; block < blocks.size(); block++) {
            final byte[] wanted = blocks.get(block);
            compared += wanted.length;
            for (int i = 0; i < wanted.length; i++) {
                final int at = address + block * call.stride() + i;
                if (shadow.at(node, at) != wanted[i]) {
                    violations.add(call.name() + ": byte " + i + " of block " + block
                            + " of the result of node " + node + ", at 0x" + Integer.toHexString(at) + ", is 0x"
                            + Integer.toHexString(shadow.at(node, at) & 0xFF) + " and not 0x"
                            + Integer.toHexString(wanted[i] & 0xFF) + " " + when);
                    return;
                }
            }
        }
    }

    private static List<byte[]> result(final Expected expected, final int member) {
        final CollectiveCall call = expected.call();
        final List<byte[]> blocks = new ArrayList<>();
        switch (call.op()) {
            case BROADCAST -> blocks.add(expected.operands()[call.root()]);
            case SCATTER -> blocks.add(block(expected, call.root(), member));
            case GATHER, ALLGATHER -> blocks.addAll(List.of(expected.operands()));
            case ALLTOALL -> {
                for (int from = 0; from < call.size(); from++) {
                    blocks.add(block(expected, from, member));
                }
            }
            case REDUCE, ALLREDUCE -> blocks.add(combination(expected));
            case BARRIER -> {}
        }
        return blocks;
    }

    private static byte[] block(final Expected expected, final int member, final int number) {
        final byte[] block = new byte[expected.call().bytes()];
        System.arraycopy(expected.operands()[member], number * expected.call().stride(), block, 0, block.length);
        return block;
    }

    private static byte[] combination(final Expected expected) {
        if (expected.combined()[0] == null) {
            final CollectiveCall call = expected.call();
            final byte[] all = expected.operands()[0].clone();
            for (int member = 1; member < call.size(); member++) {
                combine(all, expected.operands()[member], call.function(), call.element());
            }
            expected.combined()[0] = all;
        }
        return expected.combined()[0];
    }

    private static void combine(
            final byte[] into, final byte[] other, final ReduceFunction function, final ElementType element) {
        for (int word = 0; word < into.length; word += Long.BYTES) {
            final int bytes = Math.min(Long.BYTES, into.length - word);
            final long value =
                    Combination.ofWords(word(into, word, bytes), word(other, word, bytes), function, element);
            for (int i = 0; i < bytes; i++) {
                into[word + i] = (byte) (value >>> Byte.SIZE * i);
            }
        }
    }

    private static long word(final byte[] bytes, final int at, final int count) {
        long word = 0;
        for (int i = count - 1; i >= 0; i--) {
            word = word << Byte.SIZE | bytes[at + i] & 0xFF;
        }
        return word;
    }

    /** Implements the arithmetic of reductions for the checkers, element by element on numbers of unlimited width. */
    static final class Combination {
        private Combination() {}

        static long ofWords(
                final long left, final long right, final ReduceFunction function, final ElementType element) {
            final int bits = Byte.SIZE * element.bytes();
            long result = 0;
            for (int shift = 0; shift < Long.SIZE; shift += bits) {
                final BigInteger value = apply(element(left, shift, element), element(right, shift, element), function);
                result |= (bits == Long.SIZE ? value.longValue() : value.longValue() & (1L << bits) - 1) << shift;
            }
            return result;
        }

        private static BigInteger element(final long word, final int shift, final ElementType element) {
            final int unused = Long.SIZE - Byte.SIZE * element.bytes();
            final long top = word << unused - shift;
            final BigInteger signed = BigInteger.valueOf(top >> unused);
            return element.isSigned() || signed.signum() >= 0
                    ? signed
                    : signed.add(BigInteger.ONE.shiftLeft(Byte.SIZE * element.bytes()));
        }

        private static BigInteger apply(final BigInteger left, final BigInteger right, final ReduceFunction function) {
            return switch (function) {
                case SUM -> left.add(right);
                case MIN -> left.min(right);
                case MAX -> left.max(right);
                case AND -> left.and(right);
                case OR -> left.or(right);
                case XOR -> left.xor(right);
            };
        }
    }
}
