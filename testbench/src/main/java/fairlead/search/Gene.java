// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.scenario.Fields;
import fairlead.scenario.Tree;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * One key of the scenario that the search may choose. An integer gene has ordered values: `from`, `from + step` and so
 * on up to `to`, or a list. A choice has words or lists without an order between them, and a permutation has the
 * different orders of one list.
 *
 * @param path the path of the key, as in machine.buffers.link_vc
 * @param from the least value of a range
 * @param to the limit of a range
 * @param step the distance of two values of a range
 * @param texts the values in YAML, in the order of levels; empty for a range
 */
public record Gene(String path, Kind kind, int from, int to, int step, List<String> texts) {
    private static final String BUFFERS = "machine.buffers.";
    private static final String STRUCTURE = "machine.structure";
    private static final int MOST_ITEMS = 6; // most items of a permutation, which then has 720 orders
    private static final int MOST_VALUES = 1000;

    public enum Kind {
        INTEGER,
        CHOICE,
        PERMUTATION
    }

    public Gene {
        texts = List.copyOf(texts);
    }

    public Gene(String path, int from, int to, int step) {
        this(path, Kind.INTEGER, from, to, step, List.of());
    }

    public static Gene of(String path, Kind kind, List<String> texts) {
        return new Gene(path, kind, 0, 0, 1, texts);
    }

    /** Tells whether near levels mean near values. */
    public boolean isOrdered() {
        return kind == Kind.INTEGER;
    }

    /** Tells whether the gene chooses what only elaboration can change. */
    public boolean isStructure() {
        return path.equals(STRUCTURE) || path.startsWith(STRUCTURE + ".");
    }

    /**
     * Tells whether each value is judged with each value of the other such genes, and not only the least and greatest.
     */
    public boolean isChoice() {
        return !isOrdered() || isStructure();
    }

    public int levels() {
        return texts.isEmpty() ? (to - from) / step + 1 : texts.size();
    }

    /** Returns the value of an integer gene. */
    public int value(int level) {
        return texts.isEmpty() ? from + level * step : Integer.parseInt(texts.get(level));
    }

    /** Returns the value at a level, in YAML. */
    public String text(int level) {
        return texts.isEmpty() ? Integer.toString(value(level)) : texts.get(level);
    }

    /** Returns the level of a value in YAML, or -1 if the gene has no such value. */
    public int level(String text) {
        if (!texts.isEmpty()) {
            return texts.indexOf(text);
        }
        try {
            long offset = Long.parseLong(text) - from;
            return offset >= 0 && offset % step == 0 && offset / step < levels() ? (int) (offset / step) : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Returns the allowed values, for messages. */
    public String allowed() {
        return texts.isEmpty() ? from + " to " + to + " in steps of " + step : "one of " + String.join(", ", texts);
    }

    /** Returns the last part of the path; of the depth of a buffer all that names the buffer. */
    public String brief() {
        return path.startsWith(BUFFERS) ? path.substring(BUFFERS.length()) : path.substring(path.lastIndexOf('.') + 1);
    }

    /**
     * Reads one entry of `genes`: {from, to, step}, {values: [..]}, {choice: [..]} or {permutation: [..]}. After a
     * mistake, which is added to those of the study, it returns null.
     */
    static Gene read(Fields study, String path, Tree entry) {
        if (!entry.isMap()) {
            study.mistakes()
                    .at(
                            entry,
                            "genes." + path,
                            "must be {from: N, to: N, step: N}, {values: [..]}, {choice: [..]} or"
                                    + " {permutation: [..]}");
            return null;
        }
        String form = Stream.of("values", "choice", "permutation")
                .filter(entry.entries()::containsKey)
                .findFirst()
                .orElse("range");
        Fields fields = study.item(entry, "genes." + path, StudyReader.form(form));
        return form.equals("range") ? range(fields, path) : list(fields, path, form);
    }

    private static Gene mistake(Fields fields, String key, String what) {
        fields.blame(key, what);
        return null;
    }

    private static Gene list(Fields fields, String path, String key) {
        Tree list = fields.get(key);
        boolean orders = key.equals("permutation");
        int least = orders ? 1 : 2;
        int most = orders ? MOST_ITEMS : MOST_VALUES;
        if (!list.isList() || list.items().size() < least || list.items().size() > most) {
            return mistake(fields, key, "must be a list of " + least + " to " + most + " items");
        }
        List<String> texts = list.items().stream().map(Tree::toString).toList();
        if (orders) {
            TreeSet<String> all = new TreeSet<>();
            permute(texts, "", all);
            return all.size() > 1
                    ? of(path, Kind.PERMUTATION, List.copyOf(all))
                    : mistake(fields, key, "must have two different items, so that there is a choice");
        }
        if (texts.stream().distinct().count() < texts.size()) {
            return mistake(fields, key, "a value is there twice");
        }
        return key.equals("choice")
                ? of(path, Kind.CHOICE, texts)
                : rise(list.items())
                        ? of(path, Kind.INTEGER, texts)
                        : mistake(fields, key, "must be integers of at least 0 that rise");
    }

    private static boolean rise(List<Tree> items) {
        BigInteger last = BigInteger.ONE.negate();
        for (Tree item : items) {
            if (!(item.scalar() instanceof BigInteger n) || n.compareTo(last) <= 0 || n.bitLength() >= Integer.SIZE) {
                return false;
            }
            last = n;
        }
        return true;
    }

    private static void permute(List<String> left, String done, TreeSet<String> orders) {
        if (left.isEmpty()) {
            orders.add("[" + done + "]");
        }
        for (int i = 0; i < left.size(); i++) {
            List<String> rest = new ArrayList<>(left);
            permute(rest, done.isEmpty() ? rest.remove(i) : done + ", " + rest.remove(i), orders);
        }
    }

    private static Gene range(Fields fields, String path) {
        int from = fields.number("from", 0);
        int step = fields.number("step", 1);
        int to = fields.number("to", 0);
        if (fields.isGood() && to < (long) from + step) {
            String what = "must be at least from + step = " + ((long) from + step);
            fields.blame("to", what + ", so that there is a choice");
        } else if (fields.isGood()) {
            return new Gene(path, from, to, step);
        }
        return null;
    }
}
