// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.DlaMergedEvent;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.DlaLimits;
import fairlead.program.Operation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * A DLA channel whose allocations the module makes for the program. Inline requests leave in blocks, and discarded
 * requests are sent again in order.
 */
final class InlineChannel extends StoreChannel {
    private static final int ESCALATE = 3;

    private final boolean persistent;
    private final boolean bypass;
    private final int window; // greatest number of blocks in flight

    private final IntQueue waiting = new IntQueue();
    private final ArrayDeque<Integer> underWay = new ArrayDeque<>(); // ids of the blocks that have not ended, in order
    private final IntQueue discarded = new IntQueue();
    private int left; // number of inline operations of the program that have not entered yet
    private int reservation; // greatest number of credits of a block
    private int blockId;
    private int attempt;
    private boolean reserved;
    private boolean allocates; // whether the block in flight carries an allocation of the reservation
    private boolean releasing;
    private long retries;

    InlineChannel(NodeHost host, int number, boolean persistent, DlaLimits limits) {
        super(host, number);
        this.persistent = persistent;
        bypass = limits.options().bypass();
        window = persistent ? 1 : limits.options().blocks();
    }

    /** Announces one more inline operation of the program for this channel. */
    void expect() {
        left++;
    }

    /** Returns the number of inline operations that have not entered the NIC yet. */
    int left() {
        return left;
    }

    long retries() {
        return retries;
    }

    /** @param credits greatest number of credits that one block may request */
    void reserve(int credits) {
        reservation = credits;
    }

    void send(int id, long cycle) {
        waiting.add(id);
        issue(cycle);
    }

    void issue(long cycle) {
        if (bypass) {
            store(cycle);
            return;
        }
        while (underWay.size() < window && discarded.isEmpty() && block(cycle)) {
            continue;
        }
    }

    /** Stores all waiting requests with DLA_BYPASS, where no credits are allocated and no request is discarded. */
    private void store(long cycle) {
        while (!waiting.isEmpty() && hasCounter(host.run.operation(waiting.first()))) {
            request(host.run.operation(waiting.take()), cycle, number);
        }
    }

    /** Sends the next block; returns false if there is none. */
    private boolean block(long cycle) {
        List<Operation> block = new ArrayList<>();
        int credits = 0;
        while (!waiting.isEmpty()) {
            Operation op = host.run.operation(waiting.first());
            int words = words(op);
            if (credits + words > reservation || !hasCounter(op)) {
                break;
            }
            credits += words;
            block.add(op);
            waiting.take();
        }
        if (block.isEmpty()) {
            return false;
        }
        boolean chain = !underWay.isEmpty();
        blockId = Descriptors.nextBlock(blockId);
        underWay.add(blockId);
        boolean high = !persistent && attempt >= ESCALATE;
        allocates = persistent && !reserved;
        if (!persistent || allocates) {
            long word = Descriptors.dla(number, persistent, high, false, persistent ? reservation : credits, blockId);
            long chained = chain ? 1L << HwLayout.DlaCommand.CHAIN_LSB : 0;
            host.command(cycle, number, TileCommand.DLA_ALLOC, word | chained);
        }
        for (Operation op : block) {
            request(op, cycle, number);
        }
        host.command(
                cycle,
                number,
                TileCommand.DLA_END,
                Descriptors.dla(number, persistent, high, !persistent, credits, blockId));
        return true;
    }

    // ---- answers of the DLA

    @Override
    void granted(long cycle) {
        if (allocates) {
            reserved = true;
        }
    }

    @Override
    void accepted(int id, long cycle) {
        left--;
        host.run.entered(id, cycle);
    }

    @Override
    void discarded(int id, long cycle) {
        discarded.add(id);
    }

    /** Notes that a request will never enter the NIC. */
    void refused() {
        left--;
    }

    /** Notes that software does not give one of the announced operations. */
    void skipped(long cycle) {
        left--;
        release(cycle);
    }

    @Override
    void ended(long cycle) {
        underWay.poll();
        if (discarded.isEmpty()) {
            attempt = 0;
            issue(cycle);
            release(cycle);
        } else if (underWay.isEmpty()) {
            resend(cycle);
        }
    }

    /**
     * Sends all discarded requests again, in order. No later request has entered before them, because each block is
     * chained to the previous one.
     */
    private void resend(long cycle) {
        for (int i = discarded.size() - 1; i >= 0; i--) {
            waiting.push(discarded.get(i));
        }
        while (!discarded.isEmpty()) {
            discarded.take();
        }
        attempt++;
        retries++;
        issue(cycle + host.backOff(number, attempt));
    }

    /** Handles a merged status event: all blocks before `block` have ended, and the flags describe `block` itself. */
    @Override
    void merged(int block, long flags, long cycle) {
        while (underWay.contains(block) && underWay.peek() != block) {
            ended(cycle);
        }
        if (DlaMergedEvent.granted(flags) != 0) {
            granted(cycle);
        }
        if (DlaMergedEvent.ended(flags) != 0 && underWay.contains(block)) {
            ended(cycle);
        }
    }

    private void release(long cycle) {
        if (left == 0 && reserved && underWay.isEmpty() && !releasing) {
            releasing = true;
            host.command(
                    cycle,
                    number,
                    TileCommand.DLA_RELEASE,
                    Descriptors.dla(number, true, false, true, reservation, blockId));
        }
    }

    @Override
    void released(long cycle) {
        reserved = false;
        releasing = false;
    }
}
