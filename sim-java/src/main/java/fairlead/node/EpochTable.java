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

/**
 * The origin epochs of one node, with the EPOCH_OPEN that owns each of the NIC's 64 indices. The table also records the
 * operations that wait, as a target, for the termination of an epoch.
 *
 * <p>The targets of an epoch are opened one after the other in ascending rank (D8(e)); a denied open is repeated after
 * a back-off.
 */
final class EpochTable {
    private static final int INDICES = HwLayout.ORIGIN_EPOCHS;
    static final int NONE = -1;
    static final int OVER = -2;

    /** The state of one EPOCH_OPEN. */
    private static final class Epoch {
        private final Operation open;
        private final int[] targets; // targets of the operation `open`
        private final int[] index; // epoch index, by position of the target
        private int opened;
        private int ended;
        private boolean failed; // whether a transfer was refused
        private int close = -1;
        private int attempt;

        private Epoch(Operation open) {
            this.open = open;
            targets = open.targets();
            index = new int[targets.length];
            Arrays.fill(index, NONE);
        }
    }

    private final NodeHost host;
    private final Epoch[] owner = new Epoch[INDICES];
    private final int[] trials = new int[INDICES]; // 1 + id of the EPOCH_TRIAL that waits for its refusal, or 0
    private final List<Epoch> live = new ArrayList<>(2); // a task has one or two open epochs
    private final IntQueue waiting = new IntQueue(); // ids of the EPOCH_OPEN operations that still lack an index
    // by origin << 16 | epoch id: number of terminations not awaited yet, or -1 - id of the operation that awaits one
    private final Map<Integer, Integer> freed = new HashMap<>();
    private long denials;

    EpochTable(NodeHost host) {
        this.host = host;
    }

    long denials() {
        return denials;
    }

    /** Handles an event of EpochUnit. */
    void react(int kind, long a, long b, long cycle) {
        switch (kind) {
            case EventKind.EPOCH_OPENED -> opened((int) a, cycle);
            case EventKind.EPOCH_DENIED -> denied((int) a, cycle);
            case EventKind.EPOCH_CLOSED -> closed((int) a, b != 0, cycle);
            case EventKind.EPOCH_ENDED -> ended((int) a, cycle);
            case EventKind.EPOCH_FREED -> terminated((int) EpochEvent.origin(a), (int) b, cycle);
            default -> error((int) a, (int) b, cycle);
        }
    }

    /**
     * Returns the epoch index under which `op` is posted, NONE if it is in no epoch, or OVER if its epoch has been
     * closed.
     */
    int indexFor(Operation op) {
        if (op.epoch() < 0) {
            return NONE;
        }
        Epoch epoch = find(op.epoch());
        return epoch == null ? OVER : epoch.index[Arrays.binarySearch(epoch.targets, op.target())];
    }

    private Epoch find(int open) {
        for (int i = 0; i < live.size(); i++) {
            if (live.get(i).open.id() == open) {
                return live.get(i);
            }
        }
        return null;
    }

    void open(Operation op, long cycle) {
        Epoch epoch = new Epoch(op);
        live.add(epoch);
        openNext(epoch, cycle);
    }

    private int free() {
        int index = 0;
        while (index < INDICES && (owner[index] != null || trials[index] > 0)) {
            index++;
        }
        return index;
    }

    private void openNext(Epoch epoch, long cycle) {
        int index = free();
        if (index == INDICES) {
            waiting.add(epoch.open.id());
            return;
        }
        owner[index] = epoch;
        epoch.index[epoch.opened] = index;
        host.run.tagged(epoch.open.id(), index, cycle);
        init(epoch, cycle);
        if (epoch.opened == 0) {
            host.run.entered(epoch.open.id(), cycle);
        }
    }

    private void init(Epoch epoch, long cycle) {
        int at = epoch.opened;
        give(epoch.open, TileCommand.EPOCH_OPEN, epoch.index[at], epoch.targets[at], epoch.open.epochId(), cycle);
    }

    private void give(Operation op, int command, int index, int target, int id, long cycle) {
        host.command(cycle, op.task(), command, Descriptors.epoch(index, host.coord(target), id));
    }

    private Epoch at(int told, long cycle, String event) {
        int index = Nonsense.index(told, INDICES, "epoch index");
        if (owner[index] == null) {
            host.run.complain(-1, cycle, event + " of epoch index " + index + ", which is free");
        }
        return owner[index];
    }

