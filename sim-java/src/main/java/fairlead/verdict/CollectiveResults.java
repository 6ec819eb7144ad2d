// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.program.CollectiveCall;
import fairlead.program.ElementType;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.ReduceFunction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Checks the results of collective operations. The expected result follows from the operands in memory before cycle 0
 * and from the meaning of the operation alone. Each member's result must be in its memory when the member's software
 * says that it is done, and still at the end of the run.
 */
final class CollectiveResults extends Checker {
    private static final class Expected {
        final CollectiveCall call;
        final byte[][] operands;
        byte[] combined; // all operands; null until it is needed

        Expected(CollectiveCall call) {
            this.call = call;
            operands = new byte[call.size()][];
        }

        private byte[] block(int member, int number) {
            int at = number * call.stride();
            return Arrays.copyOfRange(operands[member], at, at + call.bytes());
        }

        private byte[] combination() {
            if (combined == null) {
                combined = operands[0].clone();
                for (int member = 1; member < call.size(); member++) {
                    combine(combined, operands[member], call.function(), call.element());
                }
            }
            return combined;
        }

        List<byte[]> result(int member) {
            return switch (call.op()) {
                case BROADCAST -> List.of(operands[call.root()]);
                case SCATTER -> List.of(block(call.root(), member));
                case GATHER, ALLGATHER -> List.of(operands);
                case ALLTOALL -> {
                    List<byte[]> blocks = new ArrayList<>();
                    for (int from = 0; from < call.size(); from++) {
                        blocks.add(block(from, member));
                    }
                    yield blocks;
                }
                case REDUCE, ALLREDUCE -> List.of(combination());
                case BARRIER -> List.of();
            };
        }
    }

    private record End(Expected expected, int member) {}

    private final List<End> all = new ArrayList<>();
    private final End[] ends; // by id of the operation with which a member is done; null elsewhere
    long compared;

    /** Begins with the memory of the run before cycle 0. */
    CollectiveResults(JudgedRun run) {
        super(run, run.data);
        ends = new End[program.size()];
        for (CollectiveCall call : program.collectives()) {
            Expected expected = new Expected(call);
            for (int member = 0; member < call.size(); member++) {
                byte[] operand = new byte[operandBytes(call, member)];
                for (int i = 0; i < operand.length; i++) {
                    operand[i] = run.shadow.at(call.ranks()[member], call.operands()[member] + i);
                }
                expected.operands[member] = operand;
                End end = new End(expected, member);
                all.add(end);
                ends[call.ends()[member]] = end;
            }
        }
    }

    private static int operandBytes(CollectiveCall call, int member) {
        int all = call.size() * call.stride();
        return switch (call.op()) {
            case BROADCAST -> member == call.root() ? call.bytes() : 0;
            case SCATTER -> member == call.root() ? all : 0;
            case GATHER, ALLGATHER, REDUCE, ALLREDUCE -> call.bytes();
            case ALLTOALL -> all;
            case BARRIER -> 0;
        };
    }

    boolean isEnd(Operation op) {
        return op.id() < ends.length && ends[op.id()] != null;
    }

    /** Judges the result of the member that is done with this operation, of which software learnt in this cycle. */
    void completed(Operation op, long cycle) {
        run.shadow.advance(cycle + 1);
        judge(ends[op.id()], "when software was told in cycle " + cycle + " that it is there");
    }

    void finish() {
        all.forEach(end -> judge(end, "at the end"));
    }

    private void judge(End end, String when) {
        CollectiveCall call = end.expected.call;
        int address = call.results()[end.member];
        if (address < 0) {
            return;
        }
        int node = call.ranks()[end.member];
        List<byte[]> blocks = end.expected.result(end.member);
        for (int block = 0; block < blocks.size(); block++) {
            byte[] wanted = blocks.get(block);
            compared += wanted.length;
            for (int i = 0; i < wanted.length; i++) {
                int at = address + block * call.stride() + i;
                byte is = run.shadow.at(node, at);
                if (is != wanted[i]) {
                    violations.add(call.name() + ": byte " + i + " of block " + block + " of the result of node " + node
                            + ", at " + hex(at) + ", is " + hex(is & 0xFF) + " and not " + hex(wanted[i] & 0xFF) + " "
                            + when);
                    return;
                }
            }
        }
    }

