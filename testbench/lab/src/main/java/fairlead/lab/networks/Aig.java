// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.networks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A sequential circuit of AND gates and inverters with one output, in the format BLIF, which abc reads. All registers
 * begin at 0. A literal is 2 * variable, plus 1 if it is inverted; variable 0 is the constant.
 */
final class Aig {
    static final int FALSE = 0;
    static final int TRUE = 1;

    private final List<Integer> inputs = new ArrayList<>();
    private final List<Integer> latches = new ArrayList<>();
    private final StringBuilder text = new StringBuilder(".names n0\n");
    private final Map<Long, Integer> known = new HashMap<>(); // the literal of each AND gate
    private int variables;

    private int variable(List<Integer> all) {
        all.add(2 * ++variables);
        return 2 * variables;
    }

    int input() {
        return variable(inputs);
    }

    int[] inputs(int n) {
        return IntStream.range(0, n).map(i -> input()).toArray();
    }

    int latch() {
        return variable(latches);
    }

    int[] latches(int n) {
        return IntStream.range(0, n).map(i -> latch()).toArray();
    }

    /** Sets the literal that a register takes in the next step. */
    void next(int latch, int value) {
        gate("d" + latch / 2, value, TRUE);
        text.append(".latch d" + latch / 2 + " n" + latch / 2 + " 0\n");
    }

    /** Sets the output literal; true means that a bad state is reached. */
    void output(int bad) {
        gate("bad", bad, TRUE);
    }

    private void gate(String name, int a, int b) {
        text.append(String.format(".names n%d n%d %s\n%d%d 1\n", a / 2, b / 2, name, ~a & 1, ~b & 1));
    }

    int and(int a, int b) {
        int low = Math.min(a, b);
        int high = Math.max(a, b);
        if (low == FALSE || low == (high ^ 1)) {
            return FALSE;
        }
        if (low == TRUE || low == high) {
            return high;
        }
        return known.computeIfAbsent((long) low << 32 | high, key -> {
            gate("n" + ++variables, low, high);
            return 2 * variables;
        });
    }

    static int not(int a) {
        return a ^ 1;
    }

    int or(int a, int b) {
        return not(and(not(a), not(b)));
    }

    int or(List<Integer> all) {
        return not(and(all.stream().map(Aig::not).toList()));
    }

    /** Returns the conjunction of all literals, built as a balanced tree of small depth. */
    int and(List<Integer> all) {
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

    int xor(int a, int b) {
        return or(and(a, not(b)), and(not(a), b));
    }

    int mux(int select, int yes, int no) {
        return or(and(select, yes), and(not(select), no));
    }

    int equal(int[] bits, int value) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < bits.length; i++) {
            all.add((value >> i & 1) != 0 ? bits[i] : not(bits[i]));
        }
        return and(all);
    }

    int registers() {
        return latches.size();
    }

    int gates() {
        return known.size();
    }

    int inputCount() {
        return inputs.size();
    }

    /** Returns the circuit as a BLIF file. */
    String blif() {
        return ".model net\n.inputs "
                + inputs.stream().map(lit -> "n" + lit / 2).collect(Collectors.joining(" ")) + "\n.outputs bad\n" + text
                + ".end\n";
    }
}
