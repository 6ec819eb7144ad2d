// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

import fairlead.engine.DlaLimits;
import fairlead.hw.HwLayout;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Path;
import fairlead.program.Result;

/**
 * The store path of one node (D11): puts inline requests through the DLA without the program having to allocate.
 *
 * <p>A transaction, called block, is: allocation of n credits, requests that need at most n, transaction end, given without waiting for the grant. Controlled discard: one
 * allocation a block, closed by its end. Persistent reservation: one allocation a channel, kept until the channel's last request has entered. What was discarded
 * is sent again in order after a back-off that doubles, from the third retry on with high priority. One block a channel is under way at a time.
 *
 * <p>Channel = task mod 8; tasks that share a channel share its blocks. A channel used by raw operations (DLA_ALLOC in the program) is left alone but for passing answers on.
 */
public final class SystemMessagingModule {
    public static final int CHANNELS = 8;
    private static final int ESCALATE = 3;
    private static final int BLOCK_MASK = (1 << HwLayout.DlaCommand.BLOCK_WIDTH) - 1;

    private static final class Channel {
        private final IntQueue waiting = new IntQueue();
        private final IntQueue block = new IntQueue(); // operations of the block under way, in order
        private final IntQueue discarded = new IntQueue();
        private final IntQueue rawAllocs = new IntQueue();
        private final IntQueue rawEnds = new IntQueue();
        private int rawRelease = -1;
        private int left; // inline operations of the program that have not entered yet
        private int blockId;
        private int attempt;
        private boolean underWay;
        private boolean reserved;
        private boolean allocates; // the block under way carries an allocation of the reservation
        private boolean releasing;
        private boolean raw;
    }

