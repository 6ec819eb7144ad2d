// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.Operand;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Verb;
import fairlead.program.Decision;
import fairlead.program.ElementType;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.ProgramBuilder.TaskBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Makes the operations of one task. The operations after a blocking statement require it. A statement that does not
 * block is posted after the previous one, in program order.
 *
 * <p>A fence of a litmus test must order both paths of a node. The FENCE in the injection FIFO orders the operations
 * after it in that FIFO. A request through the DLA would pass it, and a FENCE that finds the DLA unused is done at
 * once (FenceUnit R2), so such a request requires a flush. Some schedules omit a fence that has no earlier put, add or
 * signal to order, because the model permits software to do so.
 */
final class TaskCompiler extends RemoteOperations {
    /** The paths of the operations that fit the DLA. */
    enum Way {
        DESCRIPTOR,
        INLINE,
        /** Draws the path for each operation. */
        EITHER,
        /** Alternates the paths, beginning with a descriptor in each task. */
        TURNS
    }

    private final boolean raw;
    private final boolean tells; // whether the task has a `wait any`
    private final boolean contexts; // whether the task has other contexts than the default
    private final boolean skips; // whether fences that order nothing are left out
    private final Map<Integer, Set<String>> targets = new HashMap<>(); // nodes with operations of a context, by context
    private final Map<String, Integer> tests = new HashMap<>(); // id of the TEST operation, by its register
    private final Map<String, List<Integer>> handles = new HashMap<>(); // operations that have a handle, by handle
    private final List<Integer> puts = new ArrayList<>(); // ids of the puts since the last flush_local
    // one operation for each handle that a `wait any` may return, by handle
    private final Map<String, Integer> together = new HashMap<>();
    private final Map<Long, Integer> opens = new HashMap<>(); // EPOCH_OPEN of an epoch that is open or closing, by id
    private final Map<Long, Integer> closes = new HashMap<>();
    private final Map<List<String>, Integer> calls = new HashMap<>(); // number of calls so far, by group
    private int turn;

    TaskCompiler(Task task, TaskBuilder builder, Compiler all) {
        super(task, builder, all);
        raw = has(s -> s.verb == Verb.DLA_ALLOC);
        tells = has(s -> s.verb == Verb.WAIT_ANY);
        contexts = has(s -> s.context > 0);
        skips = all.draws.once(2);
    }

    private boolean has(Predicate<Statement> which) {
        return task.statements().stream().anyMatch(which);
    }

    void compile() {
        offset = all.draws.upTo(all.start);
        for (Statement s : task.statements()) {
            test = s.guard == null ? -1 : tests.get(s.guard);
            statement(s);
        }
        landings.forEach((register, landing) -> { // of gets without a wait
            test = landing.test();
            int load = give(Ops.load(landing.address()).notBefore(all.test.limit()));
            hold(register, load, false, test);
        });
    }

    private void reads(Statement s, int id, boolean status) {
        if (s.register != null) {
            landings.remove(s.register);
            hold(s.register, id, status, test);
        }
    }

    private static int[] ids(Collection<Integer> all) {
        return all.stream().mapToInt(i -> i).toArray();
    }

    private void statement(Statement s) {
        switch (s.verb) {
            case LOAD -> load(s);
            case STORE -> store(memory.address(s.local), s);
            case POLL -> reads(s, block(poll(s), s), false);
            case PUT, GET, ADD, SIGNAL, FADD, CAS -> remote(s);
            case WAIT -> waiting(s);
            case WAIT_ANY -> any(s);
            case TEST_HANDLE -> reads(s, block(Ops.look(handles.get(s.handle)), s), false);
            case LOCK -> take(s);
            case UNLOCK -> unlock(s);
            case TEST -> test(s);
            case FENCE -> fence(s);
            case FLUSH -> flush(s, s.target());
            case QUIET -> quiet(s);
            case FLUSH_LOCAL -> {
                block(Ops.calc(0).requires(ids(puts)), s);
                if (test < 0) {
                    puts.clear();
                }
            }
            case BARRIER -> block(Ops.barrier(), s);
            case DELAY -> block(Ops.calc(s.value.value()), s);
            case SEND -> send(s);
            case RECV -> reads(s, block(Ops.recv(-1, s.number), s), false);
            case ALLREDUCE, REDUCE, BCAST, MEET -> block(call(s), s);
            case EPOCH_OPEN, EPOCH_CLOSING, EPOCH_WAIT, EPOCH_AWAIT -> epoch(s, (int) s.number);
            case DLA_ALLOC -> {
                Operation alloc = Ops.dlaAlloc((int) s.number, s.flags.contains("pr"), s.flags.contains("high"));
                if (s.register == null) {
                    post(alloc.attempt(), s);
                } else {
                    reads(s, block(alloc.attempt(), s), true);
                }
            }
            case DLA_END -> post(Ops.dlaEnd(), s);
            case DLA_RELEASE -> post(Ops.dlaRelease(), s);
        }
    }

