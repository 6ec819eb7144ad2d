// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.check.RouterAccount;
import fairlead.engine.api.CommandBuffer;
import fairlead.engine.api.EventCursor;
import fairlead.software.Observer;

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
