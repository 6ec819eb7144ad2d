// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.compile.Registers.Landing;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Term;
import fairlead.litmus.syntax.Verb;
import fairlead.program.Comparison;
import fairlead.program.Decision;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.ProgramBuilder;
import fairlead.program.TaskBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the operations of one task. The operations after a blocking statement require it. A statement that does not
 * block is posted after the previous one, in program order.
 *
 * <p>A fence of a litmus test must order both paths of a node. The FENCE in the injection FIFO orders the operations
 * behind it in that FIFO. A request through the DLA would pass it, and a FENCE that finds the DLA unused is done at
 * once (FenceUnit R2), so such a request requires a flush. Some schedules omit a fence that has no earlier put, add or
 * signal to order, because the model permits software to do so.
 */
final class TaskCompiler {
    /** Uses descriptors for all operations. */
    static final int DESCRIPTOR = 0;
    /** Uses the DLA for all operations that fit. */
    static final int INLINE = 1;
    /** Draws the path for each operation. */
    static final int EITHER = 2;
    /** Alternates the paths, beginning with a descriptor in each task. */
    static final int TURNS = 3;

    private static final int DELAY = 32;

    private final Task task;
    private final ProgramBuilder program;
    private final TaskBuilder builder;
    private final MemoryPlan memory;
    private final RemoteOperations operations;
    private final GroupCalls routes;
    private final Placement placement;
    private final Draws draws;
    private final Aim aim;
    private final int way;
    private final int start; // number of cycles by which a task may start late
    private final boolean raw;
    private final boolean tells; // whether the task has a `wait any`
    private final boolean slow; // whether there are delays between statements
    private final boolean skips; // whether fences that order nothing are left out
    private final Map<Integer, String> places;
    private final Map<Term, Reading> readings;

    private final Map<Long, Integer> epochs = new HashMap<>(); // id of the EPOCH_OPEN operation, by epoch id
    private final Map<Long, Integer> closes = new HashMap<>();
    private final Fences fences = new Fences();
    private final Registers registers;
    private final Map<String, Integer> tests = new HashMap<>(); // id of the TEST operation, by its register
    private final Map<String, List<Integer>> handles = new HashMap<>(); // operations that have a handle, by handle
    private final List<Integer> puts = new ArrayList<>(); // ids of the puts since the last flush_local
    // one operation for each handle that a `wait any` may tell, by handle
    private final Map<String, Integer> together = new HashMap<>();
    private int test = -1; // TEST that decides whether the current statement is executed, or -1
    private int gate = -1;
    private int chain = -1;
    private long offset;
    private int turn;

    TaskCompiler(
            final Task task,
            final ProgramBuilder program,
            final TaskBuilder builder,
            final MemoryPlan memory,
            final GroupCalls routes,
            final Placement placement,
            final Draws draws,
            final Aim aim,
            final int way,
            final int start,
            final Map<Integer, String> places,
            final Map<Term, Reading> readings) {
        this.task = task;
        this.program = program;
        this.builder = builder;
        this.memory = memory;
        operations = new RemoteOperations(task, program, memory, placement);
        this.routes = routes;
        this.placement = placement;
        this.draws = draws;
        this.aim = aim;
        this.way = way;
        this.start = start;
        this.places = places;
        this.readings = readings;
        registers = new Registers(task, readings);
        raw = task.statements().stream().anyMatch(s -> s.verb() == Verb.DLA_ALLOC);
        tells = task.statements().stream().anyMatch(s -> s.verb() == Verb.WAIT_ANY);
        slow = draws.once(2) && !aim.isAt(task);
        skips = draws.once(2);
    }

    /** @param end cycle in which the results of gets without a wait are read */
    void compile(final long end) {
        offset = draws.upTo(start);
        for (final Statement s : task.statements()) {
            test = s.guard() == null ? -1 : tests.get(s.guard());
            statement(s);
        }
        registers.landings().forEach((register, landing) -> {
            test = landing.test();
            registers.hold(register, give(Ops.load(landing.address()).notBefore(end)), false, test);
        });
    }

    /** Adds an operation that is performed only if the current statement is executed. */
    private int give(final Operation op) {
        return builder.add(op.onlyIf(test));
    }

    private int rank(final String node) {
        return placement.rank(node);
    }

    // ---- order

