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

/** The observers of a run that need nothing but its events and calls: the checkers and the hash. */
final class Judges implements Observer {
    final EventHash hash = new EventHash();
    final Checks checks;
    final RouterAccount routers; // null if the run does not count

    Judges(RunPlan plan) {
        routers = plan.executorOptions().counts() ? new RouterAccount(plan.machine()) : null;
        checks = new Checks(plan.program(), plan.machine(), routers);
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
}
