// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.compile.Registers.Landing;
import fairlead.litmus.syntax.Operand;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Verb;
import fairlead.program.Comparison;
import fairlead.program.Decision;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Results;
import fairlead.program.TaskBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes the operations of one task. The operations after a blocking statement require it. A statement that does not
 * block is posted after the previous one, in program order.
 *
 * <p>A fence of a litmus test must order both paths of a node. The FENCE in the injection FIFO orders the operations
 * behind it in that FIFO. A request through the DLA would pass it, and a FENCE that finds the DLA unused is done at
 * once (FenceUnit R2), so such a request requires a flush. Some schedules omit a fence that has no earlier put, add or
 * signal to order, because the model permits software to do so.
 */
final class TaskCompiler extends OrderedOperations {
    /** Uses descriptors for all operations. */
    static final int DESCRIPTOR = 0;
    /** Uses the DLA for all operations that fit. */
    static final int INLINE = 1;
    /** Draws the path for each operation. */
    static final int EITHER = 2;
    /** Alternates the paths, beginning with a descriptor in each task. */
    static final int TURNS = 3;

    private final MemoryPlan memory;
    private final RemoteOperations operations;
    private final GroupCalls routes;
    private final Aim aim;
    private final int way;
    private final int start; // number of cycles by which a task may start late
    private final boolean raw;
    private final boolean tells; // whether the task has a `wait any`
    private final boolean contexts; // whether the task has other contexts than the default
    private final Map<Integer, Set<String>> targets = new HashMap<>(); // nodes with operations of a context, by context
    private final boolean skips; // whether fences that order nothing are left out

    private final EpochCalls epochs;
    private final Fences fences = new Fences();
    private final Registers registers;
    private final Map<String, Integer> tests = new HashMap<>(); // id of the TEST operation, by its register
    private final Map<String, List<Integer>> handles = new HashMap<>(); // operations that have a handle, by handle
    private final List<Integer> puts = new ArrayList<>(); // ids of the puts since the last flush_local
    // one operation for each handle that a `wait any` may tell, by handle
    private final Map<String, Integer> together = new HashMap<>();
    private int turn;

    TaskCompiler(
            final Task task,
            final TaskBuilder builder,
            final Setting all,
            final GroupCalls routes,
            final Aim aim,
            final int way,
            final int start) {
        super(task, builder, all, !aim.isAt(task));
        memory = all.memory();
        this.routes = routes;
        epochs = new EpochCalls(this);
        this.aim = aim;
        this.way = way;
        this.start = start;
        registers = new Registers(task, all.readings());
        operations = new RemoteOperations(this, registers);
        raw = task.statements().stream().anyMatch(s -> s.verb() == Verb.DLA_ALLOC);
        tells = task.statements().stream().anyMatch(s -> s.verb() == Verb.WAIT_ANY);
        contexts = task.statements().stream().anyMatch(s -> s.context() > 0);
        skips = all.draws().once(2);
    }

    /** @param end cycle in which the results of gets without a wait are read */
    void compile(final long end) {
        offset = all.draws().upTo(start);
        for (final Statement s : task.statements()) {
            test = s.guard() == null ? -1 : tests.get(s.guard());
            statement(s);
        }
        registers.landings().forEach((register, landing) -> {
            test = landing.test();
            registers.hold(register, give(Ops.load(landing.address()).notBefore(end)), false, test);
        });
    }

    private void reads(final Statement s, final int id, final boolean status) {
        if (s.register() != null) {
            registers.remove(s.register());
            registers.hold(s.register(), id, status, test);
        }
    }

    // ---- statements

    private void statement(final Statement s) {
        switch (s.verb()) {
            case LOAD -> load(s);
            case STORE -> store(memory.address(s.local()), s);
            case POLL -> reads(s, block(poll(s), s), false);
            case PUT, GET, ADD, SIGNAL, FADD, CAS -> remote(s);
            case WAIT -> waiting(s);
            case WAIT_ANY -> any(s);
            case TEST_HANDLE -> reads(s, block(Ops.look(handles.get(s.handle())), s), false);
            case LOCK -> LockCalls.take(this, s);
            case UNLOCK -> unlock(s);
            case TEST -> test(s);
            case FENCE -> fence(s);
            case FLUSH -> flush(s, s.target());
            case QUIET -> quiet(s);
            case FLUSH_LOCAL -> {
                block(Ops.calc(0).requires(puts.stream().mapToInt(i -> i).toArray()), s);
                if (test < 0) {
                    puts.clear();
                }
            }
            case BARRIER -> block(Ops.barrier(), s);
            case DELAY -> block(Ops.calc(s.value().value()), s);
            case SEND -> send(s);
            case RECV -> reads(s, block(Ops.recv(-1, s.number()), s), false);
            case ALLREDUCE, REDUCE, BCAST, MEET -> block(routes.operation(s, task), s);
            default -> control(s);
        }
    }

