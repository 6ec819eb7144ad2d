// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Operand;
import fairlead.litmus.syntax.Ref;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Verb;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Adds the actions of one task in program order. */
final class TaskOrder extends TaskActions {
    /** What a holder that is alone adds to the slot of a lock, and more than all that share it add. */
    private static final long ALONE = 1L << 32;

    // actions that a fence to each node covers, as a bit set
    private final Map<String, Long> fenced = new HashMap<>();
    // OPEN action of each epoch and target, by both, as a bit set
    private final Map<String, Long> opened = new HashMap<>();
    private final Map<String, Long> tests = new HashMap<>(); // TEST action by its register, as a bit set
    private final Map<Ref, Long> locked = new HashMap<>(); // LOCK action by the word of the lock, as a bit set
    private int met;
    private int values;

    TaskOrder(ActionGraph graph, LitmusTest test, Task task) {
        super(graph, test, task);
    }

    void build() {
        for (Statement s : task.statements()) {
            if (s.guard == null) {
                statement(s);
            } else {
                guarded(s);
            }
        }
    }

    /** A statement that a test decides: what waits for it waits only if it is executed. */
    private void guarded(Statement s) {
        long before = gate;
        int first = graph.actions().size();
        int slot = graph.slot(task.name() + ":" + s.guard);
        graph.guard(slot, tests.get(s.guard));
        statement(s);
        long own = 0;
        for (int i = first; i < graph.actions().size(); i++) {
            own |= ActionGraph.bit(i);
        }
        if ((gate & ~before & ~own) != 0) {
            long joined = graph.add(Action.meet(), gate);
            gate = before | gate & own | joined;
        }
        graph.guard(-1, 0);
    }

    private void test(Statement s) {
        int slot = target(s);
        ToLongFunction<long[]> left = value(s.value);
        ToLongFunction<long[]> right = value(s.second);
        Action test = Action.alone(
                held -> held[slot] = s.relation.holds(left.applyAsLong(held), right.applyAsLong(held)) ? 1 : 0);
        long bit = graph.add(test, gate);
        tests.put(s.register, bit);
        gate |= bit;
    }

    private void statement(Statement s) {
        switch (s.verb) {
            case LOAD, POLL -> gate |= read(s.local, 0, target(s), gate);
            case STORE -> {
                Operand value = latched(s.value);
                gate |= write(s.local, 0, value, gate);
            }
            case PUT -> put(s);
            case GET -> get(s);
            case ADD, SIGNAL, FADD, CAS -> atomic(s);
            case WAIT -> await(s.handle != null ? s.handle : s.register);
            case WAIT_ANY -> tell(s, target(s));
            case TEST_HANDLE -> look(s, target(s));
            case TEST -> test(s);
            case FENCE -> fence(s.target(), s.context);
            case FLUSH -> complete(s.target(), s.context);
            case QUIET -> complete(null, s.context);
            case LOCK -> lock(s);
            case UNLOCK -> unlock(s);
            case FLUSH_LOCAL -> {
                for (Flight f : flights) {
                    gate |= f.verb() == Verb.PUT ? f.local() : 0;
                }
            }
            case BARRIER -> barrier();
            case ALLREDUCE, REDUCE, BCAST, MEET -> collective(s);
            case SEND -> send(s);
            case RECV -> receive(s);
            case EPOCH_OPEN, EPOCH_CLOSING, EPOCH_WAIT, EPOCH_AWAIT -> epoch(s);
            default -> {
                // a delay has no effect, because time is not part of the model
            }
        }
    }

    /**
     * @param target node whose operations must be complete; null for all nodes
     * @param context their context, or -1 for every context
     */
    private void complete(String target, int context) {
        for (Flight f : flights) {
            if ((target == null || target.equals(f.target())) && isOf(f, context)) {
                gate |= f.all();
            }
        }
    }

    private static boolean isOf(Flight f, int context) {
        return context < 0 || f.context() == context;
    }

    private void lock(Statement s) {
        int holders = graph.slot("lock " + s.remote);
        long more = s.isShared() ? 1 : ALONE;
        long most = s.isShared() ? ALONE - 1 : 0;
        Action take =
                Action.choice((done, now) -> now[holders] <= most ? List.of(held -> held[holders] += more) : List.of());
        long taken = graph.add(take, gate);
        locked.put(s.remote, taken);
        gate |= taken;
    }

    /** The release is an operation in flight: the task goes on when what it completes is complete. */
    private void unlock(Statement s) {
        complete(s.nodes.isEmpty() ? null : s.remote.node(), -1);
        Action release = Action.shift(graph.slot("lock " + s.remote), s.isShared() ? -1 : -ALONE);
        long free = graph.add(release, gate | locked.get(s.remote));
        flights.add(new Flight(Verb.UNLOCK, s.remote.node(), null, free, 0, -1, -1));
    }

    private void fence(String target, int context) {
        long covered = 0;
        for (Flight f : flights) {
            if (f.target().equals(target) && isOf(f, context) && f.verb().isFenced()) {
                covered |= f.all();
            }
        }
        long order = graph.isGuarded() && covered != 0 ? graph.add(Action.meet(), covered) : covered;
        fenced.merge(target + " " + context, order, (x, y) -> x | y);
    }

    private long before(Statement s) {
        return gate
                | fenced.getOrDefault(s.target() + " " + s.context, 0L)
                | opened.getOrDefault(s.epoch + " " + s.target(), 0L);
    }

