// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import java.util.function.Consumer;

/** The coverage bins of the collective network. */
final class TreeCoverage {
    private static final Bin[] MODES = {Bin.TREE_COMBINE, Bin.TREE_ALLREDUCE, Bin.TREE_BROADCAST, Bin.TREE_MESSAGE};
    private static final Bin[] OPERATIONS = {
        Bin.TREE_SUM, Bin.TREE_MIN, Bin.TREE_MAX, Bin.TREE_AND, Bin.TREE_OR, Bin.TREE_XOR
    };
    private static final int LONGER_THAN_A_FLIT = 3; // operand size

    private final Consumer<Bin> hit;

    TreeCoverage(final Consumer<Bin> hit) {
        this.hit = hit;
    }

    void event(final EventCursor e) {
        switch (e.kind()) {
            case EventKind.TREE_HEAD -> read(e.a());
            case EventKind.TREE_REFUSED -> hit.accept(Bin.TREE_REFUSED);
            case EventKind.DEVICE_ANSWER -> answer(e.b());
            case EventKind.TREE_EMPTY -> hit.accept(Bin.TREE_EMPTY);
            default -> {}
        }
    }

    private void answer(final long status) {
        final boolean header = DeviceEvent.command(status) == TileCommand.DEVICE_READ_HEADER;
        final boolean drain = DeviceEvent.command(status) == TileCommand.DEVICE_DRAIN;
        switch ((int) DeviceEvent.result(status)) {
            case DeviceResult.HELD -> hit.accept(Bin.DEVICE_HELD);
            case DeviceResult.NOT_OWNER -> hit.accept(Bin.DEVICE_NOT_OWNER);
            case DeviceResult.EMPTY -> hit.accept(Bin.DEVICE_EMPTY);
            case DeviceResult.BUSY -> hit.accept(Bin.DEVICE_BUSY);
            case DeviceResult.OUTSIDE -> hit.accept(Bin.DEVICE_OUTSIDE);
            default -> {
                if (header || drain) {
                    hit.accept(header ? Bin.DEVICE_HEADER : Bin.DEVICE_DRAINED);
                } else if (DeviceEvent.command(status) == TileCommand.DEVICE_LOCK) {
                    hit.accept(Bin.DEVICE_LOCKED);
                }
            }
        }
        if (DeviceEvent.payload(status) != 0) {
            hit.accept(Bin.DEVICE_PAYLOAD);
        }
        if (DeviceEvent.headers(status) > 1) {
            hit.accept(Bin.DEVICE_SEVERAL);
        }
    }

    private void read(final long header) {
        final int mode = (int) CollectiveHeader.mode(header);
        hit.accept(MODES[mode]);
        if (CollectiveHeader.mixed(header) != 0) {
            hit.accept(Bin.TREE_MIXED);
        } else if (mode == CollectiveMode.COMBINE || mode == CollectiveMode.ALLREDUCE) {
            hit.accept(OPERATIONS[(int) CollectiveHeader.op(header)]);
            if (CollectiveHeader.size(header) >= LONGER_THAN_A_FLIT) {
                hit.accept(Bin.TREE_LONG);
            }
        }
    }
}
