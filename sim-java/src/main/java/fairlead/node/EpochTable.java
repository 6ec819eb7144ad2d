// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EpochEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The origin epochs of one node, with the EPOCH_OPEN that owns each of the NIC's 64 indices. The table also records the
 * operations that wait, as a target, for the termination of an epoch.
 *
 * <p>An epoch begins when there is an index for each of its targets, so that no two epochs wait for the rest of their
 * indices. The targets are opened one after the other in ascending rank (D8(e)); a denied open is repeated after a
 * back-off.
 */
final class EpochTable {
    private static final int INDICES = HwLayout.ORIGIN_EPOCHS;
    static final int NONE = -1;
    static final int OVER = -2;

    private static final class Epoch {
        private final Operation open;
        private final int[] targets; // targets of the operation `open`
        private final int[] index; // epoch index, by position of the target
        private int opened;
        private int ended;
        private boolean failed; // whether a transfer was refused
        private Operation close;
        private int attempt;

        private Epoch(Operation open) {
            this.open = open;
            targets = open.targets();
            index = new int[targets.length];
            Arrays.fill(index, NONE);
        }

        private int indexAt(int target) {
            return index[Arrays.binarySearch(targets, target)];
        }
    }

    private final NodeHost host;
    private final Epoch[] owner = new Epoch[INDICES];
    private final Operation[] trials = new Operation[INDICES]; // EPOCH_TRIALs that wait for their refusals
    private final Map<Integer, Epoch> live = new HashMap<>(); // by id of its EPOCH_OPEN
    private final List<Epoch> waiting = new ArrayList<>(); // epochs that have not begun
    private int reserved; // free indices for targets of epochs that have begun
    // by origin << 16 | epoch id
    private final Map<Integer, Integer> freed = new HashMap<>(); // number of terminations not awaited yet
    private final Map<Integer, Operation> awaiting = new HashMap<>();

    EpochTable(NodeHost host) {
        this.host = host;
    }

    /**
     * Returns the epoch index under which `op` is posted, NONE if it is in no epoch, or OVER if its epoch has been
     * closed.
     */
    int indexFor(Operation op) {
        if (op.epoch() < 0) {
            return NONE;
        }
        Epoch epoch = live.get(op.epoch());
        return epoch == null ? OVER : epoch.indexAt(op.target());
    }

    void open(Operation op, long cycle) {
        Epoch epoch = new Epoch(op);
        live.put(op.id(), epoch);
        waiting.add(epoch);
        begin(cycle);
    }

    /** Lets each waiting epoch begin for which there is room, the earliest ones first. */
    private void begin(long cycle) {
        for (int i = 0; i < waiting.size(); ) {
            int targets = waiting.get(i).targets.length;
            if (targets <= room()) {
                reserved += targets;
                openNext(waiting.remove(i), cycle);
            } else {
                i++;
            }
        }
    }

    /** Returns the number of indices that are neither in use nor reserved. */
    private int room() {
        return (int) IntStream.range(0, INDICES)
                        .filter(index -> owner[index] == null && trials[index] == null)
                        .count()
                - reserved;
    }

    private int free() {
        int index = 0;
        while (index < INDICES && (owner[index] != null || trials[index] != null)) {
            index++;
        }
        return index;
    }

    private void openNext(Epoch epoch, long cycle) {
        int index = free();
        reserved--;
        owner[index] = epoch;
        epoch.index[epoch.opened] = index;
        host.run.tagged(epoch.open, index, cycle);
        init(epoch, cycle);
        if (epoch.opened == 0) {
            host.run.entered(epoch.open, cycle);
        }
    }

    private void init(Epoch epoch, long cycle) {
        int at = epoch.opened;
        give(epoch.open, TileCommand.EPOCH_OPEN, epoch.index[at], epoch.targets[at], epoch.open.epochId(), cycle);
    }

    private void give(Operation op, int command, int index, int target, int id, long cycle) {
        long word = Descriptors.epoch(index, host.coord(target), id);
        host.command(cycle, op.task(), taskFor(index, op), command, word, 0, 0, 0);
    }

    /** Returns the task in whose name an operation comes: the one that opened the epoch of this index, or its own. */
    int taskFor(int index, Operation op) {
        Epoch epoch = index < 0 ? null : owner[index];
        return epoch == null ? op.task() : epoch.open.task();
    }

