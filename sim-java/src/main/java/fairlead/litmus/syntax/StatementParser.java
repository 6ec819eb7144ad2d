// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.litmus.syntax.Statement.Draft;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Parses the statements of one task in program order and checks the conditions that depend on that order: registers
 * have values, and epochs are open.
 */
final class StatementParser extends TransferParser {
    private static final List<String> VERBS = List.of(
            ("put get add and or xor set signal fadd fand fxor swap cas wait test fence flush flush_local quiet barrier delay"
                            + " send recv epoch lock unlock lock_all unlock_all dla load store poll repeat for if try why"
                            + " allreduce reduce bcast meet")
                    .split(" "));

    /** Operands of the statements that consist of nothing else; {@link #read} has the kinds. */
    private static final Map<String, String> OPERANDS = Map.ofEntries(
            Map.entry("load", "result own"),
            Map.entry("store", "result own-word = written"),
            Map.entry("poll", "result own-word relation value for cycles"),
            Map.entry("cas", "try word ? value : second in"),
            Map.entry("fence", "node context"),
            Map.entry("flush", "node context"),
            Map.entry("flush_local", ""),
            Map.entry("quiet", "context"),
            Map.entry("barrier", ""),
            Map.entry("delay", "result time"),
            Map.entry("send", "try node id value"),
            Map.entry("recv", "result id"),
            Map.entry("dla_alloc", "result credits scheme"),
            Map.entry("dla_end", "result"),
            Map.entry("dla_release", "result"));

    private static final List<String> EPOCH = List.of("open", "closing", "wait", "close", "await");
    private static final List<String> DLA = List.of("alloc", "end", "release");

    private final Map<String, String> labels; // task by label
    private final String task;

    StatementParser(Names names, List<Statement> out, Map<String, String> labels, String task, TaskState state) {
        super(names, out, task.split("\\.")[0], state);
        this.labels = labels;
        this.task = task;
    }

    /** Returns a parser that parses and checks in the same state but discards its statements. */
    StatementParser muted() {
        return new StatementParser(names, new ArrayList<>(), new HashMap<>(), task, state.copy());
    }

    void finish() {
        state.finish(line, task);
    }

    // ---- comparisons that only a run can decide

    /** Returns whether one comes next: of a register or a word. */
    boolean isDecidedByRun(Line text) {
        return !text.values.containsKey(text.peek()) && (names.isRegister(text) || names.isWord(text.peek()));
    }

    /**
     * Reads `rN OP VALUE` or `w OP VALUE` and adds the statements that decide it.
     *
     * @param wanted false if a block is executed only if the comparison does not hold
     * @return the register that decides
     */
    String test(Line text, boolean wanted) {
        line = text;
        label = null;
        if (!isDecidedByRun(line)) {
            throw line.error("expected a register or a word of " + node + ", as in r1 == 0"
                    + (line.isEnd() ? "" : ", found '" + line.peek() + "'"));
        }
        Operand left;
        if (names.isRegister(line)) {
            left = operand();
            state.assigned(line, left.register());
        } else {
            left = new Operand(state.test(), 0);
            Draft load = read(Verb.LOAD, "own");
            load.register = left.register();
            keep(load);
        }
        Relation relation = line.relation();
        return decided(left, wanted ? relation : relation.negated(), summed());
    }

    /** Adds the test that holds if this one was executed and does not hold, and returns its register. */
    String otherwise(Line text, String test) {
        line = text;
        return decided(new Operand(test, 0), Relation.EQ, Operand.of(0));
    }

    private String decided(Operand left, Relation relation, Operand right) {
        Draft test = make(Verb.TEST);
        test.register = state.test();
        test.value = left;
        test.relation = relation;
        test.second = right;
        keep(test);
        return test.register;
    }

    // ---- statements

