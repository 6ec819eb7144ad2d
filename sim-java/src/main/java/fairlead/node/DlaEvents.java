// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;

/**
 * Passes the events of one node's DLA to the messaging module. It also returns a credit for each status event that
 * software has received, and the tag of each discarded request.
 */
final class DlaEvents {
    private final SystemMessagingModule messaging;
    private final Tags tags;

    DlaEvents(final SystemMessagingModule messaging, final Tags tags) {
        this.messaging = messaging;
        this.tags = tags;
    }

    void react(final EventCursor event, final long cycle) {
        final long a = event.a();
        final int channel = (int) DlaBlockEvent.channel(a);
        switch (event.kind()) {
            case EventKind.DLA_GRANTED -> {
                messaging.seen(cycle);
                messaging.granted(channel, cycle);
            }
            case EventKind.DLA_DENIED -> {
                messaging.seen(cycle);
                messaging.denied(channel, cycle);
            }
            case EventKind.DLA_MARKED -> {
                messaging.seen(cycle);
                messaging.marked(channel, (int) event.b(), cycle);
            }
            case EventKind.DLA_MERGED -> {
                messaging.seen(cycle);
                messaging.merged(channel, (int) DlaBlockEvent.block(a), event.b(), cycle);
            }
            case EventKind.DLA_ACCEPTED -> messaging.accepted(channel, tags.owner((int) DlaTagEvent.tag(a)), cycle);
            case EventKind.DLA_DISCARDED -> {
                final int tag = (int) DlaTagEvent.tag(a);
                final int dropped = tags.owner(tag);
                tags.giveBack(tag);
                messaging.discarded(channel, dropped, event.b(), cycle);
            }
            case EventKind.DLA_ENDED -> {
                messaging.seen(cycle);
                messaging.ended(channel, cycle);
            }
            case EventKind.DLA_RELEASED -> messaging.released(channel, cycle);
            case EventKind.DLA_ERROR -> messaging.error(channel, event.b(), cycle);
            default -> {}
        }
    }
}
