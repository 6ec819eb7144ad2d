// SPDX-License-Identifier: Apache-2.0
package fairlead.shmem;

import fairlead.live.LiveBody;
import fairlead.live.LiveTask;
import fairlead.live.Step;
import fairlead.shmem.Groups.Members;
import fairlead.shmem.VariableWaits.Condition;
import fairlead.shmem.VariableWaits.Vector;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The live task of one process: it does one call after the other until the process ends. */
final class PeBody implements LiveBody {
    private static final Set<Call> OUTSIDE =
            EnumSet.of(Call.INIT, Call.FINALIZE, Call.CLOCK, Call.SLEEP, Call.EXIT); // of init and finalize

    private final NativeJob job;
    private final int number;
    private final PeProcess process;
    private LiveTask task;
    private Pe pe;
    private Transfers transfers;
    private Atomics atomics;
    private VariableWaits waits;
    private Groups groups;
    private Request request; // the present call, or the last one
    private QuickCall quick; // null if the present call needs the thread
    private int late; // cycles by which the present call is late
    private boolean held; // the PE computes before the present call
    private boolean ready; // between init and finalize
    private boolean isOver; // the process has ended
    private long since; // cycle of the request

    PeBody(NativeJob job, int number, PeProcess process) {
        this.job = job;
        this.number = number;
        this.process = process;
    }

    @Override
    public void run(LiveTask live) throws Exception {
        task = live;
        pe = new Pe(live, new PeMemory(live, process.link(), job.frames(), job.log(number)), number, job);
        job.pes().set(number, pe);
        transfers = new Transfers(pe);
        atomics = new Atomics(pe);
        waits = new VariableWaits(pe);
        groups = new Groups(pe, job.slots());
        try {
            while (!job.isExiting() && !isOver) {
                task.serve(this::turn);
                if (!job.isExiting() && !isOver) {
                    answer();
                }
            }
            if (!isOver) {
                groups.leave();
            }
        } catch (PeLink.Closed e) { // in the middle of a call
            ended();
        } catch (PeLink.Silent e) {
            throw NativeException.run(name() + " has made no call for " + job.limit() + " s after " + last()
                    + ": it computes, or spins on a variable without a call");
        }
    }

    /** Does calls that need no thread until one waits; false if the process has ended or its call needs the thread. */
    private boolean turn() throws IOException {
        while (true) {
            if (!held) {
                if (quick != null && waits()) {
                    return true;
                }
                quick = null;
                if (job.isExiting() || !next()) {
                    return false;
                }
                late = pe.late();
            }
            held = !held && late > 0 && !floats() && task.waits(task.calc(late));
            if (held) {
                return true;
            }
            since = task.cycle();
            quick = judged(this::quick);
            if (quick == null) {
                return false;
            }
        }
    }

    /** Returns whether the present call need not have begun on the machine when it ends. */
    private boolean floats() {
        return request.call() == Call.PUT || request.call() == Call.GET && request.at(4) != 0;
    }

    /** Goes on with the present call and returns whether it waits; otherwise it is answered. */
    private boolean waits() throws IOException {
        List<Step> steps = job.isExiting() ? null : judged(quick::next);
        while (steps != null) {
            if (task.waits(steps.toArray(new Step[0]))) {
                return true;
            }
            steps = judged(quick::next);
        }
        if (job.isExiting()) {
            return false;
        }
        long value = quick.value();
        if (task.cycle() == since && task.waits(task.calc(job.latency()))) {
            quick = QuickCall.of(List.of(), () -> value);
            return true;
        }
        reply(value);
        return false;
    }

