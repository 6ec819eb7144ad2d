// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.node.Observer;
import fairlead.program.Operation;
import fairlead.program.Result;
import fairlead.verdict.Checks;
import fairlead.verdict.EventHash;

/**
 * Passes the events and calls of a run to the checkers and to the hash; it is the only class that connects executor and
 * checkers.
 */
final class Watch implements Observer {
    private final Checks checks;
    private final EventHash hash;

    Watch(final Checks checks, final EventHash hash) {
        this.checks = checks;
        this.hash = hash;
    }

    @Override
    public void events(final EventCursor batch) {
        hash.add(batch);
        checks.events(batch);
    }

    @Override
    public void commands(final CommandBuffer commands) {
        checks.commands(commands);
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
}