    private int add(final Operation op, final Statement s) {
        if (slow) {
            offset += draws.upTo(DELAY);
        }
        if (gate < 0) {
            op.notBefore(offset);
        } else if (offset > 0) {
            gate = give(Ops.calc(offset).requires(gate).after(chain));
            offset = 0;
        }
        op.requires(gate).after(chain);
        final int id = give(op);
        places.put(id, task.name() + ":" + s.line());
        if (s.label() != null) {
            readings.put(new Term(Term.Kind.CYCLE, task.name(), s.label(), 0), new Reading(id, false));
        }
        return id;
    }

    /**
     * Adds an operation that does not block. A request through the DLA enters only when the DLA has accepted it; later
     * operations do not wait for that.
     */
    private int post(final Operation op, final Statement s) {
        final int id = add(op, s);
        if (op.path() != Path.INLINE) {
            chain = id;
        }
        return id;
    }

    private int block(final Operation op, final Statement s) {
        final int id = add(op, s);
        passed(id);
        return id;
    }

    private void passed(final int id) {
        gate = id;
        chain = -1;
        offset = 0;
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
            case LOAD -> reads(s, block(Ops.load(memory.address(s.local())), s), false);
            case STORE -> block(Ops.store(memory.address(s.local()), s.value().value()), s);
            case POLL -> {
                final Comparison comparison = Comparison.values()[s.relation().ordinal()];
                reads(
                        s,
                        block(
                                Ops.poll(
                                        memory.address(s.local()),
                                        comparison,
                                        s.value().value(),
                                        s.number()),
                                s),
                        false);
            }
            case PUT, GET, ADD, SIGNAL, FADD, CAS -> remote(s);
            case WAIT -> waiting(s);
            case WAIT_ANY -> any(s);
            case TEST -> test(s);
            case FENCE -> fence(s);
            case FLUSH -> {
                block(Ops.flush(rank(s.target())), s);
                completed(s.target());
            }
            case QUIET -> {
                block(Ops.quiet(), s);
                completed(null);
            }
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

    /** The operation with a handle is complete when it has its event; the value of a get into a register is read. */
    private void waiting(final Statement s) {
        if (s.handle() != null) {
            final List<Integer> all = handles.remove(s.handle());
            together.remove(s.handle());
            block(Ops.calc(0).requires(all.stream().mapToInt(i -> i).toArray()), s);
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
        final List<Decision.Source> right =
                s.second().isPlain() ? List.of() : registers.sources(s.second().register());
        final Comparison comparison = Comparison.values()[s.relation().ordinal()];
        final long operand = s.second().value();
        final int id = block(Ops.test(registers.sources(s.value().register()), comparison, right, operand), s);
        tests.put(s.register(), id);
        registers.hold(s.register(), id, false, -1);
    }

    private void control(final Statement s) {
        switch (s.verb()) {
            case EPOCH_OPEN -> {
                final int[] targets = s.nodes().stream().mapToInt(this::rank).toArray();
                epochs.put(s.number(), post(Ops.epochOpen((int) s.number(), targets), s));
            }
            case EPOCH_CLOSING -> closes.put(s.number(), post(Ops.epochClose(epochs.get(s.number())), s));
            case EPOCH_WAIT -> block(Ops.calc(0).requires(closes.get(s.number())), s);
            case EPOCH_AWAIT -> block(Ops.epochAwait(rank(s.target()), (int) s.number()), s);
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
                places.put(load, landing.place());
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
        final int source =
                memory.slot(program, task.node(), List.of(s.number(), s.value().value()));
        post(Ops.sendValue(rank(s.target()), source, s.number(), s.value().value()), s);
    }

    // ---- operations at a target

    private void remote(final Statement s) {
        if (s.verb() == Verb.SIGNAL) {
            post(Ops.fence(rank(s.target())), s);
        }
        final Operation op = operations.make(s);
        final String target = s.remote().node();
        if (aim.isLate(s)) {
            aim.loads(memory, program, task).forEach(load -> post(load, s));
        }
        if (s.epoch() >= 0) {
            op.in(epochs.get(s.epoch()));
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
            final List<Integer> all = handles.computeIfAbsent(s.handle(), h -> new ArrayList<>());
            all.add(id);
            if (tells) {
                final int both = all.size() == 1 ? id : give(Ops.calc(0).requires(id, together.get(s.handle())));
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
        reads(s, id, true);
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
        return way == INLINE || way == EITHER && draws.once(2) || way == TURNS && (turn++ & 1) == 1;
    }
}
