// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.syntax.AtomicFunction;
import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Operand;
import fairlead.litmus.syntax.Ref;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Verb;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds the actions of one task in program order. */
final class TaskOrder {
    private final ActionGraph graph;
    private final LitmusTest test;
    private final Task task;
    private final List<Flight> flights = new ArrayList<>();
    // actions that a fence to each node covers, as a bit set
    private final Map<String, Long> fenced = new HashMap<>();
    // OPEN action of each epoch and target, by both, as a bit set
    private final Map<String, Long> opened = new HashMap<>();
    private long gate; // actions that are complete before the next statement, as a bit set
    private int met;

    TaskOrder(final ActionGraph graph, final LitmusTest test, final Task task) {
        this.graph = graph;
        this.test = test;
        this.task = task;
    }

    void build() {
        task.statements().forEach(this::statement);
    }

    private void statement(final Statement s) {
        switch (s.verb()) {
            case LOAD:
            case POLL:
                local(read(s.local(), 0, target(s), gate));
                break;
            case STORE:
                local(write(s.local(), 0, s.value(), gate));
                break;
            case PUT:
                put(s);
                break;
            case GET:
                get(s);
                break;
            case ADD:
            case SIGNAL:
            case FADD:
            case CAS:
                atomic(s);
                break;
            case WAIT:
                await(s.awaited());
                break;
            case FENCE:
                fence(s.target());
                break;
            case FLUSH:
                complete(graph.has(Axiom.FLUSH_PER_TARGET) ? s.target() : null);
                break;
            case QUIET:
                complete(graph.has(Axiom.QUIET_COVERS_ALL) ? null : lastTarget());
                break;
            case FLUSH_LOCAL:
                for (final Flight f : flights) {
                    if (f.verb() == Verb.PUT) {
                        gate |= graph.has(Axiom.FLUSH_LOCAL_READS) ? f.local() : 0;
                        gate |= graph.has(Axiom.FLUSH_LOCAL_IS_LOCAL) ? 0 : f.remote();
                    }
                }
                break;
            case BARRIER:
                barrier();
                break;
            case ALLREDUCE:
            case REDUCE:
            case BCAST:
            case MEET:
                collective(s);
                break;
            default:
                distant(s);
                break;
        }
    }

    private void await(final String name) {
        for (final Flight f : flights) {
            if (name.equals(f.name()) && graph.has(Axiom.WAIT_WAITS)) {
                gate |= f.verb() == Verb.PUT && graph.has(Axiom.HANDLE_IS_LOCAL) ? f.local() : f.all();
            }
        }
    }

    private void local(final long done) {
        if (graph.has(Axiom.LOCAL_IN_ORDER)) {
            gate |= done;
        }
    }

    private String lastTarget() {
        return flights.isEmpty() ? "" : flights.get(flights.size() - 1).target();
    }

    /** @param target node whose operations must be complete; null for all nodes */
    private void complete(final String target) {
        for (final Flight f : flights) {
            if (target == null || target.equals(f.target())) {
                final boolean covered =
                        graph.has(f.verb() == Verb.GET ? Axiom.FLUSH_COVERS_GETS : Axiom.FLUSH_COVERS_WRITES);
                gate |= covered ? f.all() : 0;
            }
        }
    }

    private void fence(final String target) {
        if (!graph.has(Axiom.FENCE_ORDERS)) {
            return;
        }
        long covered = 0;
        for (final Flight f : flights) {
            if ((f.target().equals(target) || !graph.has(Axiom.FENCE_PER_TARGET))
                    && (f.verb().isFenced() || !graph.has(Axiom.FENCE_COVERS_NO_GETS))) {
                covered |= f.all();
            }
        }
        final long order = covered;
        if (graph.has(Axiom.FENCE_PER_TARGET)) {
            fenced.merge(target, order, (x, y) -> x | y);
        } else {
            test.nodes().forEach(n -> fenced.merge(n.name(), order, (x, y) -> x | y));
        }
    }

    /** Returns the actions that precede what the statement does at its target. */
    private long before(final Statement s) {
        final boolean held = s.verb().isFenced() || graph.has(Axiom.FENCE_HOLDS_GETS);
        return gate
                | (held ? fenced.getOrDefault(s.target(), 0L) : 0)
                | opened.getOrDefault(s.epoch() + " " + s.target(), 0L);
    }

    private long inFlight() {
        return flights.stream().mapToLong(f -> f.all()).reduce(0, (x, y) -> x | y);
    }

    private void barrier() {
        final int meeting = graph.meeting("barrier " + met++);
        graph.action(meeting).before |= gate | (graph.has(Axiom.BARRIER_IS_NO_QUIET) ? 0 : inFlight());
        if (graph.has(Axiom.BARRIER_JOINS)) {
            gate |= ActionGraph.bit(meeting);
        }
    }