    private void barrier() {
        int meeting = graph.meeting("barrier " + met++);
        graph.action(meeting).before |= gate;
        gate |= ActionGraph.bit(meeting);
    }

    /**
     * Adds the call of one member: it reads its words, and where it receives a result it writes them when all
     * members that contribute have read theirs.
     */
    private void collective(Statement s) {
        String call = Pairing.call(test, s);
        boolean isRoot = task.node().equals(s.root());
        boolean gives = s.verb != Verb.BCAST || isRoot;
        boolean receives = s.verb == Verb.BCAST ? !isRoot : s.verb != Verb.REDUCE || isRoot;
        graph.action(graph.meeting(call)).before |= gives ? gate : 0;
        long done = receives ? ActionGraph.bit(graph.meeting(call)) : 0;
        for (int i = 0; s.local != null && i < s.local.count(); i++) {
            done |= combine(s, call, i, gives, receives);
        }
        gate |= done;
    }

    // ---- messages and epochs

    /** The value of a message is that of the register when it is sent. */
    private void send(Statement s) {
        String name = Pairing.message(s, s.target());
        if (!s.value.isPlain()) {
            latch(name, s.value);
        }
        graph.action(graph.meeting(name)).before |= before(s);
    }

    private void receive(Statement s) {
        String name = Pairing.message(s, task.node());
        gate |= ActionGraph.bit(graph.meeting(name));
        Operand sent = Pairing.sent(test, name);
        int from = sent.isPlain() ? -1 : graph.slot(sent.register());
        int slot = target(s);
        gate |= graph.add(Action.of(held -> held[slot] = sent.value() + (from < 0 ? 0 : held[from])), gate);
    }

    private void epoch(Statement s) {
        switch (s.verb) {
            case EPOCH_OPEN -> {
                for (String to : s.nodes) {
                    Action open = Action.shift(graph.slot(Pairing.limit(to, task.node())), 1);
                    opened.put(s.number + " " + to, graph.add(open, gate));
                }
            }
            case EPOCH_CLOSING -> {
                for (String to : Pairing.targets(task, s.number)) {
                    graph.action(Pairing.end(graph, task.node(), s.number, to)).before |=
                            gate | opened.get(s.number + " " + to) | inEpoch(s.number, to);
                }
            }
            case EPOCH_WAIT -> {
                for (String to : Pairing.targets(task, s.number)) {
                    gate |= ActionGraph.bit(Pairing.end(graph, task.node(), s.number, to));
                }
            }
            default -> gate |= ActionGraph.bit(Pairing.end(graph, s.target(), s.number, task.node()));
        }
    }

    /**
     * Adds a put with `try`, which its target refuses while an epoch of another node is open there. One that was
     * admitted writes later, even if an epoch opens before.
     */
    private void attempt(Statement s) {
        int[] limits = Pairing.limits(graph, test, task, s.target());
        Integer word = graph.word(s.remote.key(0));
        Operand value = latched(s.value);
        long before = before(s);
        int[] admitted = limits;
        if (limits.length > 0) {
            int refused = graph.slot(task.name() + ":refused " + values++);
            before |= graph.add(Action.of(held -> held[refused] = any(limits, held) ? 1 : 0), before);
            admitted = new int[] {refused};
        }
        int[] limiting = admitted;
        int status = target(s);
        ToLongFunction<long[]> written = value(value);
        Action put = Action.of(held -> {
            long now = written.applyAsLong(held);
            boolean refused = any(limiting, held);
            held[status] = refused ? 1 : 0;
            if (!refused && word != null) {
                held[word] = now;
            }
        });
        gate |= graph.add(put, before);
    }

    // ---- words

    private void put(Statement s) {
        String to = s.remote.node();
        if (s.attempt) {
            attempt(s);
            return;
        }
        long[] read = new long[1];
        long written = 0;
        Operand value = latched(s.value);
        for (int i = 0; i < s.remote.count(); i++) {
            written |= s.local == null
                    ? write(s.remote, i, value, before(s))
                    : copy(s.local, s.remote, i, gate, before(s), read);
        }
        flights.add(new Flight(Verb.PUT, to, current(s.handle), written, read[0], s.epoch, s.context));
    }

    /** Returns the value as it is now: a register may change before the value is written. */
    private Operand latched(Operand value) {
        if (value == null || value.isPlain()) {
            return value;
        }
        String name = "value " + values++;
        latch(name, value);
        return new Operand(name, 0);
    }

    private void get(Statement s) {
        String from = s.remote.node();
        long before = before(s);
        long[] read = new long[1];
        long landed = 0;
        if (s.local == null) {
            read[0] = read(s.remote, 0, target(s), before);
        } else {
            for (int i = 0; i < s.remote.count(); i++) {
                landed |= copy(s.remote, s.local, i, before, gate, read);
            }
        }
        String name = s.local == null ? s.register : s.handle;
        flights.add(new Flight(Verb.GET, from, current(name), read[0], landed, s.epoch, s.context));
    }

    private void atomic(Statement s) {
        Integer word = graph.word(s.remote.key(0));
        Operand value = word == null ? s.value : latched(s.value);
        Operand second = word == null ? s.second : latched(s.second);
        long before = before(s);
        if (s.verb == Verb.SIGNAL) {
            before |= last().remote();
        }
        long done = 0;
        if (word != null) {
            done = divided(s, value, second, word, target(s), before);
        }
        if (s.verb == Verb.FADD || s.verb == Verb.CAS) {
            gate |= done;
        }
        flights.add(new Flight(s.verb, s.target(), current(s.handle), done, 0, s.epoch, s.context));
    }
}