    /** The processor loads 8 bytes, and takes a smaller word out of them. */
    private void load(Statement s) {
        int address = memory.address(s.local);
        int size = memory.size(s.local);
        int load = block(Ops.load(address & -Long.BYTES), s);
        boolean isWhole = size == Long.BYTES;
        reads(s, isWhole ? load : block(Ops.extract(load, address % Long.BYTES, size), s), false);
    }

    private Operation poll(Statement s) {
        return Decision.operand(
                Ops.poll(memory.address(s.local), s.relation, 0, s.number), sources(s.value), s.value.value());
    }

    private void store(int address, Statement s) {
        Operand value = s.value;
        block(
                value.isPlain()
                        ? Ops.store(address, value.value())
                        : Ops.storeResult(address, sources(value), value.value()),
                s);
    }

    private void test(Statement s) {
        Operand right = s.second;
        int id = block(Ops.test(sources(s.value), s.relation, sources(right), right.value()), s);
        tests.put(s.register, id);
        hold(s.register, id, false, -1);
    }

    private void send(Statement s) {
        int target = rank(s.target());
        long value = s.value.isPlain() ? s.value.value() : 0;
        int source = memory.slot(task.node(), List.of(s.number, value));
        if (s.value.isPlain()) {
            post(Ops.sendValue(target, source, s.number, value), s);
        } else {
            store(source + Long.BYTES, s);
            post(Decision.send(target, source, 2 * Long.BYTES, s.number), s);
        }
    }

    /**
     * Returns the operation of a member for its next call of the group: TREE on the collective network, which
     * `algorithm: tree` of a scenario uses too.
     */
    private Operation call(Statement s) {
        int number = calls.merge(s.nodes, 1, Integer::sum) - 1;
        boolean isRoot = task.node().equals(s.root());
        boolean gives = s.verb != Verb.BCAST || isRoot;
        boolean keeps = s.verb == Verb.BCAST ? !isRoot : s.verb != Verb.REDUCE || isRoot;
        int address = s.local == null ? 0 : memory.address(s.local);
        int bytes = s.local == null ? 0 : s.local.count() * Long.BYTES;
        int route = all.routes.get(s.nodes);
        return Ops.tree(address, bytes, route, number, s.function(), ElementType.U64, gives, keeps, all.cyclesPerWord);
    }

    /** An epoch statement with `try` is one that the machine refuses. */
    private void epoch(Statement s, int id) {
        long key = s.number;
        switch (s.verb) {
            case EPOCH_OPEN -> {
                int[] nodes = s.nodes.stream().mapToInt(this::rank).toArray();
                if (s.attempt) {
                    tried(s, Ops.epochTrial(true, opens.get(key), nodes[0], id));
                } else {
                    opens.put(key, post(Ops.epochOpen(id, nodes), s));
                }
            }
            case EPOCH_CLOSING -> {
                if (s.attempt) {
                    tried(s, Ops.epochTrial(false, opens.getOrDefault(key, -1), rank(s.target()), id));
                } else {
                    closes.put(key, post(Ops.epochClose(opens.get(key)), s));
                }
            }
            case EPOCH_WAIT -> {
                block(Ops.calc(0).requires(closes.get(key)), s);
                opens.remove(key);
            }
            default -> block(Ops.epochAwait(rank(s.target()), id), s);
        }
    }

    private void tried(Statement s, Operation op) {
        ending(s, block(op.attempt(), s));
    }

    private void flush(Statement s, String target) {
        block(Ops.flush(rank(target)), s);
        completed(target);
    }

    /** A quiet of one context of several flushes the targets of that context alone. */
    private void quiet(Statement s) {
        if (contexts) {
            targets.getOrDefault(s.context, Set.of()).forEach(target -> flush(s, target));
        } else {
            all(s);
        }
    }

    private void all(Statement s) {
        block(Ops.quiet(), s);
        completed(null);
    }

    private void unlock(Statement s) {
        if (s.nodes.isEmpty()) {
            all(s);
        } else {
            flush(s, s.target());
        }
        post(giveBack(s), s);
    }

    /** The operation with a handle is complete when it has its event; the value of a get into a register is read. */
    private void waiting(Statement s) {
        if (s.handle != null) {
            together.remove(s.handle);
            block(Ops.calc(0).requires(ids(handles.remove(s.handle))), s);
            return;
        }
        Landing landing = landings.remove(s.register);
        reads(s, block(Ops.load(landing.address()).requires(landing.get()), s), false);
    }

