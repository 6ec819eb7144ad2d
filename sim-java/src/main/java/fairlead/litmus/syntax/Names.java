// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The nodes and words that a file has declared so far. */
final class Names {
    /** Greatest number of words of all symbols of a file together. */
    static final int MAX_WORDS = 1 << 17;

    private static final String LOCK = "?lock";
    private static final int MAX_INDEX = 4095;
    private static final int MAX_REGISTER = 9999;
    private static final Pattern HANDLE = Pattern.compile("h[0-9]{1,4}");

    private final Map<String, NodeName> nodes = new LinkedHashMap<>();
    private final Map<String, Map<String, Words>> words = new LinkedHashMap<>(); // words by symbol and node
    private final Map<String, List<String>> arrays = new LinkedHashMap<>(); // nodes in index order by the array's name
    private final Map<String, Long> constants = new LinkedHashMap<>(); // values by name
    private long total;

    Names(long size) {
        constants.put("size", size);
    }

    // ---- declarations

    /** Returns the constants of the file, `size` among them. */
    Map<String, Long> constants() {
        return constants;
    }

    List<NodeName> nodes() {
        return List.copyOf(nodes.values());
    }

    List<Words> words() {
        return words.values().stream()
                .flatMap(byNode -> byNode.values().stream())
                .toList();
    }

    void add(Line line, NodeName node) {
        line.refuse(
                arrays.containsKey(node.name()) || nodes.putIfAbsent(node.name(), node) != null,
                () -> "node " + node.name() + " is declared twice");
    }

    void add(Line line, Words more) {
        line.refuse(
                words.computeIfAbsent(more.symbol(), s -> new LinkedHashMap<>()).putIfAbsent(more.node(), more) != null,
                () -> "words " + more.symbol() + "@" + more.node() + " are declared twice");
        total += more.count();
        line.refuse(total > MAX_WORDS, () -> "all words together are " + total + "; must be at most " + MAX_WORDS);
    }

    /** Declares the nodes `base[from]`, `base[from + 1]`, .. on consecutive ranks. */
    void addArray(Line line, String base, int from, int to, int rank) {
        List<String> all = new ArrayList<>();
        for (int k = from; k <= to; k++) {
            all.add(base + "[" + k + "]");
            add(line, new NodeName(all.get(k - from), Place.RANK, rank + k - from, line.number()));
        }
        arrays.put(base, all);
    }

    boolean isArray(String base) {
        return arrays.containsKey(base);
    }

    boolean isWord(String symbol) {
        return words.containsKey(symbol);
    }

    Collection<Words> places(String symbol) {
        return words.getOrDefault(symbol, Map.of()).values();
    }

    int bytes(Ref ref) {
        return words.get(ref.symbol()).get(ref.node()).bytes();
    }

    static String reserved(Line line, String name, String what) {
        line.refuse(
                Line.isRegister(name) || name.equals("i") || name.equals("size"),
                () -> name + " cannot name " + what + ": it has a meaning of its own");
        return name;
    }

    /** Reads the name of a loop's variable, which no constant, outer loop or word has. */
    String variable(Line line) {
        String name = line.name("a variable");
        if (!name.equals("i")) {
            reserved(line, name, "a variable");
            line.refuse(
                    line.values.containsKey(name) || isWord(name),
                    () -> "variable " + name + " has the name of "
                            + (isWord(name) ? "words" : "a constant or of an outer variable"));
        }
        return name;
    }

    // ---- registers and handles

    /** Returns whether a register comes next, `r3` or `r[k]`; words may be named r too. */
    boolean isRegister(Line line) {
        return Line.isRegister(line.peek())
                || line.peek().equals("r") && line.peek(1).equals("[") && !isWord("r");
    }

    /** Reads a register; `r[3]` is r3. */
    String register(Line line) {
        String register = line.take();
        if (Line.isRegister(register)) {
            return register;
        }
        line.expect("[");
        int index = line.count("number of a register", MAX_REGISTER);
        line.expect("]");
        return register + index;
    }

    /** Returns whether a handle comes next, `h3` or `h[k]`; no statement begins with a word of this form. */
    boolean isHandle(Line line) {
        return HANDLE.matcher(line.peek()).matches()
                || line.peek().equals("h") && line.peek(1).equals("[");
    }

    /** Reads a handle or a range of them; `h[3]` is h3, `h[0..2]` is h0, h1 and h2. */
    List<String> handles(Line line) {
        String name = line.take();
        if (!line.accept("[")) {
            return List.of(name);
        }
        int[] range = indices(line, "number of a handle", MAX_REGISTER);
        line.expect("]");
        line.refuse(range[1] < range[0], () -> "handles " + range[0] + ".." + range[1] + " run backwards");
        return IntStream.rangeClosed(range[0], range[1]).mapToObj(k -> name + k).toList();
    }

    /** Reads `a` or `a..b`. */
    private static int[] indices(Line line, String what, int most) {
        int from = line.count(what, most);
        return new int[] {from, line.accept("..") ? line.count(what, most) : from};
    }

