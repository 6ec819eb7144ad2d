// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

import fairlead.engine.api.DlaLimits;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaMergedEvent;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Path;
import fairlead.program.Result;

/**
 * The store path of one node (D11): puts inline requests through the DLA without the program having to allocate.
 *
 * <p>A transaction, called block, is: allocation of n credits, requests that need at most n, transaction end, given without waiting for the grant. Controlled discard: one
 * allocation a block, closed by its end; up to `blocks` of them are under way, each chained to the one before it, so that none enters behind one that did not. Persistent
 * reservation: one allocation a channel, kept until the channel's last request has entered. What was discarded is sent again in order after a back-off that doubles, from the
 * third retry on with high priority: nothing is sent twice, and nothing before the first discarded request.
 *
 * <p>Status events may come merged: an event for a block says that all earlier ones have ended too. Each is given back to the DLA as an event credit. With DLA_BYPASS there
 * are no blocks: requests are stored and wait at the host interface.
 *
 * <p>Channel = task mod CHANNELS; tasks that share a channel share its blocks. A channel used by raw operations (DLA_ALLOC in the program) is left alone but for passing answers on.
 */
public final class SystemMessagingModule {
    private static final int CHANNELS = HwLayout.Product.DLA_CHANNELS;
    private static final int LARGEST = 1 + HwLayout.DLA_INLINE_BYTES / HwLayout.FLIT_BYTES; // credits of a request

    private final NodeHost host;
    private final boolean persistent;
    private final DlaLimits limits;
    private final int depth;
    private final InlineChannel[] inline = new InlineChannel[CHANNELS];
    private final RawChannel[] raw = new RawChannel[CHANNELS];
    private long discards;

    /**
     * @param persistent persistent reservation, else controlled discard
     * @param depth words of the DLA FIFO
     */
    public SystemMessagingModule(
            final NodeHost host,
            final boolean persistent,
            final DlaLimits limits,
            final int depth,
            final BackOff backOff) {
        this.host = host;
        this.persistent = persistent;
        this.limits = limits;
        this.depth = depth;
        for (int number = 0; number < CHANNELS; number++) {
            inline[number] = new InlineChannel(host, number, persistent, limits, backOff);
            raw[number] = new RawChannel(host, number);
        }
    }

    private static int channelOf(final int task) {
        return task % CHANNELS;
    }

    /** Announces an operation of the program before the run; {@link #check} then says whether they can all be served. */
    public void expect(final Operation op) {
        if (op.path() == Path.INLINE) {
            inline[channelOf(op.task())].expect();
        } else if (op.path() == Path.STORE || op.kind().isDla()) {
            raw[channelOf(op.task())].expect(op);
        }
    }

    /** An empty string, or why this node's requests can never all be served. */
    public String check() {
        int users = 0;
        for (int number = 0; number < CHANNELS; number++) {
            final Operation alone = raw[number].alone();
            if (alone != null) {
                return alone + ": no operation allocates or stores on DLA channel " + number + " of node "
                        + host.node();
            }
            final boolean isUsed = inline[number].left() > 0;
            if (raw[number].isInUse() && isUsed) {
                return "node " + host.node() + ": tasks of DLA channel " + number
                        + " mix inline operations with explicit allocation";
            }
            users += isUsed ? 1 : 0;
        }
        if (users == 0) {
            return "";
        }
        if (limits.options().bypass()) {
            return depth >= LARGEST
                    ? ""
                    : "node " + host.node() + ": with the DLA bypassed its FIFO needs " + LARGEST + " words, not "
                            + depth;
        }
        final int reservation = reservation(users);
        for (final InlineChannel channel : inline) {
            channel.reserve(reservation);
        }
        return reservation >= LARGEST
                ? ""
                : "node " + host.node() + ": the DLA limits leave " + reservation
                        + " credits for an allocation, and an inline request may need " + LARGEST
                        + (persistent ? " (" + users + " channels hold a reservation each)" : "");
    }