    private static void requireOpening(Epoch epoch, int index) {
        if (epoch.opened == epoch.index.length) {
            throw new Nonsense("epoch index " + index + " is open");
        }
    }

    private void opened(int index, long cycle) {
        Epoch epoch = at(index, cycle, "EPOCH_OPENED");
        if (epoch == null) {
            return;
        }
        requireOpening(epoch, index);
        epoch.opened++;
        epoch.attempt = 0;
        if (epoch.opened == epoch.index.length) {
            host.run.finished(epoch.open.id(), cycle, Result.DONE, 0);
        } else {
            openNext(epoch, cycle);
        }
    }

    private void denied(int index, long cycle) {
        Epoch epoch = at(index, cycle, "EPOCH_DENIED");
        if (epoch != null) {
            requireOpening(epoch, index);
            denials++;
            epoch.attempt++;
            init(epoch, cycle + host.backOff(256 + index, epoch.attempt));
        }
    }

    /**
     * Gives a command that the machine must refuse: an open or close under the index of an epoch, or a close under a
     * free one.
     */
    void tried(Operation op, long cycle) {
        Epoch epoch = op.epoch() < 0 ? null : find(op.epoch());
        int index = epoch == null ? free() : epoch.index[Arrays.binarySearch(epoch.targets, op.target())];
        if (index == INDICES || op.opens() && epoch == null) {
            host.run.complain(op.id(), cycle, "there is no epoch index to try it under");
            return;
        }
        trials[index] = 1 + op.id();
        int command = op.opens() ? TileCommand.EPOCH_OPEN : TileCommand.EPOCH_CLOSE;
        give(op, command, index, op.target(), op.epochId(), cycle);
        host.run.entered(op.id(), cycle);
    }

    private void error(int index, int state, long cycle) {
        if (trials[Nonsense.index(index, INDICES, "epoch index")] > 0) {
            int trial = trials[index] - 1;
            trials[index] = 0;
            host.run.finished(trial, cycle, Result.REJECTED, 1);
            return;
        }
        Epoch epoch = at(index, cycle, "EPOCH_ERROR");
        if (epoch != null) {
            host.run.complain(epoch.open.id(), cycle, "EPOCH_ERROR on index " + index + " in state " + state);
        }
    }

    void close(Operation op, long cycle) {
        Epoch epoch = find(op.epoch());
        epoch.close = op.id();
        for (int i = 0; i < epoch.index.length; i++) {
            give(op, TileCommand.EPOCH_CLOSE, epoch.index[i], epoch.targets[i], epoch.open.epochId(), cycle);
        }
        host.run.entered(op.id(), cycle);
    }

    private void closed(int index, boolean failed, long cycle) {
        Epoch epoch = at(index, cycle, "EPOCH_CLOSED");
        if (epoch != null) {
            epoch.failed |= failed;
        }
    }

    /**
     * Handles EPOCH_ENDED: the target has lifted its access limit, so operations that require the end of the epoch may
     * access its memory.
     */
    private void ended(int index, long cycle) {
        Epoch epoch = at(index, cycle, "EPOCH_ENDED");
        if (epoch == null) {
            return;
        }
        if (epoch.close < 0) {
            throw new Nonsense("epoch index " + index + " is not closed");
        }
        owner[index] = null;
        if (++epoch.ended == epoch.index.length) {
            live.remove(epoch);
            host.run.finished(epoch.close, cycle, epoch.failed ? Result.FAILED : Result.DONE, epoch.failed ? 1 : 0);
        }
        if (!waiting.isEmpty()) {
            openNext(find(waiting.take()), cycle);
        }
    }

    void await(Operation op, int originCoord, long cycle) {
        int key = originCoord << 16 | op.epochId();
        int count = freed.getOrDefault(key, 0);
        if (count < 0) {
            host.run.complain(op.id(), cycle, "two operations await one epoch at a time");
        } else if (count > 0) {
            freed.put(key, count - 1);
            host.run.finished(op.id(), cycle, Result.DONE, 0);
        } else {
            freed.put(key, -1 - op.id());
        }
    }

    /** Handles, as a target, the termination of an origin's epoch. */
    private void terminated(int originCoord, int id, long cycle) {
        int key = originCoord << 16 | Nonsense.index(id, Integer.MAX_VALUE, "epoch id");
        int count = freed.getOrDefault(key, 0);
        if (count < 0) {
            freed.remove(key);
            host.run.finished(-1 - count, cycle, Result.DONE, 0);
        } else {
            freed.put(key, count + 1);
        }
    }
}