    /** The operations of one handle, such as a strided put, are returned together. */
    private void any(Statement s) {
        List<Integer> choices = s.flags.stream().map(together::get).toList();
        List<Long> names =
                s.flags.stream().map(h -> Long.parseLong(h.substring(1))).toList();
        reads(s, block(Ops.any(choices, names), s), false);
    }

    /**
     * Reads the registers of completed gets: those from `target`, or all of them if it is null. A get that has begun
     * outside of the block of the current statement is read again later, because the block may not be executed.
     */
    private void completed(String target) {
        if (test < 0) {
            ordered(target);
        }
        landings.entrySet().removeIf(each -> {
            Landing landing = each.getValue();
            if (target != null && !target.equals(landing.target())) {
                return false;
            }
            int load = give(Ops.load(landing.address()).requires(gate));
            all.places.put(load, landing.place());
            hold(each.getKey(), load, false, test);
            return landing.test() == test;
        });
    }

    private void fence(Statement s) {
        if (!skips || toOrder.contains(s.target())) {
            Fence fence = new Fence(post(Ops.fence(rank(s.target())), s), test);
            if (test < 0) {
                ordered(s.target());
            }
            fences.computeIfAbsent(s.target(), to -> new ArrayList<>()).add(fence);
        }
    }

    // ---- operations at a target

    private void remote(Statement s) {
        if (s.verb == Verb.SIGNAL) {
            post(Ops.fence(rank(s.target())), s);
        }
        String target = s.target();
        targets.computeIfAbsent(s.context, c -> new LinkedHashSet<>()).add(target);
        int source = -1;
        if (s.verb == Verb.PUT && s.local == null && !s.value.isPlain()) {
            source = slot(s.remote.count(), 0);
            for (int i = 0; i < s.remote.count(); i++) {
                store(source + Long.BYTES * i, s);
            }
        }
        awaitAll(sourcesOf(s)); // some may come later than what the task has waited for
        Operation op = make(s, source);
        if (all.aim.isLate(s)) {
            all.aim.loads(memory, task).forEach(load -> post(load, s));
        }
        if (s.epoch >= 0) {
            op.in(opens.get(s.epoch));
        } else if (fits(s)) {
            choosePath(op, s);
        }
        if (op.path() != Path.DESCRIPTOR) {
            for (Fence fence : fences.getOrDefault(target, List.of())) {
                Operation flush = Ops.flush(rank(target)).requires(gate).after(chain, fence.id());
                op.requires(builder.add(flush.onlyIf(fence.test() < 0 ? test : fence.test())));
            }
        }
        if (s.attempt) {
            op.attempt();
        }
        boolean result = s.verb == Verb.FADD || s.verb == Verb.CAS;
        int id = result ? block(op, s) : post(op, s);
        given(s, id);
        if (s.verb == Verb.GET && s.local == null) {
            lands(s.register, new Landing(id, op.local(), target, place(s), test));
        } else if (s.attempt) {
            // a put completes before its refusal can be known, so the status is read after a flush
            boolean isLate = op.path() == Path.DESCRIPTOR && s.verb == Verb.PUT;
            passed(isLate ? give(Ops.flush(op.target()).requires(id)) : id);
            ending(s, id);
        } else if (result) {
            reads(s, id, false);
        }
    }

    private void given(Statement s, int id) {
        if (s.verb.isFenced()) {
            toOrder.add(s.target());
        }
        if (s.handle != null) {
            List<Integer> given = handles.computeIfAbsent(s.handle, h -> new ArrayList<>());
            given.add(id);
            if (tells) {
                int both = given.size() == 1 ? id : give(Ops.calc(0).requires(id, together.get(s.handle)));
                together.put(s.handle, both);
            }
        }
        if (s.verb == Verb.PUT) {
            puts.add(id);
        }
    }

    /** Reads how an operation has ended, which is known. */
    private void ending(Statement s, int id) {
        if (s.asksWhy) {
            reads(s, give(Ops.ending(id).requires(gate)), false);
        } else {
            reads(s, id, true);
        }
    }

    private void choosePath(Operation op, Statement s) {
        if (raw && test < 0) {
            op.path(Path.STORE);
        } else if (!raw && all.aim.isInline(task, s).orElseGet(this::isInline)) {
            op.path(Path.INLINE);
        }
    }

    private boolean isInline() {
        return all.way == Way.INLINE
                || all.way == Way.EITHER && all.draws.once(2)
                || all.way == Way.TURNS && (turn++ & 1) == 1;
    }
}
