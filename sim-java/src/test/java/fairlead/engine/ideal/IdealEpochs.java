// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.ideal;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EpochEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;

/** Epoch state of one node, as origin and as target. */
final class IdealEpochs {
    static final int TABLE = HwLayout.TARGET_EPOCHS;
    private static final int NONE = 0;
    private static final int INITING = 1;
    private static final int OPEN = 2;
    private static final int CLOSING = 3;
    private static final int CLOSED = 4;
    private static final int ENDING = 5;
    private static final int TERM_DELAY = 5;

    private final IdealNode node;
    private final int[] state = new int[TABLE];
    private final int[] target = new int[TABLE];
    private final int[] remoteEntry = new int[TABLE];
    private final long[] puts = new long[TABLE];
    private final long[] gets = new long[TABLE]; // outstanding
    private final boolean[] acked = new boolean[TABLE];
    private final int entries; // usable entries as a target
    private final int[] origin = new int[TABLE]; // + 1
    private final int[] originIndex = new int[TABLE];
    private final long[] id = new long[TABLE];
    private final long[] got = new long[TABLE];
    private final long[] count = new long[TABLE];
    private final int[] generation = new int[TABLE];

    IdealEpochs(final IdealNode node, final int entries) {
        this.node = node;
        this.entries = entries;
    }

    private void tellOrigin(final int kind, final long a, final long b) {
        node.event(EventUnit.EPOCH_ORIGIN, kind, a, b, 0);
    }

    // ---- origin

    void command(final boolean open, final long word) {
        final int index = (int) HwLayout.EpochCommand.index(word);
        if (state[index] != (open ? NONE : OPEN)) {
            tellOrigin(EventKind.EPOCH_ERROR, index, state[index]);
        } else if (open) {
            state[index] = INITING;
            puts[index] = 0;
            gets[index] = 0;
            acked[index] = false;
            target[index] = node.rank((int) HwLayout.EpochCommand.target(word));
            final long epochId = HwLayout.EpochCommand.id(word);
            final IdealEpochs there = node.peer(target[index]).epochs();
            node.send(target[index], 1, () -> there.init(node.number(), index, epochId));
        } else {
            state[index] = CLOSING;
            tellOrigin(EventKind.EPOCH_CLOSING, index, puts[index]);
            final int entry = remoteEntry[index];
            final long frozen = puts[index];
            final IdealEpochs there = node.peer(target[index]).epochs();
            node.send(target[index], 1, () -> there.counted(entry, frozen));
            maybeClosed(index);
        }
    }

    boolean admits(final int index, final boolean isPut) {
        if (state[index] != OPEN) {
            return false;
        }
        if (isPut) {
            puts[index]++;
        } else {
            gets[index]++;
        }
        return true;
    }

    int remoteEntry(final int index) {
        return remoteEntry[index];
    }

    void getDone(final int index) {
        gets[index]--;
        maybeClosed(index);
    }

    private void maybeClosed(final int index) {
        if (state[index] == CLOSING && acked[index] && gets[index] == 0) {
            state[index] = CLOSED;
            tellOrigin(EventKind.EPOCH_CLOSED, index, 0);
            final int entry = remoteEntry[index];
            final IdealEpochs there = node.peer(target[index]).epochs();
            node.later(TERM_DELAY, () -> {
                state[index] = ENDING;
                node.send(target[index], 1, () -> there.terminated(entry, index));
            });
        }
    }

    // ---- target

    private void init(final int from, final int index, final long epochId) {
        int entry = 0;
        while (entry < entries && origin[entry] != 0) {
            entry++;
        }
        final IdealEpochs there = node.peer(from).epochs();
        if (entry == entries) {
            node.send(from, 1, () -> {
                there.state[index] = NONE;
                there.tellOrigin(EventKind.EPOCH_DENIED, index, 0);
            });
            return;
        }
        final int granted = entry;
        origin[entry] = from + 1;
        originIndex[entry] = index;
        id[entry] = epochId;
        got[entry] = 0;
        count[entry] = -1;
        generation[entry] = generation[entry] + 1 & 15;
        node.event(EventUnit.EPOCH_TARGET, EventKind.EPOCH_EXPOSED, word(entry), epochId, 0);
        final int gen = generation[entry];
        node.send(from, 1, () -> {
            there.state[index] = OPEN;
            there.remoteEntry[index] = granted;
            there.tellOrigin(EventKind.EPOCH_OPENED, index, granted | gen << EpochEvent.GENERATION_LSB);
        });
    }

    private long word(final int entry) {
        return entry
                | generation[entry] << EpochEvent.GENERATION_LSB
                | (long) node.coord(origin[entry] - 1) << EpochEvent.ORIGIN_LSB;
    }

    boolean allows(final int from, final int entry) {
        return entry < 0
                ? java.util.Arrays.stream(origin).allMatch(o -> o == 0 || o == from + 1)
                : origin[entry] == from + 1;
    }

    void putDone(final int entry) {
        got[entry]++;
        maybeAck(entry);
    }

    private void counted(final int entry, final long value) {
        count[entry] = value;
        node.event(EventUnit.EPOCH_TARGET, EventKind.EPOCH_COUNTED, entry, value, 0);
        maybeAck(entry);
    }

    private void maybeAck(final int entry) {
        if (got[entry] == count[entry]) {
            node.event(EventUnit.EPOCH_TARGET, EventKind.EPOCH_ACKED, entry, got[entry], 0);
            final int index = originIndex[entry];
            final IdealEpochs there = node.peer(origin[entry] - 1).epochs();
            node.send(origin[entry] - 1, 1, () -> {
                there.acked[index] = true;
                there.maybeClosed(index);
            });
        }
    }

    private void terminated(final int entry, final int index) {
        final int from = origin[entry] - 1;
        final IdealEpochs there = node.peer(from).epochs();
        node.send(from, 1, () -> {
            there.state[index] = NONE;
            there.tellOrigin(EventKind.EPOCH_ENDED, index, 0);
        });
        node.event(EventUnit.EPOCH_TARGET, EventKind.EPOCH_FREED, word(entry), id[entry], 0);
        origin[entry] = 0;
    }
}
