// SPDX-License-Identifier: Apache-2.0
package fairlead.live;

import fairlead.node.GrowingExecutor;
import fairlead.program.Comparison;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.ProgramException;
import fairlead.program.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A live task on a growing program. */
final class Calls implements LiveTask {
    final TurnThread thread;
    private final GrowingExecutor executor;
    private final NodeView view;
    private final Consumer<ProgramException> refused;
    private final int node;
    private final int task;
    private final int nodes;
    private final List<Step> known =
            new ArrayList<>(); // awaited steps of which no later awaited one tells that they are done
    private int[] requires = {}; // their operations
    private int awaits;
    private int commits; // that the task has been told
    private Step[] waits = {}; // what the last await waits for
    private long since; // cycle of that await

    /** @param refused learns of a call that no machine can do, before the task does */
    Calls(
            GrowingExecutor executor,
            NodeView view,
            int node,
            int task,
            int nodes,
            Consumer<Calls> body,
            Consumer<ProgramException> refused) {
        this.executor = executor;
        this.view = view;
        this.node = node;
        this.task = task;
        this.nodes = nodes;
        this.refused = refused;
        thread = new TurnThread("node " + node + " task " + task, () -> body.accept(this));
    }

    @Override
    public int node() {
        return node;
    }

    @Override
    public int task() {
        return task;
    }

    @Override
    public int nodes() {
        return nodes;
    }

    @Override
    public long cycle() {
        thread.check();
        return executor.now();
    }

    // ---- memory

    @Override
    public byte[] read(int address, int length) {
        thread.checkRun();
        try {
            return view.read(address, length, executor.now());
        } catch (ProgramException e) {
            throw refuse(e);
        }
    }

    @Override
    public List<Commit> commits() {
        thread.checkRun();
        List<Commit> list = view.commits(commits);
        commits = view.commits();
        return list;
    }

    @Override
    public Step store(int address, byte[] bytes) {
        BitSet all = new BitSet();
        all.set(0, bytes.length);
        return store(address, bytes, all);
    }

    @Override
    public Step store(int address, byte[] bytes, BitSet written) {
        thread.checkRun();
        try {
            view.requireInside(address, bytes.length);
        } catch (ProgramException e) {
            throw refuse(e);
        }
        if (written.isEmpty()) {
            return add();
        }
        Operation store = Ops.store(address, bytes, written);
        Step step = add(thread.isCurrent() ? store : store.notBefore(executor.now()));
        view.store(address, bytes, written, executor.now());
        return step;
    }

    // ---- operations

    @Override
    public Step put(int target, int local, int remote, int length, int late) {
        return begin(late(Ops.putAny(target, local, remote, length), late));
    }

    private Operation late(Operation op, int cycles) {
        return cycles == 0 ? op : op.notBefore(executor.now() + cycles);
    }

    @Override
    public Step get(int target, int local, int remote, int length, int late) {
        return begin(late(Ops.getAny(target, local, remote, length), late));
    }

    @Override
    public Step fetchOp(OpKind kind, int target, int remote, int bytes, long operand) {
        return begin(Ops.fetchOp(kind, target, remote, bytes, operand));
    }

    @Override
    public Step cas(int target, int remote, int bytes, long compare, long value) {
        return begin(Ops.cas(target, remote, bytes, compare, value));
    }

    @Override
    public Step fence(int target) {
        return begin(Ops.fence(target));
    }

    @Override
    public Step flush(int target) {
        return begin(Ops.flush(target));
    }

    @Override
    public Step barrier() {
        return begin(Ops.barrier());
    }

    @Override
    public Step poll(int address, int bytes, boolean signed, Comparison comparison, long operand) {
        return begin(Ops.poll(address, bytes, signed, comparison, operand, 0));
    }

    @Override
    public Step calc(long cycles) {
        if (cycles < 0) {
            throw refuse(new ProgramException("a task cannot compute for " + cycles + " cycles"));
        }
        return cycles == 0 ? begin() : begin(Ops.calc(cycles));
    }

    private Step begin(Operation... operations) {
        thread.check();
        return add(operations);
    }

    private Step add(Operation... operations) {
        int first = executor.table().size();
        try {
            for (Operation op : operations) {
                executor.add(node, task, op.requires(requires));
            }
        } catch (ProgramException e) {
            throw refuse(e);
        }
        return new Step(first, first + operations.length, awaits);
    }

    private ProgramException refuse(ProgramException e) {
        refused.accept(e);
        thread.forbid();
        return e;
    }

    // ---- the end of steps

    @Override
    public void await(Step... steps) {
        if (waits(steps)) {
            thread.pause();
            goOn();
        }
    }

    @Override
    public boolean waits(Step... steps) {
        thread.check();
        awaits++;
        // a step without operations requires nothing
        int latest = 0;
        for (Step step : steps) {
            latest = step.end > step.first ? Math.max(latest, step.call) : latest;
        }
        int told = latest;
        known.removeIf(step -> step.awaited <= told);
        boolean waiting = false;
        for (Step step : steps) {
            if (step.awaited == 0) {
                step.awaited = awaits;
                known.add(step);
            }
            for (int id = step.first; id < step.end; id++) {
                waiting = executor.await(node, task, id);
            }
        }
        if (waiting) { // a store for a waiting task requires what it had
            waits = steps.clone();
            since = executor.now();
        } else {
            goOn();
        }
        return waiting;
    }

    private void goOn() {
        int count = 0;
        for (Step step : known) {
            count += step.end - step.first;
        }
        requires = new int[count];
        for (Step step : known) {
            for (int id = step.end - 1; id >= step.first; id--) {
                requires[--count] = id;
            }
        }
    }

    @Override
    public void serve(Turn turn) throws Exception {
        Exception[] failure = {null};
        Error[] error = {null};
        thread.leave(() -> {
            goOn();
            try {
                return turn.take();
            } catch (Exception e) {
                failure[0] = e;
            } catch (Error e) {
                error[0] = e;
            }
            return false;
        });
        if (error[0] != null) {
            throw error[0];
        }
        if (failure[0] != null) {
            throw failure[0];
        }
    }

    private static IntStream ids(Step step) {
        return IntStream.range(step.first, step.end);
    }

    @Override
    public boolean isDone(Step step) {
        thread.check();
        return ids(step).allMatch(executor.table()::isDone);
    }

    @Override
    public long value(Step step) {
        thread.check();
        return step.end == step.first ? 0 : executor.table().value(step.end - 1);
    }

    @Override
    public Result result(Step step) {
        thread.check();
        return ids(step)
                .mapToObj(executor.table()::result)
                .filter(result -> result != Result.DONE)
                .findFirst()
                .orElse(Result.DONE);
    }

    /** Returns what a task that has not ended waits for, or has waited for when the run was ended. */
    LiveRun.Waiting waiting(List<Operation> operations) {
        int[] all = Stream.of(waits).flatMapToInt(Calls::ids).toArray();
        Operation first = operations.get(Arrays.stream(all)
                .filter(id -> !executor.table().isDone(id))
                .findFirst()
                .orElse(all[0]));
        List<StackTraceElement> calls = Arrays.stream(thread.stack())
                .dropWhile(frame -> !frame.getClassName().equals(Calls.class.getName()))
                .skip(1)
                .toList();
        return new LiveRun.Waiting(first, since, calls);
    }
}
