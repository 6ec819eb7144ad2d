// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import fairlead.deadlock.KnotDetector;
import fairlead.deadlock.StaticCheck;
import fairlead.deadlock.StaticCheck.CheckResult;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.lab.controls.Controls.Control;
import fairlead.lab.controls.Controls.Result;
import fairlead.machine.Latency;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.Executor;
import fairlead.node.ExecutorOptions;
import fairlead.node.Observer;
import fairlead.rtl.RtlEngineFactory;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.scenario.BadInput;
import fairlead.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs one control through the static check and on the RTL, and determines the closing cycle of a knot by a search of
 * its own.
 */
final class ControlRun {
    private static final int QUANTUM = 64;
    private static final EngineFactory RTL = new RtlEngineFactory();

    private static final Pattern PROPERTY = Pattern.compile("Assertion failed: ([A-Z]+_[AP][0-9]+):");

    private ControlRun() {}

    static Result of(Control control) {
        if (control.isUnseeded()) {
            return new Result(control, 0, Result.NOT_SEEDED, -1, -1, -1, 0, "", true);
        }
        CheckResult check =
                StaticCheck.of(control.machine()).check(control.machine().shape());
        RunPlan plan = new RunPlan(
                control.id(),
                control.program(),
                control.machine(),
                RTL,
                control.options(),
                ExecutorOptions.of(QUANTUM, control.maxCycles()),
                "");
        if (control.stage().equals("refused")) {
            return refused(control, check, plan);
        }
        RunResult run = new Session(plan, true).keepGoing().run(executor -> {});
        Verdict verdict = run.report().verdicts().get(0);
        boolean failed = run.execution().reason() == EndReason.FAILED;
        String kind = failed
                ? property(run.execution().failure())
                : String.valueOf(verdict.extra().get("kind"));
        boolean units = control.stage().equals("run (units)");
        boolean knot = units || verdict.extra().get("knot") != null;
        long reported = knot ? ((Number) verdict.extra().get("reported_at")).longValue() : -1;
        long closed = knot ? closing(control, reported, units ? List.of() : vcs(verdict)) : -1;
        long bound = knot ? bound(control) : -1;
        String detail = failed ? run.execution().failure() : verdict.detail();
        boolean sameKind =
                kind.equals(control.kind()) || control.kind().equals("deadlock") && kind.equals("local_deadlock");
        boolean inTime = !knot || closed >= 0 && reported >= closed && reported - closed <= bound;
        boolean passed = check.cycle().size() == control.cycle()
                && sameKind
                && inTime
                && (!control.isPositive() || run.execution().reason() == EndReason.COMPLETED);
        long tileCycles = run.report().cycles() * control.machine().nodes();
        int cycle = check.cycle().size();
        return new Result(control, cycle, kind, closed, reported, bound, tileCycles, detail, passed);
    }

    /**
     * Runs a control whose machine must be refused: the static check reports a flaw instead of a cycle, and neither a
     * session nor the engine accepts the machine.
     */
    private static Result refused(Control control, CheckResult check, RunPlan plan) {
        String kind = "taken";
        String detail = check.flaw();
        try {
            new Session(plan, false).run(executor -> {});
        } catch (BadInput e) {
            try (Engine engine = RTL.open(control.machine(), control.options())) {
                detail = engine.name() + " takes what the check refuses";
            } catch (IllegalArgumentException refusal) {
                kind = "refused";
                detail = check.flaw() + "; " + refusal.getMessage();
            }
        }
        boolean passed = kind.equals(control.kind()) && !check.flaw().isEmpty() && !check.safe();
        return new Result(control, check.cycle().size(), kind, -1, -1, -1, 0, detail, passed);
    }

    private static long lastEvent(Control control, Engine engine, long reported) {
        long[] last = {-1};
        Observer watch = new Observer() {
            @Override
            public void events(EventCursor batch) {
                batch.rewind();
                while (batch.next()) {
                    last[0] = Math.max(last[0], batch.cycle());
                }
                batch.rewind();
            }
        };
        new Executor(engine, control.program(), ExecutorOptions.of(QUANTUM, reported + 1), watch).run();
        return last[0];
    }

    private static String property(String failure) {
        Matcher name = PROPERTY.matcher(failure);
        return name.find() ? name.group(1) : "failed";
    }

    /** Repeats the run up to the report, examines every cycle, and returns the cycle in which the knot closed. */
    private static long closing(Control control, long reported, List<Integer> members) {
        try (Engine engine = RTL.open(control.machine(), control.options())) {
            if (members.isEmpty()) {
                return lastEvent(control, engine, reported);
            }
            ClosingSearch search = new ClosingSearch(engine, control.machine());
            new Executor(engine, control.program(), ExecutorOptions.of(QUANTUM, reported + 1), search).run();
            return control.isRing() ? search.closedAt() : search.frozenAt(members);
        }
    }

    private static List<Integer> vcs(Verdict verdict) {
        List<Integer> vcs = new ArrayList<>();
        for (Object member : (List<?>) verdict.extra().get("knot")) {
            Map<?, ?> at = (Map<?, ?>) member;
            vcs.add(((int) at.get("node") * HwLayout.ROUTER_PORTS + (int) at.get("port")) * 8 + (int) at.get("vc"));
        }
        return vcs;
    }

    /**
     * Returns the greatest number of cycles from the closing of a knot to its report: one period of the detector, the
     * latency of a flit and a credit in flight, and the detector's settling time. A knot through the units of nodes may
     * in addition take the detector's horizon for a moving consumer, rounded up to whole periods.
     */
    private static long bound(Control control) {
        Latency latency = control.machine().latency();
        long ring = KnotDetector.PERIOD + latency.link() + latency.credit() + KnotDetector.settle(control.machine());
        long looks = (KnotDetector.horizon(control.machine()) + KnotDetector.PERIOD - 1) / KnotDetector.PERIOD;
        return control.isRing() ? ring : ring + looks * KnotDetector.PERIOD;
    }
}
