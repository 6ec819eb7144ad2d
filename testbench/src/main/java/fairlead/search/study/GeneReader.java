// SPDX-License-Identifier: Apache-2.0
package fairlead.search.study;

import fairlead.scenario.Tree;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Reads one entry of `genes`: {from, to, step}, {values: [..]}, {choice: [..]} or {permutation: [..]}. A mistake is
 * added to those of the reader.
 */
final class GeneReader {
    private static final int MOST_ITEMS = 6; // most items of a permutation, which then has 720 orders
    private static final int MOST_VALUES = 1000;

    private final StudyReader reader;
    private final String path;
    private final String prefix;
    private final Tree entry;

    GeneReader(final StudyReader reader, final String path, final Tree entry) {
        this.reader = reader;
        this.path = path;
        this.prefix = "genes." + path;
        this.entry = entry;
    }

    /** Returns the gene, or null after a mistake. */
    Gene read() {
        if (!entry.isMap()) {
            return mistake(
                    entry,
                    "",
                    "must be {from: N, to: N, step: N}, {values: [..]}, {choice: [..]} or" + " {permutation: [..]}");
        }
        for (final String key : List.of("values", "choice", "permutation")) {
            final Tree list = entry.entries().get(key);
            if (list != null) {
                reader.unknown(entry, prefix + ".", List.of(key));
                return list(key, list);
            }
        }
        return range();
    }

    private Gene mistake(final Tree at, final String key, final String what) {
        reader.mistake(at.where() + ": " + prefix + key + " = " + at.brief() + ": " + what);
        return null;
    }

    private Gene list(final String key, final Tree list) {
        final int least = "permutation".equals(key) ? 1 : 2;
        final int most = "permutation".equals(key) ? MOST_ITEMS : MOST_VALUES;
        if (!list.isList() || list.items().size() < least || list.items().size() > most) {
            return mistake(list, "." + key, "must be a list of " + least + " to " + most + " items");
        }
        final List<String> texts = new ArrayList<>();
        for (final Tree item : list.items()) {
            texts.add(item.toString());
        }
        if ("permutation".equals(key)) {
            final TreeSet<String> orders = new TreeSet<>();
            permute(texts, new ArrayList<>(), orders);
            return orders.size() > 1
                    ? Gene.of(path, Gene.Kind.PERMUTATION, List.copyOf(orders))
                    : mistake(list, "." + key, "must have two different items, so that there is a choice");
        }
        if (texts.stream().distinct().count() < texts.size()) {
            return mistake(list, "." + key, "a value is there twice");
        }
        return "choice".equals(key) ? Gene.of(path, Gene.Kind.CHOICE, texts) : values(list, texts);
    }

    private Gene values(final Tree list, final List<String> texts) {
        BigInteger last = BigInteger.ONE.negate();
        for (final Tree item : list.items()) {
            if (!(item.scalar() instanceof BigInteger n) || n.compareTo(last) <= 0 || n.bitLength() >= Integer.SIZE) {
                return mistake(list, ".values", "must be integers of at least 0 that rise");
            }
            last = n;
        }
        return Gene.of(path, Gene.Kind.INTEGER, texts);
    }

    private static void permute(final List<String> left, final List<String> done, final TreeSet<String> orders) {
        if (left.isEmpty()) {
            orders.add("[" + String.join(", ", done) + "]");
        }
        for (int i = 0; i < left.size(); i++) {
            final List<String> rest = new ArrayList<>(left);
            final List<String> more = new ArrayList<>(done);
            more.add(rest.remove(i));
            permute(rest, more, orders);
        }
    }

    private Gene range() {
        reader.unknown(entry, prefix + ".", List.of("from", "to", "step"));
        final int before = reader.mistakes();
        final long from = reader.integer(entry, "from", prefix + ".", 0, Integer.MAX_VALUE, null);
        final long step = reader.integer(entry, "step", prefix + ".", 1, Integer.MAX_VALUE, 1);
        final long to = reader.integer(entry, "to", prefix + ".", 0, Integer.MAX_VALUE, null);
        if (reader.mistakes() > before) {
            return null;
        }
        if (to < from + step) {
            reader.mistake(entry.where() + ": " + prefix + ".to = " + to + ": must be at least from + step = "
                    + (from + step) + ", so that there is a choice");
            return null;
        }
        return new Gene(path, (int) from, (int) to, (int) step);
    }
}
