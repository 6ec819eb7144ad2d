// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/**
 * The memory of one node, for calls of its DmaEngine. A request made in cycle t is visible on the pins in t + 1 of the
 * pages (t of the fabric). It is answered on the pins in t + M, where M is the memory latency of the node: reads by
 * {@link Tile#readReply}, writes by {@link Tile#writeAck}, in order for each port (docs/spec/fabric.md).
 */
public interface MemoryPorts {
    /**
     * Requests a read.
     *
     * @param ctx 0 for the request packetiser, 1 for the response packetiser; the reply carries it
     */
    void read(int port, int ctx, int address, int length);

    /**
     * Requests a write or an atomic.
     *
     * @param op a WriteOp: a write, a fetch-and-op with d0, or a compare-and-swap of d0 (new) against d1
     * @param length bytes to write, or of the word of an atomic: 4 or 8
     */
    void write(int port, int op, int address, int length, long d0, long d1);

    /** Writes the 16 status bytes of the DLA on their own port. At most one such write is outstanding. */
    default void status(int address, long d0, long d1) {
        throw new UnsupportedOperationException("no status port");
    }

    /** Writes up to 16 bytes of the shared device on their own port. */
    default void device(int address, int length, long d0, long d1) {
        throw new UnsupportedOperationException("no port of the shared device");
    }
}
