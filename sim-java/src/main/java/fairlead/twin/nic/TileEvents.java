// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/** A listener for the events of the tiles; the events of one tile and cycle are in ascending order of the unit. */
@FunctionalInterface
public interface TileEvents {
    /** @param unit HwLayout.EventUnit */
    void event(int node, int unit, int kind, long a, long b);
}
