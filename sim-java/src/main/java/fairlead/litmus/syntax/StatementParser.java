// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.program.Comparison;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Parses the statements of one task in program order and checks the conditions that depend on that order: registers
 * have values, and epochs are open.
 */
final class StatementParser extends OperandReader {
    private static final List<String> VERBS =
            List.of(("put get add and or xor set signal fadd fand fxor swap cas wait test fence flush flush_local"
                            + " quiet barrier delay send recv epoch lock unlock lock_all unlock_all dla load store poll repeat for"
                            + " if try why allreduce reduce bcast meet")
                    .split(" "));

    private final Map<String, String> labels; // task by label

    StatementParser(Names names, Task task, Map<String, String> labels) {
        super(names, task);
        this.labels = labels;
    }

    private StatementParser(StatementParser other) {
        super(other);
        labels = new HashMap<>();
    }

    /** Returns a parser that parses and checks in the same state but discards its statements. */
    StatementParser muted() {
        return new StatementParser(this);
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
        refuse(
                !isDecidedByRun(line),
                () -> "expected a register or a word of " + task.node() + ", as in r1 == 0"
                        + (line.isEnd() ? "" : ", found '" + line.peek() + "'"));
        Operand left;
        if (names.isRegister(line)) {
            left = operand();
            isAssigned(left.register());
        } else {
            left = new Operand(nextTest(), 0);
            Statement load = read(Verb.LOAD, "own");
            load.register = left.register();
            keep(load);
        }
        Comparison relation = line.relation();
        return decided(left, wanted ? relation : relation.negated(), summed());
    }

    /** Adds the test that holds if this one was executed and does not hold, and returns its register. */
    String otherwise(Line text, String test) {
        line = text;
        return decided(new Operand(test, 0), Comparison.EQ, Operand.of(0));
    }

    private String decided(Operand left, Comparison relation, Operand right) {
        Statement test = make(Verb.TEST);
        test.register = nextTest();
        test.value = left;
        test.relation = relation;
        test.second = right;
        return keep(test).register;
    }

    // ---- statements

    void statement(Line text) {
        line = text;
        label = null;
        if (Line.isName(line.peek()) && line.peek(1).equals(":")) {
            label = line.take();
            line.take();
            refuse(label.matches("[rh][0-9]+"), () -> label + " is no label, it is a register or handle: = is missing");
            refuse(labels.putIfAbsent(label, task.name()) != null, () -> "label " + label + " is given twice");
        }
        String handle = names.isHandle(line) ? handle("=", "an operation has one handle") : null;
        int before = task.statements().size();
        register = null;
        if (handle == null && names.isRegister(line)) {
            int begin = line.position();
            register = names.register(line);
            if (line.accept("=")) {
                isOfBlock(register);
                end(register);
            } else {
                register = null;
                line.seek(begin);
            }
        }
        String word = line.peek();
        asksWhy = line.accept("why");
        attempt = asksWhy || line.accept("try");
        refuse(
                attempt && register == null,
                () -> word + " needs a register for the status, as in r1 = " + word + " put x = 1");
        operation();
        line.end();
        List<Statement> made =
                task.statements().subList(before, task.statements().size());
        refuse(
                register != null && made.stream().noneMatch(s -> register.equals(s.register)),
                () -> "no result for " + register
                        + ": a register needs a statement with a value, and try or why one that the machine may"
                        + " refuse");
        if (handle != null) {
            give(handle, made);
        }
    }

