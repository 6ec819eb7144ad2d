// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.lab.proofs.Aig;
import java.util.Arrays;
import java.util.function.IntBinaryOperator;

/** The gates of the cells of yosys's library that a tile has. Words are literals of an {@link Aig}, bit 0 first. */
final class CellGates {
    private final Aig aig;

    CellGates(final Aig aig) {
        this.aig = aig;
    }

    /**
     * Returns the result of a cell.
     *
     * @param a the word at its pin A, with no sign, as are b and s
     * @param b the word at its pin B, or null if it has none
     * @param s the word at its pin S, or null if it has none
     * @param width the bits of the result
     */
    int[] of(final String type, final int[] a, final int[] b, final int[] s, final int width) {
        return switch (type) {
            case "$pos" -> extend(a, width);
            case "$not" -> invert(extend(a, width));
            case "$and" -> bitwise(a, b, width, (x, y) -> aig.and(x, y));
            case "$or" -> bitwise(a, b, width, (x, y) -> aig.or(x, y));
            case "$xor" -> bitwise(a, b, width, aig::xor);
            case "$add" -> sum(extend(a, width), extend(b, width), Aig.FALSE);
            case "$sub" -> sum(extend(a, width), invert(extend(b, width)), Aig.TRUE);
            case "$mul" -> product(extend(a, width), b);
            case "$shl" -> shift(extend(a, width), b, -1);
            case "$shr" -> extend(shift(extend(a, Math.max(a.length, width)), b, 1), width);
            case "$mux" -> select(s[0], a, b);
            case "$pmux" -> first(a, b, s);
            default -> extend(new int[] {truth(type, a, b)}, width);
        };
    }

    /** Returns the result of a cell that says yes or no. */
    private int truth(final String type, final int[] a, final int[] b) {
        return switch (type) {
            case "$reduce_or" -> any(a);
            case "$reduce_and" -> Aig.not(any(invert(a)));
            case "$logic_not" -> Aig.not(any(a));
            case "$eq" -> Aig.not(differ(a, b));
            case "$ne" -> differ(a, b);
            case "$lt" -> less(a, b);
            case "$ge" -> Aig.not(less(a, b));
            case "$gt" -> less(b, a);
            case "$le" -> Aig.not(less(b, a));
            default -> throw new IllegalArgumentException("no gates for a cell of type " + type);
        };
    }

    private static int[] extend(final int[] word, final int width) {
        return Arrays.copyOf(word, width); // with zeros, the literal Aig.FALSE
    }

    private static int[] invert(final int[] word) {
        return Arrays.stream(word).map(Aig::not).toArray();
    }

    private int[] bitwise(final int[] a, final int[] b, final int width, final IntBinaryOperator gate) {
        final int[] left = extend(a, width);
        final int[] right = extend(b, width);
        final int[] result = new int[width];
        Arrays.setAll(result, i -> gate.applyAsInt(left[i], right[i]));
        return result;
    }

    private int any(final int[] word) {
        return Arrays.stream(word).reduce(Aig.FALSE, (x, y) -> aig.or(x, y));
    }

    private int differ(final int[] a, final int[] b) {
        return any(bitwise(a, b, Math.max(a.length, b.length), aig::xor));
    }

    private int[] sum(final int[] a, final int[] b, final int in) {
        final int[] result = new int[a.length];
        int carry = in;
        for (int i = 0; i < a.length; i++) {
            final int half = aig.xor(a[i], b[i]);
            result[i] = aig.xor(half, carry);
            carry = aig.or(aig.and(a[i], b[i]), aig.and(half, carry));
        }
        return result;
    }

    private int less(final int[] a, final int[] b) {
        final int[] left = extend(a, Math.max(a.length, b.length));
        final int[] right = extend(b, left.length);
        int less = Aig.FALSE;
        for (int i = 0; i < left.length; i++) {
            less = aig.mux(aig.xor(left[i], right[i]), right[i], less);
        }
        return less;
    }

    private int[] product(final int[] a, final int[] b) {
        int[] result = new int[a.length];
        for (int i = 0; i < Math.min(b.length, a.length); i++) {
            final int[] part = new int[a.length];
            for (int k = i; k < a.length; k++) {
                part[k] = aig.and(b[i], a[k - i]);
            }
            result = sum(result, part, Aig.FALSE);
        }
        return result;
    }

    /** Shifts towards bit 0 if the step is 1, away from it if it is -1. */
    private int[] shift(final int[] a, final int[] b, final int step) {
        int[] result = a;
        for (int i = 0; i < b.length; i++) {
            final int[] from = result;
            final int[] moved = new int[a.length];
            for (int k = 0; k < a.length; k++) {
                final long at = k + step * (1L << Math.min(i, Integer.SIZE));
                moved[k] = at >= 0 && at < a.length ? from[(int) at] : Aig.FALSE;
            }
            result = select(b[i], from, moved);
        }
        return result;
    }

    private int[] select(final int s, final int[] zero, final int[] one) {
        final int[] result = new int[zero.length];
        Arrays.setAll(result, i -> aig.mux(s, one[i], zero[i]));
        return result;
    }

    /** Returns the word that the lowest 1 of s selects, as the Verilog that yosys writes does. */
    private int[] first(final int[] a, final int[] b, final int[] s) {
        int[] result = a;
        for (int i = s.length - 1; i >= 0; i--) {
            result = select(s[i], result, Arrays.copyOfRange(b, i * a.length, (i + 1) * a.length));
        }
        return result;
    }
}
