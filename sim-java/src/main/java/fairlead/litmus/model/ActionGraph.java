// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Operand;
import fairlead.litmus.syntax.Ref;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Term;
import fairlead.litmus.syntax.Verb;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The memory actions of a test and their order according to the axioms. Words that neither a condition nor a register
 * can show are omitted.
 */
final class ActionGraph {
    private final LitmusTest test;
    private final List<Term> terms;
    private final Set<Axiom> axioms;
    private final Map<String, Integer> words = new LinkedHashMap<>();
    private final Map<String, Integer> slots = new LinkedHashMap<>();
    private final List<Action> actions = new ArrayList<>();
    private final List<Integer> barriers = new ArrayList<>(); // action of the k-th barrier
    private final Map<Integer, Integer> halves = new HashMap<>(); // ATOMIC_WRITE that belongs to each ATOMIC_READ
    private final Map<String, Integer> calls = new HashMap<>(); // action with which all contributions are there
    private int scratch;

    ActionGraph(final LitmusTest test, final List<Term> terms, final Set<Axiom> axioms) {
        this.test = test;
        this.terms = terms;
        this.axioms = axioms;
        new Observed(test, terms).words().forEach(w -> words.put(w, words.size()));
        test.tasks().forEach(task -> new TaskOrder(task).build());
    }

    List<Action> actions() {
        return actions;
    }

    /** Returns the initial values, words first, then slots. */
    long[] initial() {
        final long[] held = new long[words.size() + slots.size()];
        words.forEach((key, number) -> held[number] = test.initial().getOrDefault(key, 0L));
        return held;
    }

    int slotAt(final int slot) {
        return words.size() + slot;
    }

    List<Long> values(final long[] held) {
        return terms.stream()
                .map(t -> t.kind() == Term.Kind.WORD
                        ? held[words.get(LitmusTest.key(t.owner(), t.name(), t.index()))]
                        : slots.containsKey(t.owner() + ":" + t.name())
                                ? held[slotAt(slots.get(t.owner() + ":" + t.name()))]
                                : 0L)
                .toList();
    }

    /** Returns whether the action must wait because another atomic on the same word has read but not yet written. */
    boolean isHeld(final Action action, final int index, final long done) {
        if (action.kind != Action.Kind.ATOMIC_READ || !axioms.contains(Axiom.ATOMIC)) {
            return false;
        }
        for (final Map.Entry<Integer, Integer> half : halves.entrySet()) {
            if (half.getKey() != index
                    && actions.get(half.getKey()).word == action.word
                    && (done >>> half.getKey() & 1) == 1
                    && (done >>> half.getValue() & 1) == 0) {
                return true;
            }
        }
        return false;
    }

    private boolean has(final Axiom axiom) {
        return axioms.contains(axiom);
    }

    private int slot(final String name) {
        return slots.computeIfAbsent(name, n -> slots.size());
    }

    private int add(final Action action, final long before) {
        final int index = actions.size();
        action.before = before;
        actions.add(action);
        return index;
    }

    private static long bit(final int index) {
        return index >= Long.SIZE ? 0 : 1L << index; // a test with too many actions is refused later
    }

    /**
     * One operation that may be in flight.
     *
     * @param remote bits of its actions at the target
     * @param local bits of its actions on the task's own node
     */
    private record Flight(Verb verb, String target, String register, long remote, long local) {}

    /** Adds the actions of one task in program order. */
    private final class TaskOrder {
        private final Task task;
        private final List<Flight> flights = new ArrayList<>();
        // actions that a fence to each node covers, as a bit set
        private final Map<String, Long> fenced = new HashMap<>();
        private long gate; // actions that are complete before the next statement, as a bit set
        private int met;

        private TaskOrder(final Task task) {
            this.task = task;
        }