    void statement(Line text) {
        line = text;
        label = null;
        if (Line.isName(line.peek()) && line.peek(1).equals(":")) {
            label = line.take();
            line.take();
            if (labels.putIfAbsent(label, task) != null) {
                throw line.error("label " + label + " is given twice");
            }
        }
        String handle = names.isHandle(line) ? handle("=", "an operation has one handle") : null;
        int before = out.size();
        register = null;
        if (handle == null && names.isRegister(line)) {
            int begin = line.position();
            register = names.register(line);
            if (line.accept("=")) {
                state.isOfBlock(line, register);
                state.end(register);
            } else {
                register = null;
                line.seek(begin);
            }
        }
        attempt();
        operation();
        line.end();
        List<Statement> made = out.subList(before, out.size());
        if (register != null && made.stream().noneMatch(s -> register.equals(s.register()))) {
            throw line.error("no result for " + register
                    + ": a register needs a statement with a value, and try or why one that the machine may refuse");
        }
        if (handle != null) {
            state.give(line, handle, made);
        }
    }

    private String handle(String behind, String one) {
        List<String> all = names.handles(line);
        if (!behind.isEmpty()) {
            line.expect(behind);
        }
        if (all.size() != 1) {
            throw line.error(one + ", not " + all.size());
        }
        return all.get(0);
    }

    /** Reads an optional `try` or `why` before an operation. */
    private void attempt() {
        String word = line.peek();
        asksWhy = line.accept("why");
        attempt = asksWhy || line.accept("try");
        if (attempt && register == null) {
            throw line.error(word + " needs a register for the status, as in r1 = " + word + " put x = 1");
        }
    }

    private void operation() {
        String verb = line.peek();
        known("statement", verb.isEmpty() ? "at the end of the line" : verb, VERBS);
        line.take();
        AtomicFunction function = AtomicFunction.of(verb);
        if (function != null) {
            changing(function, verb);
            return;
        }
        switch (verb) {
            case "put" -> put(register, attempt);
            case "get" -> get();
            case "signal" -> signal();
            case "wait" -> waiting();
            case "test" -> look();
            case "epoch" -> epoch();
            case "allreduce", "reduce", "bcast", "meet" -> collective(verbOf(verb));
            case "lock", "unlock", "lock_all", "unlock_all" -> lock(verb);
            default -> plain(OPERANDS.containsKey(verb) ? verb : dla());
        }
    }

    private String dla() {
        String what = line.name("alloc, end or release");
        known("dla statement", what, DLA);
        return "dla_" + what;
    }

    private void plain(String verb) {
        Statement s = keep(read(verbOf(verb), OPERANDS.get(verb)));
        if (s.verb() == Verb.FLUSH || s.verb() == Verb.QUIET) {
            state.complete(s.target(), s.context());
        }
    }

    private void changing(AtomicFunction function, String verb) {
        boolean fetches = verb.equals(function.fetching());
        if (!fetches && register != null && !attempt) {
            throw line.error(verb + " has no result; " + function.fetching() + " has");
        }
        Draft atomic = read(fetches ? Verb.FADD : Verb.ADD, "try word " + function.sign() + " value in");
        atomic.flags = function.flags();
        keep(atomic);
    }

    private void signal() {
        Draft signal = read(Verb.SIGNAL, "word");
        boolean sets = line.accept("=");
        if (!sets) {
            line.expect("+=");
        }
        signal.value = summed();
        signal.flags = (sets ? AtomicFunction.SWAP : AtomicFunction.ADD).flags();
        line.expect("after");
        line.expect("put");
        int before = out.size();
        put(null, false);
        if (out.size() != before + 1) {
            throw line.error("a signal follows one put, not " + (out.size() - before));
        }
        Statement put = out.get(before);
        if (!put.remote().node().equals(signal.remote.node())) {
            throw line.error("the signal is on " + signal.remote.node() + " and its put goes to "
                    + put.remote().node());
        }
        signal.epoch = put.epoch();
        signal.context = put.context();
        keep(signal);
    }

    private void waiting() {
        Draft wait = make(Verb.WAIT);
        if (line.accept("any")) {
            any();
        } else if (names.isHandle(line)) {
            List<String> all = names.handles(line);
            all.forEach(handle -> state.await(line, handle));
            for (String handle : all) {
                state.isHandleOfBlock(line, handle);
                wait.handle = handle;
                keep(wait);
            }
        } else {
            wait.register = names.isRegister(line) ? names.register(line) : line.name("a register");
            state.isOfBlock(line, wait.register);
            if (!state.end(wait.register)) {
                throw line.error("no get into " + wait.register + " is under way here");
            }
            keep(wait);
        }
    }

