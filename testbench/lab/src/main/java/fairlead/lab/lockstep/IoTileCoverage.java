// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Shape;
import java.util.function.Consumer;

/** The coverage bins of I/O tiles. */
final class IoTileCoverage {
    private final Shape shape;
    private final Consumer<Bin> hit;

    IoTileCoverage(final Shape shape, final Consumer<Bin> hit) {
        this.shape = shape;
        this.hit = hit;
    }

    /** Notes a command, whose target an I/O tile may be. */
    void command(final CommandBuffer commands, final int i) {
        if (commands.op(i) == TileCommand.POST && shape.isOnTorus(commands.node(i))) {
            final int coord = (int) Descriptor0.target(commands.word(i, 0));
            final int target = shape.rankOfCoord(coord);
            if (!shape.isOnTorus(target) && target < shape.nodes() && shape.coord(target) == coord) {
                hit.accept(Bin.IO_TILE_TARGET);
            }
        }
    }

    void event(final EventCursor e) {
        if (shape.isOnTorus(e.node())) {
            return;
        }
        if (e.kind() == EventKind.TREE_ARRIVED || e.kind() == EventKind.TREE_HEAD) {
            hit.accept(Bin.IO_TILE_PACKET);
        } else if (e.kind() == EventKind.OP_REJECTED && e.b() == RejectReason.MALFORMED) {
            hit.accept(Bin.IO_TILE_REFUSED);
        }
    }
}