    /**
     * Adds the call of one member: it reads its words, and where it receives a result it writes them when all
     * members that contribute have read theirs.
     */
    private void collective(final Statement s) {
        final String call = Calls.name(test, s);
        final boolean isRoot = task.node().equals(s.root());
        final boolean gives = s.verb() != Verb.BCAST || isRoot || !graph.has(Axiom.BROADCAST_WAITS_FOR_ROOT_ALONE);
        final boolean receives = s.verb() == Verb.BCAST ? !isRoot : s.verb() != Verb.REDUCE || isRoot;
        final long come = gate | (graph.has(Axiom.COLLECTIVE_IS_NO_QUIET) ? 0 : inFlight());
        graph.action(graph.meeting(call)).before |= gives ? come : 0;
        long done = receives && graph.has(Axiom.COLLECTIVE_JOINS) ? ActionGraph.bit(graph.meeting(call)) : 0;
        for (int i = 0; s.local() != null && i < s.local().count(); i++) {
            done |= combine(s, call, i, gives, receives, graph.has(Axiom.COLLECTIVE_READS_IN_ORDER) ? gate : 0, come);
        }
        gate |= graph.has(Axiom.COLLECTIVE_BLOCKS) ? done : 0;
    }

    /** Adds the actions of one word of a call and returns their bits. */
    private long combine(
            final Statement s,
            final String call,
            final int i,
            final boolean gives,
            final boolean receives,
            final long beforeRead,
            final long beforeWrite) {
        final int word = graph.meeting(call + " word " + i);
        final boolean contributes =
                gives && (s.verb() != Verb.BCAST || task.node().equals(s.root()));
        long done = 0;
        if (contributes) {
            done |= read(s.local(), i, graph.slot(call + " " + i + " " + task.node()), beforeRead);
            graph.action(word).before |= done;
        }
        final Integer to = graph.word(
                LitmusTest.key(s.local().node(), s.local().symbol(), s.local().from() + i));
        if (receives && to != null) {
            final int[] sources = s.nodes().stream()
                    .filter(n -> s.verb() != Verb.BCAST || n.equals(s.root()))
                    .mapToInt(n -> graph.slot(call + " " + i + " " + n))
                    .toArray();
            final long before = ActionGraph.bit(word)
                    | (graph.has(Axiom.COLLECTIVE_JOINS) ? ActionGraph.bit(graph.meeting(call)) : 0)
                    | done;
            done |= ActionGraph.bit(graph.add(Action.combine(to, sources, s.function()), beforeWrite | before));
        }
        return done;
    }

    // ---- messages and epochs

    private void distant(final Statement s) {
        switch (s.verb()) {
            case SEND -> graph.action(graph.meeting(message(s, s.target()))).before |= before(s);
            case RECV -> receive(s);
            case EPOCH_OPEN, EPOCH_CLOSING, EPOCH_WAIT, EPOCH_AWAIT -> epoch(s);
            default -> {
                // a delay has no effect, because time is not part of the model
            }
        }
    }

    private static String message(final Statement s, final String to) {
        return "message " + s.number() + " to " + to;
    }

    private void receive(final Statement s) {
        final String name = message(s, task.node());
        if (graph.has(Axiom.MESSAGE_JOINS)) {
            gate |= ActionGraph.bit(graph.meeting(name));
        }
        final long sent = test.statements()
                .filter(o -> o.verb() == Verb.SEND && name.equals(message(o, o.target())))
                .mapToLong(o -> o.value().value())
                .findFirst()
                .orElse(0);
        local(ActionGraph.bit(graph.add(Action.shift(target(s), sent), gate)));
    }

    private void epoch(final Statement s) {
        switch (s.verb()) {
            case EPOCH_OPEN -> {
                for (final String to : s.nodes()) {
                    final Action open = Action.shift(graph.slot(Epochs.limit(to, task.node())), 1);
                    opened.put(s.number() + " " + to, ActionGraph.bit(graph.add(open, gate)));
                }
            }
            case EPOCH_CLOSING -> {
                for (final String to : Epochs.targets(task, s.number())) {
                    graph.action(Epochs.end(graph, task.node(), s.number(), to)).before |=
                            gate | opened.get(s.number() + " " + to) | inEpoch(s.number(), to);
                }
            }
            case EPOCH_WAIT -> {
                for (final String to : Epochs.targets(task, s.number())) {
                    gate |= ActionGraph.bit(Epochs.end(graph, task.node(), s.number(), to));
                }
            }
            default -> {
                if (graph.has(Axiom.AWAIT_JOINS)) {
                    gate |= ActionGraph.bit(Epochs.end(graph, s.target(), s.number(), task.node()));
                }
            }
        }
    }

    private long inEpoch(final long epoch, final String target) {
        return flights.stream()
                .filter(f -> f.epoch() == epoch && f.target().equals(target) && graph.has(Axiom.CLOSE_COVERS))
                .mapToLong(f -> f.all())
                .reduce(0, (x, y) -> x | y);
    }