    /** Begins a call that needs no thread; returns null for others. */
    private QuickCall quick() throws IOException {
        Call call = request.call();
        if (!ready && !OUTSIDE.contains(call)) {
            throw NativeException.run("the library is not initialised, or finalised");
        }
        pe.begin();
        return switch (call) {
            case CLOCK -> QuickCall.of(List.of());
            case PUT -> QuickCall.of(transfers.put(
                    request.at(0), request.at(1), request.at(2), request.at(3), request.at(4) != 0, late));
            case GET -> QuickCall.of(transfers.get(
                    request.at(0), request.at(1), request.at(2), request.at(3), request.at(4) != 0, late));
            case FENCE -> QuickCall.of(pe.fence());
            case QUIET -> QuickCall.of(pe.beginQuiet());
            case ATOMIC -> atomics.begin(
                    request.number(0),
                    request.at(1),
                    request.number(2),
                    request.at(3),
                    request.at(4),
                    request.at(5),
                    request.at(6) != 0);
            case WAIT -> await();
            default -> null;
        };
    }

    /** Waits for the next request; returns false if the process has ended. */
    private boolean next() throws IOException {
        try {
            request = process.link().next();
        } catch (PeLink.Closed e) {
            ended();
            return false;
        }
        since = task.cycle();
        if (job.log(number) != null) {
            job.log(number).called(request, since);
        }
        process.drain();
        job.count();
        return true;
    }

    private void ended() throws IOException {
        pe.memory.end();
        isOver = true;
        int code = process.end();
        process.drain();
        process.drainRest();
        if (code > 128 && code <= 128 + 64) {
            throw NativeException.crash(
                    name() + " was killed by " + PeProcess.signal(code - 128) + " after " + last(), code);
        }
        if (ready && code != 0) {
            throw NativeException.crash(
                    name() + " has ended with exit code " + code + " before shmem_finalize, after " + last(), code);
        }
        job.exited(code);
    }

    @FunctionalInterface
    private interface Part<T> {
        T get() throws IOException;
    }

    /** Does a part of the present call, which a NativeException names. */
    private <T> T judged(Part<T> part) throws IOException {
        try {
            return part.get();
        } catch (NativeException e) {
            throw e.hasStarted() && request != null
                    ? NativeException.run(name() + ", " + last() + ": " + e.getMessage())
                    : e;
        }
    }

    /** Does the present call, which needs the thread. */
    private void answer() throws IOException {
        long value = judged(this::value);
        if (job.isExiting()) {
            return;
        }
        if (task.cycle() == since) {
            task.await(task.calc(job.latency()));
        }
        reply(value);
    }

    private void reply(long value) throws IOException {
        pe.memory.patch();
        process.link().reply(request.call() == Call.CLOCK ? task.cycle() : value);
    }

    private long value() throws IOException {
        Call call = request.call();
        if (call == Call.FINALIZE && !ready) {
            return 0;
        }
        return switch (call) {
            case INIT, FINALIZE -> setUp(call == Call.INIT);
            case EXIT -> exit();
            case SLEEP -> sleep();
            case MALLOC, REALLOC, FREE -> heap();
            case IPUT, IGET, PUT_SIGNAL -> move();
            case BARRIER -> barrier();
            case WAIT_VECTOR -> awaitSome();
            case ATOMIC -> atomics.compareUntilDone(
                    request.number(0), request.at(1), request.at(3), request.at(4), request.at(5));
            case LOCK -> lock();
            case BROADCAST, COLLECT, ALLTOALL, REDUCE -> collective();
            default -> throw new IllegalStateException(call + " needs no thread");
        };
    }

    private long setUp(boolean begins) {
        if (begins && ready) { // a second init
            return 0;
        }
        pe.quiet();
        groups.meet(everybody());
        ready = begins;
        return 0;
    }

    private Members everybody() {
        return new Members(0, 1, pe.pes());
    }

    private long exit() throws IOException {
        job.exit(request.number(0));
        return 0;
    }

    private long sleep() {
        task.await(task.calc(Math.max(1, request.at(0))));
        return 0;
    }