    private void operation() {
        String verb = line.peek();
        line.known("statement", verb.isEmpty() ? "at the end of the line" : verb, VERBS);
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
            case "lock", "unlock", "lock_all", "unlock_all" -> lock(verb);
            default -> {
                Verb plain = Verb.plain(verb);
                Statement s = keep(read(plain == null ? dla() : plain));
                if (s.verb == Verb.FLUSH || s.verb == Verb.QUIET) {
                    complete(s.target(), s.context);
                }
            }
        }
    }

    private Verb dla() {
        String what = line.name("alloc, end or release");
        return Verb.plain("dla_" + line.known("dla statement", what, List.of("alloc", "end", "release")));
    }

    private void changing(AtomicFunction function, String verb) {
        boolean fetches = verb.equals(function.fetching());
        refuse(
                !fetches && register != null && !attempt,
                () -> verb + " has no result; " + function.fetching() + " has");
        Statement atomic = read(fetches ? Verb.FADD : Verb.ADD, "try word " + function.sign() + " value in");
        atomic.flags = function.flags();
        keep(atomic);
    }

    private void signal() {
        Statement signal = read(Verb.SIGNAL, "word");
        boolean sets = line.accept("=");
        if (!sets) {
            line.expect("+=");
        }
        signal.value = summed();
        signal.flags = (sets ? AtomicFunction.SWAP : AtomicFunction.ADD).flags();
        line.expect("after");
        line.expect("put");
        int before = task.statements().size();
        put(null, false);
        int puts = task.statements().size() - before;
        refuse(puts != 1, () -> "a signal follows one put, not " + puts);
        Statement put = task.statements().get(before);
        refuse(
                !put.target().equals(signal.target()),
                () -> "the signal is on " + signal.target() + " and its put goes to " + put.target());
        signal.epoch = put.epoch;
        signal.context = put.context;
        keep(signal);
    }

    private void waiting() {
        if (line.accept("any")) {
            any();
        } else if (names.isHandle(line)) {
            List<String> all = names.handles(line);
            all.forEach(this::await);
            for (String handle : all) {
                isHandleOfBlock(handle);
                Statement wait = make(Verb.WAIT);
                wait.handle = handle;
                keep(wait);
            }
        } else {
            Statement wait = make(Verb.WAIT);
            wait.register = names.isRegister(line) ? names.register(line) : line.name("a register");
            isOfBlock(wait.register);
            refuse(!end(wait.register), () -> "no get into " + wait.register + " is under way here");
            keep(wait);
        }
    }

    private void any() {
        refuse(
                register == null,
                () -> "wait any needs a register for the number of the handle, as in r1 = wait any h1 h2");
        Set<String> all = new LinkedHashSet<>();
        do {
            refuse(!names.isHandle(line), () -> "wait any needs handles, as in r1 = wait any h1 h2");
            all.addAll(names.handles(line));
        } while (!line.isEnd());
        choose(all);
        Statement any = read(Verb.WAIT_ANY, "result");
        any.flags = List.copyOf(all);
        keep(any);
    }

    /** `rN = test hM` looks once; the handle stays in use. */
    private void look() {
        refuse(register == null, () -> "test needs a register for 0 or 1, as in r1 = test h1");
        refuse(!names.isHandle(line), () -> "test needs a handle, as in r1 = test h1");
        Statement test = read(Verb.TEST_HANDLE, "result");
        test.handle = handle("", "test looks at one handle");
        isGiven(test.handle);
        keep(test);
    }

    /** `lock N [shared]` is of a node, `lock w [shared]` of a word, `lock_all` of all nodes, shared. */
    private void lock(String verb) {
        refuse(register != null, () -> verb + " has no result");
        boolean takes = verb.startsWith("lock");
        if (verb.endsWith("_all")) {
            names.nodes().forEach(n -> lock(takes, names.lockOf(n.name()), List.of(n.name()), takes));
            return;
        }
        boolean isWord = names.isWord(line.peek());
        Ref word = isWord ? word(names.ref(line, null)) : names.lockOf(names.node(line));
        lock(takes, word, isWord ? List.of() : List.of(word.node()), takes && line.accept("shared"));
    }

    private void lock(boolean takes, Ref word, List<String> completed, boolean shares) {
        Statement lock = make(takes ? Verb.LOCK : Verb.UNLOCK);
        boolean shared = takes ? shares : giveBack(word);
        if (takes) {
            take(word, shared);
        } else {
            complete(completed.isEmpty() ? null : word.node(), -1);
        }
        lock.remote = word;
        lock.nodes = completed;
        lock.flags = shared ? List.of("shared") : List.of();
        keep(lock);
    }

    /** Reads the words after `epoch`, and notes what they open and close; the machine must refuse what is tried. */
    private void epoch() {
        String what = line.name(attempt ? "open or closing" : "open, closing, wait, close or await");
        Statement epoch = read(Verb.EPOCH_OPEN, "epoch" + (attempt ? " try" : ""));
        boolean closes = what.equals("closing") || what.equals("close");
        refuse(
                attempt && !closes && !what.equals("open"),
                () -> "try is for epoch open, closing and close, not for epoch " + what);
        line.known("epoch statement", what, List.of("open", "closing", "wait", "close", "await"));
        if (what.equals("open")) {
            line.expect("to");
            operands("nodes", epoch);
            open(epoch.number, epoch.nodes, attempt);
        } else if (what.equals("await")) {
            epoch.verb = Verb.EPOCH_AWAIT;
            operands("from node", epoch);
        } else {
            epoch.verb = closes ? Verb.EPOCH_CLOSING : Verb.EPOCH_WAIT;
            if (attempt) {
                epoch.nodes = List.of(closeAgain(epoch.number));
            } else if (closes) {
                closing(epoch.number);
            }
        }
        Statement last = epoch;
        if (!attempt && what.equals("close")) {
            keep(epoch);
            last = epoch.with(wait -> wait.verb = Verb.EPOCH_WAIT);
        }
        if (last.verb == Verb.EPOCH_WAIT) {
            closed(last.number);
        }
        keep(last);
    }
}
