// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout.DlaMergedEvent;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;

/**
 * A DLA channel whose allocations the program gives itself. Each answer of the DLA ends the oldest open operation of
 * its kind.
 */
final class RawChannel extends StoreChannel {
    private final IntQueue allocs = new IntQueue();
    private final IntQueue ends = new IntQueue();
    private final IntQueue marks = new IntQueue();
    private int release = -1;
    private int blockId;
    private boolean persistent; // whether the last allocation was a reservation
    private boolean inUse;
    private Operation alone; // first DLA_END or DLA_RELEASE of the program, which needs an allocation or a store

    RawChannel(NodeHost host, int number) {
        super(host, number);
    }

    /** Announces a raw operation of the program; after an allocation or a store the channel belongs to the program. */
    void expect(Operation op) {
        if (op.kind() == OpKind.DLA_END || op.kind() == OpKind.DLA_RELEASE) {
            alone = alone == null ? op : alone;
        } else if (op.kind() != OpKind.DLA_MARK) { // a marker needs neither allocation nor store
            inUse = true;
        }
    }

    /**
     * Returns an end or release on a channel on which the program neither allocates nor stores, or null. Such an
     * operation has nothing to end.
     */
    Operation alone() {
        return inUse ? null : alone;
    }

    boolean isInUse() {
        return inUse;
    }

    void give(Operation op, long cycle) {
        switch (op.kind()) {
            case DLA_ALLOC -> {
                allocs.add(op.id());
                blockId = Descriptors.nextBlock(blockId);
                Operation.Dla asked = op.dla();
                persistent = asked.persistent();
                long word = Descriptors.dla(number, persistent, asked.high(), false, asked.credits(), blockId);
                host.command(cycle, op.task(), TileCommand.DLA_ALLOC, word);
            }
            case DLA_END -> {
                ends.add(op.id());
                long word = Descriptors.dla(number, persistent, false, !persistent, 0, blockId);
                host.command(cycle, op.task(), TileCommand.DLA_END, word);
            }
            case DLA_MARK -> {
                marks.add(op.id());
                long word = Descriptors.dla(number, persistent, false, false, 0, marks.size());
                host.command(cycle, op.task(), TileCommand.DLA_MARK, word);
            }
            case DLA_RELEASE -> {
                release = op.id();
                long word = Descriptors.dla(number, true, false, true, 0, blockId);
                host.command(cycle, op.task(), TileCommand.DLA_RELEASE, word);
            }
            default -> {
                if (!hasCounter(op)) {
                    host.run.complain(op.id(), cycle, "no byte counter is free for a get on the raw store path");
                    return;
                }
                request(op, cycle, op.task());
            }
        }
        host.run.entered(op.id(), cycle);
    }

    // ---- answers of the DLA

    private static int oldest(IntQueue open, String what) {
        if (open.isEmpty()) {
            throw new Nonsense("no " + what + " is open");
        }
        return open.take();
    }

    @Override
    void granted(long cycle) {
        host.run.finished(oldest(allocs, "allocation"), cycle, Result.DONE, 0);
    }

    @Override
    void denied(long cycle) {
        host.run.finished(oldest(allocs, "allocation"), cycle, Result.DENIED, 1);
    }

    @Override
    void discarded(int id, long cycle) {
        host.run.finished(id, cycle, Result.DISCARDED, 2);
    }

    @Override
    void ended(long cycle) {
        host.run.finished(oldest(ends, "transaction"), cycle, Result.DONE, 0);
    }

    /** Handles a marker that has been reached, and `older` earlier markers that its event includes. */
    void marked(int older, long cycle) {
        for (int i = 0; i <= older; i++) {
            host.run.finished(oldest(marks, "marker"), cycle, Result.DONE, 0);
        }
    }

    @Override
    void merged(int block, long flags, long cycle) {
        if (DlaMergedEvent.granted(flags) != 0) {
            granted(cycle);
        } else if (DlaMergedEvent.denied(flags) != 0) {
            denied(cycle);
        }
        if (DlaMergedEvent.ended(flags) != 0) {
            ended(cycle);
        }
    }

    @Override
    void released(long cycle) {
        persistent = false;
        if (release >= 0) {
            int id = release;
            release = -1;
            host.run.finished(id, cycle, Result.DONE, 0);
        }
    }

    /** Returns the operation whose command the DLA has refused, or -1. */
    int takeRefused() {
        int id = release;
        if (id >= 0) {
            release = -1;
            return id;
        }
        return allocs.isEmpty() ? -1 : allocs.take();
    }
}