    private static void combine(byte[] into, byte[] other, ReduceFunction function, ElementType element) {
        for (int word = 0; word < into.length; word += Long.BYTES) {
            int bytes = Math.min(Long.BYTES, into.length - word);
            long value = Combination.ofWords(word(into, word, bytes), word(other, word, bytes), function, element);
            for (int i = 0; i < bytes; i++) {
                into[word + i] = (byte) (value >>> Byte.SIZE * i);
            }
        }
    }

    private static long word(byte[] bytes, int at, int count) {
        long word = 0;
        for (int i = count - 1; i >= 0; i--) {
            word = word << Byte.SIZE | bytes[at + i] & 0xFF;
        }
        return word;
    }

    /** Implements the arithmetic of reductions for the checkers, element by element of a word. */
    static final class Combination {
        private Combination() {}

        static long ofWords(long left, long right, ReduceFunction function, ElementType element) {
            int unused = Long.SIZE - Byte.SIZE * element.bytes();
            long result = 0;
            for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE * element.bytes()) {
                // shifted to the upper end of a word, which does not change their order
                long value = apply(left >>> shift << unused, right >>> shift << unused, function, element.isSigned());
                result |= value >>> unused << shift;
            }
            return result;
        }

        private static long apply(long left, long right, ReduceFunction function, boolean isSigned) {
            boolean less = isSigned ? left < right : Long.compareUnsigned(left, right) < 0;
            return switch (function) {
                case SUM -> left + right;
                case MIN -> less ? left : right;
                case MAX -> less ? right : left;
                case AND -> left & right;
                case OR -> left | right;
                case XOR -> left ^ right;
            };
        }
    }

    /**
     * Determines the stores that node software must make of the words that it reads from the collective network. Each
     * word that a TREE keeps is stored one software latency after it was read, on each class route in the order in
     * which the node's operations were handed over. {@link CollectiveResults} judges whether the words are correct,
     * because this class does not know the expected values.
     */
    static final class TreeStores extends Checker {
        private static final class Reading {
            private final Operation op;
            private int word;

            Reading(Operation op) {
                this.op = op;
            }

            private boolean isWhole() {
                return word >= Math.max(1, op.length() / Long.BYTES);
            }
        }

        private final List<ArrayDeque<Reading>> open; // by node and class route
        private final int[] route = new int[nodes]; // class route of the packet that is being read, by node
        private final int[] left = new int[nodes]; // number of flits left of the packet that is being read, by node

        TreeStores(JudgedRun run) {
            super(run, run.data);
            open = each(nodes * HwLayout.CLASS_ROUTES, () -> new ArrayDeque<>(0));
        }

        void posted(Operation op) {
            if (op.kind() == OpKind.TREE && op.tree().takesPackets()) {
                open.get(op.node() * HwLayout.CLASS_ROUTES + op.classRoute()).add(new Reading(op));
            }
        }

        private ArrayDeque<Reading> readings(int node) {
            return open.get(node * HwLayout.CLASS_ROUTES + route[node]);
        }

        private void fails(long cycle, int node, String what) {
            violations.add("cycle " + cycle + " node " + node + ": the collective network brings a " + what);
        }

        /** Notes that a head flit was read, with its CollectiveHeader. */
        void head(long cycle, int node, long header) {
            route[node] = (int) CollectiveHeader.route(header);
            if (left[node] != 0 || readings(node).isEmpty()) {
                fails(cycle, node, "packet inside another one, or that no operation expects");
            }
            left[node] = (int) (CollectiveHeader.length(header) + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
        }

        void data(long cycle, int node, long low, long high) {
            if (left[node] == 0) {
                fails(cycle, node, "flit of no packet");
                return;
            }
            left[node]--;
            Reading reading = readings(node).peek();
            if (reading != null) { // otherwise the error was reported above
                word(cycle, reading, low);
                word(cycle, reading, high);
                if (reading.isWhole()) {
                    readings(node).poll();
                }
            }
        }

        private void word(long cycle, Reading reading, long value) {
            if (reading.isWhole()) {
                return; // the second half of the last flit is unused
            }
            int word = reading.word++;
            if (reading.op.tree().keeps() && reading.op.length() > 0) {
                run.shadow.scheduleWord(
                        reading.op, word, value, cycle + config.latency().software());
            }
        }
    }
}
