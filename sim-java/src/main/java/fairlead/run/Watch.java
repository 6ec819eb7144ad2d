// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.deadlock.KnotDetector;
import fairlead.deadlock.TreeDetector;
import fairlead.deadlock.TreeWatch;
import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.node.Observer;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import fairlead.program.Strangers;
import fairlead.verdict.Checks;
import fairlead.verdict.EventHash;
import fairlead.verdict.RouterAccount;
import java.util.BitSet;

/**
 * Passes the events and calls of a run to its judges and the detector of knots; it is the only class that connects
 * executor and checkers. It ends a run {@link #WINDOW} cycles after its first violation, because a later event
 * cannot repair a violation. Violations that only the end of a run shows do not end the run early.
 */
final class Watch implements Observer, AutoCloseable {
    /** Number of cycles from the first violation to the end of the run. */
    private static final long WINDOW = 2L * Checks.LATEST;

    private static final int LEAK_PERIOD = 1024; // cycles

    final KnotDetector detector; // null if the plan asks for none
    final TreeWatch tree; // null without a detector, or if no program uses the collective network
    private final Engine engine;
    private final boolean keepsGoing;
    private final Judges judges; // on the thread of the run, or null
    private final Beside<Judges> beside; // those on a thread of their own, or null
    private final Observer judge; // one of the two
    private final BitSet calculating = new BitSet(); // ids of operations
    private TreeDetector.Finding treeFinding;
    private long lastEnd;
    private long leakAt = -1;
    private long lastLeakLook;

    /**
     * @param besides whether the judges work on a thread of their own
     * @param grows whether the operations come by {@link #added}
     */
    Watch(RunPlan plan, Engine engine, boolean hops, boolean keepsGoing, boolean besides, boolean grows) {
        this.engine = engine;
        this.keepsGoing = keepsGoing;
        detector = plan.detect() ? new KnotDetector(plan.machine(), KnotDetector.PERIOD, 0, hops) : null;
        Strangers others = strangers(plan);
        // the account of packets is one of software that keeps the rules, and strangers leave a program's alone
        boolean hasTree = engine.config().collective().isUsed() && (others == null || others.usesTree());
        tree = plan.detect() && hasTree ? new TreeWatch(engine.config()) : null;
        judges = besides ? null : new Judges(plan, grows);
        beside = besides ? new Beside<>(() -> new Judges(plan, grows)) : null;
        judge = besides ? beside : judges;
    }

    @Override
    public void events(EventCursor batch) {
        judge.events(batch);
        if (detector != null) {
            detector.events(batch);
        }
        if (tree != null) {
            tree.events(batch);
        }
    }

    @Override
    public void commands(CommandBuffer commands) {
        judge.commands(commands);
        if (tree != null) {
            tree.commands(commands);
        }
    }

    @Override
    public void added(Operation op) {
        judge.added(op);
    }

    @Override
    public void posted(Operation op, int tag, long cycle) {
        judge.posted(op, tag, cycle);
        if (op.kind() == OpKind.CALC || op.kind().isWordLoop()) {
            calculating.set(op.id());
        }
    }

    @Override
    public void nonsense(long cycle, String what) {
        judge.nonsense(cycle, what);
    }

    @Override
    public void finished(Operation op, Result result, long cycle) {
        judge.finished(op, result, cycle);
        lastEnd = Math.max(lastEnd, cycle);
        calculating.clear(op.id());
    }

    @Override
    public void batch(long cycle, int openOperations) {
        judge.batch(cycle, openOperations);
        if (detector == null) {
            return;
        }
        detector.look(engine, false);
        if (tree != null) {
            tree.look(engine);
        }
        if (cycle / LEAK_PERIOD != lastLeakLook) {
            lastLeakLook = cycle / LEAK_PERIOD;
            leak(cycle);
        }
    }

    /** Makes the final observation; `atRest` is true if no packet and no command in the machine moves any more. */
    void end(boolean atRest) {
        if (atRest) {
            detector.look(engine, true);
            treeFinding = tree == null || !engine.showsTreeLinks() ? null : tree.atRest(engine);
        } else if (tree != null) {
            tree.end(engine);
        }
        leak(engine.cycle());
    }

