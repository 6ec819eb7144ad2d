// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.deadlock.detect.KnotDetector;
import fairlead.engine.api.Engine;
import fairlead.engine.api.EventCursor;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import fairlead.software.Observer;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;

/** Runs a KnotDetector beside a program, and notes when operations last ended. */
final class Detection implements Observer {
    private final KnotDetector detector;
    private final Engine engine;
    private final Set<Integer> calculating = new HashSet<>();
    private long lastEnd;
    private long leakAt = -1;
    private long lastLeakLook;

    Detection(final KnotDetector detector, final Engine engine) {
        this.detector = detector;
        this.engine = engine;
    }

    @Override
    public long stopBefore(final long cycle) {
        return detector.nextSample(cycle);
    }

    @Override
    public void events(final EventCursor batch) {
        detector.events(batch);
    }

    @Override
    public void posted(final Operation op, final int tag, final long cycle) {
        if (op.kind() == OpKind.CALC) {
            calculating.add(op.id());
        }
    }

    @Override
    public void finished(final Operation op, final Result result, final long cycle) {
        lastEnd = Math.max(lastEnd, cycle);
        if (op.kind() == OpKind.CALC) {
            calculating.remove(op.id());
        }
    }

    @Override
    public void batch(final long cycle, final int openOperations) {
        detector.look(engine, false);
        if (leakAt < 0 && cycle / 1024 != lastLeakLook) {
            lastLeakLook = cycle / 1024;
            leak(cycle);
        }
    }

    /** The machine has come to rest, or the run has ended otherwise. */
    void end(final boolean atRest) {
        if (atRest) {
            detector.look(engine, true);
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

    /** Cycle in which a credit sum was first seen to be wrong, or -1. */
    long leakAt() {
        return leakAt;
    }

    /** Cycle in which a knot, a starved pair or a lost credit was reported, the earliest; -1: none. */
    long violatedAt() {
        final long knot = detector.knot().isPresent() ? detector.knot().get().reportedAt() : -1;
        final long starved = detector.starved().isEmpty() ? -1 : detector.starvedAt();
        return LongStream.of(knot, starved, leakAt).filter(c -> c >= 0).min().orElse(-1);
    }

    /** Cycle of the last delivery or end of an operation. */
    long lastProgress() {
        return Math.max(lastEnd, detector.lastDelivery());
    }

    /** A task calculates: nothing else needs to happen. */
    boolean isCalculating() {
        return !calculating.isEmpty();
    }
}
