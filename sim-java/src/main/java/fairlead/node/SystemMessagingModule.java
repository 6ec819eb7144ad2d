// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.DlaLimits;
import fairlead.program.Operation;
import fairlead.program.Path;

/**
 * The software of one node's store path (D11). It sends inline requests through the DLA, so that the program need not
 * allocate credits.
 *
 * <p>A transaction, called a block, consists of an allocation of n credits, requests that need at most n credits, and a
 * transaction end; software does not wait for the grant. Under controlled discard, each block has its own allocation,
 * which its end closes. Up to `blocks` blocks are outstanding, each chained to the previous one, so that no request
 * enters after a discarded one. Under persistent reservation, a channel has one allocation, which it keeps until its
 * last request has entered. Discarded requests are sent again in order, after a back-off that doubles; from the third
 * retry on, they have high priority. No request is sent twice, and no later request overtakes a discarded one.
 *
 * <p>Status events may be merged: an event for a block implies that all earlier blocks have ended, too. Software
 * returns an event credit to the DLA for each status event. With DLA_BYPASS there are no blocks; stored requests wait
 * at the host interface.
 *
 * <p>The channel is task mod CHANNELS; tasks that share a channel share its blocks. If the program uses raw operations
 * (DLA_ALLOC) on a channel, the module only passes on the DLA's answers.
 */
final class SystemMessagingModule {
    private static final int CHANNELS = InlineRoom.CHANNELS;

    private final NodeHost host;
    private final boolean reserves;
    private final DlaLimits limits;
    private final int depth;
    private final InlineRoom.Kept kept = new InlineRoom.Kept();
    final StoreChannel[] channels = new StoreChannel[CHANNELS];

    /**
     * @param reserves true for persistent reservation, false for controlled discard
     * @param depth number of words of the DLA FIFO
     */
    SystemMessagingModule(NodeHost host, boolean reserves, DlaLimits limits, int depth) {
        this.host = host;
        this.reserves = reserves;
        this.limits = limits;
        this.depth = depth;
        for (int number = 0; number < CHANNELS; number++) {
            channels[number] = new StoreChannel(host, number, limits, reserves);
        }
    }

    private StoreChannel channel(Operation op) {
        return channels[InlineRoom.channelOf(op.task())];
    }

    /**
     * Announces an operation of the program before the run. Afterwards {@link #check} finds out whether all of them can
     * be served.
     */
    void expect(Operation op) {
        kept.note(op);
        channel(op).expect(op);
    }

    void skipped(Operation op, long cycle) {
        if (op.path() == Path.INLINE) {
            channel(op).skipped(cycle);
        }
    }

    /** Returns an empty string, or the reason why the requests of this node can never all be served. */
    String check() {
        int users = 0;
        for (StoreChannel channel : channels) {
            if (!channel.raw && channel.alone != null) {
                return channel.alone + ": no operation allocates or stores on DLA channel " + channel.number
                        + " of node " + host.node;
            }
            if (channel.raw && channel.left > 0) {
                return "node " + host.node + ": tasks of DLA channel " + channel.number
                        + " mix inline operations with explicit allocation";
            }
            users += channel.left > 0 ? 1 : 0;
        }
        InlineRoom room = new InlineRoom(limits, depth, reserves, kept.credits());
        for (StoreChannel channel : channels) {
            channel.reservation = users == 0 ? 0 : room.reservation(users);
        }
        InlineRoom.Refusal refusal = room.refusal(host.node, users);
        return refusal == null ? "" : refusal.what();
    }

    /** Sends requests that waited for a byte counter, which has become free. */
    void counterFreed(long cycle) {
        for (StoreChannel channel : channels) {
            channel.issue(cycle);
        }
    }

    /** Takes an inline request, or a raw operation of the program: of the DLA, or a request on the path STORE. */
    void give(Operation op, long cycle) {
        channel(op).give(op, cycle);
    }

    void react(EventCursor event, long cycle) {
        long a = event.a();
        StoreChannel channel = channels[Nonsense.index(DlaBlockEvent.channel(a), CHANNELS, "DLA channel")];
        switch (event.kind()) { // a status event returns an event credit to the DLA
            case EventKind.DLA_GRANTED,
                    EventKind.DLA_DENIED,
                    EventKind.DLA_MARKED,
                    EventKind.DLA_MERGED,
                    EventKind.DLA_ENDED -> {
                if (limits.options().eventCredits() != 0) {
                    host.command(cycle, 0, TileCommand.DLA_EVENT_CREDIT, 1);
                }
            }
            default -> {}
        }
        switch (event.kind()) {
            case EventKind.DLA_GRANTED -> channel.granted(cycle);
            case EventKind.DLA_DENIED -> channel.denied(cycle);
            case EventKind.DLA_MARKED -> channel.marked((int) event.b(), cycle);
            case EventKind.DLA_MERGED -> channel.merged((int) DlaBlockEvent.block(a), event.b(), cycle);
            case EventKind.DLA_ENDED -> channel.ended(cycle);
            case EventKind.DLA_ACCEPTED -> channel.accepted(request(a), cycle);
            case EventKind.DLA_DISCARDED -> {
                Operation op = request(a);
                host.tags.giveBack((int) DlaTagEvent.tag(a));
                channel.discarded(op, event.b(), cycle);
            }
            case EventKind.DLA_RELEASED -> channel.released(cycle);
            case EventKind.DLA_ERROR -> channel.error(event.b(), cycle);
            default -> {}
        }
    }

    private Operation request(long a) {
        Operation op = host.tags.owner((int) DlaTagEvent.tag(a));
        if (op == null) {
            throw new Nonsense("a tag that was never used");
        }
        return op;
    }
}
