// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.hw.HwLayout;
import fairlead.program.ReduceFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Reads the operands of the statements of one task, and puts and gets, of which a strided or listed one is many. */
class OperandReader extends TaskState {
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

    private static final List<String> FUNCTIONS = Arrays.stream(ReduceFunction.values())
            .map(f -> f.name().toLowerCase(Locale.ROOT))
            .toList();
    private static final int MOST_WORDS = 512; // of one call of a group
    private static final int MOST_CONTEXTS = 15;
    private static final int MOST_CREDITS = 65535;
    private static final int MOST_CYCLES = 100_000_000;
    private static final int MOST_EPOCH = (1 << HwLayout.EpochCommand.ID_WIDTH) - 1;
    private static final int MOST_BYTES = (1 << HwLayout.LENGTH_BITS) - 1;

    final Names names;
    String register; // register on the left side of the line, or null
    boolean attempt; // whether the line says `try` or `why`
    boolean asksWhy; // whether the line asks for the reason of a refusal
    String label;

    OperandReader(Names names, Task task) {
        super(task);
        this.names = names;
    }

    OperandReader(OperandReader other) {
        super(other);
        names = other.names;
    }

    final Statement make(Verb verb) {
        Statement s = new Statement();
        s.verb = verb;
        s.line = line.number();
        s.label = label;
        return s;
    }

    final Statement read(Verb verb) {
        return read(verb, verb.operands());
    }

    /**
     * Reads operands in this order.
     *
     * @param kinds kinds of operands with spaces between them; any other word stands for itself
     */
    final Statement read(Verb verb, String kinds) {
        Statement s = make(verb);
        operands(kinds, s);
        return s;
    }

    final void operands(String kinds, Statement to) {
        for (String kind : kinds.isEmpty() ? new String[0] : kinds.split(" ")) {
            operand(kind, to);
        }
    }

    private void operand(String kind, Statement to) {
        switch (kind) {
            case "result" -> to.register = register;
            case "try" -> {
                to.register = register;
                to.attempt = attempt;
            }
            case "own" -> to.local = one(own(names.ref(line, task.node())));
            case "own-word" -> to.local = word(own(names.ref(line, task.node())));
            case "word" -> to.remote = word(names.ref(line, null));
            case "value" -> to.value = summed();
            case "written" -> to.value = written(to.local);
            case "second" -> to.second = summed();
            case "relation" -> to.relation = line.relation();
            case "time" -> to.value = Operand.of(line.count("cycles", MOST_CYCLES));
            case "cycles" -> to.number = line.count("cycles", MOST_CYCLES);
            case "id" -> to.number = line.value();
            case "credits" -> to.number = line.count("credits", MOST_CREDITS);
            case "scheme" -> {
                String scheme = line.known("scheme", line.name("cd or pr"), List.of("cd", "pr"));
                to.flags = line.accept("high") ? List.of(scheme, "high") : List.of(scheme);
            }
            case "node" -> to.nodes = List.of(names.node(line));
            case "nodes" -> {
                to.nodes = new ArrayList<>();
                do {
                    to.nodes.add(names.node(line));
                } while (!line.isEnd());
            }
            case "function" -> {
                String function = line.known("function", line.take(), FUNCTIONS);
                to.flags = List.of(function.toUpperCase(Locale.ROOT));
            }
            case "own-words" -> to.local = operandOfCall();
            case "members" -> members(to);
            case "epoch" -> to.number = epochId();
            case "context" -> to.context = context(-1);
            case "in" -> in(to);
            default -> line.expect(kind);
        }
    }

    /** Reads an optional `in ID` or `ctx N` after an operation at a target. */
    final void in(Statement operation) {
        if (line.accept("in")) {
            operation.epoch = epochId();
            isOpen(operation.epoch, operation.remote.node());
        }
        operation.context = context(operation.epoch);
    }

    final long epochId() {
        return line.count("epoch id", MOST_EPOCH);
    }

    /** Reads an optional `ctx N`; an operation of an epoch has no context, because the epoch completes it. */
    private int context(long epoch) {
        if (!line.accept("ctx")) {
            return 0;
        }
        refuse(epoch >= 0, () -> "an operation of an epoch has no context: the end of the epoch completes it");
        return line.count("ctx", MOST_CONTEXTS);
    }

    final Statement keep(Statement s) {
        s.asksWhy = asksWhy && s.attempt;
        return place(s);
    }

