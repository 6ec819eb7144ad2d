// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.node.Observer;
import fairlead.verdict.RouterAccount;

/** Passes the packets of a run that counts to the judge of its performance counters. */
final class RouterWatch implements Observer {
    private final RouterAccount account;

    RouterWatch(final RouterAccount account) {
        this.account = account;
    }

    @Override
    public void events(final EventCursor batch) {
        account.events(batch);
    }

    @Override
    public void commands(final CommandBuffer commands) {
        account.commands(commands);
    }
}
