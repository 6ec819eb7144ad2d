// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A sequential circuit of AND gates and inverters with one output, in the format that abc reads (binary AIGER). All
 * registers begin at 0. A literal is 2 * variable, plus 1 if it is inverted.
 */
public final class Aig {
    public static final int FALSE = 0;
    public static final int TRUE = 1;

    private final List<Integer> inputs = new ArrayList<>();
    private final List<Integer> latches = new ArrayList<>();
    private final Map<Integer, Integer> next = new HashMap<>();
    private final Map<Long, Integer> known = new HashMap<>();
    /** The variable, left literal and right literal of each AND gate, in the order of creation. */
    private final List<int[]> ands = new ArrayList<>();

    private int variables;
    private int output;

    public int input() {
        inputs.add(2 * ++variables);
        return 2 * variables;
    }

    public int[] inputs(int n) {
        int[] all = new int[n];
        for (int i = 0; i < n; i++) {
            all[i] = input();
        }
        return all;
    }

    public int latch() {
        latches.add(2 * ++variables);
        return 2 * variables;
    }

    public int[] latches(int n) {
        int[] all = new int[n];
        for (int i = 0; i < n; i++) {
            all[i] = latch();
        }
        return all;
    }

    /** Sets the literal that a register takes in the next step. */
    public void next(int latch, int value) {
        next.put(latch, value);
    }

    /** Sets the output literal; true means that a bad state is reached. */
    public void output(int bad) {
        output = bad;
    }

    public int and(int a, int b) {
        int low = Math.min(a, b);
        int high = Math.max(a, b);
        if (low == FALSE || low == (high ^ 1)) {
            return FALSE;
        }
        if (low == TRUE || low == high) {
            return high;
        }
        return known.computeIfAbsent((long) low << 32 | high, key -> {
            ands.add(new int[] {++variables, low, high});
            return 2 * variables;
        });
    }

    public static int not(int a) {
        return a ^ 1;
    }

    public int or(int a, int b) {
        return not(and(not(a), not(b)));
    }

    public int or(List<Integer> all) {
        return not(and(all.stream().map(Aig::not).toList()));
    }

    /** Returns the conjunction of all literals, built as a balanced tree of small depth. */
    public int and(List<Integer> all) {
        List<Integer> level = all;
        while (level.size() > 1) {
            List<Integer> half = new ArrayList<>();
            for (int i = 0; i + 1 < level.size(); i += 2) {
                half.add(and(level.get(i), level.get(i + 1)));
            }
            if (level.size() % 2 == 1) {
                half.add(level.get(level.size() - 1));
            }
            level = half;
        }
        return level.isEmpty() ? TRUE : level.get(0);
    }

    public int xor(int a, int b) {
        return or(and(a, not(b)), and(not(a), b));
    }

    public int mux(int select, int yes, int no) {
        return or(and(select, yes), and(not(select), no));
    }

    public int equal(int[] bits, int value) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < bits.length; i++) {
            all.add((value >> i & 1) != 0 ? bits[i] : not(bits[i]));
        }
        return and(all);
    }

    public int registers() {
        return latches.size();
    }

    public int gates() {
        return ands.size();
    }

    public int inputCount() {
        return inputs.size();
    }

    /** Returns the circuit as an AIGER file. The variables are renumbered: inputs, then registers, then gates. */
    public byte[] aiger() {
        int[] number = new int[variables + 1];
        int n = 0;
        for (int lit : inputs) {
            number[lit >> 1] = ++n;
        }
        for (int lit : latches) {
            number[lit >> 1] = ++n;
        }
        for (int[] gate : ands) {
            number[gate[0]] = ++n;
        }
        StringBuilder head = new StringBuilder();
        head.append("aig ")
                .append(n)
                .append(' ')
                .append(inputs.size())
                .append(' ')
                .append(latches.size())
                .append(" 1 ")
                .append(ands.size())
                .append('\n');
        for (int latch : latches) {
            head.append(literal(number, next.get(latch))).append('\n');
        }
        head.append(literal(number, output)).append('\n');
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(head.toString().getBytes(StandardCharsets.US_ASCII));
        for (int[] gate : ands) {
            int me = 2 * number[gate[0]];
            int a = literal(number, gate[1]);
            int b = literal(number, gate[2]);
            delta(out, me - Math.max(a, b));
            delta(out, Math.max(a, b) - Math.min(a, b));
        }
        return out.toByteArray();
    }

    private static int literal(int[] number, int lit) {
        return 2 * number[lit >> 1] + (lit & 1);
    }

    private static void delta(ByteArrayOutputStream out, int value) {
        int rest = value;
        while (rest > 127) {
            out.write(rest & 127 | 128);
            rest >>>= 7;
        }
        out.write(rest);
    }
}
