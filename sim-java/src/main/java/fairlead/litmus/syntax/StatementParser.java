// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.litmus.syntax.Statement.Draft;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
            Map.entry("recv", "result id"));

    private static final List<String> EPOCH = List.of("open", "closing", "wait", "close", "await");
    private static final List<String> DLA = List.of("alloc", "end", "release");

    private final Map<String, String> labels; // task by label
    private final String task;

    StatementParser(final Names names, final List<Statement> out, final Map<String, String> labels, final String task) {
        super(names, out, task.split("\\.")[0]);
        this.labels = labels;
        this.task = task;
    }

    /** Returns a parser that parses and checks in the same state but discards its statements. */
    StatementParser muted() {
        final StatementParser copy = new StatementParser(names, new ArrayList<>(), new HashMap<>(), task);
        copy.follow(this);
        return copy;
    }

    void finish() {
        epochs.finish(line, task);
        locks.finish(line, task);
    }

    void statement(final Line text, final Map<String, Long> with) {
        line = text;
        values = with;
        label = null;
        if (Line.isName(line.peek()) && line.peek(1).equals(":")) {
            label = line.take();
            line.take();
            if (labels.putIfAbsent(label, task) != null) {
                throw line.error("label " + label + " is given twice");
            }
        }
        final String handle = handles.given(line, names, values);
        final int before = out.size();
        register = null;
        if (handle == null && names.isRegister(line)) {
            final int begin = line.position();
            register = names.register(line, values);
            if (line.accept("=")) {
                branches.check(line, register);
                undefined.remove(register);
            } else {
                register = null;
                line.seek(begin);
            }
        }
        attempt();
        operation();
        line.end();
        hasResult(before);
        if (handle != null) {
            handles.give(line, handle, out.subList(before, out.size()));
        }
    }

    private void operation() {
        final String verb = line.peek();
        if (!VERBS.contains(verb)) {
            throw line.unknown("statement", verb.isEmpty() ? "at the end of the line" : verb, VERBS);
        }
        line.take();
        final AtomicFunction function = AtomicFunction.of(verb);
        if (function != null) {
            changing(function, verb);
            return;
        }
        switch (verb) {
            case "put" -> put(register, attempt);
            case "get" -> get();
            case "signal" -> signal();
            case "wait" -> waiting();
            case "test" -> test();
            case "epoch" -> epoch();
            case "allreduce", "reduce", "bcast", "meet" -> collective(verbOf(verb));
            case "lock", "unlock", "lock_all", "unlock_all" -> lock(verb);
            default -> {
                final String operands = OPERANDS.get(verb);
                if (operands == null) {
                    dla();
                } else {
                    ordered(keep(read(verbOf(verb), operands)));
                }
            }
        }
    }

    private static Verb verbOf(final String word) {
        return Verb.valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** Notes the gets into registers that a flush or quiet completes. */
    private void ordered(final Statement s) {
        if (s.verb() == Verb.FLUSH) {
            undefined.values().removeIf(flight(s.target(), s.context())::equals);
        } else if (s.verb() == Verb.QUIET) {
            undefined.values().removeIf(f -> f.endsWith(flight("", s.context())));
        }
    }

    private void changing(final AtomicFunction function, final String verb) {
        final boolean fetches = verb.equals(function.fetching());
        if (!fetches && register != null && !attempt) {
            throw line.error(verb + " has no result; " + function.fetching() + " has");
        }
        final Draft atomic = read(fetches ? Verb.FADD : Verb.ADD, "try word " + function.sign() + " value in");
        atomic.flags = function.flags();
        keep(atomic);
    }

    private void signal() {
        final Draft signal = read(Verb.SIGNAL, "word");
        final boolean sets = line.accept("=");
        if (!sets) {
            line.expect("+=");
        }
        signal.value = summed();
        signal.flags = (sets ? AtomicFunction.SWAP : AtomicFunction.ADD).flags();
        line.expect("after");
        line.expect("put");
        final int before = out.size();
        put(null, false);
        if (out.size() != before + 1) {
            throw line.error("a signal follows one put, not " + (out.size() - before));
        }
        final Statement put = out.get(out.size() - 1);
        if (!put.remote().node().equals(signal.remote.node())) {
            throw line.error("the signal is on " + signal.remote.node() + " and its put goes to "
                    + put.remote().node());
        }
        signal.epoch = put.epoch();
        signal.context = put.context();
        keep(signal);
    }

    private void waiting() {
        if (line.accept("any")) {
            if (register == null) {
                throw line.error("wait any needs a register for the number of the handle, as in r1 = wait any h1 h2");
            }
            final Draft any = read(Verb.WAIT_ANY, "result");
            any.flags = handles.choice(line, names, values);
            keep(any);
            return;
        }
        final Draft wait = make(Verb.WAIT);
        if (!names.isHandle(line)) {
            wait.register = waited();
            keep(wait);
            return;
        }
        for (final String handle : handles.awaited(line, names, values)) {
            branches.checkHandle(line, handle);
            wait.handle = handle;
            keep(wait);
        }
    }

    /** `rN = test hM` looks once; the handle stays in use. */
    private void test() {
        if (register == null) {
            throw line.error("test needs a register for 0 or 1, as in r1 = test h1");
        }
        if (!names.isHandle(line)) {
            throw line.error("test needs a handle, as in r1 = test h1");
        }
        final List<String> one = names.handles(line, values);
        if (one.size() != 1) {
            throw line.error("test looks at one handle, not " + one.size());
        }
        handles.check(line, one.get(0));
        final Draft test = read(Verb.TEST_HANDLE, "result");
        test.handle = one.get(0);
        keep(test);
    }

    /** `lock N [shared]` is of a node, `lock w [shared]` of a word, `lock_all` of all nodes, shared. */
    private void lock(final String verb) {
        if (register != null) {
            throw line.error(verb + " has no result");
        }
        final boolean takes = verb.startsWith("lock");
        if (verb.endsWith("_all")) {
            names.nodes().forEach(n -> lock(takes, names.lockOf(n.name()), List.of(n.name()), takes));
            return;
        }
        final boolean isWord = names.isWord(line.peek());
        final Ref word = isWord ? word(names.ref(line, null, values)) : names.lockOf(names.node(line, values));
        lock(takes, word, isWord ? List.of() : List.of(word.node()), takes && line.accept("shared"));
    }

    private void lock(final boolean takes, final Ref word, final List<String> completed, final boolean shared) {
        final boolean held = takes ? shared : locks.give(line, word);
        if (takes) {
            locks.take(line, word, shared);
        } else {
            undefined.values().removeIf(f -> completed.isEmpty() || f.startsWith(word.node() + " "));
        }
        final Draft lock = make(takes ? Verb.LOCK : Verb.UNLOCK);
        lock.remote = word;
        lock.nodes = completed;
        lock.flags = held ? List.of("shared") : List.of();
        keep(lock);
    }

    private String waited() {
        final String waited = names.isRegister(line) ? names.register(line, values) : line.name("a register");
        branches.check(line, waited);
        if (undefined.remove(waited) == null) {
            throw line.error("no get into " + waited + " is under way here");
        }
        return waited;
    }

    /** Reads what stands behind `epoch`, and notes what it opens and closes; what is tried the machine must refuse. */
    private void epoch() {
        final String what = line.name(attempt ? "open or closing" : "open, closing, wait, close or await");
        final long id = epochId();
        switch (what) {
            case "open" -> {
                line.expect("to");
                final List<String> targets = new ArrayList<>();
                do {
                    targets.add(names.node(line, values));
                } while (!line.isEnd());
                if (attempt) {
                    epochs.openAgain(line, id, targets);
                } else {
                    epochs.open(line, id, targets);
                }
                epoch(Verb.EPOCH_OPEN, id, List.copyOf(targets));
            }
            case "closing", "close" -> {
                if (attempt) {
                    epoch(Verb.EPOCH_CLOSING, id, List.of(epochs.closeAgain(line, id, node)));
                    return;
                }
                epochs.closing(line, id);
                epoch(Verb.EPOCH_CLOSING, id, List.of());
                if (what.equals("close")) {
                    epochs.closed(line, id);
                    epoch(Verb.EPOCH_WAIT, id, List.of());
                }
            }
            default -> {
                if (attempt) {
                    throw line.error("try is for epoch open, closing and close, not for epoch " + what);
                } else if (what.equals("await")) {
                    line.expect("from");
                    epoch(Verb.EPOCH_AWAIT, id, List.of(names.node(line, values)));
                } else if (what.equals("wait")) {
                    epochs.closed(line, id);
                    epoch(Verb.EPOCH_WAIT, id, List.of());
                } else {
                    throw line.unknown("epoch statement", what, EPOCH);
                }
            }
        }
    }

    private void epoch(final Verb verb, final long id, final List<String> nodes) {
        final Draft epoch = read(verb, attempt ? "try" : "");
        epoch.number = id;
        epoch.nodes = nodes;
        keep(epoch);
    }

    private void collective(final Verb verb) {
        final Draft call = make(verb);
        CollectiveStatement.read(line, call, names, node, values);
        if (call.local != null) {
            word(new Ref(call.local.node(), call.local.symbol(), call.local.from(), 1));
        }
        keep(call);
    }

    private void dla() {
        final String what = line.name("alloc, end or release");
        if (!DLA.contains(what)) {
            throw line.unknown("dla statement", what, DLA);
        }
        keep(read(verbOf("dla_" + what), what.equals("alloc") ? "result credits scheme" : "result"));
    }
}
