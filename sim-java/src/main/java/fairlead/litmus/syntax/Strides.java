// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * The words of one side of a put or get.
 *
 * @param all the words, if they lie side by side
 * @param words every word as a range of its own, if the line gives a step or lists them; otherwise empty
 */
record Strides(Ref all, List<Ref> words) {

    /** Reads `w[a..b]`, `w[a..b] step s` or `w{a, b..c}`. */
    static Strides read(final Line line, final Names names, final String own, final Map<String, Long> values) {
        if (line.peek(1).equals("{")) {
            return new Strides(null, names.listed(line, own, values));
        }
        final Ref all = names.ref(line, own, values);
        if (!line.accept("step")) {
            return new Strides(all, List.of());
        }
        final int step = line.count("step", Names.MAX_WORDS, values);
        if (step == 0) {
            throw line.error("step must be at least 1");
        }
        return new Strides(all, every(all, step));
    }

    private static List<Ref> every(final Ref all, final int step) {
        final List<Ref> words = new ArrayList<>();
        for (int i = 0; i < all.count(); i += step) {
            words.add(new Ref(all.node(), all.symbol(), all.from() + i, 1));
        }
        return words;
    }

    /** Returns whether the words are those of many operations. */
    boolean isMany() {
        return all == null || !words.isEmpty();
    }

    /** Returns every word as a range of its own. */
    List<Ref> each() {
        return isMany() ? words : every(all, 1);
    }

    String node() {
        return all == null ? words.get(0).node() : all.node();
    }

    String symbol() {
        return all == null ? words.get(0).symbol() : all.symbol();
    }

    /** Refuses a list that writes one word twice: the result would depend on the order. */
    Strides written(final Line line) {
        if (new HashSet<>(words).size() < words.size()) {
            throw line.error("a word of " + symbol() + " is listed twice, and would be written twice in any order");
        }
        return this;
    }
}
