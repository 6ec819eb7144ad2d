// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.deadlock.knot.KnotDetector;
import fairlead.deadlock.knot.TreeDetector;
import fairlead.deadlock.knot.TreeWatch;
import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.node.Observer;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Runs a {@link KnotDetector} beside a program, and records the last cycles in which operations ended and credits were
 * wrong.
 */
final class Detection implements Observer {
    private final KnotDetector detector;
    private final TreeWatch tree; // null if no program uses the collective network
    private final Engine engine;
    private TreeDetector.Finding treeFinding;
    private final Set<Integer> calculating = new HashSet<>();
    private long lastEnd;
    private long leakAt = -1;
    private long lastLeakLook;

    Detection(final KnotDetector detector, final Engine engine) {
        this.detector = detector;
        this.engine = engine;
        tree = engine.config().collective().isUsed() ? new TreeWatch(engine.config()) : null;
    }

    @Override
    public long stopBefore(final long cycle) {
        return detector.nextSample(cycle);
    }

    @Override
    public void events(final EventCursor batch) {
        detector.events(batch);
        if (tree != null) {
            tree.events(batch);
        }
    }

    @Override
    public void commands(final CommandBuffer commands) {
        if (tree != null) {
            tree.commands(commands);
        }
    }

    @Override
    public void posted(final Operation op, final int tag, final long cycle) {
        if (op.kind() == OpKind.CALC || op.kind().isWordLoop()) {
            calculating.add(op.id());
        }
    }

    @Override
    public void finished(final Operation op, final Result result, final long cycle) {
        lastEnd = Math.max(lastEnd, cycle);
        if (op.kind() == OpKind.CALC || op.kind().isWordLoop()) {
            calculating.remove(op.id());
        }
    }

    @Override
    public void batch(final long cycle, final int openOperations) {
        detector.look(engine, false);
        if (tree != null) {
            tree.look(engine);
        }
        if (leakAt < 0 && cycle / 1024 != lastLeakLook) {
            lastLeakLook = cycle / 1024;
            leak(cycle);
        }
    }

    /**
     * Makes the final observation, when the run has ended; `atRest` is true if no packet and no command in the machine
     * moves any more.
     */
    void end(final boolean atRest) {
        if (atRest) {
            detector.look(engine, true);
            treeFinding = tree == null ? null : tree.atRest(engine);
        } else if (tree != null) {
            tree.end(engine);
        }
        leak(engine.cycle());
    }

    private void leak(final long cycle) {
        if (leakAt < 0 && engine.stats().conservationFailures() > 0) {
            leakAt = cycle;
        }
    }

    KnotDetector detector() {
        return detector;
    }

    /** Returns what has watched the collective network during the run; null if it is not used. */
    TreeWatch tree() {
        return tree;
    }

    /** Returns who waits for whom on the collective network at the end of a run; null if it is not used or moves. */
    TreeDetector.Finding treeFinding() {
        return treeFinding;
    }

    /** Returns the cycle in which a credit sum was first seen to be wrong, or -1. */
    long leakAt() {
        return leakAt;
    }

    /**
     * Returns the earliest cycle in which a knot of either network, a starved pair or a lost credit was reported, or
     * -1.
     */
    long violatedAt() {
        final long knot = detector.knot().isPresent() ? detector.knot().get().reportedAt() : -1;
        final long starved = detector.starved().isEmpty() ? -1 : detector.starvedAt();
        final long ofTree =
                tree == null || tree.broken() == null ? -1 : tree.broken().at();
        return LongStream.of(knot, starved, leakAt, ofTree)
                .filter(c -> c >= 0)
                .min()
                .orElse(-1);
    }

    /** Returns the cycle in which a packet was last delivered or an operation last ended. */
    long lastProgress() {
        return Math.max(lastEnd, detector.lastDelivery());
    }

    /** Returns whether a task is calculating; the run then makes progress without any delivery. */
    boolean isCalculating() {
        return !calculating.isEmpty();
    }
}
