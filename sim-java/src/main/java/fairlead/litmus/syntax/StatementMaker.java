// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.hw.HwLayout;
import fairlead.litmus.syntax.Statement.Draft;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the statements of one task are made from: the line that is being read, the state of the task at this place, and
 * the statements so far.
 */
class StatementMaker {
    private static final int MOST_CONTEXTS = 15;
    private static final int MOST_CREDITS = 65535;
    private static final int MOST_CYCLES = 100_000_000;
    private static final int MOST_EPOCH = (1 << HwLayout.EpochCommand.ID_WIDTH) - 1;
    private static final int MOST_BYTES = (1 << HwLayout.LENGTH_BITS) - 1;

    final Names names;
    final List<Statement> out;
    final String node;
    // by register: target and context of a get that has not been awaited
    final Map<String, String> undefined = new HashMap<>();
    final Handles handles = new Handles();
    final OpenEpochs epochs = new OpenEpochs();
    final Branches branches = new Branches();
    final Locks locks = new Locks();
    private final Set<String> assigned = new LinkedHashSet<>(); // registers that have a value
    Line line;
    String register; // register on the left side of the line, or null
    boolean attempt; // whether the line says `try` or `why`
    private boolean asksWhy; // whether the line asks for the reason of a refusal
    Map<String, Long> values;
    String label;

    StatementMaker(final Names names, final List<Statement> out, final String node) {
        this.names = names;
        this.out = out;
        this.node = node;
    }

    /** Takes over the state of the task at this place, but not its statements. */
    final void follow(final StatementMaker other) {
        undefined.putAll(other.undefined);
        handles.add(other.handles);
        epochs.add(other.epochs);
        branches.add(other.branches);
        locks.add(other.locks);
        assigned.addAll(other.assigned);
    }

    /** Returns whether a comparison comes next that only a run can decide: of a register or a word. */
    final boolean isDecidedByRun(final Line text, final Map<String, Long> with) {
        return !with.containsKey(text.peek()) && (names.isRegister(text) || names.isWord(text.peek()));
    }

    /**
     * Reads `rN OP VALUE` or `w OP VALUE` and adds the statements that decide it.
     *
     * @param wanted false if a block is executed only if the comparison does not hold
     * @return the register that decides
     */
    final String test(final Line text, final Map<String, Long> with, final boolean wanted) {
        line = text;
        values = with;
        label = null;
        if (!isDecidedByRun(line, values)) {
            throw line.error("expected a register or a word of " + node + ", as in r1 == 0"
                    + (line.isEnd() ? "" : ", found '" + line.peek() + "'"));
        }
        final Operand left;
        if (names.isRegister(line)) {
            left = operand();
            if (!assigned.contains(left.register())) {
                throw line.unknown("register with a value", left.register(), assigned);
            }
        } else {
            left = new Operand(branches.test(), 0);
            final Draft load = read(Verb.LOAD, "own");
            load.register = left.register();
            keep(load);
        }
        final Relation relation = line.relation();
        return decided(left, wanted ? relation : relation.negated(), summed());
    }

    /** Adds the test that holds if this one was executed and does not hold, and returns its register. */
    final String otherwise(final Line text, final String test) {
        line = text;
        return decided(new Operand(test, 0), Relation.EQ, Operand.of(0));
    }

    private String decided(final Operand left, final Relation relation, final Operand right) {
        final Draft test = make(Verb.TEST);
        test.register = branches.test();
        test.value = left;
        test.relation = relation;
        test.second = right;
        keep(test);
        return test.register;
    }

    /** Begins a block that is executed only if a test holds. */
    final void enter(final String test) {
        branches.enter(test, undefined, handles);
    }

    final void leave(final Line head) {
        branches.leave(head, undefined, handles);
    }

    final Draft make(final Verb verb) {
        final Draft draft = new Draft(verb);
        draft.line = line.number();
        draft.label = label;
        return draft;
    }

    /**
     * Reads operands in this order.
     *
     * @param kinds kinds of operands with spaces between them; any other word stands for itself
     */
    final Draft read(final Verb verb, final String kinds) {
        final Draft draft = make(verb);
        if (!kinds.isEmpty()) {
            for (final String kind : kinds.split(" ")) {
                operand(kind, draft);
            }
        }
        return draft;
    }

    private void operand(final String kind, final Draft to) {
        switch (kind) {
            case "result" -> to.register = register;
            case "try" -> {
                to.register = register;
                to.attempt = attempt;
            }
            case "own" -> to.local = one(own(names.ref(line, node, values)));
            case "own-word" -> to.local = word(own(names.ref(line, node, values)));
            case "word" -> to.remote = word(names.ref(line, null, values));
            case "value" -> to.value = summed();
            case "written" -> to.value = written(to.local);
            case "second" -> to.second = summed();
            case "relation" -> to.relation = line.relation();
            case "time" -> to.value = Operand.of(line.count("cycles", MOST_CYCLES, values));
            case "cycles" -> to.number = line.count("cycles", MOST_CYCLES, values);
            case "id" -> to.number = line.value(values);
            case "credits" -> to.number = line.count("credits", MOST_CREDITS, values);
            case "scheme" -> to.flags = scheme();
            case "node" -> to.nodes = List.of(names.node(line, values));
            case "context" -> to.context = context(-1);
            case "in" -> in(to);
            default -> line.expect(kind);
        }
    }

