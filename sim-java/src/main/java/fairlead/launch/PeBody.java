// SPDX-License-Identifier: Apache-2.0
package fairlead.launch;

import fairlead.live.LiveBody;
import fairlead.live.LiveTask;
import fairlead.live.Step;
import fairlead.pe.Library;
import fairlead.pe.NativeException;
import fairlead.pe.Pe;
import fairlead.pe.PeLink;
import fairlead.pe.QuickCall;
import fairlead.pe.Request;
import java.io.IOException;
import java.util.List;

/** The live task of one process: it does one call after the other until the process ends. */
final class PeBody implements LiveBody {
    private final NativeJob job;
    private final int number;
    private final PeProcess process;
    private LiveTask task;
    private Pe pe;
    private Library.Calls calls; // from the first init on
    private Request request; // the present call, or the last one
    private QuickCall quick; // null if the present call needs the thread
    private boolean ready; // between init and finalize
    private boolean isOver; // the process has ended
    private int late; // cycles by which the present call is late
    private boolean held; // the PE computes before the present call
    private long since; // cycle of the request

    PeBody(NativeJob job, int number, PeProcess process) {
        this.job = job;
        this.number = number;
        this.process = process;
    }

    @Override
    public void run(LiveTask live) throws Exception {
        task = live;
        pe = job.shared.pe(live, process.link(), number);
        try {
            while (!job.isExiting() && !isOver) {
                task.serve(this::turn);
                if (!job.isExiting() && !isOver) {
                    answer();
                }
            }
            if (!isOver) {
                pe.meetings.leave();
            }
        } catch (PeLink.Closed e) { // in the middle of a call
            ended();
        } catch (PeLink.Silent e) {
            throw NativeException.run(name() + " has made no call for " + job.limit + " s after " + last()
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
                pe.observe(request);
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

    /** Returns whether the present call is late on the machine alone. */
    private boolean floats() {
        return calls != null && calls.floats(request);
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
        if (task.cycle() == since && task.waits(task.calc(job.latency))) {
            quick = QuickCall.of(List.of(), () -> value);
            return true;
        }
        reply(value);
        return false;
    }

    /** Begins a call that needs no thread; returns null for others. */
    private QuickCall quick() throws IOException {
        pe.begin();
        return switch (request.call()) {
            case "CLOCK" -> QuickCall.of(List.of());
            case "SLEEP", "EXIT", "INIT", "FINALIZE" -> null;
            default -> {
                if (!ready) {
                    throw NativeException.run("the library is not initialised, or finalised");
                }
                yield calls.begin(request, late);
            }
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
        if (job.shared.log(number) != null) {
            job.shared.log(number).called(request, since);
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
                    name() + " has ended with exit code " + code + " before it finalised the library, after " + last(),
                    code);
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
            task.await(task.calc(job.latency));
        }
        reply(value);
    }

    private void reply(long value) throws IOException {
        pe.memory.patch();
        process.link().reply(request.call().equals("CLOCK") ? task.cycle() : value);
    }

    private long value() throws IOException {
        switch (request.call()) {
            case "SLEEP":
                task.await(task.calc(Math.max(1, request.at(0))));
                return 0;
            case "EXIT":
                job.exit(request.number(0), request.function());
                return 0;
            case "INIT", "FINALIZE":
                return setUp(request.call().equals("INIT"));
            default:
                return calls.call(request);
        }
    }

    private long setUp(boolean begins) throws IOException {
        if (begins == ready) { // a second init, or finalize without one
            return 0;
        }
        if (calls == null) {
            calls = job.library(request.function()).join(pe);
        }
        pe.quiet();
        pe.order.completeAll();
        long value = calls.call(request);
        pe.meetings.meetAll();
        ready = begins;
        return value;
    }

    private String awaited() {
        String what = calls == null ? "" : calls.awaited();
        return what.isEmpty() ? "" : " for " + what;
    }

    private String name() {
        return "PE " + number;
    }

    private String last() {
        return request == null ? "its start" : job.place(request);
    }

    /** Returns what the process is doing, for a run that does not end. */
    String state() {
        return isOver ? name() + " has ended" : name() + " waits in " + last() + " since cycle " + since + awaited();
    }
}
