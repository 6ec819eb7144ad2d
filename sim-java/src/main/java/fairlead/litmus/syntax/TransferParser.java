// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.litmus.syntax.Statement.Draft;
import fairlead.program.ReduceFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Parses puts and gets, of which a strided or listed one is many, and calls of groups. */
class TransferParser extends StatementReader {
    private static final List<String> FUNCTIONS = Arrays.stream(ReduceFunction.values())
            .map(f -> f.name().toLowerCase(Locale.ROOT))
            .toList();
    private static final int MOST_WORDS = 512; // of one call of a group

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

        boolean isMany() {
            return all == null || !words.isEmpty();
        }

        List<Ref> each() {
            return isMany() ? words : every(all, 1);
        }
    }

    TransferParser(Names names, List<Statement> out, String node, TaskState state) {
        super(names, out, node, state);
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
        if (step == 0) {
            throw line.error("step must be at least 1");
        }
        return new Side(all, Side.every(all, step));
    }

    /** Refuses a list that writes one word twice: the result would depend on the order. */
    private Side written(Side side) {
        if (new HashSet<>(side.words).size() < side.words.size()) {
            throw line.error("a word of " + side.words.get(0).symbol()
                    + " is listed twice, and would be written twice in any order");
        }
        return side;
    }

    private Side ownWords() {
        Side words = side(node);
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
        if (register != null) {
            throw line.error("a try of a get needs a buffer: the register holds the status");
        }
        String into = names.register(line);
        state.isOfBlock(line, into);
        line.expect("=");
        Draft get = remote(Verb.GET, one(names.ref(line, null)), null, null);
        get.register = into;
        state.begin(into, get.remote.node(), get.context);
        keep(get);
    }

    /** @param local own words, or null for a put of a value, which comes next */
    private void transfer(Verb verb, Side remote, Side local, String status, boolean tries) {
        if (remote.isMany() || local != null && local.isMany()) {
            many(verb, remote, local);
            return;
        }
        if (local != null) {
            equal(verb, remote.all.count(), local.all.count());
            alike(remote.all, local.all);
        }
        Ref to = carried(remote.all);
        Draft one = remote(verb, to, local == null ? null : local.all, local == null ? written(to) : null);
        one.register = status;
        one.attempt = tries;
        keep(one);
    }

    private void equal(Verb verb, int remote, int local) {
        if (remote != local) {
            throw line.error(
                    "a " + verb.word() + " of " + remote + " words " + (verb == Verb.PUT ? "from " : "into ") + local);
        }
    }

    /** Adds one put or get for each word of the sides, of which at least one is strided or a list. */
    private void many(Verb verb, Side remote, Side local) {
        if (register != null || label != null || attempt) {
            throw line.error(
                    "a strided or listed " + verb.word() + " is many operations, so it has no register and no label");
        }
        List<Ref> there = remote.each();
        List<Ref> here = local == null ? List.of() : local.each();
        if (local != null) {
            equal(verb, there.size(), here.size());
        }
        if (there.isEmpty()) {
            return;
        }
        if (local != null) {
            alike(there.get(0), here.get(0));
        }
        Draft each = remote(verb, there.get(0), null, local == null ? written(there.get(0)) : null);
        for (int i = 0; i < there.size(); i++) {
            each.remote = there.get(i);
            each.local = local == null ? null : here.get(i);
            keep(each);
        }
    }

    // ---- groups

    /**
     * Reads the call of a group: `allreduce sum w over A B`, `reduce max w over A B to A`, `bcast w over A B from A` or
     * `meet A B`. Every member has the call in its program. The words are those of the member itself, and the result
     * replaces them.
     */
    final void collective(Verb verb) {
        Draft call = make(verb);
        List<String> flags = new ArrayList<>();
        if (verb == Verb.ALLREDUCE || verb == Verb.REDUCE) {
            String function = line.take();
            known("function", function, FUNCTIONS);
            flags.add(function.toUpperCase(Locale.ROOT));
        }
        if (verb != Verb.MEET) {
            call.local = operandOfCall();
            line.expect("over");
        }
        String last = verb == Verb.REDUCE ? "to" : verb == Verb.BCAST ? "from" : "";
        List<String> members = new ArrayList<>();
        do {
            members.addAll(names.someNodes(line));
        } while (!line.isEnd() && !line.peek().equals(last));
        if (!last.isEmpty()) {
            line.expect(last);
            flags.add(member(names.node(line), members, "the root"));
        }
        member(node, members, "the own node");
        if (new HashSet<>(members).size() != members.size()) {
            throw line.error("a node is twice in the group " + String.join(" ", members));
        }
        call.nodes = members.stream().sorted().toList();
        call.flags = List.copyOf(flags);
        if (call.local != null) {
            word(new Ref(call.local.node(), call.local.symbol(), call.local.from(), 1));
        }
        keep(call);
    }

    private Ref operandOfCall() {
        Ref words = names.ref(line, node);
        if (!words.node().equals(node)) {
            throw line.error(words.symbol() + " is on " + words.node() + ", and a member of a group uses words of its"
                    + " own node " + node + " only");
        }
        if (words.count() < 1 || words.count() > MOST_WORDS) {
            throw line.error(words.count() + " words in one call: it takes 1 to " + MOST_WORDS);
        }
        return words;
    }

    private String member(String name, List<String> members, String what) {
        if (!members.contains(name)) {
            throw line.error(what + " " + name + " is not in the group " + String.join(" ", members));
        }
        return name;
    }
}
