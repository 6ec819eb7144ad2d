// SPDX-License-Identifier: Apache-2.0
package fairlead.executor;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.software.SystemMessagingModule;

/** Tells the messaging module of one node what its DLA says; a status event that software has seen is given back as a credit, a discarded request's tag too. */
final class DlaEvents {
    private static final int CHANNEL = 0xFF; // of an event's a
    private static final int BLOCK_OR_TAG = 8;

    private final SystemMessagingModule messaging;
    private final Tags tags;

    DlaEvents(final SystemMessagingModule messaging, final Tags tags) {
        this.messaging = messaging;
        this.tags = tags;
    }

    void react(final EventCursor event, final long cycle) {
        final int channel = (int) event.a() & CHANNEL;
        final int what = (int) (event.a() >> BLOCK_OR_TAG);
        switch (event.kind()) {
            case EventKind.DLA_GRANTED:
                messaging.seen(cycle);
                messaging.granted(channel, cycle);
                break;
            case EventKind.DLA_DENIED:
                messaging.seen(cycle);
                messaging.denied(channel, cycle);
                break;
            case EventKind.DLA_MARKED:
                messaging.seen(cycle);
                messaging.marked(channel, (int) event.b(), cycle);
                break;
            case EventKind.DLA_MERGED:
                messaging.seen(cycle);
                messaging.merged(channel, what, event.b(), cycle);
                break;
            case EventKind.DLA_ACCEPTED:
                messaging.accepted(channel, tags.owner(what), cycle);
                break;
            case EventKind.DLA_DISCARDED:
                final int dropped = tags.owner(what);
                tags.giveBack(what);
                messaging.discarded(channel, dropped, cycle);
                break;
            case EventKind.DLA_ENDED:
                messaging.seen(cycle);
                messaging.ended(channel, cycle);
                break;
            case EventKind.DLA_RELEASED:
                messaging.released(channel, cycle);
                break;
            case EventKind.DLA_ERROR:
                messaging.error(channel, event.b(), cycle);
                break;
            default:
                break;
        }
    }
}
