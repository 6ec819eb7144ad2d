// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

import fairlead.engine.api.Capabilities;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Shape;

/**
 * What every unit of one node's NIC is built with.
 *
 * @param node rank of the node
 * @param me the node as a packed Coord
 * @param attention the tile's own
 */
public record TileContext(
        int node,
        int me,
        MachineConfig machine,
        Capabilities limits,
        Packets packets,
        InjectionLinks router,
        MemoryPorts memory,
        EventPorts events,
        Attention attention) {
    public TileContext(
            final int node,
            final int me,
            final MachineConfig machine,
            final Capabilities limits,
            final Packets packets,
            final InjectionLinks router,
            final MemoryPorts memory,
            final EventPorts events) {
        this(node, me, machine, limits, packets, router, memory, events, new Attention());
    }

    public Shape shape() {
        return machine.shape();
    }
}