    private final NodeHost host;
    private final boolean persistent;
    private final DlaLimits limits;
    private final int depth;
    private final BackOff backOff;
    private final Channel[] channels = new Channel[CHANNELS];
    private int reservation;
    private long discards;
    private long retries;

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
        this.backOff = backOff;
        for (int i = 0; i < CHANNELS; i++) {
            channels[i] = new Channel();
        }
    }

    private static int channelOf(final int task) {
        return task % CHANNELS;
    }

    /** Announces an operation of the program before the run; {@link #check} then says whether they can all be served. */
    public void expect(final Operation op) {
        final Channel channel = channels[channelOf(op.task())];
        if (op.path() == Path.INLINE) {
            channel.left++;
        } else if (op.path() == Path.STORE || op.kind() == OpKind.DLA_ALLOC) {
            channel.raw = true;
        }
    }

    /** An empty string, or why this node's requests can never all be served. */
    public String check() {
        int users = 0;
        for (int i = 0; i < CHANNELS; i++) {
            if (channels[i].raw && channels[i].left > 0) {
                return "node " + host.node() + ": tasks of DLA channel " + i
                        + " mix inline operations with explicit allocation";
            }
            users += channels[i].left > 0 ? 1 : 0;
        }
        if (users == 0) {
            return "";
        }
        final int pool = persistent
                ? Math.min(
                        Math.min(limits.maxCredits(), limits.maxPr()), Math.min(limits.maxLoCdPr(), limits.maxHiCdPr()))
                : Math.min(Math.min(limits.maxCredits(), limits.maxLoCd()), limits.maxLoHiCd());
        final int share = persistent ? Math.min(pool, depth) / users : Math.min(pool, depth);
        reservation = Math.min(persistent ? limits.maxPrAlloc() : limits.maxCdAlloc(), share);
        final int largest = 1 + HwLayout.DLA_INLINE_BYTES / HwLayout.FLIT_BYTES;
        return reservation >= largest
                ? ""
                : "node " + host.node() + ": the DLA limits leave " + reservation
                        + " credits for an allocation, and an inline request may need " + largest
                        + (persistent ? " (" + users + " channels hold a reservation each)" : "");
    }

    public long discards() {
        return discards;
    }

    public long retries() {
        return retries;
    }

    /** An inline request is ready to be sent. */
    public void send(final int id, final long cycle) {
        final int number = channelOf(host.operation(id).task());
        channels[number].waiting.add(id);
        issue(number, cycle);
    }

    /** A byte counter has become free. */
    public void counterFreed(final long cycle) {
        for (int number = 0; number < CHANNELS; number++) {
            issue(number, cycle);
        }
    }

    private void issue(final int number, final long cycle) {
        final Channel channel = channels[number];
        if (channel.underWay || channel.waiting.isEmpty()) {
            return;
        }
        int credits = 0;
        while (!channel.waiting.isEmpty()) {
            final Operation op = host.operation(channel.waiting.first());
            final int words = StoreRequests.words(op);
            if (credits + words > reservation || op.kind() == OpKind.GET && host.takeCounter(op.id()) < 0) {
                break;
            }
            credits += words;
            channel.block.add(channel.waiting.take());
        }
        if (channel.block.isEmpty()) {
            return;
        }
        channel.underWay = true;
        channel.blockId = channel.blockId + 1 & BLOCK_MASK;
        final boolean high = !persistent && channel.attempt >= ESCALATE;
        channel.allocates = persistent && !channel.reserved;
        if (!persistent || channel.allocates) {
            final int asked = persistent ? reservation : credits;
            host.command(
                    cycle,
                    number,
                    HwLayout.TileCommand.DLA_ALLOC,
                    Descriptors.dla(number, persistent, high, false, asked, channel.blockId),
                    0,
                    0,
                    0);
        }
        for (int i = 0; i < channel.block.size(); i++) {
            final Operation op = host.operation(channel.block.get(i));
            final int counter = op.kind() == OpKind.GET ? host.takeCounter(op.id()) : -1;
            StoreRequests.give(host, cycle, number, number, op, host.takeTag(op.id(), cycle), counter);
        }
        host.command(
                cycle,
                number,
                HwLayout.TileCommand.DLA_END,
                Descriptors.dla(number, persistent, high, !persistent, credits, channel.blockId),
                0,
                0,
                0);
    }

    // ---- raw operations of the program

    public void give(final Operation op, final long cycle) {
        final int number = channelOf(op.task());
        final Channel channel = channels[number];
        switch (op.kind()) {
            case DLA_ALLOC:
                channel.rawAllocs.add(op.id());
                channel.blockId = channel.blockId + 1 & BLOCK_MASK;
                channel.reserved = op.persistent();
                host.command(
                        cycle,
                        op.task(),
                        HwLayout.TileCommand.DLA_ALLOC,
                        Descriptors.dla(number, op.persistent(), op.high(), false, op.credits(), channel.blockId),
                        0,
                        0,
                        0);
                break;
            case DLA_END:
                channel.rawEnds.add(op.id());
                host.command(
                        cycle,
                        op.task(),
                        HwLayout.TileCommand.DLA_END,
                        Descriptors.dla(number, channel.reserved, false, !channel.reserved, 0, channel.blockId),
                        0,
                        0,
                        0);
                break;
            case DLA_RELEASE:
                channel.rawRelease = op.id();
                host.command(
                        cycle,
                        op.task(),
                        HwLayout.TileCommand.DLA_RELEASE,
                        Descriptors.dla(number, true, false, true, 0, channel.blockId),
                        0,
                        0,
                        0);
                break;
            default:
                final int counter = op.kind() == OpKind.GET ? host.takeCounter(op.id()) : -1;
                if (op.kind() == OpKind.GET && counter < 0) {
                    host.complain(op.id(), cycle, "no byte counter is free for a get on the raw store path");
                    return;
                }
                StoreRequests.give(host, cycle, op.task(), number, op, host.takeTag(op.id(), cycle), counter);
                break;
        }
        host.entered(op.id(), cycle);
    }

    // ---- answers of the DLA

    public void granted(final int number, final long cycle) {
        final Channel channel = channels[number];
        if (channel.raw) {
            host.finished(channel.rawAllocs.take(), cycle, Result.DONE, 0);
        } else if (channel.allocates) {
            channel.reserved = true;
        }
    }

    public void denied(final int number, final long cycle) {
        if (channels[number].raw) {
            host.finished(channels[number].rawAllocs.take(), cycle, Result.DENIED, 1);
        }
    }

    /** DLA_ERROR: the command is void. The program's own ends denied, the module's own never errs. */
    public void error(final int number, final long reason, final long cycle) {
        final Channel channel = channels[number];
        int id = -1;
        if (channel.raw && channel.rawRelease >= 0) {
            id = channel.rawRelease;
            channel.rawRelease = -1;
        } else if (channel.raw && !channel.rawAllocs.isEmpty()) {
            id = channel.rawAllocs.take();
        }
        if (id < 0 || !host.operation(id).isAttempt()) {
            host.complain(
                    id, cycle, "DLA_ERROR on channel " + number + " of node " + host.node() + ", reason " + reason);
        }
        if (id >= 0) {
            host.finished(id, cycle, Result.DENIED, 1);
        }
    }

    public void accepted(final int number, final int id, final long cycle) {
        final Channel channel = channels[number];
        if (!channel.raw) {
            channel.left--;
            host.entered(id, cycle);
        }
        if (host.operation(id).kind() == OpKind.PUT) {
            host.finished(id, cycle, Result.DONE, 0);
        }
    }

    public void discarded(final int number, final int id, final long cycle) {
        discards++;
        if (channels[number].raw) {
            host.finished(id, cycle, Result.DISCARDED, 2);
        } else {
            channels[number].discarded.add(id);
        }
    }

    public void ended(final int number, final long cycle) {
        final Channel channel = channels[number];
        if (channel.raw) {
            host.finished(channel.rawEnds.take(), cycle, Result.DONE, 0);
            return;
        }
        channel.underWay = false;
        while (!channel.block.isEmpty()) {
            channel.block.take();
        }
        if (channel.discarded.isEmpty()) {
            channel.attempt = 0;
            issue(number, cycle);
            release(number, cycle);
            return;
        }
        for (int i = channel.discarded.size() - 1; i >= 0; i--) {
            channel.waiting.push(channel.discarded.get(i));
        }
        while (!channel.discarded.isEmpty()) {
            channel.discarded.take();
        }
        channel.attempt++;
        retries++;
        issue(number, cycle + backOff.cycles(host.node(), number, channel.attempt));
    }

    private void release(final int number, final long cycle) {
        final Channel channel = channels[number];
        if (channel.left == 0 && channel.reserved && !channel.underWay && !channel.releasing) {
            channel.releasing = true;
            host.command(
                    cycle,
                    number,
                    HwLayout.TileCommand.DLA_RELEASE,
                    Descriptors.dla(number, true, false, true, reservation, channel.blockId),
                    0,
                    0,
                    0);
        }
    }

    public void released(final int number, final long cycle) {
        final Channel channel = channels[number];
        if (channel.raw && channel.rawRelease >= 0) {
            final int id = channel.rawRelease;
            channel.rawRelease = -1;
            channel.reserved = false;
            host.finished(id, cycle, Result.DONE, 0);
        } else {
            channel.reserved = false;
            channel.releasing = false;
        }
    }
}
