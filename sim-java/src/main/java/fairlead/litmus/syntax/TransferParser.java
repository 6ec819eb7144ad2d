// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.litmus.syntax.Statement.Draft;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Parses puts and gets, of which a strided or listed one is many. */
class TransferParser extends StatementMaker {
    /**
     * The words of one side of a put or get.
     *
     * @param all the words, if they lie side by side
     * @param words every word as a range of its own, if the line gives a step or lists them; otherwise empty
     */
    private record Strides(Ref all, List<Ref> words) {

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

    TransferParser(final Names names, final List<Statement> out, final String node) {
        super(names, out, node);
    }

    // the signal and its put have no register
    final void put(final String status, final boolean tries) {
        final Strides remote = Strides.read(line, names, null, values).written(line);
        final Strides source = line.accept("from") ? ownWords() : null;
        if (source == null) {
            line.expect("=");
        }
        if (remote.isMany() || source != null && source.isMany()) {
            many(Verb.PUT, remote, source);
            return;
        }
        if (source != null) {
            equal(Verb.PUT, remote.all().count(), source.all().count());
            alike(remote.all(), source.all());
        }
        final Ref to = carried(remote.all());
        final Draft put =
                source == null ? remote(Verb.PUT, to, null, written(to)) : remote(Verb.PUT, to, source.all(), null);
        put.register = status;
        put.attempt = tries;
        keep(put);
    }

    /** Reads words of the own node. */
    private Strides ownWords() {
        final Strides words = Strides.read(line, names, node, values);
        return new Strides(
                words.all() == null ? null : own(words.all()),
                words.words().stream().map(this::own).toList());
    }

    private void equal(final Verb verb, final int remote, final int local) {
        if (remote != local) {
            throw line.error(
                    "a " + verb.word() + " of " + remote + " words " + (verb == Verb.PUT ? "from " : "into ") + local);
        }
    }

    /** Adds one put or get for each word of the sides, of which at least one is strided or a list. */
    private void many(final Verb verb, final Strides remote, final Strides local) {
        if (register != null || label != null || attempt) {
            throw line.error(
                    "a strided or listed " + verb.word() + " is many operations, so it has no register and no label");
        }
        final List<Ref> there = remote.each();
        final List<Ref> here = local == null ? List.of() : local.each();
        if (local != null) {
            equal(verb, there.size(), here.size());
        }
        if (there.isEmpty()) {
            return;
        }
        if (local != null) {
            alike(there.get(0), here.get(0));
        }
        final Draft each = remote(verb, there.get(0), null, local == null ? written(there.get(0)) : null);
        for (int i = 0; i < there.size(); i++) {
            each.remote = there.get(i);
            each.local = local == null ? null : here.get(i);
            keep(each);
        }
    }

    final void get() {
        if (names.isRegister(line)) {
            if (register != null) {
                throw line.error("a try of a get needs a buffer: the register holds the status");
            }
            final String into = names.register(line, values);
            branches.check(line, into);
            line.expect("=");
            final Draft get = remote(Verb.GET, one(names.ref(line, null, values)), null, null);
            get.register = into;
            undefined.put(into, flight(get.remote.node(), get.context));
            keep(get);
            return;
        }
        final Strides landing = ownWords().written(line);
        line.expect("=");
        final Strides remote = Strides.read(line, names, null, values);
        if (landing.isMany() || remote.isMany()) {
            many(Verb.GET, remote, landing);
            return;
        }
        equal(Verb.GET, remote.all().count(), landing.all().count());
        alike(remote.all(), landing.all());
        final Draft get = remote(Verb.GET, carried(remote.all()), landing.all(), null);
        get.register = register;
        get.attempt = attempt;
        keep(get);
    }

    /** Returns what a get into a register goes by: its target and its context. */
    static String flight(final String target, final int context) {
        return target + " " + context;
    }
}
