// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;

/**
 * A DLA channel whose allocations the program gives itself. Each answer of the DLA ends the oldest open operation of
 * its kind.
 */
final class RawChannel {
    private final NodeHost host;
    private final int number;
    private final IntQueue allocs = new IntQueue();
    private final IntQueue ends = new IntQueue();
    private final IntQueue marks = new IntQueue();
    private int release = -1;
    private int blockId;
    private boolean persistent; // whether the last allocation was a reservation
    private boolean inUse;
    private Operation alone; // first DLA_END or DLA_RELEASE of the program, which needs an allocation or a store

    RawChannel(final NodeHost host, final int number) {
        this.host = host;
        this.number = number;
    }

    /** Announces a raw operation of the program; after an allocation or a store the channel belongs to the program. */
    void expect(final Operation op) {
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

    void give(final Operation op, final long cycle) {
        switch (op.kind()) {
            case DLA_ALLOC -> {
                allocs.add(op.id());
                blockId = Descriptors.nextBlock(blockId);
                persistent = op.persistent();
                command(
                        op,
                        cycle,
                        HwLayout.TileCommand.DLA_ALLOC,
                        Descriptors.dla(number, persistent, op.high(), false, op.credits(), blockId));
            }
            case DLA_END -> {
                ends.add(op.id());
                command(
                        op,
                        cycle,
                        HwLayout.TileCommand.DLA_END,
                        Descriptors.dla(number, persistent, false, !persistent, 0, blockId));
            }
            case DLA_MARK -> {
                marks.add(op.id());
                command(
                        op,
                        cycle,
                        HwLayout.TileCommand.DLA_MARK,
                        Descriptors.dla(number, persistent, false, false, 0, marks.size()));
            }
            case DLA_RELEASE -> {
                release = op.id();
                command(
                        op,
                        cycle,
                        HwLayout.TileCommand.DLA_RELEASE,
                        Descriptors.dla(number, true, false, true, 0, blockId));
            }
            default -> {
                final int counter = op.kind() == OpKind.GET ? host.takeCounter(op.id()) : -1;
                if (op.kind() == OpKind.GET && counter < 0) {
                    host.complain(op.id(), cycle, "no byte counter is free for a get on the raw store path");
                    return;
                }
                StoreRequests.give(host, cycle, op.task(), number, op, host.takeTag(op.id(), cycle), counter);
            }
        }
        host.entered(op.id(), cycle);
    }

    private void command(final Operation op, final long cycle, final int command, final long word) {
        host.command(cycle, op.task(), command, word, 0, 0, 0);
    }

    // ---- answers of the DLA

    void granted(final long cycle) {
        host.finished(allocs.take(), cycle, Result.DONE, 0);
    }

    void denied(final long cycle) {
        host.finished(allocs.take(), cycle, Result.DENIED, 1);
    }

    void discarded(final int id, final long cycle) {
        host.finished(id, cycle, Result.DISCARDED, 2);
    }

    void ended(final long cycle) {
        host.finished(ends.take(), cycle, Result.DONE, 0);
    }

    void marked(final int older, final long cycle) {
        for (int i = 0; i <= older; i++) {
            host.finished(marks.take(), cycle, Result.DONE, 0);
        }
    }

    void released(final long cycle) {
        persistent = false;
        if (release >= 0) {
            final int id = release;
            release = -1;
            host.finished(id, cycle, Result.DONE, 0);
        }
    }

    void merged(final boolean granted, final boolean denied, final boolean ended, final long cycle) {
        if (granted) {
            granted(cycle);
        } else if (denied) {
            denied(cycle);
        }
        if (ended) {
            ended(cycle);
        }
    }

    /** Returns the operation whose command the DLA has refused, or -1. */
    int takeRefused() {
        final int id = release;
        if (id >= 0) {
            release = -1;
            return id;
        }
        return allocs.isEmpty() ? -1 : allocs.take();
    }
}
