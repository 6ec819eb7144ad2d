// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.twin.router.Packets;
import fairlead.twin.router.PartitionPorts;

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
        PartitionPorts.InjectionLinks router,
        MemoryPorts memory,
        EventPorts events,
        Attention attention) {

    public TileContext(
            int node,
            int me,
            MachineConfig machine,
            Capabilities limits,
            Packets packets,
            PartitionPorts.InjectionLinks router,
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

    /**
     * Checks target, length and addresses of a descriptor whose kind is one of OpKind: one rule for POST and
     * DLA_REQUEST (docs/spec/dma-engine-tx.md, rule 2).
     *
     * @param carried true if the command carries the payload of a put
     */
    boolean isLegal(long word0, long word1, boolean carried) {
        int kind = (int) Descriptor0.kind(word0);
        long length = Descriptor0.length(word0);
        return reaches(Descriptor0.target(word0))
                && hasLength(kind, length)
                && (!isAtomic(kind) || Descriptor1.remote(word1) % length == 0)
                && (kind > OpKind.CAS || Descriptor1.remote(word1) + length <= 1L << HwLayout.ADDRESS_BITS)
                && (!isLocal(kind, carried) || Descriptor1.local(word1) + length <= machine.memoryBytes());
    }

    /** Checks that the structure has the injection FIFO of a descriptor, and the reception FIFO of a message. */
    static boolean hasFifos(long word0, long word1) {
        return FifoNumber.injection(word0) < HwLayout.INJECTION_FIFOS
                && (Descriptor0.kind(word0) != OpKind.MSG
                        || FifoNumber.reception(Descriptor1.remote(word1)) < HwLayout.RECEPTION_FIFOS);
    }

    private static boolean hasLength(int kind, long length) {
        return isAtomic(kind)
                ? length == Integer.BYTES || length == Long.BYTES
                : kind != OpKind.MSG || length <= HwLayout.MAX_PAYLOAD;
    }

    private static boolean isAtomic(int kind) {
        return kind == OpKind.FADD || kind == OpKind.CAS;
    }

    /** Returns the bit of Header1 that a GET, FADD or CAS has if it is an atomic of 4 bytes. */
    static long width(long word0) {
        boolean half = isAtomic((int) Descriptor0.kind(word0)) && Descriptor0.length(word0) == Integer.BYTES;
        return half ? 1L << Header1.CTR_VALID_LSB : 0;
    }

    /** Returns whether the operation reads from or writes to the memory of its own node. */
    private static boolean isLocal(int kind, boolean carried) {
        return kind == OpKind.GET || !carried && (kind == OpKind.PUT || kind == OpKind.MSG);
    }
}
