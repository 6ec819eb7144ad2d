// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/**
 * RMA epochs, as origin and as target, cycle for cycle as in docs/spec/epoch-unit.md (R-EPO-1 to R-EPO-8). The
 * two halves share no state, ask no questions, and decide in their edges.
 */
public final class EpochUnit {
    public final EpochOrigin origin;
    public final EpochTarget target;

    public EpochUnit(TileContext tile) {
        origin = new EpochOrigin(tile);
        target = new EpochTarget(tile.events(), tile.machine().epochAccess(), tile.attention());
    }

    public void edge(long t) {
        if (origin.busy()) {
            origin.edge();
        }
        if (target.busy()) {
            target.edge();
        }
    }

    public boolean busy() {
        return origin.busy() || target.busy();
    }
}