    /** Adds a put with `try`, which has no effect while an epoch of another node is open at its target. */
    private void attempt(final Statement s) {
        final int[] limits = graph.has(Axiom.EPOCH_GUARDS) ? Epochs.limits(graph, test, task, s.target()) : new int[0];
        final Ref to = s.remote();
        final Integer word = graph.word(LitmusTest.key(to.node(), to.symbol(), to.from()));
        final Action put =
                Action.guarded(word == null ? -1 : word, target(s), s.value().value(), limits);
        gate |= ActionGraph.bit(graph.add(put, before(s)));
    }

    // ---- words

    private int target(final Statement s) {
        return s.register() == null ? graph.scratch() : graph.slot(task.name() + ":" + s.register());
    }

    private int held(final Operand operand) {
        return operand.isPlain() ? -1 : graph.slot(task.name() + ":" + operand.register());
    }

    /** Returns the bit of the new action, or 0 for a word that is not observed. */
    private long read(final Ref ref, final int i, final int slot, final long before) {
        final Integer word = graph.word(LitmusTest.key(ref.node(), ref.symbol(), ref.from() + i));
        return word == null ? 0 : ActionGraph.bit(graph.add(Action.read(word, slot), before));
    }

    private long write(final Ref ref, final int i, final Operand value, final long before) {
        final Integer word = graph.word(LitmusTest.key(ref.node(), ref.symbol(), ref.from() + i));
        return word == null ? 0 : ActionGraph.bit(graph.add(Action.write(word, held(value), value.value()), before));
    }

    private long copy(
            final Ref from,
            final Ref to,
            final int i,
            final long beforeRead,
            final long beforeWrite,
            final long[] read) {
        final Integer word = graph.word(LitmusTest.key(to.node(), to.symbol(), to.from() + i));
        if (word == null) {
            return 0;
        }
        final int slot = graph.scratch();
        final long first = read(from, i, slot, beforeRead);
        read[0] |= first;
        return ActionGraph.bit(graph.add(Action.write(word, slot, 0), beforeWrite | first));
    }

    private void put(final Statement s) {
        final String to = s.remote().node();
        if (s.attempt()) {
            attempt(s);
            return;
        }
        final long[] read = new long[1];
        long written = 0;
        for (int i = 0; i < s.remote().count(); i++) {
            written |= s.local() == null
                    ? write(s.remote(), i, s.value(), before(s))
                    : copy(s.local(), s.remote(), i, gate, before(s), read);
        }
        flights.add(new Flight(Verb.PUT, to, s.handle(), written, read[0], s.epoch()));
    }

    private void get(final Statement s) {
        final String from = s.remote().node();
        final long before = before(s);
        final long[] read = new long[1];
        long landed = 0;
        if (s.local() == null) {
            read[0] = read(s.remote(), 0, target(s), before);
        } else {
            for (int i = 0; i < s.remote().count(); i++) {
                landed |= copy(s.remote(), s.local(), i, before, gate, read);
            }
        }
        final String name = s.local() == null ? s.register() : s.handle();
        flights.add(new Flight(Verb.GET, from, name, read[0], landed, s.epoch()));
    }

    private void atomic(final Statement s) {
        final Ref ref = s.remote();
        long before = before(s);
        if (s.verb() == Verb.SIGNAL && graph.has(Axiom.SIGNAL_FOLLOWS)) {
            before |= flights.get(flights.size() - 1).remote();
        }
        final Integer word = graph.word(LitmusTest.key(ref.node(), ref.symbol(), ref.from()));
        long done = 0;
        if (word != null) {
            done = divided(s, word, target(s), before);
        }
        if (s.verb() == Verb.FADD || s.verb() == Verb.CAS) {
            gate |= graph.has(Axiom.ATOMICS_BLOCK) ? done : 0;
        }
        flights.add(new Flight(s.verb(), ref.node(), s.handle(), done, 0, s.epoch()));
    }

    /** Makes one action if only atomics write the word, otherwise two. */
    private long divided(final Statement s, final int word, final int slot, final long before) {
        final boolean swaps = s.verb() == Verb.CAS;
        final int newSlot = swaps ? held(s.second()) : -1;
        final long newValue = swaps ? s.second().value() : 0;
        final int valueSlot = held(s.value());
        final long value = s.value().value();
        final AtomicFunction function = swaps ? AtomicFunction.ADD : s.atomic();
        if (graph.has(Axiom.ATOMIC) && !Observed.isPlainlyWritten(test, s.remote())) {
            final Action whole = new Action(Action.Kind.ATOMIC, word, slot, valueSlot, value, swaps, newSlot, newValue);
            return ActionGraph.bit(graph.add(whole.changing(function), before));
        }
        final int first = graph.add(new Action(Action.Kind.ATOMIC_READ, word, slot, -1, 0, swaps, -1, 0), before);
        final int second = graph.add(
                new Action(Action.Kind.ATOMIC_WRITE, word, slot, valueSlot, value, swaps, newSlot, newValue)
                        .changing(function),
                before | ActionGraph.bit(first));
        graph.halve(first, second);
        return ActionGraph.bit(first) | ActionGraph.bit(second);
    }
}