    /** The processor loads 8 bytes, and takes a smaller word out of them. */
    private void load(final Statement s) {
        final int address = memory.address(s.local());
        final int size = memory.size(s.local());
        final int load = block(Ops.load(address & -Long.BYTES), s);
        final boolean isWhole = size == Long.BYTES;
        reads(s, isWhole ? load : block(Ops.extract(load, address % Long.BYTES, size), s), false);
    }

    private Operation poll(final Statement s) {
        final Comparison comparison = Comparison.values()[s.relation().ordinal()];
        return Results.operand(
                Ops.poll(memory.address(s.local()), comparison, 0, s.number()),
                registers.sources(s.value()),
                s.value().value());
    }

    /** Stores the value of a statement, which may be that of a register. */
    private void store(final int address, final Statement s) {
        final Operand value = s.value();
        block(
                value.isPlain()
                        ? Ops.store(address, value.value())
                        : Ops.storeResult(address, registers.sources(value), value.value()),
                s);
    }

    private void flush(final Statement s, final String target) {
        block(Ops.flush(rank(target)), s);
        completed(target);
    }

    /** A quiet of one context of several flushes the targets of that context alone. */
    private void quiet(final Statement s) {
        if (contexts) {
            targets.getOrDefault(s.context(), Set.of()).forEach(target -> flush(s, target));
        } else {
            block(Ops.quiet(), s);
            completed(null);
        }
    }

    private void unlock(final Statement s) {
        if (s.nodes().isEmpty()) {
            block(Ops.quiet(), s);
            completed(null);
        } else {
            flush(s, s.target());
        }
        post(LockCalls.giveBack(this, s), s);
    }

    /** The operation with a handle is complete when it has its event; the value of a get into a register is read. */
    private void waiting(final Statement s) {
        if (s.handle() != null) {
            final List<Integer> given = handles.remove(s.handle());
            together.remove(s.handle());
            block(Ops.calc(0).requires(given.stream().mapToInt(i -> i).toArray()), s);
            return;
        }
        final Landing landing = registers.remove(s.register());
        reads(s, block(Ops.load(landing.address()).requires(landing.get()), s), false);
    }

    /** The operations of one handle, as of a strided put, are told together. */
    private void any(final Statement s) {
        final List<Integer> choices = new ArrayList<>();
        final List<Long> names = new ArrayList<>();
        for (final String handle : s.flags()) {
            choices.add(together.get(handle));
            names.add(Long.parseLong(handle.substring(1)));
        }
        reads(s, block(Ops.any(choices, names), s), false);
    }

    private void test(final Statement s) {
        final List<Decision.Source> right = registers.sources(s.second());
        final Comparison comparison = Comparison.values()[s.relation().ordinal()];
        final long operand = s.second().value();
        final int id = block(Ops.test(registers.sources(s.value().register()), comparison, right, operand), s);
        tests.put(s.register(), id);
        registers.hold(s.register(), id, false, -1);
    }

    private void control(final Statement s) {
        switch (s.verb()) {
            case EPOCH_OPEN, EPOCH_CLOSING, EPOCH_WAIT, EPOCH_AWAIT -> {
                if (s.attempt()) {
                    ending(s, epochs.trial(s));
                } else {
                    epochs.statement(s);
                }
            }
            case DLA_ALLOC -> {
                final Operation alloc = Ops.dlaAlloc(
                        (int) s.number(), s.flags().contains("pr"), s.flags().contains("high"));
                if (s.register() == null) {
                    post(alloc.attempt(), s);
                } else {
                    reads(s, block(alloc.attempt(), s), true);
                }
            }
            case DLA_END -> post(Ops.dlaEnd(), s);
            case DLA_RELEASE -> post(Ops.dlaRelease(), s);
            default -> throw new IllegalArgumentException("no operation for " + s.verb());
        }
    }

