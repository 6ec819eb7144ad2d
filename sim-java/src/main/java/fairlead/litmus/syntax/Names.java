// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The nodes and words that a file has declared so far. */
final class Names {
    /** Greatest number of words of all symbols of a file together. */
    static final int MAX_WORDS = 1 << 17;

    private final Map<String, NodeName> nodes = new LinkedHashMap<>();
    private final Map<String, Map<String, Words>> words = new LinkedHashMap<>(); // words by symbol and node
    private final long size;
    private long total;

    Names(final long size) {
        this.size = size;
    }

    long size() {
        return size;
    }

    List<NodeName> nodes() {
        return List.copyOf(nodes.values());
    }

    List<Words> words() {
        final List<Words> all = new ArrayList<>();
        words.values().forEach(byNode -> all.addAll(byNode.values()));
        return all;
    }

    void add(final Line line, final NodeName node) {
        if (nodes.putIfAbsent(node.name(), node) != null) {
            throw line.error("node " + node.name() + " is declared twice");
        }
    }

    void add(final Line line, final Words more) {
        if (words.computeIfAbsent(more.symbol(), s -> new LinkedHashMap<>()).putIfAbsent(more.node(), more) != null) {
            throw line.error("words " + more.symbol() + "@" + more.node() + " are declared twice");
        }
        total += more.count();
        if (total > MAX_WORDS) {
            throw line.error("all words together are " + total + "; must be at most " + MAX_WORDS);
        }
    }

    /** Reads the name of a declared node. */
    String node(final Line line) {
        final String name = line.name("a node");
        if (!nodes.containsKey(name)) {
            throw line.unknown("node", name, nodes.keySet());
        }
        return name;
    }

    /**
     * Reads `w`, `w[k]`, `w[a..b]` or `w[]`, optionally with `@N` behind it.
     *
     * @param own node of the word if `@N` is missing and the symbol is declared on several nodes, or null
     */
    Ref ref(final Line line, final String own, final Map<String, Long> values) {
        final String symbol = line.name("a word");
        final Map<String, Words> places = words.get(symbol);
        if (places == null) {
            throw line.unknown("word", symbol, words.keySet());
        }
        int from = 0;
        int to = 0;
        boolean whole = true;
        boolean empty = false;
        if (line.accept("[")) {
            whole = false;
            empty = line.peek().equals("]");
            if (!empty) {
                from = line.count("index", MAX_WORDS, values);
                to = line.accept("..") ? line.count("index", MAX_WORDS, values) : from;
            }
            line.expect("]");
        }
        String node = own;
        if (line.accept("@")) {
            node = node(line);
        } else if (places.size() == 1) {
            node = places.keySet().iterator().next();
        }
        if (node == null || !places.containsKey(node)) {
            throw line.error("word " + symbol + " is on " + String.join(", ", places.keySet())
                    + (node == null
                            ? ": say which, as in " + symbol + "@"
                                    + places.keySet().iterator().next()
                            : ", not on " + node));
        }
        final int count = places.get(node).count();
        if (from > to || to >= count && !empty) {
            throw line.error("index "
                    + (from > to
                            ? from + ".." + to + " runs backwards"
                            : to + " is beyond " + symbol + "[" + count + "]"));
        }
        return new Ref(node, symbol, whole ? 0 : from, empty ? 0 : to - from + 1);
    }
}
