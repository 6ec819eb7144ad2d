// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaStatus0;
import fairlead.hw.HwLayout.DlaStatus1;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaLimits.DlaOptions;
import fairlead.twin.nic.DlaChannels.DlaPool;
import fairlead.twin.nic.DlaChannels.Phase;

/**
 * The deadlock-avoidance FIFO of the store path, cycle for cycle as in docs/spec/dla-arbiter.md (R-DLA-1 to R-DLA-15).
 * A request enters if its channel has reserved space for it; any other request is dropped and reported. The rule
 * numbers in the comments are those of the page.
 */
public final class DlaArbiter implements Ports.DlaStream, Ports.DlaCounts {
    private static final int CHANNEL = 15; // position of the channel in w3
    private static final int SHIFT = DlaTagEvent.TAG_LSB;
    private static final int COUNT = (1 << 16) - 1;

    private final EventPorts events;
    private final Attention attention;
    private final DlaStorePort.DlaFifo fifo;
    private final DlaChannels channels;
    private final DlaStorePort store;
    private final DlaNotices notices;
    private final DlaStatusWriter status;
    private final boolean bypass;
    private final int depth;

    private int dequeued;
    private int drainTag; // tag of the request whose head has left
    private int drainWords;

    // inputs of this cycle
    private int op;
    private long w0;
    private long w1;
    private int storeChannel;
    private int task; // that gives it
    private boolean taken;
    private boolean prepared; // whether RequestTx has begun to prepare the front request
    private boolean claimed; // whether RequestTx will take the front request
    private boolean skipping; // whether the request whose head has left is dropped
    private boolean voided; // whether the word of this cycle is dropped
    private final boolean tellsStatus;

    public DlaArbiter(TileContext tile) {
        DlaLimits limits = tile.machine().dla();
        depth = tile.machine().buffers().dla();
        bypass = limits.options().bypass();
        events = tile.events();
        attention = tile.attention();
        attention.stir(Attention.DLA);
        attention.offer(Attention.DLA_REQUEST, false);
        fifo = new DlaStorePort.DlaFifo(depth);
        int known = tile.limits().dlaChannels();
        notices = new DlaNotices(events, known, limits.options().eventCredits());
        channels = new DlaChannels(events, notices, new DlaPool(limits, depth), known);
        store = new DlaStorePort(tile, fifo, channels);
        status = new DlaStatusWriter(tile.memory(), limits.options());
        tellsStatus = limits.options().writesStatus();
    }

    // ---- questions and notices

    @Override
    public boolean everUsed() {
        return store.everWhole;
    }

    @Override
    public int enqueued() {
        return store.whole;
    }

    @Override
    public int dequeued() {
        return dequeued;
    }

    @Override
    public boolean valid() {
        return fifo.isReady() && !isVoid();
    }

    /**
     * Returns whether the front word is dropped, because its channel is cleared and RequestTx has not begun to send it.
     */
    private boolean isVoid() {
        if (!fifo.isHead()) {
            return skipping;
        }
        DlaChannels.Channel its = channels.all[fifo.channel()];
        return its.purging && its.phase == Phase.CLEARING && !claimed;
    }

    /** Returns whether the largest request would find no room (DLA_BYPASS). */
    public boolean storeStall() {
        return bypass && depth - fifo.used < Math.min(depth, DlaStorePort.MOST_WORDS);
    }

    /**
     * Returns the number of cycles after which the tile must be awake, in the cycle of the cause; 0 if there is none.
     */
    public int alarm() {
        return status.alarm;
    }

    public void statusAck() {
        status.ack();
    }

    @Override
    public void prepared() {
        prepared = true;
        attention.stir(Attention.DLA);
    }

    @Override
    public boolean isHead() {
        return fifo.isHead();
    }

    @Override
    public boolean isTail() {
        return fifo.isTail();
    }

    @Override
    public long w0() {
        return fifo.w0();
    }

    @Override
    public long w1() {
        return fifo.w1();
    }

    @Override
    public void take() {
        taken = true;
        attention.stir(Attention.DLA);
    }

    public void command(int owner, int tileCommand, long word0, long word1, int channel) {
        if (tileCommand >= TileCommand.DLA_ALLOC && tileCommand <= TileCommand.DLA_RELEASE
                || tileCommand >= TileCommand.DLA_MARK && tileCommand <= TileCommand.DLA_EVENT_CREDIT) {
            op = tileCommand;
            attention.stir(Attention.DLA);
            w0 = word0;
            w1 = word1;
            storeChannel = channel & CHANNEL;
            task = owner & CommandBuffer.SYSTEM - 1;
        }
    }

    // ---- cycle

    /**
     * Executes the edge. A command sees the state before the leaving word; a release that waits for this word completes
     * with it. A release that completes uses the event port that is free.
     */
    public void edge(long t) {
        if (!attention.has(Attention.DLA)) {
            return;
        }
        notices.begin();
        channels.begin();
        if (status.begin()) {
            status.write(channels.pool, fifo.used + channels.promised, channels.open(), notices.merges);
        }
        long empty = channels.empty(false);
        long purged = empty == 0 ? 0 : channels.empty(true);
        voided = fifo.isReady() && isVoid();
        taken |= voided;
        if (op != 0) {
            execute(t);
        }
        if (taken) {
            leave();
        }
        int told = notices.end(empty, purged);
        if (told >= 0 && !(op == TileCommand.DLA_CLEAR && told == (int) DlaCommand.channel(w0))) {
            channels.all[told].phase = Phase.IDLE;
        }
        status.end(t, channels.change);
        claimed |= prepared;
        prepared = false;
        op = 0;
        taken = false;
        attention.keep(Attention.DLA, tellsStatus || works());
        attention.offer(Attention.DLA_REQUEST, fifo.isReady());
    }