    private List<String> scheme() {
        final String scheme = line.name("cd or pr");
        if (!scheme.equals("cd") && !scheme.equals("pr")) {
            throw line.unknown("scheme", scheme, List.of("cd", "pr"));
        }
        return line.accept("high") ? List.of(scheme, "high") : List.of(scheme);
    }

    /** Reads an optional `in ID` or `ctx N` behind an operation at a target. */
    private Draft in(final Draft operation) {
        operation.epoch = -1;
        if (line.accept("in")) {
            operation.epoch = epochId();
            epochs.check(line, operation.epoch, operation.remote.node());
        }
        operation.context = context(operation.epoch);
        return operation;
    }

    /** Makes an operation on words at a target, with what it has behind its operands. */
    final Draft remote(final Verb verb, final Ref remote, final Ref local, final Operand value) {
        final Draft draft = make(verb);
        draft.remote = remote;
        draft.local = local;
        draft.value = value;
        return in(draft);
    }

    final long epochId() {
        return line.count("epoch id", MOST_EPOCH, values);
    }

    /** Reads an optional `ctx N`; an operation of an epoch has no context, because the epoch completes it. */
    private int context(final long epoch) {
        if (!line.accept("ctx")) {
            return 0;
        }
        if (epoch >= 0) {
            throw line.error("an operation of an epoch has no context: the end of the epoch completes it");
        }
        return line.count("ctx", MOST_CONTEXTS, values);
    }

    /** Reads an optional `try` or `why` before an operation. */
    final void attempt() {
        final String word = line.peek();
        asksWhy = line.accept("why");
        attempt = asksWhy || line.accept("try");
        if (attempt && register == null) {
            throw line.error(word + " needs a register for the status, as in r1 = " + word + " put x = 1");
        }
    }

    /**
     * Refuses a register that none of the statements of the line sets.
     *
     * @param before number of statements before the line
     */
    final void hasResult(final int before) {
        if (register != null
                && out.subList(before, out.size()).stream().noneMatch(s -> register.equals(s.register()))) {
            throw line.error("no result for " + register
                    + ": a register needs a statement with a value, and try or why one that the machine may refuse");
        }
    }

    final Statement keep(final Draft draft) {
        draft.asksWhy = asksWhy && draft.attempt;
        final Statement statement = branches.placed(line, draft.made());
        out.add(statement);
        if (Statement.isNamed(statement.register())) {
            assigned.add(statement.register());
        }
        return statement;
    }

    private Operand operand() {
        if (names.isRegister(line) && !values.containsKey(line.peek())) {
            final String register = names.register(line, values);
            if (undefined.containsKey(register)) {
                throw line.error(
                        register + " has no value before its get is complete: wait " + register + ", flush or quiet");
            }
            return new Operand(register, 0);
        }
        return Operand.of(line.value(values));
    }

    /** Reads the value that a put or store writes to these words: a value, or a register with something added. */
    final Operand written(final Ref words) {
        final Operand value = summed();
        final int bytes = names.bytes(words);
        if (value.isPlain()) {
            Declarations.fits(line, words.symbol(), bytes, value.value());
        } else if (bytes < Long.BYTES) {
            throw line.error("a register has 8 bytes, and a word of " + words.symbol() + " has " + bytes);
        }
        return value;
    }

    /** Reads a value, or a register with something added or taken away, in wrapping 64-bit arithmetic. */
    final Operand summed() {
        final Operand base = operand();
        return base.isPlain() ? base : new Operand(base.register(), line.more(values));
    }

    final Ref one(final Ref ref) {
        if (ref.count() != 1) {
            throw line.error("one word is needed: " + ref.symbol());
        }
        return ref;
    }

    /** Refuses all but one word of 8 bytes: the processor and the atomics of a memory act on nothing else. */
    final Ref word(final Ref ref) {
        if (names.bytes(one(ref)) != Long.BYTES) {
            throw line.error("this acts on 8 bytes, and a word of " + ref.symbol() + " has " + names.bytes(ref)
                    + ": only load, put and get take it");
        }
        return ref;
    }

    /** Refuses sides of a put or get whose words have different sizes. */
    final void alike(final Ref one, final Ref other) {
        if (names.bytes(one) != names.bytes(other)) {
            throw line.error("a word of " + one.symbol() + " has " + names.bytes(one) + " bytes and a word of "
                    + other.symbol() + " has " + names.bytes(other));
        }
    }

    /** Refuses words of another node. */
    final Ref own(final Ref ref) {
        if (!ref.node().equals(node)) {
            throw line.error(
                    ref.symbol() + " is on " + ref.node() + ", and this is done on the own node " + node + " only");
        }
        return ref;
    }

    /** Checks that one descriptor can carry the words of a put or get. */
    final Ref carried(final Ref remote) {
        final int most = MOST_BYTES / names.bytes(remote);
        if (remote.count() > most) {
            throw line.error(remote.count() + " words in one operation: one carries " + most + " at most");
        }
        return remote;
    }
}
