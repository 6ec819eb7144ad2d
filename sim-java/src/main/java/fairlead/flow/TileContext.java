// SPDX-License-Identifier: Apache-2.0
package fairlead.flow;

import fairlead.engine.Capabilities;
import fairlead.engine.MachineConfig;
import fairlead.engine.Shape;

/**
 * What every unit of one node's NIC is built with.
 *
 * @param node rank of the node
 * @param me the node as a packed Coord
 */
public record TileContext(
        int node,
        int me,
        MachineConfig machine,
        Capabilities limits,
        Packets packets,
        InjectionLinks router,
        MemoryPorts memory,
        EventPorts events) {
    public Shape shape() {
        return machine.shape();
    }
}
