// SPDX-License-Identifier: Apache-2.0
package fairlead.model.tile;

/** Who takes the events of the tiles: those of one tile and cycle in ascending order of the unit. */
@FunctionalInterface
public interface TileEvents {
    /** @param unit HwLayout.EventUnit */
    void event(int node, int unit, int kind, long a, long b);
}
