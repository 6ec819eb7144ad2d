// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.machine.Shape;
import fairlead.run.report.RunReport.OpRow;
import java.util.List;

/** The I/O tiles beside the torus: they have no channel of it, so their figures are the operations of their tasks. */
final class IoTileFigure {
    private final Shape shape;
    private final int[] operations; // by tile
    private final long[] bytes; // by tile: of all operations

    IoTileFigure(final Shape shape, final List<OpRow> rows) {
        this.shape = shape;
        operations = new int[shape.ioTiles()];
        bytes = new long[operations.length];
        for (final OpRow row : rows) {
            if (!shape.isOnTorus(row.node())) {
                final int tile = row.node() - shape.torusNodes();
                operations[tile]++;
                bytes[tile] += row.bytes();
            }
        }
    }

    boolean isEmpty() {
        return operations.length == 0;
    }

    void json(final ObjectNode root) {
        final ArrayNode json = root.putArray("io_tiles");
        for (int tile = 0; tile < operations.length; tile++) {
            json.addArray().add(shape.torusNodes() + tile).add(operations[tile]).add(bytes[tile]);
        }
    }

    Table table() {
        final Table table = new Table("io_tiles.csv", "node", "x", "y", "z", "operations", "bytes");
        for (int tile = 0; tile < operations.length; tile++) {
            final int node = shape.torusNodes() + tile;
            table.row(node, shape.x(node), shape.y(node), shape.z(node), operations[tile], bytes[tile]);
        }
        return table;
    }
}
