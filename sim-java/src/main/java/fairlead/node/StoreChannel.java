// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaMergedEvent;
import fairlead.hw.HwLayout.Meant;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.DlaLimits;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Path;
import fairlead.program.Result;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One channel of a node's DLA. If the program gives allocations or stores of its own, the channel is raw: each answer
 * of the DLA ends the oldest open operation of its kind. Otherwise the module makes the allocations: inline requests
 * leave in blocks, and discarded requests are sent again in order.
 */
final class StoreChannel {
    private static final int ESCALATE = 3;

    final int number;
    private final NodeHost host;
    private final boolean reserves; // persistent reservation for inline requests, otherwise controlled discard
    private final boolean bypass;
    private final int window; // greatest number of blocks in flight
    private int blockId;

    // raw operations
    private final Map<OpKind, ArrayDeque<Operation>> open = new EnumMap<>(OpKind.class); // without an answer
    private boolean persistent; // whether the last allocation was a reservation
    boolean raw;
    Operation alone; // first DLA_END or DLA_RELEASE of the program, which needs an allocation or a store

    // inline requests
    private final ArrayDeque<Operation> waiting = new ArrayDeque<>();
    private final ArrayDeque<Integer> underWay = new ArrayDeque<>(); // ids of the blocks that have not ended, in order
    private final ArrayDeque<Operation> discarded = new ArrayDeque<>();
    int left; // number of inline operations of the program that have not entered yet
    int reservation; // greatest number of credits of a block
    private int attempt;
    private boolean reserved;
    private boolean allocates; // whether the block in flight carries an allocation of the reservation
    private boolean releasing;

    StoreChannel(NodeHost host, int number, DlaLimits limits, boolean reserves) {
        this.host = host;
        this.number = number;
        this.reserves = reserves;
        bypass = limits.options().bypass();
        window = reserves ? 1 : limits.options().blocks();
    }

    /** Announces an operation of the program; after an allocation or a store the channel belongs to the program. */
    void expect(Operation op) {
        if (op.path() == Path.INLINE) {
            left++;
        } else if (op.kind() == OpKind.DLA_END || op.kind() == OpKind.DLA_RELEASE) {
            alone = alone == null ? op : alone;
        } else if (op.kind() != OpKind.DLA_MARK) { // a marker needs neither allocation nor store
            raw = true;
        }
    }

    /** Gives a command in the name of the lowest of the tasks that share the channel. */
    private void command(long cycle, int task, int op, long w0, long w1) {
        host.command(cycle, task, number, op, w0, w1, 0, number & Meant.host(op, 3)); // a store names its channel
    }

    // ---- requests

    private boolean hasCounter(Operation op) {
        return op.kind() != OpKind.GET || host.counters.take(op.id()) >= 0;
    }

