// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/**
 * The event ports of one tile. An event emitted in the step or edge of cycle t carries cycle t; the pages of the
 * specification show it in t + 1. A unit emits at most one event a cycle.
 */
public interface EventPorts {
    /** @param unit HwLayout.EventUnit, FIRST_TILE_PORT_UNIT or later */
    void emit(int unit, int kind, long a, long b);
}
