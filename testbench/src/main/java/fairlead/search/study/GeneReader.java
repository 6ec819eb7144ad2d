// SPDX-License-Identifier: Apache-2.0
package fairlead.search.study;

import fairlead.scenario.Fields;
import fairlead.scenario.Tree;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Reads one entry of `genes`: {from, to, step}, {values: [..]}, {choice: [..]} or {permutation: [..]}. A mistake is
 * added to those of the study.
 */
record GeneReader(Fields study, String path, Tree entry) {
    private static final int MOST_ITEMS = 6; // most items of a permutation, which then has 720 orders
    private static final int MOST_VALUES = 1000;

    /** Returns the gene, or null after a mistake. */
    Gene read() {
        if (!entry.isMap()) {
            study.mistakes()
                    .at(
                            entry,
                            "genes." + path,
                            "must be {from: N, to: N, step: N}, {values: [..]}, {choice: [..]} or"
                                    + " {permutation: [..]}");
            return null;
        }
        final String form = Stream.of("values", "choice", "permutation")
                .filter(entry.entries()::containsKey)
                .findFirst()
                .orElse("range");
        final Fields fields = study.item(entry, "genes." + path, StudyReader.form(form));
        return form.equals("range") ? range(fields) : list(fields, form);
    }

    private static Gene mistake(final Fields fields, final String key, final String what) {
        fields.blame(key, what);
        return null;
    }

    private Gene list(final Fields fields, final String key) {
        final Tree list = fields.get(key);
        final boolean orders = key.equals("permutation");
        final int least = orders ? 1 : 2;
        final int most = orders ? MOST_ITEMS : MOST_VALUES;
        if (!list.isList() || list.items().size() < least || list.items().size() > most) {
            return mistake(fields, key, "must be a list of " + least + " to " + most + " items");
        }
        final List<String> texts = list.items().stream().map(Tree::toString).toList();
        if (orders) {
            final TreeSet<String> all = new TreeSet<>();
            permute(texts, new ArrayList<>(), all);
            return all.size() > 1
                    ? Gene.of(path, Gene.Kind.PERMUTATION, List.copyOf(all))
                    : mistake(fields, key, "must have two different items, so that there is a choice");
        }
        if (texts.stream().distinct().count() < texts.size()) {
            return mistake(fields, key, "a value is there twice");
        }
        return key.equals("choice")
                ? Gene.of(path, Gene.Kind.CHOICE, texts)
                : rise(list.items())
                        ? Gene.of(path, Gene.Kind.INTEGER, texts)
                        : mistake(fields, key, "must be integers of at least 0 that rise");
    }

    private static boolean rise(final List<Tree> items) {
        BigInteger last = BigInteger.ONE.negate();
        for (final Tree item : items) {
            if (!(item.scalar() instanceof BigInteger n) || n.compareTo(last) <= 0 || n.bitLength() >= Integer.SIZE) {
                return false;
            }
            last = n;
        }
        return true;
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

    private Gene range(final Fields fields) {
        final int from = fields.number("from", 0);
        final int step = fields.number("step", 1);
        final int to = fields.number("to", 0);
        if (fields.isGood() && to < (long) from + step) {
            final String what = "must be at least from + step = " + ((long) from + step);
            fields.blame("to", what + ", so that there is a choice");
        } else if (fields.isGood()) {
            return new Gene(path, from, to, step);
        }
        return null;
    }
}