    private static int payloadFlits(Operation op) {
        return op.kind() == OpKind.PUT ? (op.length() + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES : 1;
    }

    /** Gives the stores of one request into the DLA window: the header, then its payload flits without a gap. */
    private void request(Operation op, long cycle, int task) {
        int counter = op.kind() == OpKind.GET ? host.counters.take(op.id()) : op.counter();
        int tag = host.takeTag(op, cycle);
        long word0 = Descriptors.word0(op, 0, tag, host.coord(op.target()), -1, PacketMode.DETERMINISTIC);
        long word1 = Descriptors.word1(op, counter) & Meant.dlaRequest((int) Descriptor0.kind(word0), 1);
        command(cycle, task, TileCommand.DLA_REQUEST, word0, word1);
        for (int flit = 0; flit < payloadFlits(op); flit++) {
            long low = host.run.operand(op);
            long high = 0;
            if (op.kind() == OpKind.PUT) {
                low = masked(op, 2 * flit);
                high = masked(op, 2 * flit + 1);
            } else if (op.kind() == OpKind.GET) {
                low = Descriptors.getPayload(op, counter);
            } else {
                high = Descriptors.word3(op, host.run.compare(op));
            }
            command(cycle, task, TileCommand.DLA_DATA, low, high);
        }
    }

    /** Returns payload word `index`; bytes after the end of the payload are zero. */
    private static long masked(Operation op, int index) {
        int bytes = op.length() - 8 * index;
        return bytes <= 0 ? 0 : bytes >= 8 ? op.payloadWord(index) : op.payloadWord(index) & (1L << 8 * bytes) - 1;
    }

    private ArrayDeque<Operation> open(OpKind kind) {
        return open.computeIfAbsent(kind, k -> new ArrayDeque<>());
    }

    /** Gives DLA_ALLOC, DLA_END or DLA_RELEASE for the block. */
    private void dla(long cycle, int task, int command, boolean keeps, boolean high, boolean ends, int credits) {
        command(cycle, task, command, Descriptors.dla(number, keeps, high, ends, credits, blockId), 0);
    }

    /** Takes an inline request, an allocation, an end, a marker, a release, or a request on the path STORE. */
    void give(Operation op, long cycle) {
        if (op.path() == Path.INLINE) {
            waiting.add(op);
            issue(cycle);
            return;
        }
        if (op.kind().isDla()) {
            open(op.kind()).add(op);
        }
        switch (op.kind()) {
            case DLA_ALLOC -> {
                blockId = Descriptors.nextBlock(blockId);
                Operation.Dla asked = op.dla();
                persistent = asked.persistent();
                dla(cycle, op.task(), TileCommand.DLA_ALLOC, persistent, asked.high(), false, asked.credits());
            }
            case DLA_END -> dla(cycle, op.task(), TileCommand.DLA_END, persistent, false, !persistent, 0);
            case DLA_MARK -> {
                int marks = open(op.kind()).size();
                long word = Descriptors.dla(number, persistent, false, false, 0, marks);
                command(cycle, op.task(), TileCommand.DLA_MARK, word, 0);
            }
            case DLA_RELEASE -> dla(cycle, op.task(), TileCommand.DLA_RELEASE, true, false, true, 0);
            default -> {
                if (!hasCounter(op)) {
                    host.run.complain(op, cycle, "no byte counter is free for a get on the raw store path");
                    return;
                }
                request(op, cycle, op.task());
            }
        }
        host.run.entered(op, cycle);
    }

    /** Sends what waits as far as it may leave; with DLA_BYPASS there are neither credits nor blocks nor discards. */
    void issue(long cycle) {
        if (bypass) {
            while (!waiting.isEmpty() && hasCounter(waiting.peek())) {
                request(waiting.remove(), cycle, number);
            }
            return;
        }
        while (underWay.size() < window && discarded.isEmpty() && block(cycle)) {
            continue;
        }
    }

    private boolean block(long cycle) {
        List<Operation> block = new ArrayList<>();
        int credits = 0;
        while (!waiting.isEmpty()) {
            Operation op = waiting.peek();
            int words = 1 + payloadFlits(op); // a credit for each flit, the header included
            if (credits + words > reservation || !hasCounter(op)) {
                break;
            }
            credits += words;
            block.add(op);
            waiting.remove();
        }
        if (block.isEmpty()) {
            return false;
        }
        boolean chain = !underWay.isEmpty();
        blockId = Descriptors.nextBlock(blockId);
        underWay.add(blockId);
        boolean high = !reserves && attempt >= ESCALATE;
        allocates = reserves && !reserved;
        if (!reserves || allocates) {
            long word = Descriptors.dla(number, reserves, high, false, reserves ? reservation : credits, blockId);
            long chained = chain ? 1L << HwLayout.DlaCommand.CHAIN_LSB : 0;
            command(cycle, number, TileCommand.DLA_ALLOC, word | chained, 0);
        }
        for (Operation op : block) {
            request(op, cycle, number);
        }
        dla(cycle, number, TileCommand.DLA_END, reserves, high, !reserves, credits);
        return true;
    }

    /** Notes that software does not give one of the announced inline operations. */
    void skipped(long cycle) {
        left--;
        release(cycle);
    }

    private void release(long cycle) {
        if (left == 0 && reserved && underWay.isEmpty() && !releasing) {
            releasing = true;
            dla(cycle, number, TileCommand.DLA_RELEASE, true, false, true, reservation);
        }
    }

    // ---- answers of the DLA

    private void finish(OpKind kind, String what, long cycle, Result result) {
        Operation op = open(kind).poll();
        if (op == null) {
            throw new Nonsense("no " + what + " is open");
        }
        host.run.finished(op, cycle, result, result == Result.DONE ? 0 : 1);
    }

    void granted(long cycle) {
        if (raw) {
            finish(OpKind.DLA_ALLOC, "allocation", cycle, Result.DONE);
        } else {
            reserved |= allocates;
        }
    }

    void denied(long cycle) {
        if (raw) {
            finish(OpKind.DLA_ALLOC, "allocation", cycle, Result.DENIED);
        }
    }

    void accepted(Operation op, long cycle) {
        if (!raw) {
            left--;
            host.run.entered(op, cycle);
        }
        if (op.kind() == OpKind.PUT) {
            host.run.finished(op, cycle, Result.DONE, 0);
        }
    }

    /** @param reason DlaDropReason; a malformed request is not sent again because every attempt would be dropped */
    void discarded(Operation op, long reason, long cycle) {
        host.run.discards++;
        if (raw) {
            host.run.finished(op, cycle, Result.DISCARDED, 2);
        } else if (reason == DlaDropReason.MALFORMED) {
            left--; // it will never enter the NIC
            host.run.complain(op, cycle, "DLA_DISCARDED" + on() + ": malformed");
            host.run.finished(op, cycle, Result.REJECTED, 1);
        } else {
            discarded.add(op);
        }
    }

    private String on() {
        return " on channel " + number + " of node " + host.node;
    }

    /**
     * Handles DLA_ERROR: the DLA has ignored the command. A command of the program ends with DENIED; a command of the
     * module itself never causes this event.
     */
    void error(long reason, long cycle) {
        Operation release = open(OpKind.DLA_RELEASE).poll();
        Operation op = release != null ? release : open(OpKind.DLA_ALLOC).poll();
        if (op == null || !op.isAttempt()) {
            host.run.complain(op, cycle, "DLA_ERROR" + on() + ", reason " + reason);
        }
        if (op != null) {
            host.run.finished(op, cycle, Result.DENIED, 1);
        }
    }

    void ended(long cycle) {
        if (raw) {
            finish(OpKind.DLA_END, "transaction", cycle, Result.DONE);
            return;
        }
        underWay.poll();
        if (discarded.isEmpty()) {
            attempt = 0;
            issue(cycle);
            release(cycle);
        } else if (underWay.isEmpty()) {
            // No later request has entered before those that were discarded, because each block is chained to the
            // previous one.
            while (!discarded.isEmpty()) {
                waiting.push(discarded.removeLast());
            }
            attempt++;
            host.run.resends++;
            issue(cycle + host.backOff(number, attempt));
        }
    }

    /** Handles a marker that has been reached, and `older` earlier markers that its event includes. */
    void marked(int older, long cycle) {
        for (int i = 0; i <= older; i++) {
            finish(OpKind.DLA_MARK, "marker", cycle, Result.DONE);
        }
    }

    /**
     * Handles a merged status event: all blocks before `block` have ended, and the DlaMergedEvent `flags` describe
     * `block` itself (DLA hazard 14).
     */
    void merged(int block, long flags, long cycle) {
        while (!raw && underWay.contains(block) && underWay.peek() != block) {
            ended(cycle);
        }
        if (DlaMergedEvent.granted(flags) != 0) {
            granted(cycle);
        } else if (DlaMergedEvent.denied(flags) != 0) {
            denied(cycle);
        }
        if (DlaMergedEvent.ended(flags) != 0 && (raw || underWay.contains(block))) {
            ended(cycle);
        }
    }

    void released(long cycle) {
        reserved = false;
        releasing = false;
        persistent = false;
        Operation op = open(OpKind.DLA_RELEASE).poll();
        if (op != null) {
            host.run.finished(op, cycle, Result.DONE, 0);
        }
    }
}
