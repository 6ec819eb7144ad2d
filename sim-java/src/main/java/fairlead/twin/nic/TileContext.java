// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.engine.Capabilities;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.twin.router.InjectionLinks;
import fairlead.twin.router.Packets;

/**
 * The common constructor argument of the units of one node's NIC.
 *
 * @param node rank of the node
 * @param me packed Coord of the node
 * @param machine configuration of the machine
 * @param limits limits of the library
 * @param packets packets of the partition
 * @param router injection links
 * @param memory memory of the node
 * @param events event ports of the tile
 * @param attention attention bits of the tile
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
            int node,
            int me,
            MachineConfig machine,
            Capabilities limits,
            Packets packets,
            InjectionLinks router,
            MemoryPorts memory,
            EventPorts events) {
        this(node, me, machine, limits, packets, router, memory, events, new Attention());
    }

    public Shape shape() {
        return machine.shape();
    }

    /** Returns whether the torus has a way from this tile to the packed Coord; from an I/O tile it has none. */
    boolean reaches(long coord) {
        return machine.shape().isOnTorus(node) && machine.shape().isOnTorusAt(coord);
    }
}
