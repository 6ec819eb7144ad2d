// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Parses the statements of one task in program order and checks the conditions that depend on that order: registers
 * have values, and epochs are open.
 */
final class StatementParser extends StatementMaker {
    private static final List<String> VERBS = List.of(
            ("put get add and or xor set signal fadd fand fxor swap cas wait test fence flush flush_local quiet barrier delay"
                            + " send recv epoch lock unlock lock_all unlock_all dla load store poll repeat for if try why"
                            + " allreduce reduce bcast meet")
                    .split(" "));

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
        String register = null;
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
        final boolean attempt = attempt(register);
        operation(register, attempt);
        line.end();
        hasResult(register, before);
        if (handle != null) {
            handles.give(line, handle, out.subList(before, out.size()));
        }
    }

    private void operation(final String register, final boolean attempt) {
        final String verb = line.peek();
        if (!VERBS.contains(verb)) {
            throw line.unknown("statement", verb.isEmpty() ? "at the end of the line" : verb, VERBS);
        }
        line.take();
        final AtomicFunction function = AtomicFunction.of(verb);
        if (function != null) {
            changing(function, verb, register, attempt);
            return;
        }
        switch (verb) {
            case "load" -> local(Verb.LOAD, register);
            case "store" -> local(Verb.STORE, register);
            case "poll" -> poll(register);
            case "put" -> put(register, attempt);
            case "get" -> get(register, attempt);
            case "signal" -> signal(register);
            case "cas" -> cas(register, attempt);
            case "wait" -> waiting(register);
            case "test" -> test(register);
            case "fence", "flush", "flush_local", "quiet", "barrier" -> order(verb);
            case "delay" -> keep(make(
                    Verb.DELAY,
                    register,
                    false,
                    null,
                    null,
                    Operand.of(line.count("cycles", 100_000_000, values)),
                    null,
                    0,
                    List.of()));
            case "send" -> {
                final String to = names.node(line, values);
                final long id = line.value(values);
                keep(make(Verb.SEND, register, attempt, null, null, summed(), null, id, List.of(to)));
            }
            case "recv" -> keep(
                    make(Verb.RECV, register, false, null, null, null, null, line.value(values), List.of()));
            case "epoch" -> epoch(register, attempt);
            case "allreduce", "reduce", "bcast", "meet" -> collective(Verb.valueOf(verb.toUpperCase(Locale.ROOT)));
            case "lock", "unlock", "lock_all", "unlock_all" -> lock(verb, register);
            default -> dla(register);
        }
    }

    private void order(final String verb) {
        switch (verb) {
            case "fence" -> {
                final List<String> target = List.of(names.node(line, values));
                keep(make(Verb.FENCE, null, false, null, null, null, null, 0, target)
                        .inContext(context(-1)));
            }
            case "flush" -> {
                final String target = names.node(line, values);
                final int context = context(-1);
                undefined.values().removeIf(flight(target, context)::equals);
                keep(make(Verb.FLUSH, null, false, null, null, null, null, 0, List.of(target))
                        .inContext(context));
            }
            case "flush_local" -> plain(Verb.FLUSH_LOCAL, null, List.of());
            case "quiet" -> {
                final int context = context(-1);
                undefined.values().removeIf(f -> f.endsWith(flight("", context)));
                keep(make(Verb.QUIET, null, false, null, null, null, null, 0, List.of())
                        .inContext(context));
            }
            default -> plain(Verb.BARRIER, null, List.of());
        }
    }

    private void put(final String register, final boolean attempt) {
        final Strides remote = Strides.read(line, names, null, values).written(line);
        final Strides source = line.accept("from") ? ownWords() : null;
        if (source == null) {
            line.expect("=");
        }
        if (remote.isMany() || source != null && source.isMany()) {
            many(Verb.PUT, register, attempt, remote, source);
        } else if (source != null) {
            if (source.all().count() != remote.all().count()) {
                throw line.error("a put of " + remote.all().count() + " words from "
                        + source.all().count());
            }
            alike(remote.all(), source.all());
            keep(make(Verb.PUT, register, attempt, carried(remote.all()), source.all(), null, null, 0, List.of()));
        } else {
            keep(make(
                    Verb.PUT,
                    register,
                    attempt,
                    carried(remote.all()),
                    null,
                    written(remote.all()),
                    null,
                    0,
                    List.of()));
        }
    }

    /** Reads words of the own node. */
    private Strides ownWords() {
        final Strides words = Strides.read(line, names, node, values);
        return new Strides(
                words.all() == null ? null : own(words.all()),
                words.words().stream().map(this::own).toList());
    }

    /** Adds one put or get for each word of the sides, of which at least one is strided or a list. */
    private void many(
            final Verb verb, final String register, final boolean attempt, final Strides remote, final Strides local) {
        if (register != null || label != null || attempt) {
            throw line.error(
                    "a strided or listed " + word(verb) + " is many operations, so it has no register and no label");
        }
        final List<Ref> there = remote.each();
        final List<Ref> here = local == null ? List.of() : local.each();
        if (local != null && here.size() != there.size()) {
            throw line.error("a " + word(verb) + " of " + there.size() + " words "
                    + (verb == Verb.PUT ? "from " : "into ") + here.size());
        }
        if (!here.isEmpty()) {
            alike(there.get(0), here.get(0));
        }
        final Operand value = local == null ? written(there.get(0)) : null;
        final long epoch = there.isEmpty() ? -1 : inEpoch(there.get(0));
        final int context = context(epoch);
        for (int i = 0; i < there.size(); i++) {
            keep(make(verb, null, false, there.get(i), local == null ? null : here.get(i), value, null, 0, List.of())
                    .inEpoch(epoch)
                    .inContext(context));
        }
    }

    private static String word(final Verb verb) {
        return verb.name().toLowerCase(Locale.ROOT);
    }

    private void get(final String register, final boolean attempt) {
        if (names.isRegister(line)) {
            if (register != null) {
                throw line.error("a try of a get needs a buffer: the register holds the status");
            }
            final String into = names.register(line, values);
            branches.check(line, into);
            line.expect("=");
            final Ref remote = one(names.ref(line, null, values));
            final Statement get = make(Verb.GET, into, false, remote, null, null, null, 0, List.of());
            undefined.put(into, flight(remote.node(), get.context()));
            keep(get);
            return;
        }
        final Strides landing = ownWords().written(line);
        line.expect("=");
        final Strides remote = Strides.read(line, names, null, values);
        if (landing.isMany() || remote.isMany()) {
            many(Verb.GET, register, attempt, remote, landing);
            return;
        }
        if (landing.all().count() != remote.all().count()) {
            throw line.error("a get of " + remote.all().count() + " words into "
                    + landing.all().count());
        }
        alike(remote.all(), landing.all());
        keep(make(Verb.GET, register, attempt, carried(remote.all()), landing.all(), null, null, 0, List.of()));
    }

    private void changing(
            final AtomicFunction function, final String verb, final String register, final boolean attempt) {
        final boolean fetches = verb.equals(function.fetching());
        if (!fetches && register != null && !attempt) {
            throw line.error(verb + " has no result; " + function.fetching() + " has");
        }
        final Ref word = word(names.ref(line, null, values));
        line.expect(function.sign());
        keep(make(fetches ? Verb.FADD : Verb.ADD, register, attempt, word, null, summed(), null, 0, List.of())
                .flagged(function.flags()));
    }

    private void signal(final String register) {
        final Ref word = word(names.ref(line, null, values));
        final AtomicFunction function = line.accept("=") ? AtomicFunction.SWAP : AtomicFunction.ADD;
        if (function == AtomicFunction.ADD) {
            line.expect("+=");
        }
        final Operand value = summed();
        line.expect("after");
        line.expect("put");
        final int before = out.size();
        put(null, false);
        if (out.size() != before + 1) {
            throw line.error("a signal follows one put, not " + (out.size() - before));
        }
        final Statement put = out.get(out.size() - 1);
        if (!put.remote().node().equals(word.node())) {
            throw line.error("the signal is on " + word.node() + " and its put goes to "
                    + put.remote().node());
        }
        keep(make(Verb.SIGNAL, null, false, word, null, value, null, 0, List.of())
                .flagged(function.flags())
                .inEpoch(put.epoch())
                .inContext(put.context()));
    }

    private void cas(final String register, final boolean attempt) {
        final Ref word = word(names.ref(line, null, values));
        line.expect("?");
        final Operand old = summed();
        line.expect(":");
        keep(make(Verb.CAS, register, attempt, word, null, old, summed(), 0, List.of()));
    }

    private void waiting(final String register) {
        if (line.accept("any")) {
            if (register == null) {
                throw line.error("wait any needs a register for the number of the handle, as in r1 = wait any h1 h2");
            }
            keep(make(Verb.WAIT_ANY, register, false, null, null, null, null, 0, List.of())
                    .flagged(handles.choice(line, names, values)));
            return;
        }
        if (!names.isHandle(line)) {
            plain(Verb.WAIT, waited(), List.of());
            return;
        }
        for (final String handle : handles.awaited(line, names, values)) {
            branches.checkHandle(line, handle);
            keep(make(Verb.WAIT, null, false, null, null, null, null, 0, List.of())
                    .handled(handle));
        }
    }

    /** `rN = test hM` looks once; the handle stays in use. */
    private void test(final String register) {
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
        keep(make(Verb.TEST_HANDLE, register, false, null, null, null, null, 0, List.of())
                .handled(one.get(0)));
    }

    /** `lock N [shared]` is of a node, `lock w [shared]` of a word, `lock_all` of all nodes, shared. */
    private void lock(final String verb, final String register) {
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
        final Statement s = new Statement(
                takes ? Verb.LOCK : Verb.UNLOCK,
                line.number(),
                label,
                null,
                false,
                word,
                null,
                null,
                null,
                0,
                completed,
                -1);
        keep(s.flagged(held ? List.of("shared") : List.of()));
    }

    /** Returns what a get into a register goes by: its target and its context. */
    private static String flight(final String target, final int context) {
        return target + " " + context;
    }

    private String waited() {
        final String register = names.isRegister(line) ? names.register(line, values) : line.name("a register");
        branches.check(line, register);
        if (undefined.remove(register) == null) {
            throw line.error("no get into " + register + " is under way here");
        }
        return register;
    }

    private void epoch(final String register, final boolean attempt) {
        for (final EpochStatement e : attempt
                ? List.of(EpochStatement.tried(line, names, values, epochs, node))
                : EpochStatement.read(line, names, values, epochs)) {
            keep(make(e.verb(), attempt ? register : null, attempt, null, null, null, null, e.id(), e.nodes()));
        }
    }

    private void collective(final Verb verb) {
        final CollectiveStatement call = CollectiveStatement.read(line, verb, names, node, values);
        if (call.words() != null && call.words().count() > 0) {
            word(new Ref(
                    call.words().node(), call.words().symbol(), call.words().from(), 1));
        }
        keep(make(verb, null, false, null, call.words(), null, null, 0, call.members())
                .flagged(call.flags()));
    }

    private void dla(final String register) {
        final DlaStatement dla = DlaStatement.read(line, values);
        keep(make(dla.verb(), register, false, null, null, null, null, dla.credits(), List.of())
                .flagged(dla.flags()));
    }
}