    private void any() {
        if (register == null) {
            throw line.error("wait any needs a register for the number of the handle, as in r1 = wait any h1 h2");
        }
        Set<String> all = new LinkedHashSet<>();
        do {
            if (!names.isHandle(line)) {
                throw line.error("wait any needs handles, as in r1 = wait any h1 h2");
            }
            all.addAll(names.handles(line));
        } while (!line.isEnd());
        state.choice(line, all);
        Draft any = read(Verb.WAIT_ANY, "result");
        any.flags = List.copyOf(all);
        keep(any);
    }

    /** `rN = test hM` looks once; the handle stays in use. */
    private void look() {
        if (register == null) {
            throw line.error("test needs a register for 0 or 1, as in r1 = test h1");
        }
        if (!names.isHandle(line)) {
            throw line.error("test needs a handle, as in r1 = test h1");
        }
        Draft test = read(Verb.TEST_HANDLE, "result");
        test.handle = handle("", "test looks at one handle");
        state.isGiven(line, test.handle);
        keep(test);
    }

    /** `lock N [shared]` is of a node, `lock w [shared]` of a word, `lock_all` of all nodes, shared. */
    private void lock(String verb) {
        if (register != null) {
            throw line.error(verb + " has no result");
        }
        boolean takes = verb.startsWith("lock");
        if (verb.endsWith("_all")) {
            names.nodes().forEach(n -> lock(takes, names.lockOf(n.name()), List.of(n.name()), takes));
            return;
        }
        boolean isWord = names.isWord(line.peek());
        Ref word = isWord ? word(names.ref(line, null)) : names.lockOf(names.node(line));
        lock(takes, word, isWord ? List.of() : List.of(word.node()), takes && line.accept("shared"));
    }

    private void lock(boolean takes, Ref word, List<String> completed, boolean shared) {
        boolean held = takes ? shared : state.give(line, word);
        if (takes) {
            state.take(line, word, shared);
        } else {
            state.complete(completed.isEmpty() ? null : word.node(), -1);
        }
        Draft lock = make(takes ? Verb.LOCK : Verb.UNLOCK);
        lock.remote = word;
        lock.nodes = completed;
        lock.flags = held ? List.of("shared") : List.of();
        keep(lock);
    }

    // ---- epochs

    /** Reads what stands behind `epoch`, and notes what it opens and closes; what is tried the machine must refuse. */
    private void epoch() {
        String what = line.name(attempt ? "open or closing" : "open, closing, wait, close or await");
        Draft epoch = read(Verb.EPOCH_OPEN, "epoch" + (attempt ? " try" : ""));
        boolean closes = what.equals("closing") || what.equals("close");
        if (attempt && !closes && !what.equals("open")) {
            throw line.error("try is for epoch open, closing and close, not for epoch " + what);
        }
        known("epoch statement", what, EPOCH);
        switch (what) {
            case "open" -> {
                line.expect("to");
                epoch.nodes = nodes();
                if (attempt) {
                    state.openAgain(line, epoch.number, epoch.nodes);
                } else {
                    state.open(line, epoch.number, epoch.nodes);
                }
            }
            case "await" -> {
                line.expect("from");
                epoch.nodes = List.of(names.node(line));
                epoch.verb = Verb.EPOCH_AWAIT;
            }
            default -> {
                if (attempt) {
                    epoch.nodes = List.of(state.closeAgain(line, epoch.number, node));
                } else if (closes) {
                    state.closing(line, epoch.number);
                }
                epoch.verb = closes ? Verb.EPOCH_CLOSING : Verb.EPOCH_WAIT;
            }
        }
        if (!attempt && what.equals("close")) {
            keep(epoch);
            epoch.verb = Verb.EPOCH_WAIT;
        }
        if (epoch.verb == Verb.EPOCH_WAIT) {
            state.closed(line, epoch.number);
        }
        keep(epoch);
    }
}