    private long heap() throws IOException {
        SymmetricHeap heap = job.heap(number);
        if (request.call() == Call.MALLOC) {
            if (request.at(0) == 0) {
                return 0;
            }
            long made = heap.allocate(request.at(0), request.at(1));
            barrierAll();
            return made;
        }
        long old = request.at(0);
        barrierAll();
        if (request.call() == Call.FREE || old != 0 && request.at(1) == 0) {
            if (old != 0) {
                heap.free(old);
            }
            return 0;
        }
        long made = heap.allocate(request.at(1), Long.BYTES * 2);
        if (old != 0 && made != 0) {
            long bytes = Math.min(heap.size(old), request.at(1));
            for (long done = 0; done < bytes; done += Frames.BYTES) {
                int part = (int) Math.min(bytes - done, Frames.BYTES);
                pe.memory.write(made + done, pe.memory.read(old + done, part));
            }
            heap.free(old);
        }
        barrierAll();
        return made;
    }

    private void barrierAll() {
        pe.quiet();
        groups.meet(everybody());
    }

    private long move() throws IOException {
        long dest = request.at(0);
        long source = request.at(1);
        switch (request.call()) {
            case PUT_SIGNAL -> {
                pe.await(transfers.put(dest, source, request.at(2), request.at(6), request.at(7) != 0, 0));
                atomics.signal(request.at(3), request.at(4), request.at(5) != 0, request.at(6));
            }
            default -> transfers.strided(
                    request.call() == Call.IPUT,
                    dest,
                    source,
                    request.at(2),
                    request.at(3),
                    request.at(4),
                    request.number(5),
                    request.at(6));
        }
        return 0;
    }

    private long barrier() {
        if (request.at(0) != 0) {
            pe.quiet();
        }
        groups.meet(members(1));
        return 0;
    }

    /** Returns the set whose start, stride and size begin at this argument. */
    private Members members(int first) {
        return new Members(request.number(first), request.number(first + 1), request.number(first + 2));
    }

    private QuickCall await() throws IOException {
        Condition condition = new Condition(request.number(2), request.at(3) != 0, Condition.of(request.number(4)));
        if (request.at(0) != 0) {
            boolean holds = waits.test(request.at(1), condition, request.at(5));
            return QuickCall.of(List.of(), () -> holds ? 1 : 0);
        }
        return waits.waiting(request.at(1), condition, request.at(5));
    }

    private long awaitSome() throws IOException {
        int type = request.number(2);
        Condition condition = new Condition(type / 2, type % 2 != 0, Condition.of(request.number(3)));
        Vector vector =
                new Vector(request.at(1), request.at(6), condition, request.at(4), request.at(5), request.at(7));
        boolean once = request.at(0) != 0;
        long indices = request.at(8);
        if (indices == 0) {
            return waits.all(vector, !once);
        }
        long most = request.at(9) == 0 ? Long.MAX_VALUE : request.at(9);
        List<Integer> found = waits.some(vector, !once, most);
        ByteBuffer numbers = ByteBuffer.allocate(found.size() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        found.forEach(numbers::putLong);
        if (!found.isEmpty()) {
            pe.memory.write(indices, numbers.array());
        }
        return found.size();
    }

    private long lock() throws IOException {
        switch (request.number(0)) {
            case 0 -> atomics.setLock(request.at(1));
            case 1 -> {
                return atomics.testLock(request.at(1));
            }
            default -> atomics.clearLock(request.at(1));
        }
        return 0;
    }

    private long collective() throws IOException {
        long dest = request.at(0);
        long source = request.at(1);
        switch (request.call()) {
            case BROADCAST -> groups.broadcast(
                    dest, source, request.at(2), request.number(3), members(4), request.at(7) != 0);
            case COLLECT -> groups.collect(dest, source, request.at(2), request.at(3) != 0, members(4));
            case ALLTOALL -> groups.exchange(
                    dest, source, request.at(2), request.at(3), request.at(4), request.number(5), members(6));
            default -> groups.reduce(
                    dest, source, request.at(2), request.number(3), request.number(4), request.at(5), members(6));
        }
        return 0;
    }

    private String name() {
        return "PE " + number;
    }

    private String last() {
        return request == null ? "its start" : job.place(request);
    }

    /** Returns what the process is doing, for a run that does not end. */
    String state() {
        return isOver ? name() + " has ended" : name() + " waits in " + last() + " since cycle " + since;
    }
}
