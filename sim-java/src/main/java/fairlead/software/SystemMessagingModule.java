// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

import fairlead.engine.DlaLimits;
import fairlead.hw.HwLayout;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Path;
import fairlead.program.Result;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The store path of one node (D11): puts inline requests through the DLA without the program having to allocate.
 *
 * <p>A transaction, called block, is: allocation of n credits, requests that need at most n, transaction end, given without waiting for the grant. Controlled discard: one
 * allocation a block, closed by its end; up to `blocks` of them are under way, each chained to the one before it, so that none enters behind one that did not. Persistent reservation: one allocation a channel, kept until the channel's last request has entered. What was discarded
 * is sent again in order after a back-off that doubles, from the third retry on with high priority: nothing is sent twice, and nothing before the first discarded request.
 *
 * <p>Status events may come merged: an event for a block says that all earlier ones have ended too. Each is given back to the DLA as an event credit. With DLA_BYPASS there
 * are no blocks: requests are stored and wait at the host interface.
 *
 * <p>Channel = task mod 8; tasks that share a channel share its blocks. A channel used by raw operations (DLA_ALLOC in the program) is left alone but for passing answers on.
 */
public final class SystemMessagingModule {
    public static final int CHANNELS = 8;
    private static final int ESCALATE = 3;
    private static final int LARGEST = 1 + HwLayout.DLA_INLINE_BYTES / HwLayout.FLIT_BYTES; // credits of a request
    private static final long GRANTED = 1 << 16; // flags of DLA_MERGED
    private static final long DENIED = 1 << 17;
    private static final long ENDED = 1 << 18;
    private static final int BLOCK_MASK = (1 << HwLayout.DlaCommand.BLOCK_WIDTH) - 1;

    private static final class Channel {
        private final IntQueue waiting = new IntQueue();
        private final ArrayDeque<Integer> underWay =
                new ArrayDeque<>(); // ids of the blocks that have not ended, in order
        private final IntQueue discarded = new IntQueue();
        private final IntQueue rawAllocs = new IntQueue();
        private final IntQueue rawEnds = new IntQueue();
        private final IntQueue rawMarks = new IntQueue();
        private int rawRelease = -1;
        private int left; // inline operations of the program that have not entered yet
        private int blockId;
        private int attempt;
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
    private final int window; // blocks of a channel under way at a time
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
        window = persistent ? 1 : limits.options().blocks();
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
        if (limits.options().bypass()) {
            return depth >= LARGEST
                    ? ""
                    : "node " + host.node() + ": with the DLA bypassed its FIFO needs " + LARGEST + " words, not "
                            + depth;
        }
        final int pool = persistent
                ? Math.min(
                        Math.min(limits.maxCredits(), limits.maxPr()), Math.min(limits.maxLoCdPr(), limits.maxHiCdPr()))
                : Math.min(Math.min(limits.maxCredits(), limits.maxLoCd()), limits.maxLoHiCd());
        final int share = persistent ? Math.min(pool, depth) / users : Math.min(pool, depth);
        reservation = Math.min(persistent ? limits.maxPrAlloc() : limits.maxCdAlloc(), share);
        return reservation >= LARGEST
                ? ""
                : "node " + host.node() + ": the DLA limits leave " + reservation
                        + " credits for an allocation, and an inline request may need " + LARGEST
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
        if (limits.options().bypass()) {
            store(channel, number, cycle);
            return;
        }
        while (channel.underWay.size() < window && channel.discarded.isEmpty() && block(channel, number, cycle)) {
            continue;
        }
    }

    /** DLA_BYPASS: nothing is allocated and nothing discarded. */
    private void store(final Channel channel, final int number, final long cycle) {
        while (!channel.waiting.isEmpty() && hasCounter(host.operation(channel.waiting.first()))) {
            request(number, host.operation(channel.waiting.take()), cycle);
        }
    }

    private boolean hasCounter(final Operation op) {
        return op.kind() != OpKind.GET || host.takeCounter(op.id()) >= 0;
    }

