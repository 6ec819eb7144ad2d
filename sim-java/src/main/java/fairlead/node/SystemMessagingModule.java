// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.machine.DlaLimits;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Path;
import fairlead.program.Result;

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
    private final InlineRoom room;
    private final InlineChannel[] inline = new InlineChannel[CHANNELS];
    private final RawChannel[] raw = new RawChannel[CHANNELS];
    private long discards;

    /**
     * Makes the module of one node.
     *
     * @param persistent true for persistent reservation, false for controlled discard
     * @param depth number of words of the DLA FIFO
     */
    SystemMessagingModule(NodeHost host, boolean persistent, DlaLimits limits, int depth) {
        this.host = host;
        room = new InlineRoom(limits, depth, persistent);
        for (int number = 0; number < CHANNELS; number++) {
            inline[number] = new InlineChannel(host, number, persistent, limits);
            raw[number] = new RawChannel(host, number);
        }
    }

    /**
     * Announces an operation of the program before the run. Afterwards {@link #check} finds out whether all of them can
     * be served.
     */
    void expect(Operation op) {
        if (op.path() == Path.INLINE) {
            inline[InlineRoom.channelOf(op.task())].expect();
        } else if (op.path() == Path.STORE || op.kind().isDla()) {
            raw[InlineRoom.channelOf(op.task())].expect(op);
        }
    }

    /** Notes that an announced operation is not performed. */
    void skipped(Operation op, long cycle) {
        if (op.path() == Path.INLINE) {
            inline[InlineRoom.channelOf(op.task())].skipped(cycle);
        }
    }

    /** Returns an empty string, or the reason why the requests of this node can never all be served. */
    String check() {
        int users = 0;
        for (int number = 0; number < CHANNELS; number++) {
            Operation alone = raw[number].alone();
            if (alone != null) {
                return alone + ": no operation allocates or stores on DLA channel " + number + " of node " + host.node;
            }
            boolean isUsed = inline[number].left() > 0;
            if (raw[number].isInUse() && isUsed) {
                return "node " + host.node + ": tasks of DLA channel " + number
                        + " mix inline operations with explicit allocation";
            }
            users += isUsed ? 1 : 0;
        }
        if (users == 0) {
            return "";
        }
        if (!room.limits().options().bypass()) {
            int reservation = room.reservation(users);
            for (InlineChannel channel : inline) {
                channel.reserve(reservation);
            }
        }
        InlineRoom.Refusal refusal = room.refusal(host.node, users);
        return refusal == null ? "" : refusal.what();
    }

    long discards() {
        return discards;
    }

    long retries() {
        long retries = 0;
        for (InlineChannel channel : inline) {
            retries += channel.retries();
        }
        return retries;
    }

    /** Takes an inline request that is ready to be sent. */
    void send(int id, long cycle) {
        inline[InlineRoom.channelOf(host.run.operation(id).task())].send(id, cycle);
    }

    /** Sends requests that waited for a byte counter, which has become free. */
    void counterFreed(long cycle) {
        for (InlineChannel channel : inline) {
            channel.issue(cycle);
        }
    }

    /**
     * Takes a raw operation of the program: an allocation, an end, a marker, a release, or a request on the path STORE.
     */
    void give(Operation op, long cycle) {
        raw[InlineRoom.channelOf(op.task())].give(op, cycle);
    }

    // ---- answers of the DLA

    StoreChannel owner(int number) {
        return raw[number].isInUse() ? raw[number] : inline[number];
    }

    /** Handles an event of the DLA; software acts in `cycle`. */
    void react(EventCursor event, long cycle) {
        long a = event.a();
        int number = Nonsense.index(DlaBlockEvent.channel(a), CHANNELS, "DLA channel");
        switch (event.kind()) {
            case EventKind.DLA_GRANTED,
                    EventKind.DLA_DENIED,
                    EventKind.DLA_MARKED,
                    EventKind.DLA_MERGED,
                    EventKind.DLA_ENDED -> status(event, number, cycle);
            case EventKind.DLA_ACCEPTED -> accepted(number, request(a), cycle);
            case EventKind.DLA_DISCARDED -> {
                int id = request(a);
                host.tags.giveBack((int) DlaTagEvent.tag(a));
                discarded(number, id, event.b(), cycle);
            }
            case EventKind.DLA_RELEASED -> owner(number).released(cycle);
            case EventKind.DLA_ERROR -> error(number, event.b(), cycle);
            default -> {}
        }
    }

    /** Handles a status event, and returns an event credit for it to the DLA. */
    private void status(EventCursor event, int number, long cycle) {
        if (room.limits().options().eventCredits() != 0) {
            host.command(cycle, 0, HwLayout.TileCommand.DLA_EVENT_CREDIT, 1);
        }
        switch (event.kind()) {
            case EventKind.DLA_GRANTED -> owner(number).granted(cycle);
            case EventKind.DLA_DENIED -> owner(number).denied(cycle);
            case EventKind.DLA_MARKED -> raw[number].marked((int) event.b(), cycle);
            case EventKind.DLA_MERGED -> owner(number).merged((int) DlaBlockEvent.block(event.a()), event.b(), cycle);
            default -> owner(number).ended(cycle);
        }
    }

    private int request(long a) {
        int id = host.tags.owner((int) DlaTagEvent.tag(a));
        if (id < 0) {
            throw new Nonsense("a tag that was never used");
        }
        return id;
    }

    /**
     * Handles DLA_ERROR: the DLA has ignored the command. A command of the program ends with DENIED; a command of the
     * module itself never causes this event.
     */
    private void error(int number, long reason, long cycle) {
        int id = raw[number].isInUse() ? raw[number].takeRefused() : -1;
        if (id < 0 || !host.run.operation(id).isAttempt()) {
            host.run.complain(
                    id, cycle, "DLA_ERROR on channel " + number + " of node " + host.node + ", reason " + reason);
        }
        if (id >= 0) {
            host.run.finished(id, cycle, Result.DENIED, 1);
        }
    }

    void accepted(int number, int id, long cycle) {
        owner(number).accepted(id, cycle);
        if (host.run.operation(id).kind() == OpKind.PUT) {
            host.run.finished(id, cycle, Result.DONE, 0);
        }
    }

    /** @param reason DlaDropReason; a malformed request is not sent again because every attempt would be dropped */
    void discarded(int number, int id, long reason, long cycle) {
        discards++;
        if (!raw[number].isInUse() && reason == DlaDropReason.MALFORMED) {
            inline[number].refused();
            host.run.complain(
                    id, cycle, "DLA_DISCARDED on channel " + number + " of node " + host.node + ": malformed");
            host.run.finished(id, cycle, Result.REJECTED, 1);
        } else {
            owner(number).discarded(id, cycle);
        }
    }
}
