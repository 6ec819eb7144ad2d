// SPDX-License-Identifier: Apache-2.0
package fairlead.flow;

import fairlead.engine.Shape;
import fairlead.hw.HwLayout.Coord;

/** What a host command may name: one rule for POST, DLA_REQUEST and EPOCH_OPEN (docs/spec/dma-engine-tx.md, rule 2). */
public final class Legal {
    private Legal() {}

    /** The packed Coord is a node of the machine. */
    public static boolean node(final Shape shape, final long coord) {
        return Coord.x(coord) < shape.kx() && Coord.y(coord) < shape.ky() && Coord.z(coord) < shape.kz();
    }
}