        private void build() {
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
                    if (has(Axiom.WAIT_WAITS)) {
                        flights.stream()
                                .filter(f -> s.register().equals(f.register))
                                .forEach(f -> gate |= f.remote | f.local);
                    }
                    break;
                case FENCE:
                    fence(s.target());
                    break;
                case FLUSH:
                    complete(has(Axiom.FLUSH_PER_TARGET) ? s.target() : null);
                    break;
                case QUIET:
                    complete(has(Axiom.QUIET_COVERS_ALL) ? null : lastTarget());
                    break;
                case FLUSH_LOCAL:
                    for (final Flight f : flights) {
                        if (f.verb == Verb.PUT) {
                            gate |= has(Axiom.FLUSH_LOCAL_READS) ? f.local : 0;
                            gate |= has(Axiom.FLUSH_LOCAL_IS_LOCAL) ? 0 : f.remote;
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
                    break; // a delay has no effect, because time is not part of the model
            }
        }

        private void local(final long done) {
            if (has(Axiom.LOCAL_IN_ORDER)) {
                gate |= done;
            }
        }

        private String lastTarget() {
            return flights.isEmpty() ? "" : flights.get(flights.size() - 1).target;
        }

        /** @param target node whose operations must be complete; null for all nodes */
        private void complete(final String target) {
            for (final Flight f : flights) {
                if (target == null || target.equals(f.target)) {
                    final boolean covered =
                            has(f.verb == Verb.GET ? Axiom.FLUSH_COVERS_GETS : Axiom.FLUSH_COVERS_WRITES);
                    gate |= covered ? f.remote | f.local : 0;
                }
            }
        }

        private void fence(final String target) {
            if (!has(Axiom.FENCE_ORDERS)) {
                return;
            }
            long covered = 0;
            for (final Flight f : flights) {
                if ((f.target.equals(target) || !has(Axiom.FENCE_PER_TARGET))
                        && (f.verb.isFenced() || !has(Axiom.FENCE_COVERS_NO_GETS))) {
                    covered |= f.remote | f.local;
                }
            }
            final long order = covered;
            if (has(Axiom.FENCE_PER_TARGET)) {
                fenced.merge(target, order, (x, y) -> x | y);
            } else {
                test.nodes().forEach(n -> fenced.merge(n.name(), order, (x, y) -> x | y));
            }
        }

        /** Returns the actions that precede an action of `verb` at `target`. */
        private long before(final Verb verb, final String target) {
            final boolean held = verb.isFenced() || has(Axiom.FENCE_HOLDS_GETS);
            return gate | (held ? fenced.getOrDefault(target, 0L) : 0);
        }

        private long inFlight() {
            return flights.stream().mapToLong(f -> f.remote | f.local).reduce(0, (x, y) -> x | y);
        }

        private void barrier() {
            if (met == barriers.size()) {
                barriers.add(add(Action.meet(), 0));
            }
            final int meeting = barriers.get(met++);
            actions.get(meeting).before |= gate | (has(Axiom.BARRIER_IS_NO_QUIET) ? 0 : inFlight());
            if (has(Axiom.BARRIER_JOINS)) {
                gate |= bit(meeting);
            }
        }

        /**
         * Adds the call of one member: it reads its words, and where it receives a result it writes them when all
         * members that contribute have read theirs.
         */
        private void collective(final Statement s) {
            final String call = Calls.name(test, s);
            final boolean isRoot = task.node().equals(s.root());
            final boolean gives = s.verb() != Verb.BCAST || isRoot || !has(Axiom.BROADCAST_WAITS_FOR_ROOT_ALONE);
            final boolean receives = s.verb() == Verb.BCAST ? !isRoot : s.verb() != Verb.REDUCE || isRoot;
            final long come = gate | (has(Axiom.COLLECTIVE_IS_NO_QUIET) ? 0 : inFlight());
            actions.get(meeting(call)).before |= gives ? come : 0;
            long done = receives && has(Axiom.COLLECTIVE_JOINS) ? bit(meeting(call)) : 0;
            for (int i = 0; s.local() != null && i < s.local().count(); i++) {
                done |= combine(s, call, i, gives, receives, has(Axiom.COLLECTIVE_READS_IN_ORDER) ? gate : 0, come);
            }
            gate |= has(Axiom.COLLECTIVE_BLOCKS) ? done : 0;
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
            final int word = meeting(call + " word " + i);
            final boolean contributes =
                    gives && (s.verb() != Verb.BCAST || task.node().equals(s.root()));
            long done = 0;
            if (contributes) {
                done |= read(s.local(), i, slot(call + " " + i + " " + task.node()), beforeRead);
                actions.get(word).before |= done;
            }
            final Integer to = words.get(LitmusTest.key(
                    s.local().node(), s.local().symbol(), s.local().from() + i));
            if (receives && to != null) {
                final int[] sources = s.nodes().stream()
                        .filter(n -> s.verb() != Verb.BCAST || n.equals(s.root()))
                        .mapToInt(n -> slot(call + " " + i + " " + n))
                        .toArray();
                final long before = bit(word) | (has(Axiom.COLLECTIVE_JOINS) ? bit(meeting(call)) : 0) | done;
                done |= bit(add(Action.combine(to, sources, s.function()), beforeWrite | before));
            }
            return done;
        }

        private int meeting(final String call) {
            return calls.computeIfAbsent(call, c -> add(Action.meet(), 0));
        }

        private int target(final Statement s) {
            return s.register() == null ? slot("scratch" + scratch++) : slot(task.name() + ":" + s.register());
        }

        private int held(final Operand operand) {
            return operand.isPlain() ? -1 : slot(task.name() + ":" + operand.register());
        }

        /** Returns the bit of the new action, or 0 for a word that is not observed. */
        private long read(final Ref ref, final int i, final int slot, final long before) {
            final Integer word = words.get(LitmusTest.key(ref.node(), ref.symbol(), ref.from() + i));
            return word == null ? 0 : bit(add(Action.read(word, slot), before));
        }

        private long write(final Ref ref, final int i, final Operand value, final long before) {
            final Integer word = words.get(LitmusTest.key(ref.node(), ref.symbol(), ref.from() + i));
            return word == null ? 0 : bit(add(Action.write(word, held(value), value.value()), before));
        }

        private long copy(
                final Ref from,
                final Ref to,
                final int i,
                final long beforeRead,
                final long beforeWrite,
                final long[] read) {
            final Integer word = words.get(LitmusTest.key(to.node(), to.symbol(), to.from() + i));
            if (word == null) {
                return 0;
            }
            final int slot = slot("scratch" + scratch++);
            final long first = read(from, i, slot, beforeRead);
            read[0] |= first;
            return bit(add(Action.write(word, slot, 0), beforeWrite | first));
        }

        private void put(final Statement s) {
            final String to = s.remote().node();
            final long[] read = new long[1];
            long written = 0;
            for (int i = 0; i < s.remote().count(); i++) {
                written |= s.local() == null
                        ? write(s.remote(), i, s.value(), before(Verb.PUT, to))
                        : copy(s.local(), s.remote(), i, gate, before(Verb.PUT, to), read);
            }
            flights.add(new Flight(Verb.PUT, to, null, written, read[0]));
        }

        private void get(final Statement s) {
            final String from = s.remote().node();
            final long before = before(Verb.GET, from);
            final long[] read = new long[1];
            long landed = 0;
            if (s.local() == null) {
                read[0] = read(s.remote(), 0, target(s), before);
            } else {
                for (int i = 0; i < s.remote().count(); i++) {
                    landed |= copy(s.remote(), s.local(), i, before, gate, read);
                }
            }
            flights.add(new Flight(Verb.GET, from, s.local() == null ? s.register() : null, read[0], landed));
        }

        private void atomic(final Statement s) {
            final Ref ref = s.remote();
            long before = before(s.verb(), ref.node());
            if (s.verb() == Verb.SIGNAL && has(Axiom.SIGNAL_FOLLOWS)) {
                before |= flights.get(flights.size() - 1).remote;
            }
            final Integer word = words.get(LitmusTest.key(ref.node(), ref.symbol(), ref.from()));
            long done = 0;
            if (word != null) {
                done = divided(s, word, target(s), before);
            }
            if (s.verb() == Verb.FADD || s.verb() == Verb.CAS) {
                gate |= has(Axiom.ATOMICS_BLOCK) ? done : 0;
            }
            flights.add(new Flight(s.verb(), ref.node(), null, done, 0));
        }

        /** Makes one action if only atomics write the word, otherwise two. */
        private long divided(final Statement s, final int word, final int slot, final long before) {
            final boolean swaps = s.verb() == Verb.CAS;
            final int newSlot = swaps ? held(s.second()) : -1;
            final long newValue = swaps ? s.second().value() : 0;
            final int valueSlot = held(s.value());
            final long value = s.value().value();
            if (has(Axiom.ATOMIC) && !Observed.isPlainlyWritten(test, s.remote())) {
                return bit(add(
                        new Action(Action.Kind.ATOMIC, word, slot, valueSlot, value, swaps, newSlot, newValue),
                        before));
            }
            final int first = add(new Action(Action.Kind.ATOMIC_READ, word, slot, -1, 0, swaps, -1, 0), before);
            final int second = add(
                    new Action(Action.Kind.ATOMIC_WRITE, word, slot, valueSlot, value, swaps, newSlot, newValue),
                    before | bit(first));
            halves.put(first, second);
            return bit(first) | bit(second);
        }
    }
}
