// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.node.Observer;
import fairlead.program.Operation;
import fairlead.program.Result;
import fairlead.verdict.Checks;
import fairlead.verdict.EventHash;
import fairlead.verdict.RouterAccount;

/**
 * Passes the events and calls of a run to the checkers and to the hash; it is the only class that connects executor and
 * checkers. It ends a run {@link #WINDOW} cycles after its first violation, because a later event cannot repair a
 * violation. Violations that only the end of a run shows do not end the run early.
 */
final class Watch implements Observer {
    /** Number of cycles from the first violation to the end of the run. */
    private static final long WINDOW = 10_000;

    private final EventHash hash = new EventHash();
    private final Checks checks;
    private final RouterAccount routers; // null if the run does not count
    private final Detection detection; // null if the run has no detector
    private final boolean keepsGoing;
    private long first = -1;

    Watch(final RunPlan plan, final Detection detection, final boolean keepsGoing) {
        checks = new Checks(plan.program(), plan.machine());
        routers = plan.executorOptions().counts() ? new RouterAccount(plan.machine()) : null;
        this.detection = detection;
        this.keepsGoing = keepsGoing;
    }

    EventHash hash() {
        return hash;
    }

    Checks checks() {
        return checks;
    }

    RouterAccount routers() {
        return routers;
    }

    @Override
    public void events(final EventCursor batch) {
        hash.add(batch);
        checks.events(batch);
        if (routers != null) {
            routers.events(batch);
        }
    }

    @Override
    public void commands(final CommandBuffer commands) {
        checks.commands(commands);
        if (routers != null) {
            routers.commands(commands);
        }
    }

    @Override
    public void posted(final Operation op, final int tag, final long cycle) {
        checks.posted(op, tag, cycle);
    }

    @Override
    public void nonsense(final long cycle, final String what) {
        checks.nonsense(cycle, what);
    }

    @Override
    public void finished(final Operation op, final Result result, final long cycle) {
        checks.completed(op, cycle, result);
    }

    @Override
    public long stopBefore(final long cycle) {
        return keepsGoing ? Long.MAX_VALUE : (first < 0 ? cycle : first) + WINDOW;
    }

    @Override
    public boolean isEnough(final long cycle) {
        return !keepsGoing && firstViolation() >= 0 && cycle >= first + WINDOW;
    }

    /** Returns the cycle of the first violation so far, or -1. */
    long firstViolation() {
        final long detected = detection == null ? -1 : detection.violatedAt();
        final long checked = checks.firstViolation();
        first = checked < 0 ? detected : detected < 0 ? checked : Math.min(checked, detected);
        return first;
    }
}
