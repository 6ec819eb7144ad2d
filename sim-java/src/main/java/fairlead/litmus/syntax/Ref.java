// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

/** The words [from, from + count) of a symbol on a node; count is 0 for `x[]`. */
public record Ref(String node, String symbol, int from, int count) {
    /** Returns the name of one of the words, by which {@link LitmusTest#initial} has its first value. */
    public String key(int word) {
        return LitmusTest.key(node, symbol, from + word);
    }

    /** Returns whether all of these words are words of the other range, which may be null. */
    boolean isPartOf(Ref other) {
        return other != null
                && other.node.equals(node)
                && other.symbol.equals(symbol)
                && other.from <= from
                && from + count <= other.from + other.count;
    }

    /** Returns whether a word belongs to both ranges, of which each may be null. */
    public static boolean overlap(Ref a, Ref b) {
        return a != null
                && b != null
                && a.node.equals(b.node)
                && a.symbol.equals(b.symbol)
                && a.from < b.from + b.count
                && b.from < a.from + a.count;
    }

    @Override
    public String toString() {
        String range = count == 1 ? "[" + from + "]" : "[" + from + ".." + (from + count - 1) + "]";
        return symbol + (count == 1 && from == 0 ? "" : range) + "@" + node;
    }
}