    /** Most credits of one allocation, when `users` channels allocate. */
    private int reservation(final int users) {
        final int pool = persistent
                ? Math.min(
                        Math.min(limits.maxCredits(), limits.maxPr()), Math.min(limits.maxLoCdPr(), limits.maxHiCdPr()))
                : Math.min(Math.min(limits.maxCredits(), limits.maxLoCd()), limits.maxLoHiCd());
        final int share = persistent ? Math.min(pool, depth) / users : Math.min(pool, depth);
        return Math.min(persistent ? limits.maxPrAlloc() : limits.maxCdAlloc(), share);
    }

    public long discards() {
        return discards;
    }

    public long retries() {
        long retries = 0;
        for (final InlineChannel channel : inline) {
            retries += channel.retries();
        }
        return retries;
    }

    /** An inline request is ready to be sent. */
    public void send(final int id, final long cycle) {
        inline[channelOf(host.operation(id).task())].send(id, cycle);
    }

    /** A byte counter has become free. */
    public void counterFreed(final long cycle) {
        for (final InlineChannel channel : inline) {
            channel.issue(cycle);
        }
    }

    /** A raw operation of the program: an allocation, an end, a marker, a release, a request on the path STORE. */
    public void give(final Operation op, final long cycle) {
        raw[channelOf(op.task())].give(op, cycle);
    }

    // ---- answers of the DLA

    public void granted(final int number, final long cycle) {
        if (raw[number].isInUse()) {
            raw[number].granted(cycle);
        } else {
            inline[number].granted();
        }
    }

    public void denied(final int number, final long cycle) {
        if (raw[number].isInUse()) {
            raw[number].denied(cycle);
        }
    }

    /** DLA_ERROR: the command is void. The program's own ends denied, the module's own never errs. */
    public void error(final int number, final long reason, final long cycle) {
        final int id = raw[number].isInUse() ? raw[number].takeRefused() : -1;
        if (id < 0 || !host.operation(id).isAttempt()) {
            host.complain(
                    id, cycle, "DLA_ERROR on channel " + number + " of node " + host.node() + ", reason " + reason);
        }
        if (id >= 0) {
            host.finished(id, cycle, Result.DENIED, 1);
        }
    }

    public void accepted(final int number, final int id, final long cycle) {
        if (!raw[number].isInUse()) {
            inline[number].accepted(id, cycle);
        }
        if (host.operation(id).kind() == OpKind.PUT) {
            host.finished(id, cycle, Result.DONE, 0);
        }
    }

    /** @param reason DlaDropReason; a malformed request would be dropped however often it is sent */
    public void discarded(final int number, final int id, final long reason, final long cycle) {
        discards++;
        if (raw[number].isInUse()) {
            raw[number].discarded(id, cycle);
        } else if (reason == DlaDropReason.MALFORMED) {
            inline[number].refused();
            host.complain(id, cycle, "DLA_DISCARDED on channel " + number + " of node " + host.node() + ": malformed");
            host.finished(id, cycle, Result.REJECTED, 1);
        } else {
            inline[number].discarded(id);
        }
    }

    public void ended(final int number, final long cycle) {
        if (raw[number].isInUse()) {
            raw[number].ended(cycle);
        } else {
            inline[number].ended(cycle);
        }
    }

    /** A marker has been reached, and `older` ones that it stands for. */
    public void marked(final int number, final int older, final long cycle) {
        raw[number].marked(older, cycle);
    }

    /** Several status events as one: what is older than `block` has ended, of `block` itself the flags tell (DLA hazard 14). */
    public void merged(final int number, final int block, final long flags, final long cycle) {
        final boolean granted = DlaMergedEvent.granted(flags) != 0;
        final boolean ended = DlaMergedEvent.ended(flags) != 0;
        if (raw[number].isInUse()) {
            raw[number].merged(granted, DlaMergedEvent.denied(flags) != 0, ended, cycle);
        } else {
            inline[number].merged(block, granted, ended, cycle);
        }
    }

    /** Software has seen a status event: its credit goes back. */
    public void seen(final long cycle) {
        if (limits.options().eventCredits() != 0) {
            host.command(cycle, 0, HwLayout.TileCommand.DLA_EVENT_CREDIT, 1, 0, 0, 0);
        }
    }

    public void released(final int number, final long cycle) {
        if (raw[number].isInUse()) {
            raw[number].released(cycle);
        } else {
            inline[number].released();
        }
    }
}