    private void execute(long t) {
        switch (op) {
            case TileCommand.DLA_ALLOC -> channels.allocate(w0);
            case TileCommand.DLA_REQUEST -> store.request(t, w0, w1, storeChannel, task);
            case TileCommand.DLA_DATA -> store.data(w0, w1, storeChannel);
            case TileCommand.DLA_EVENT_CREDIT -> notices.giveBack((int) w0 & COUNT);
            default -> channels.command(op, w0, taken ? fifo.channel() : -1);
        }
    }

    /** Removes the front word (rules 10 and 11). */
    private void leave() {
        int channel = fifo.channel();
        DlaChannels.Channel its = channels.all[channel];
        channels.change++;
        its.inside--;
        notices.leaves(channel);
        if (fifo.cls() == DlaPool.PR) {
            its.consumed--;
            if (its.phase == Phase.CLEARING) {
                channels.pool.held[DlaPool.PR]--; // no holder of the credit is left
            } else {
                its.reserved++;
                channels.completeRelease(channel, 1);
            }
        } else if (fifo.cls() != DlaStorePort.DlaFifo.NO_CLASS) {
            channels.pool.held[fifo.cls()]--;
        }
        if (fifo.isHead()) {
            skipping = voided;
            drainTag = (int) Header1.tag(fifo.w1());
            drainWords = 0;
        }
        drainWords++;
        if (fifo.isTail()) {
            dequeued = dequeued + 1 & COUNT;
            claimed = false;
            int kind = voided ? EventKind.DLA_PURGED : EventKind.DLA_DRAINED;
            events.emit(EventUnit.DLA_DRAIN, kind, channel | (long) drainTag << SHIFT, drainWords);
        }
        fifo.pop();
    }

    /**
     * Returns whether the unit can act without an input. Front words wait for RequestTx, so they change nothing until
     * it takes one, unless they are dropped.
     */
    public boolean busy() {
        return attention.has(Attention.DLA) && works();
    }

    private boolean works() {
        return fifo.isReady() && isVoid() || channels.empty(false) != 0 || notices.busy() || status.busy();
    }

    /**
     * Writes the state of the pool to memory, either after a number of credits has been transferred or a number of
     * cycles after a change. At most one write is outstanding, and no other part waits for it (R-DLA-12).
     */
    static final class DlaStatusWriter {
        private static final int MOST = 0xFFFF;
        private static final int WRITES = (1 << DlaStatus1.WRITES_WIDTH) - 1;

        private final MemoryPorts memory;
        private final DlaOptions when;
        private int changed; // number of credits that changed since the last write
        private long since; // cycle of the first of these changes
        private boolean due;
        private boolean waiting; // whether the acknowledgement of the last write is missing
        private boolean acked;
        private int writes;
        private boolean issues;
        /** Number of cycles after which the tile must be awake, in the cycle of the change; 0 if there is none. */
        int alarm;

        DlaStatusWriter(MemoryPorts memory, DlaOptions when) {
            this.memory = memory;
            this.when = when;
        }

        /** Notes that the last write is in memory. */
        void ack() {
            acked = true;
        }

        /** Begins the edge; returns whether the state at the start of the cycle is to be written by {@link #write}. */
        boolean begin() {
            issues = due && !waiting;
            return issues;
        }

        void write(DlaPool pool, int consumed, long open, int merged) {
            long word0 = (long) pool.held[DlaPool.LO] << DlaStatus0.LO_LSB
                    | (long) pool.held[DlaPool.HI] << DlaStatus0.HI_LSB
                    | (long) pool.held[DlaPool.PR] << DlaStatus0.PR_LSB
                    | (long) consumed << DlaStatus0.CONSUMED_LSB;
            long word1 = (long) writes << DlaStatus1.WRITES_LSB
                    | open << DlaStatus1.OPEN_LSB
                    | (long) merged << DlaStatus1.MERGED_LSB;
            memory.status(when.statusAddress(), word0, word1);
            writes = writes + 1 & WRITES;
        }

        /**
         * Ends the edge of cycle t.
         *
         * @param change number of credits transferred in cycle t
         */
        void end(long t, int change) {
            alarm = 0;
            if (!when.writesStatus()) {
                return;
            }
            boolean rings =
                    changed != 0 && when.statusCycles() != 0 && (t - since & Header0.STAMP_MASK) == when.statusCycles();
            int before = issues ? 0 : changed;
            changed = Math.min(MOST, before + change);
            if (before == 0 && change != 0) {
                since = t;
                alarm = when.statusCycles();
            }
            due = due && !issues || when.statusCredits() != 0 && changed >= when.statusCredits() || rings && !issues;
            waiting = issues || waiting && !acked;
            acked = false;
        }

        boolean busy() {
            return due && !waiting;
        }
    }
}