    /** Reads a handle and what follows it. */
    final String handle(String behind, String one) {
        List<String> all = names.handles(line);
        if (!behind.isEmpty()) {
            line.expect(behind);
        }
        refuse(all.size() != 1, () -> one + ", not " + all.size());
        return all.get(0);
    }

    // ---- values

    final Operand operand() {
        if (names.isRegister(line) && !line.values.containsKey(line.peek())) {
            String read = names.register(line);
            isDefined(read);
            return new Operand(read, 0);
        }
        return Operand.of(line.value());
    }

    /** Reads the value that a put or store writes to these words: a value, or a register with something added. */
    final Operand written(Ref words) {
        Operand value = summed();
        int bytes = names.bytes(words);
        if (value.isPlain()) {
            Declarations.fits(line, words.symbol(), bytes, value.value());
        }
        refuse(
                !value.isPlain() && bytes < Long.BYTES,
                () -> "a register has 8 bytes, and a word of " + words.symbol() + " has " + bytes);
        return value;
    }

    /** Reads a value, or a register with something added or taken away, in wrapping 64-bit arithmetic. */
    final Operand summed() {
        Operand base = operand();
        return base.isPlain() ? base : new Operand(base.register(), line.more());
    }

    // ---- words

    final Ref one(Ref ref) {
        refuse(ref.count() != 1, () -> "one word is needed: " + ref.symbol());
        return ref;
    }

    /** Refuses all but one word of 8 bytes: the processor and the atomics of a memory act on nothing else. */
    final Ref word(Ref ref) {
        int bytes = names.bytes(one(ref));
        refuse(
                bytes != Long.BYTES,
                () -> "this acts on 8 bytes, and a word of " + ref.symbol() + " has " + bytes
                        + ": only load, put and get take it");
        return ref;
    }

    /** Refuses sides of a put or get whose words have different sizes. */
    final void alike(Ref one, Ref other) {
        refuse(
                names.bytes(one) != names.bytes(other),
                () -> "a word of " + one.symbol() + " has " + names.bytes(one) + " bytes and a word of "
                        + other.symbol() + " has " + names.bytes(other));
    }

    final Ref own(Ref ref) {
        refuse(
                !ref.node().equals(task.node()),
                () -> ref.symbol() + " is on " + ref.node() + ", and this is done on the own node " + task.node()
                        + " only");
        return ref;
    }

    /** Checks that one descriptor can carry the words of a put or get. */
    final Ref carried(Ref remote) {
        int most = MOST_BYTES / names.bytes(remote);
        refuse(
                remote.count() > most,
                () -> remote.count() + " words in one operation: one carries " + most + " at most");
        return remote;
    }

    // ---- puts and gets

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

    // ---- calls of groups

    /**
     * Reads the nodes after `over` and the root, as in `reduce max w over A B to A`, `bcast w over A B from A` and
     * `meet A B`. Every member has the call in its program. The words are those of the member itself, and the result
     * replaces them.
     */
    private void members(Statement call) {
        String last = call.verb == Verb.REDUCE ? "to" : call.verb == Verb.BCAST ? "from" : "";
        List<String> members = new ArrayList<>();
        do {
            members.addAll(names.someNodes(line));
        } while (!line.isEnd() && !line.peek().equals(last));
        if (!last.isEmpty()) {
            line.expect(last);
            List<String> flags = new ArrayList<>(call.flags);
            flags.add(member(names.node(line), members, "the root"));
            call.flags = List.copyOf(flags);
        }
        member(task.node(), members, "the own node");
        refuse(
                new HashSet<>(members).size() != members.size(),
                () -> "a node is twice in the group " + String.join(" ", members));
        call.nodes = members.stream().sorted().toList();
        if (call.local != null) {
            word(new Ref(call.local.node(), call.local.symbol(), call.local.from(), 1));
        }
    }

    private Ref operandOfCall() {
        Ref words = names.ref(line, task.node());
        refuse(
                !words.node().equals(task.node()),
                () -> words.symbol() + " is on " + words.node()
                        + ", and a member of a group uses words of its own node " + task.node() + " only");
        refuse(
                words.count() < 1 || words.count() > MOST_WORDS,
                () -> words.count() + " words in one call: it takes 1 to " + MOST_WORDS);
        return words;
    }

    private String member(String name, List<String> members, String what) {
        refuse(!members.contains(name), () -> what + " " + name + " is not in the group " + String.join(" ", members));
        return name;
    }
}
