// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.List;
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
            String name = line.name("a constant");
            reserved(line, name, "a constant");
            line.expect("=");
            names.constant(line, name, line.value());
        } while (!line.isEnd());
    }

    static void reserved(Line line, String name, String what) {
        if (Line.isRegister(name) || name.equals("i") || name.equals("size")) {
            throw line.error(name + " cannot name " + what + ": it has a meaning of its own");
        }
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
        if (names.nodes().get(0).place() != Place.RANK) {
            throw line.error("the first node needs a rank");
        }
    }

    private void array(Line line, String base) {
        int[] range = line.range("index of " + base, MAX_RANK);
        line.expect("]");
        line.expect("=");
        int rank = line.count("rank", MAX_RANK);
        if (range[1] < range[0]) {
            throw line.error(base + "[" + range[0] + ".." + range[1] + "] has no node");
        }
        if (names.isArray(base) || names.nodes().stream().anyMatch(n -> n.name().equals(base))) {
            throw line.error("node " + base + " is declared twice");
        }
        if (rank + range[1] - range[0] > MAX_RANK) {
            throw line.error("the rank of " + base + "[" + range[1] + "] must be at most " + MAX_RANK + ", not "
                    + (rank + range[1] - range[0]));
        }
        names.addArray(line, base, range[0], range[1], rank);
    }

    private void single(Line line, String node) {
        Place place = Place.RANK;
        int rank = -1;
        if (Line.isName(line.peek()) && !names.constants().containsKey(line.peek())) {
            String word = line.take();
            switch (word) {
                case "same" -> place = Place.SAME;
                case "near" -> place = Place.NEAR;
                case "far" -> place = Place.FAR;
                case "other" -> place = Place.OTHER;
                default -> throw line.unknown("place", word, List.of("same", "near", "far", "other"));
            }
        } else {
            rank = line.count("rank", MAX_RANK);
        }
        names.add(line, new NodeName(node, place, rank, line.number()));
    }

    /** Reads `SYMBOL@NODES` and `SYMBOL@NODES[count]`, several of them. */
    void words(Line line) {
        do {
            String symbol = line.name("a word");
            reserved(line, symbol, "words");
            if (names.constants().containsKey(symbol)) {
                throw line.error(symbol + " cannot name words: it is a constant");
            }
            line.expect("@");
            List<String> nodes = names.someNodes(line);
            long count = 1;
            boolean sized = false;
            if (line.accept("[")) {
                sized = line.peek().equals("size");
                count = line.count("number of words", Names.MAX_WORDS);
                line.expect("]");
                if (count == 0) {
                    throw line.error("words " + symbol + " must be at least 1");
                }
            }
            int bytes = bytes(line);
            for (String node : nodes) {
                names.add(line, new Words(symbol, node, (int) count, bytes, sized, line.number()));
            }
        } while (!line.isEnd());
    }

    /** Reads an optional `of 1 byte`, `of 2 bytes`, `of 4 bytes` or `of 8 bytes`. */
    private int bytes(Line line) {
        if (!line.accept("of")) {
            return Long.BYTES;
        }
        int bytes = line.count("bytes of a word", Long.BYTES);
        if (Integer.bitCount(bytes) != 1) {
            throw line.error("a word has 1, 2, 4 or 8 bytes, not " + bytes);
        }
        line.expect(bytes == 1 ? "byte" : "bytes");
        return bytes;
    }

    static void fits(Line line, String symbol, int bytes, long value) {
        if (bytes < Long.BYTES && value >>> Byte.SIZE * bytes != 0) {
            throw line.error(Long.toUnsignedString(value) + " does not fit: a word of " + symbol + " has " + bytes
                    + (bytes == 1 ? " byte" : " bytes"));
        }
    }

    /**
     * Reads `WORD = value`, several of them; a symbol without node or index sets all of its words on all of its nodes.
     */
    void init(Line line) {
        do {
            boolean everywhere =
                    !names.places(line.peek()).isEmpty() && line.peek(1).equals("=");
            boolean whole = !line.peek(1).equals("[");
            if (everywhere) {
                String symbol = line.take();
                line.expect("=");
                long value = line.value();
                names.places(symbol).forEach(w -> set(line, new Ref(w.node(), symbol, 0, w.count()), value));
                continue;
            }
            Ref ref = names.ref(line, null);
            line.expect("=");
            long value = line.value();
            set(line, whole ? all(ref) : ref, value);
        } while (!line.isEnd());
    }

    private Ref all(Ref one) {
        return names.places(one.symbol()).stream()
                .filter(w -> w.node().equals(one.node()))
                .map(w -> new Ref(w.node(), w.symbol(), 0, w.count()))
                .findFirst()
                .orElseThrow();
    }

    private void set(Line line, Ref words, long value) {
        fits(line, words.symbol(), names.bytes(words), value);
        for (int i = 0; i < words.count(); i++) {
            initial.put(LitmusTest.key(words.node(), words.symbol(), words.from() + i), value);
        }
    }
}