    /**
     * Gives a command that the machine must refuse: an open or close under the index of an epoch, or a close under a
     * free one.
     */
    void tried(Operation op, long cycle) {
        Epoch epoch = live.get(op.epoch());
        int index = epoch == null ? free() : epoch.indexAt(op.target());
        if (epoch == null && (room() == 0 || op.opens())) {
            host.run.complain(op, cycle, "there is no epoch index to try it under");
            return;
        }
        trials[index] = op;
        int command = op.opens() ? TileCommand.EPOCH_OPEN : TileCommand.EPOCH_CLOSE;
        give(op, command, index, op.target(), op.epochId(), cycle);
        host.run.entered(op, cycle);
    }

    void close(Operation op, long cycle) {
        Epoch epoch = live.get(op.epoch());
        epoch.close = op;
        for (int i = 0; i < epoch.index.length; i++) {
            give(op, TileCommand.EPOCH_CLOSE, epoch.index[i], epoch.targets[i], epoch.open.epochId(), cycle);
        }
        host.run.entered(op, cycle);
    }

    void await(Operation op, int originCoord, long cycle) {
        int key = originCoord << 16 | op.epochId();
        int count = freed.getOrDefault(key, 0);
        if (count > 0) {
            freed.put(key, count - 1);
            host.run.finished(op, cycle, Result.DONE, 0);
        } else if (awaiting.putIfAbsent(key, op) != null) {
            host.run.complain(op, cycle, "two operations await one epoch at a time");
        }
    }

    // ---- events

    void react(int kind, long a, long b, long cycle) {
        if (kind == EventKind.EPOCH_FREED) {
            terminated((int) EpochEvent.origin(a), (int) b, cycle);
            return;
        }
        int index = Nonsense.index((int) a, INDICES, "epoch index");
        if (kind == EventKind.EPOCH_ERROR && trials[index] != null) {
            Operation trial = trials[index];
            trials[index] = null;
            host.run.finished(trial, cycle, Result.REJECTED, 1);
            begin(cycle);
            return;
        }
        Epoch epoch = owner[index];
        if (epoch == null) {
            host.run.complain(null, cycle, EventKind.name(kind) + " of epoch index " + index + ", which is free");
            return;
        }
        switch (kind) {
            case EventKind.EPOCH_OPENED -> opened(epoch, index, cycle);
            case EventKind.EPOCH_DENIED -> {
                requireOpening(epoch, index);
                host.run.denials++;
                epoch.attempt++;
                init(epoch, cycle + host.backOff(256 + index, epoch.attempt));
            }
            case EventKind.EPOCH_CLOSED -> epoch.failed |= b != 0;
            case EventKind.EPOCH_ENDED -> ended(epoch, index, cycle);
            default -> host.run.complain(epoch.open, cycle, "EPOCH_ERROR on index " + index + " in state " + (int) b);
        }
    }

    private static void requireOpening(Epoch epoch, int index) {
        if (epoch.opened == epoch.index.length) {
            throw new Nonsense("epoch index " + index + " is open");
        }
    }

    private void opened(Epoch epoch, int index, long cycle) {
        requireOpening(epoch, index);
        epoch.opened++;
        epoch.attempt = 0;
        if (epoch.opened == epoch.index.length) {
            host.run.finished(epoch.open, cycle, Result.DONE, 0);
        } else {
            openNext(epoch, cycle);
        }
    }

    /**
     * Handles EPOCH_ENDED: the target has lifted its access limit, so operations that require the end of the epoch may
     * access its memory.
     */
    private void ended(Epoch epoch, int index, long cycle) {
        if (epoch.close == null) {
            throw new Nonsense("epoch index " + index + " is not closed");
        }
        owner[index] = null;
        if (++epoch.ended == epoch.index.length) {
            live.remove(epoch.open.id());
            host.run.finished(epoch.close, cycle, epoch.failed ? Result.FAILED : Result.DONE, epoch.failed ? 1 : 0);
        }
        begin(cycle);
    }

    /** Handles, as a target, the termination of an origin's epoch. */
    private void terminated(int originCoord, int id, long cycle) {
        int key = originCoord << 16 | Nonsense.index(id, Integer.MAX_VALUE, "epoch id");
        Operation op = awaiting.remove(key);
        if (op == null) {
            freed.merge(key, 1, Integer::sum);
        } else {
            host.run.finished(op, cycle, Result.DONE, 0);
        }
    }
}
