// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Parses what a file declares before its programs: constants, nodes, words and their first values. */
final class Declarations {
    private static final int MAX_RANK = 4095;

    private final Names names;
    private final Map<String, Long> initial = new TreeMap<>();

    Declarations(Names names) {
        this.names = names;
    }

    /** Returns the value of each word that does not begin with 0, by {@link LitmusTest#key}. */
    Map<String, Long> initial() {
        return initial;
    }

    /** Reads `let NAME = value`, several of them. */
    void let(Line line) {
        do {
            String name = Names.reserved(line, line.name("a constant"), "a constant");
            line.expect("=");
            line.refuse(
                    names.constants().putIfAbsent(name, line.value()) != null,
                    () -> "constant " + name + " is given twice");
        } while (!line.isEnd());
    }

    /** Reads `NAME = rank | same | near | far | other` and `NAME[a..b] = rank`, several of them. */
    void nodes(Line line) {
        do {
            String node = line.name("a node");
            if (line.accept("[")) {
                array(line, node);
            } else {
                line.expect("=");
                single(line, node);
            }
        } while (!line.isEnd());
        line.refuse(names.nodes().get(0).place() != Place.RANK, () -> "the first node needs a rank");
    }

    private void array(Line line, String base) {
        int[] range = line.range("index of " + base, MAX_RANK);
        line.expect("]");
        line.expect("=");
        int rank = line.count("rank", MAX_RANK);
        line.refuse(range[1] < range[0], () -> base + "[" + range[0] + ".." + range[1] + "] has no node");
        line.refuse(
                names.isArray(base)
                        || names.nodes().stream().anyMatch(n -> n.name().equals(base)),
                () -> "node " + base + " is declared twice");
        int last = rank + range[1] - range[0];
        line.refuse(
                last > MAX_RANK,
                () -> "the rank of " + base + "[" + range[1] + "] must be at most " + MAX_RANK + ", not " + last);
        names.addArray(line, base, range[0], range[1], rank);
    }

    private void single(Line line, String node) {
        Place place = Place.RANK;
        int rank = -1;
        if (Line.isName(line.peek()) && !names.constants().containsKey(line.peek())) {
            String word = line.known("place", line.take(), List.of("same", "near", "far", "other"));
            place = Place.valueOf(word.toUpperCase(Locale.ROOT));
        } else {
            rank = line.count("rank", MAX_RANK);
        }
        names.add(line, new NodeName(node, place, rank, line.number()));
    }

    /** Reads `SYMBOL@NODES` and `SYMBOL@NODES[count]`, several of them. */
    void words(Line line) {
        do {
            String symbol = Names.reserved(line, line.name("a word"), "words");
            line.refuse(names.constants().containsKey(symbol), () -> symbol + " cannot name words: it is a constant");
            line.expect("@");
            List<String> nodes = names.someNodes(line);
            int count = 1;
            if (line.accept("[")) {
                count = line.count("number of words", Names.MAX_WORDS);
                line.expect("]");
                line.refuse(count == 0, () -> "words " + symbol + " must be at least 1");
            }
            int bytes = bytes(line);
            for (String node : nodes) {
                names.add(line, new Words(symbol, node, count, bytes));
            }
        } while (!line.isEnd());
    }

    /** Reads an optional `of 1 byte`, `of 2 bytes`, `of 4 bytes` or `of 8 bytes`. */
    private static int bytes(Line line) {
        if (!line.accept("of")) {
            return Long.BYTES;
        }
        int bytes = line.count("bytes of a word", Long.BYTES);
        line.refuse(Integer.bitCount(bytes) != 1, () -> "a word has 1, 2, 4 or 8 bytes, not " + bytes);
        line.expect(bytes == 1 ? "byte" : "bytes");
        return bytes;
    }

    static void fits(Line line, String symbol, int bytes, long value) {
        line.refuse(
                bytes < Long.BYTES && value >>> Byte.SIZE * bytes != 0,
                () -> Long.toUnsignedString(value) + " does not fit: a word of " + symbol + " has " + bytes
                        + (bytes == 1 ? " byte" : " bytes"));
    }

    /**
     * Reads `WORD = value`, several of them; a symbol without index sets all of its words on its node, and one without
     * node all of its words on all of its nodes.
     */
    void init(Line line) {
        do {
            String symbol = line.peek();
            boolean everywhere = !names.places(symbol).isEmpty() && line.peek(1).equals("=");
            boolean whole = !line.peek(1).equals("[");
            Ref one = everywhere ? new Ref(line.take(), "", 0, 0) : names.ref(line, null);
            line.expect("=");
            long value = line.value();
            if (whole) {
                names.places(symbol).stream()
                        .filter(w -> everywhere || w.node().equals(one.node()))
                        .forEach(w -> set(line, new Ref(w.node(), symbol, 0, w.count()), value));
            } else {
                set(line, one, value);
            }
        } while (!line.isEnd());
    }

    private void set(Line line, Ref words, long value) {
        fits(line, words.symbol(), names.bytes(words), value);
        for (int i = 0; i < words.count(); i++) {
            initial.put(words.key(i), value);
        }
    }
}
