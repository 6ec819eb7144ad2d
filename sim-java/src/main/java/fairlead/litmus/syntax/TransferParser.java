// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;

/** Parses puts and gets, of which a strided or listed one is many. */
class TransferParser extends OperandReader {
    /**
     * The words of one side of a put or get.
     *
     * @param all the words, if they lie side by side
     * @param words every word as a range of its own, if the line gives a step or lists them; otherwise empty
     */
    private record Side(Ref all, List<Ref> words) {
        private static List<Ref> every(Ref all, int step) {
            return IntStream.range(0, (all.count() + step - 1) / step)
                    .mapToObj(i -> new Ref(all.node(), all.symbol(), all.from() + i * step, 1))
                    .toList();
        }

        private boolean isMany() {
            return all == null || !words.isEmpty();
        }

        private List<Ref> each() {
            return isMany() ? words : every(all, 1);
        }
    }

    TransferParser(Names names, Task task) {
        super(names, task);
    }

    TransferParser(TransferParser other) {
        super(other);
    }

    /** Reads `w[a..b]`, `w[a..b] step s` or `w{a, b..c}`. */
    private Side side(String own) {
        if (line.peek(1).equals("{")) {
            return new Side(null, names.listed(line, own));
        }
        Ref all = names.ref(line, own);
        if (!line.accept("step")) {
            return new Side(all, List.of());
        }
        int step = line.count("step", Names.MAX_WORDS);
        refuse(step == 0, () -> "step must be at least 1");
        return new Side(all, Side.every(all, step));
    }

    /** Refuses a list that writes one word twice: the result would depend on the order. */
    private Side written(Side side) {
        refuse(
                new HashSet<>(side.words).size() < side.words.size(),
                () -> "a word of " + side.words.get(0).symbol()
                        + " is listed twice, and would be written twice in any order");
        return side;
    }

    private Side ownWords() {
        Side words = side(task.node());
        own(words.all == null ? words.words.get(0) : words.all);
        return words;
    }

    /** Reads a put with its status in a register, or that of a signal, which has none. */
    final void put(String status, boolean tries) {
        Side to = written(side(null));
        Side source = line.accept("from") ? ownWords() : null;
        if (source == null) {
            line.expect("=");
        }
        transfer(Verb.PUT, to, source, status, tries);
    }

    final void get() {
        if (!names.isRegister(line)) {
            Side landing = written(ownWords());
            line.expect("=");
            transfer(Verb.GET, side(null), landing, register, attempt);
            return;
        }
        refuse(register != null, () -> "a try of a get needs a buffer: the register holds the status");
        String into = names.register(line);
        isOfBlock(into);
        line.expect("=");
        Statement get = make(Verb.GET);
        get.remote = one(names.ref(line, null));
        in(get);
        get.register = into;
        begin(get);
        keep(get);
    }

    /** @param local own words, or null for a put of a value, which comes next */
    private void transfer(Verb verb, Side remote, Side local, String status, boolean tries) {
        boolean many = remote.isMany() || local != null && local.isMany();
        refuse(
                many && (register != null || label != null || attempt),
                () -> "a strided or listed " + verb.word() + " is many operations, so it has no register and no label");
        List<Ref> there = many ? remote.each() : List.of(remote.all());
        List<Ref> here = local == null ? List.of() : many ? local.each() : List.of(local.all());
        if (local != null) {
            int to = many ? there.size() : remote.all().count();
            int from = many ? here.size() : local.all().count();
            refuse(
                    to != from,
                    () -> "a " + verb.word() + " of " + to + " words " + (verb == Verb.PUT ? "from " : "into ") + from);
        }
        if (there.isEmpty()) {
            return;
        }
        if (local != null) {
            alike(there.get(0), here.get(0));
        }
        Statement each = make(verb);
        each.remote = carried(there.get(0));
        each.value = local == null ? written(each.remote) : null;
        in(each);
        each.register = status;
        each.attempt = tries;
        for (int i = 0; i < there.size(); i++) {
            int k = i;
            keep(each.with(one -> {
                one.remote = there.get(k);
                one.local = local == null ? null : here.get(k);
            }));
        }
    }
}