    private void request(final int number, final Operation op, final long cycle) {
        final int counter = op.kind() == OpKind.GET ? host.takeCounter(op.id()) : -1;
        StoreRequests.give(host, cycle, number, number, op, host.takeTag(op.id(), cycle), counter);
    }

    /** Gives the next block; false when there is none. */
    private boolean block(final Channel channel, final int number, final long cycle) {
        final List<Operation> block = new ArrayList<>();
        int credits = 0;
        while (!channel.waiting.isEmpty()) {
            final Operation op = host.operation(channel.waiting.first());
            final int words = StoreRequests.words(op);
            if (credits + words > reservation || !hasCounter(op)) {
                break;
            }
            credits += words;
            block.add(op);
            channel.waiting.take();
        }
        if (block.isEmpty()) {
            return false;
        }
        final boolean chain = !channel.underWay.isEmpty();
        channel.blockId = channel.blockId + 1 & BLOCK_MASK;
        channel.underWay.add(channel.blockId);
        final boolean high = !persistent && channel.attempt >= ESCALATE;
        channel.allocates = persistent && !channel.reserved;
        if (!persistent || channel.allocates) {
            final long word = Descriptors.dla(
                    number, persistent, high, false, persistent ? reservation : credits, channel.blockId);
            final long chained = chain ? 1L << HwLayout.DlaCommand.CHAIN_LSB : 0;
            host.command(cycle, number, HwLayout.TileCommand.DLA_ALLOC, word | chained, 0, 0, 0);
        }
        for (final Operation op : block) {
            request(number, op, cycle);
        }
        host.command(
                cycle,
                number,
                HwLayout.TileCommand.DLA_END,
                Descriptors.dla(number, persistent, high, !persistent, credits, channel.blockId),
                0,
                0,
                0);
        return true;
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
            case DLA_MARK:
                channel.rawMarks.add(op.id());
                host.command(
                        cycle,
                        op.task(),
                        HwLayout.TileCommand.DLA_MARK,
                        Descriptors.dla(number, channel.reserved, false, false, 0, channel.rawMarks.size()),
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
        channel.underWay.poll();
        if (channel.discarded.isEmpty()) {
            channel.attempt = 0;
            issue(number, cycle);
            release(number, cycle);
        } else if (channel.underWay.isEmpty()) {
            resend(channel, number, cycle);
        }
    }

    /** All that was discarded, in order: nothing that entered stands behind it, for each block is chained to the one before. */
    private void resend(final Channel channel, final int number, final long cycle) {
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

    /** A marker has been reached, and `older` ones that it stands for. */
    public void marked(final int number, final int older, final long cycle) {
        for (int i = 0; i <= older; i++) {
            host.finished(channels[number].rawMarks.take(), cycle, Result.DONE, 0);
        }
    }

    /** Several status events as one: what is older than `block` has ended, of `block` itself the flags tell (hazard 4.1-14). */
    public void merged(final int number, final int block, final long flags, final long cycle) {
        final Channel channel = channels[number];
        if (channel.raw) {
            if ((flags & GRANTED) != 0) {
                granted(number, cycle);
            } else if ((flags & DENIED) != 0) {
                denied(number, cycle);
            }
            if ((flags & ENDED) != 0) {
                ended(number, cycle);
            }
            return;
        }
        while (channel.underWay.contains(block) && channel.underWay.peek() != block) {
            ended(number, cycle);
        }
        if ((flags & GRANTED) != 0) {
            granted(number, cycle);
        }
        if ((flags & ENDED) != 0 && channel.underWay.contains(block)) {
            ended(number, cycle);
        }
    }

    /** Software has seen a status event: its credit goes back. */
    public void seen(final long cycle) {
        if (limits.options().eventCredits() != 0) {
            host.command(cycle, 0, HwLayout.TileCommand.DLA_EVENT_CREDIT, 1, 0, 0, 0);
        }
    }

    private void release(final int number, final long cycle) {
        final Channel channel = channels[number];
        if (channel.left == 0 && channel.reserved && channel.underWay.isEmpty() && !channel.releasing) {
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
