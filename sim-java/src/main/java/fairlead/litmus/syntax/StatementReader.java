// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.hw.HwLayout;
import fairlead.litmus.syntax.Statement.Draft;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads the operands of the statements of one task. */
class StatementReader {
    private static final int MOST_CONTEXTS = 15;
    private static final int MOST_CREDITS = 65535;
    private static final int MOST_CYCLES = 100_000_000;
    private static final int MOST_EPOCH = (1 << HwLayout.EpochCommand.ID_WIDTH) - 1;
    private static final int MOST_BYTES = (1 << HwLayout.LENGTH_BITS) - 1;

    final Names names;
    final List<Statement> out;
    final String node;
    final TaskState state;
    Line line; // that is being read
    String register; // register on the left side of the line, or null
    boolean attempt; // whether the line says `try` or `why`
    boolean asksWhy; // whether the line asks for the reason of a refusal
    String label;

    StatementReader(Names names, List<Statement> out, String node, TaskState state) {
        this.names = names;
        this.out = out;
        this.node = node;
        this.state = state;
    }

    final Draft make(Verb verb) {
        Draft draft = new Draft(verb);
        draft.line = line.number();
        draft.label = label;
        return draft;
    }

    /**
     * Reads operands in this order.
     *
     * @param kinds kinds of operands with spaces between them; any other word stands for itself
     */
    final Draft read(Verb verb, String kinds) {
        Draft draft = make(verb);
        if (!kinds.isEmpty()) {
            for (String kind : kinds.split(" ")) {
                operand(kind, draft);
            }
        }
        return draft;
    }

    private void operand(String kind, Draft to) {
        switch (kind) {
            case "result" -> to.register = register;
            case "try" -> {
                to.register = register;
                to.attempt = attempt;
            }
            case "own" -> to.local = one(own(names.ref(line, node)));
            case "own-word" -> to.local = word(own(names.ref(line, node)));
            case "word" -> to.remote = word(names.ref(line, null));
            case "value" -> to.value = summed();
            case "written" -> to.value = written(to.local);
            case "second" -> to.second = summed();
            case "relation" -> to.relation = line.relation();
            case "time" -> to.value = Operand.of(line.count("cycles", MOST_CYCLES));
            case "cycles" -> to.number = line.count("cycles", MOST_CYCLES);
            case "id" -> to.number = line.value();
            case "credits" -> to.number = line.count("credits", MOST_CREDITS);
            case "scheme" -> to.flags = scheme();
            case "node" -> to.nodes = List.of(names.node(line));
            case "nodes" -> to.nodes = nodes();
            case "epoch" -> to.number = epochId();
            case "context" -> to.context = context(-1);
            case "in" -> in(to);
            default -> line.expect(kind);
        }
    }

    private List<String> scheme() {
        String scheme = line.name("cd or pr");
        known("scheme", scheme, List.of("cd", "pr"));
        return line.accept("high") ? List.of(scheme, "high") : List.of(scheme);
    }

    final void known(String what, String word, List<String> all) {
        if (!all.contains(word)) {
            throw line.unknown(what, word, all);
        }
    }

    final List<String> nodes() {
        List<String> all = new ArrayList<>();
        do {
            all.add(names.node(line));
        } while (!line.isEnd());
        return List.copyOf(all);
    }

    /** Reads an optional `in ID` or `ctx N` behind an operation at a target. */
    private Draft in(Draft operation) {
        operation.epoch = -1;
        if (line.accept("in")) {
            operation.epoch = epochId();
            state.isOpen(line, operation.epoch, operation.remote.node());
        }
        operation.context = context(operation.epoch);
        return operation;
    }

    /** Makes an operation on words at a target, with what it has behind its operands. */
    final Draft remote(Verb verb, Ref remote, Ref local, Operand value) {
        Draft draft = make(verb);
        draft.remote = remote;
        draft.local = local;
        draft.value = value;
        return in(draft);
    }

    final long epochId() {
        return line.count("epoch id", MOST_EPOCH);
    }

    /** Reads an optional `ctx N`; an operation of an epoch has no context, because the epoch completes it. */
    private int context(long epoch) {
        if (!line.accept("ctx")) {
            return 0;
        }
        if (epoch >= 0) {
            throw line.error("an operation of an epoch has no context: the end of the epoch completes it");
        }
        return line.count("ctx", MOST_CONTEXTS);
    }

    final Statement keep(Draft draft) {
        draft.asksWhy = asksWhy && draft.attempt;
        Statement statement = state.placed(line, draft.made());
        out.add(statement);
        return statement;
    }

    static Verb verbOf(String word) {
        return Verb.valueOf(word.toUpperCase(Locale.ROOT));
    }

    // ---- values

    final Operand operand() {
        if (names.isRegister(line) && !line.values.containsKey(line.peek())) {
            String read = names.register(line);
            state.defined(line, read);
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
        } else if (bytes < Long.BYTES) {
            throw line.error("a register has 8 bytes, and a word of " + words.symbol() + " has " + bytes);
        }
        return value;
    }

    /** Reads a value, or a register with something added or taken away, in wrapping 64-bit arithmetic. */
    final Operand summed() {
        Operand base = operand();
        return base.isPlain() ? base : new Operand(base.register(), line.more());
    }

    // ---- words

    final Ref one(Ref ref) {
        if (ref.count() != 1) {
            throw line.error("one word is needed: " + ref.symbol());
        }
        return ref;
    }

    /** Refuses all but one word of 8 bytes: the processor and the atomics of a memory act on nothing else. */
    final Ref word(Ref ref) {
        if (names.bytes(one(ref)) != Long.BYTES) {
            throw line.error("this acts on 8 bytes, and a word of " + ref.symbol() + " has " + names.bytes(ref)
                    + ": only load, put and get take it");
        }
        return ref;
    }

    /** Refuses sides of a put or get whose words have different sizes. */
    final void alike(Ref one, Ref other) {
        if (names.bytes(one) != names.bytes(other)) {
            throw line.error("a word of " + one.symbol() + " has " + names.bytes(one) + " bytes and a word of "
                    + other.symbol() + " has " + names.bytes(other));
        }
    }

    final Ref own(Ref ref) {
        if (!ref.node().equals(node)) {
            throw line.error(
                    ref.symbol() + " is on " + ref.node() + ", and this is done on the own node " + node + " only");
        }
        return ref;
    }

    /** Checks that one descriptor can carry the words of a put or get. */
    final Ref carried(Ref remote) {
        int most = MOST_BYTES / names.bytes(remote);
        if (remote.count() > most) {
            throw line.error(remote.count() + " words in one operation: one carries " + most + " at most");
        }
        return remote;
    }
}