    private void leak(long cycle) {
        if (leakAt < 0 && engine.stats().conservationFailures() > 0) {
            leakAt = cycle;
        }
    }

    @Override
    public long stopBefore(long cycle) {
        long stop = detector == null ? Long.MAX_VALUE : detector.nextSample(cycle);
        if (keepsGoing) {
            return stop;
        }
        stop = Math.min(stop, cycle + WINDOW);
        long violated = firstViolation(stop - Checks.LATEST);
        return violated < 0 ? stop : Math.min(stop, violated + WINDOW);
    }

    @Override
    public boolean isEnough(long cycle) {
        long violated = keepsGoing ? -1 : firstViolation(cycle - Checks.LATEST + 1);
        return violated >= 0 && cycle >= violated + WINDOW;
    }

    /** Returns the cycle of the first violation of the run, or -1; everything has been judged. */
    long firstViolation() {
        return first(judges().checks.firstViolation());
    }

    /** Returns the first violation that is known when all events before this cycle have been judged, or -1. */
    private long firstViolation(long judged) {
        return first(beside == null ? judges.endingViolation() : beside.firstViolation(judged));
    }

    /** Returns the first of a checker's violation, a knot of a network, a starved pair and a lost credit, or -1. */
    private long first(long violated) {
        long first = earlier(violated, leakAt);
        if (detector != null) {
            first = detector.knot().isEmpty()
                    ? first
                    : earlier(first, detector.knot().get().reportedAt());
            first = detector.starved().isEmpty() ? first : earlier(first, detector.starvedAt());
        }
        return tree == null || tree.broken() == null
                ? first
                : earlier(first, tree.broken().at());
    }

    /** Returns the earlier of two cycles, of which -1 is none. */
    private static long earlier(long one, long other) {
        return one < 0 || other >= 0 && other < one ? other : one;
    }

    /** Returns the judges, who have heard everything. */
    Judges judges() {
        return beside == null ? judges : beside.judges();
    }

    @Override
    public void close() {
        if (beside != null) {
            beside.close();
        }
    }

    /** Returns who waits for whom on the collective network at the end of a run; null if it is not used or moves. */
    TreeDetector.Finding treeFinding() {
        return treeFinding;
    }

    /** Returns what no detector has seen, because own units lack the registers that are read; else an empty string. */
    String hidden() {
        boolean links = tree != null && !engine.showsTreeLinks();
        return engine.showsVcs() ? links ? "links of the collective network" : "" : "VCs" + (links ? " and links" : "");
    }

    /** Returns the cycle in which a credit sum was first seen to be wrong, or -1. */
    long leakAt() {
        return leakAt;
    }

    /** Returns the cycle in which a packet was last delivered or an operation last ended. */
    long lastProgress() {
        return Math.max(lastEnd, detector.lastDelivery());
    }

    /** Returns whether a task is calculating; the run then makes progress without any delivery. */
    boolean isCalculating() {
        return !calculating.isEmpty();
    }

    private static Strangers strangers(RunPlan plan) {
        return plan.executorOptions().strangers() == null ? null : new Strangers(plan.program(), plan.machine());
    }

    /** The observers of a run that need nothing but its events and calls: the checkers and the hash. */
    static final class Judges implements Beside.Judge {
        final EventHash hash = new EventHash();
        final Checks checks;
        final RouterAccount routers; // null if the run does not count

        Judges(RunPlan plan, boolean grows) {
            routers = plan.executorOptions().counts() ? new RouterAccount(plan.machine()) : null;
            checks = new Checks(plan.program(), plan.machine(), routers, strangers(plan), grows);
        }

        @Override
        public void events(EventCursor batch) {
            hash.add(batch);
            checks.events(batch);
        }

        @Override
        public void commands(CommandBuffer commands) {
            checks.commands(commands);
        }

        @Override
        public void added(Operation op) {
            checks.added(op);
        }

        @Override
        public void posted(Operation op, int tag, long cycle) {
            checks.posted(op, tag, cycle);
        }

        @Override
        public void nonsense(long cycle, String what) {
            checks.nonsense(cycle, what);
        }

        @Override
        public void finished(Operation op, Result result, long cycle) {
            checks.completed(op, cycle, result);
        }

        @Override
        public long endingViolation() {
            return checks.endingViolation();
        }
    }
}