    /**
     * Reads the registers of completed gets: those from `target`, or all of them if it is null. A get that has begun
     * outside of the block of the current statement is read again later, because the block may not be executed.
     */
    private void completed(final String target) {
        if (test < 0) {
            fences.complete(target);
        }
        for (final Map.Entry<String, Landing> each :
                List.copyOf(registers.landings().entrySet())) {
            final Landing landing = each.getValue();
            if (target == null || target.equals(landing.target())) {
                final int load = give(Ops.load(landing.address()).requires(gate));
                all.places().put(load, landing.place());
                registers.hold(each.getKey(), load, false, test);
                if (landing.test() == test) {
                    registers.remove(each.getKey());
                }
            }
        }
    }

    private void fence(final Statement s) {
        if (skips && fences.hasNothingToOrder(s.target())) {
            return;
        }
        fences.add(s.target(), new Fences.Fence(post(Ops.fence(rank(s.target())), s), test));
    }

    private void send(final Statement s) {
        final long value = s.value().isPlain() ? s.value().value() : 0;
        final int source = memory.slot(all.program(), task.node(), List.of(s.number(), value));
        if (s.value().isPlain()) {
            post(Ops.sendValue(rank(s.target()), source, s.number(), value), s);
        } else {
            store(source + Long.BYTES, s);
            post(Results.send(rank(s.target()), source, 2 * Long.BYTES, s.number()), s);
        }
    }

    // ---- operations at a target

    private void remote(final Statement s) {
        if (s.verb() == Verb.SIGNAL) {
            post(Ops.fence(rank(s.target())), s);
        }
        final String target = s.remote().node();
        targets.computeIfAbsent(s.context(), c -> new LinkedHashSet<>()).add(target);
        if (s.verb() == Verb.PUT && s.local() == null && !s.value().isPlain()) {
            final int source = operations.sourceOf(s);
            for (int i = 0; i < s.remote().count(); i++) {
                store(source + Long.BYTES * i, s);
            }
        }
        awaitAll(registers.sourcesOf(s)); // some may come later than what the task has waited for
        final Operation op = operations.make(s);
        if (aim.isLate(s)) {
            aim.loads(memory, all.program(), task).forEach(load -> post(load, s));
        }
        if (s.epoch() >= 0) {
            op.in(epochs.open(s.epoch()));
        } else {
            choosePath(op, s);
        }
        if (op.path() != Path.DESCRIPTOR) {
            for (final Fences.Fence fence : fences.to(target)) {
                final Operation flush = Ops.flush(rank(target)).requires(gate).after(chain, fence.id());
                op.requires(builder.add(flush.onlyIf(fence.test() < 0 ? test : fence.test())));
            }
        }
        if (s.attempt()) {
            op.attempt();
        }
        final boolean result = s.verb() == Verb.FADD || s.verb() == Verb.CAS;
        final int id = result ? block(op, s) : post(op, s);
        if (s.verb().isFenced()) {
            fences.written(target);
        }
        if (s.handle() != null) {
            final List<Integer> given = handles.computeIfAbsent(s.handle(), h -> new ArrayList<>());
            given.add(id);
            if (tells) {
                final int both = given.size() == 1 ? id : give(Ops.calc(0).requires(id, together.get(s.handle())));
                together.put(s.handle(), both);
            }
        }
        if (s.verb() == Verb.PUT) {
            puts.add(id);
        }
        if (s.verb() == Verb.GET && s.local() == null) {
            registers.lands(s.register(), new Landing(id, op.local(), target, task.name() + ":" + s.line(), test));
        } else if (s.attempt()) {
            status(s, id, op);
        } else if (result) {
            reads(s, id, false);
        }
    }

    /**
     * Reads the status of an operation. A put completes before its refusal can be known, so the status is read after a
     * flush.
     */
    private void status(final Statement s, final int id, final Operation op) {
        if (op.path() == Path.DESCRIPTOR && s.verb() == Verb.PUT) {
            passed(give(Ops.flush(op.target()).requires(id)));
        } else {
            passed(id);
        }
        ending(s, id);
    }

    /** Reads how an operation has ended, which is known. */
    private void ending(final Statement s, final int id) {
        if (s.asksWhy()) {
            reads(s, give(Ops.ending(id).requires(gate)), false);
        } else {
            reads(s, id, true);
        }
    }

    private void choosePath(final Operation op, final Statement s) {
        if (!RemoteOperations.fits(s)) {
            return;
        }
        if (raw && test < 0) {
            op.path(Path.STORE);
        } else if (!raw && aim.isInline(task, s).orElseGet(this::isInline)) {
            op.path(Path.INLINE);
        }
    }

    private boolean isInline() {
        return way == INLINE || way == EITHER && all.draws().once(2) || way == TURNS && (turn++ & 1) == 1;
    }
}
