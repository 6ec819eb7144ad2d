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
            ("put get add and or xor set signal fadd fand fxor swap cas wait fence flush flush_local quiet barrier delay"
                            + " send recv epoch lock unlock dla load store poll repeat for if try"
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
        final boolean attempt = line.accept("try");
        if (attempt && register == null) {
            throw line.error("try needs a register for the status, as in r1 = try put x = 1");
        }
        operation(register, attempt);
        line.end();
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
            case "fence" -> plain(Verb.FENCE, null, List.of(names.node(line, values)));
            case "flush" -> {
                final String target = names.node(line, values);
                undefined.values().removeIf(target::equals);
                plain(Verb.FLUSH, null, List.of(target));
            }
            case "flush_local" -> plain(Verb.FLUSH_LOCAL, null, List.of());
            case "quiet" -> {
                undefined.clear();
                plain(Verb.QUIET, null, List.of());
            }
            case "barrier" -> plain(Verb.BARRIER, null, List.of());
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
                keep(make(Verb.SEND, register, attempt, null, null, operand(), null, id, List.of(to)));
            }
            case "recv" -> keep(
                    make(Verb.RECV, register, false, null, null, null, null, line.value(values), List.of()));
            case "epoch" -> epoch();
            case "allreduce", "reduce", "bcast", "meet" -> collective(Verb.valueOf(verb.toUpperCase(Locale.ROOT)));
            case "lock", "unlock" -> {
                final List<String> holder = List.of(names.node(line, values));
                final List<String> flags = line.accept("shared") ? List.of("shared") : List.of();
                keep(make(verb.equals("lock") ? Verb.LOCK : Verb.UNLOCK, null, false, null, null, null, null, 0, holder)
                        .flagged(flags));
            }
            default -> dla(register);
        }
    }

    private void poll(final String register) {
        final Ref word = one(own());
        final Relation relation = line.relation();
        final Operand value = operand();
        line.expect("for");
        final int cycles = line.count("cycles", 100_000_000, values);
        keep(make(Verb.POLL, register, false, null, word, value, null, cycles, List.of())
                .compared(relation));
    }

    private void put(final String register, final boolean attempt) {
        final Ref remote = carried(names.ref(line, null, values));
        if (line.peek().equals("step")) {
            strided(register, remote);
            return;
        }
        if (line.accept("from")) {
            final Ref source = own();
            if (source.count() != remote.count()) {
                throw line.error("a put of " + remote.count() + " words from " + source.count());
            }
            keep(make(Verb.PUT, register, attempt, remote, source, null, null, 0, List.of()));
        } else {
            line.expect("=");
            keep(make(Verb.PUT, register, attempt, remote, null, operand(), null, 0, List.of()));
        }
    }

    /** Reads the rest of `put x[a..b] step s = v` or `.. from buf[c..d] step t`, which is one put for each word. */
    private void strided(final String register, final Ref remote) {
        if (register != null || label != null) {
            throw line.error("a strided put is many operations, so it has no register and no label");
        }
        final List<Ref> targets = Strides.words(line, remote, values);
        List<Ref> sources = List.of();
        Operand value = null;
        if (line.accept("from")) {
            sources = Strides.words(line, own(), values);
            if (sources.size() != targets.size()) {
                throw line.error("a strided put of " + targets.size() + " words from " + sources.size());
            }
        } else {
            line.expect("=");
            value = operand();
        }
        final long epoch = inEpoch(remote);
        for (int i = 0; i < targets.size(); i++) {
            final Ref source = sources.isEmpty() ? null : sources.get(i);
            keep(make(Verb.PUT, null, false, targets.get(i), source, value, null, 0, List.of())
                    .inEpoch(epoch));
        }
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
            undefined.put(into, remote.node());
            keep(make(Verb.GET, into, false, remote, null, null, null, 0, List.of()));
            return;
        }
        final Ref landing = own();
        line.expect("=");
        final Ref remote = carried(names.ref(line, null, values));
        if (landing.count() != remote.count()) {
            throw line.error("a get of " + remote.count() + " words into " + landing.count());
        }
        keep(make(Verb.GET, register, attempt, remote, landing, null, null, 0, List.of()));
    }

    private void changing(
            final AtomicFunction function, final String verb, final String register, final boolean attempt) {
        final boolean fetches = verb.equals(function.fetching());
        if (!fetches && register != null && !attempt) {
            throw line.error(verb + " has no result; " + function.fetching() + " has");
        }
        final Ref word = one(names.ref(line, null, values));
        line.expect(function.sign());
        keep(make(fetches ? Verb.FADD : Verb.ADD, register, attempt, word, null, operand(), null, 0, List.of())
                .flagged(function.flags()));
    }

    private void signal(final String register) {
        final Ref word = one(names.ref(line, null, values));
        final AtomicFunction function = line.accept("=") ? AtomicFunction.SWAP : AtomicFunction.ADD;
        if (function == AtomicFunction.ADD) {
            line.expect("+=");
        }
        final Operand value = operand();
        line.expect("after");
        line.expect("put");
        put(register, false);
        final Statement put = out.get(out.size() - 1);
        if (!put.remote().node().equals(word.node())) {
            throw line.error("the signal is on " + word.node() + " and its put goes to "
                    + put.remote().node());
        }
        keep(make(Verb.SIGNAL, null, false, word, null, value, null, 0, List.of())
                .flagged(function.flags())
                .inEpoch(put.epoch()));
    }

    private void cas(final String register, final boolean attempt) {
        final Ref word = one(names.ref(line, null, values));
        line.expect("?");
        final Operand old = operand();
        line.expect(":");
        keep(make(Verb.CAS, register, attempt, word, null, old, operand(), 0, List.of()));
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

    private String waited() {
        final String register = names.isRegister(line) ? names.register(line, values) : line.name("a register");
        branches.check(line, register);
        if (undefined.remove(register) == null) {
            throw line.error("no get into " + register + " is under way here");
        }
        return register;
    }

    private void epoch() {
        for (final EpochStatement e : EpochStatement.read(line, names, values, epochs)) {
            keep(make(e.verb(), null, false, null, null, null, null, e.id(), e.nodes()));
        }
    }

    private void collective(final Verb verb) {
        final CollectiveStatement call = CollectiveStatement.read(line, verb, names, node, values);
        keep(make(verb, null, false, null, call.words(), null, null, 0, call.members())
                .flagged(call.flags()));
    }

    private void dla(final String register) {
        final DlaStatement dla = DlaStatement.read(line, values);
        keep(make(dla.verb(), register, false, null, null, null, null, dla.credits(), List.of())
                .flagged(dla.flags()));
    }
}