    // ---- nodes

    String element(Line line, String base, int index) {
        String name = base + "[" + index + "]";
        List<String> all = arrays.get(base);
        line.refuse(
                !nodes.containsKey(name),
                () -> "no node " + name + ": " + base + " has " + all.get(0) + " to " + all.get(all.size() - 1));
        return name;
    }

    String node(Line line) {
        String base = line.name("a node");
        List<String> all = arrays.get(base);
        if (all == null) {
            if (!nodes.containsKey(base)) {
                List<String> known = new ArrayList<>(arrays.keySet());
                nodes.keySet().stream().filter(n -> !n.endsWith("]")).forEach(known::add);
                line.known("node", base, known);
            }
            return base;
        }
        line.refuse(!line.accept("["), () -> base + " is " + all.size() + " nodes: say which, as in " + all.get(0));
        String name = element(line, base, line.count("index of " + base, MAX_INDEX));
        line.expect("]");
        return name;
    }

    /** Reads one node, or all nodes of an array as `n` or `n[]`, or some of them as `n[a..b]`. */
    List<String> someNodes(Line line) {
        List<String> all = arrays.get(line.peek());
        if (all == null) {
            return List.of(node(line));
        }
        String base = line.take();
        if (!line.accept("[") || line.accept("]")) {
            return all;
        }
        int begin = line.position();
        int first = line.count("index of " + base, MAX_INDEX);
        if (!line.peek().equals("..")) {
            String one = element(line, base, first);
            line.expect("]");
            return List.of(one);
        }
        line.seek(begin);
        int[] range = line.range("index of " + base, MAX_INDEX);
        line.expect("]");
        return IntStream.rangeClosed(range[0], range[1])
                .mapToObj(k -> element(line, base, k))
                .toList();
    }

    // ---- words

    /**
     * Reads `w`, `w[k]`, `w[a..b]` or `w[]`, optionally with `@N` after it.
     *
     * @param own node of the word if `@N` is missing and the symbol is declared on several nodes, or null
     */
    Ref ref(Line line, String own) {
        String symbol = symbol(line);
        boolean listed = line.accept("[");
        boolean empty = listed && line.peek().equals("]");
        int[] range = listed && !empty ? indices(line, "index", MAX_WORDS) : new int[2];
        if (listed) {
            line.expect("]");
        }
        Words place = place(line, symbol, own);
        isForward(line, range);
        isWithin(line, place, range[1]);
        return new Ref(place.node(), symbol, range[0], empty ? 0 : range[1] - range[0] + 1);
    }

    /**
     * Reads `w{a, b..c, d}`, optionally with `@N` after it, and returns each of these words in this order.
     *
     * @param own as for {@link #ref}
     */
    List<Ref> listed(Line line, String own) {
        String symbol = symbol(line);
        line.expect("{");
        List<Integer> all = new ArrayList<>();
        do {
            int[] range = indices(line, "index", MAX_WORDS);
            isForward(line, range);
            IntStream.rangeClosed(range[0], range[1]).forEach(all::add);
        } while (line.accept(","));
        line.expect("}");
        Words place = place(line, symbol, own);
        all.forEach(k -> isWithin(line, place, k));
        return all.stream().map(k -> new Ref(place.node(), symbol, k, 1)).toList();
    }

    private static void isForward(Line line, int[] range) {
        line.refuse(range[0] > range[1], () -> "index " + range[0] + ".." + range[1] + " runs backwards");
    }

    private static void isWithin(Line line, Words place, int index) {
        line.refuse(
                index >= place.count(),
                () -> "index " + index + " is beyond " + place.symbol() + "[" + place.count() + "]");
    }

    private String symbol(Line line) {
        String symbol = line.name("a word");
        if (!isWord(symbol)) {
            line.known(
                    "word",
                    symbol,
                    words.keySet().stream().filter(w -> !isHidden(w)).toList());
        }
        return symbol;
    }

    /** Reads an optional `@N` after a word and returns the words of that node. */
    private Words place(Line line, String symbol, String own) {
        Map<String, Words> places = words.get(symbol);
        String first = places.keySet().iterator().next();
        String node = line.accept("@") ? node(line) : places.size() == 1 ? first : own;
        line.refuse(
                node == null || !places.containsKey(node),
                () -> "word " + symbol + " is on " + String.join(", ", places.keySet())
                        + (node == null ? ": say which, as in " + symbol + "@" + first : ", not on " + node));
        return places.get(node);
    }

    // ---- locks

    /** Returns the word of a node's own lock, which no file can name. */
    Ref lockOf(String node) {
        words.computeIfAbsent(LOCK, s -> new LinkedHashMap<>())
                .computeIfAbsent(node, n -> new Words(LOCK, n, 1, Long.BYTES));
        return new Ref(node, LOCK, 0, 1);
    }

    private static boolean isHidden(String symbol) {
        return symbol.equals(LOCK);
    }

    static String lock(Ref word) {
        return isHidden(word.symbol()) ? word.node() : word.toString();
    }
}
