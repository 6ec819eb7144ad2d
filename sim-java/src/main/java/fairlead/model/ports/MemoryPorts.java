// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/**
 * The memory of one node, as its DmaEngine sees it. A request made in cycle t is visible on the pins in t + 1 of the pages (t of the fabric) and is answered on the pins
 * in t + M, M the memory latency of the node: reads by {@link Replies#readReply}, writes by {@link Replies#writeAck}, in order for each port (docs/spec/fabric.md).
 */
public interface MemoryPorts {
    int WRITE = 0;
    int FETCH_ADD = 1;
    int COMPARE_AND_SWAP = 2;

    /** @param ctx 0 request packetiser, 1 response packetiser; comes back with the reply */
    void read(int port, int ctx, int address, int length);

    /** @param op WRITE of `length` bytes, FETCH_ADD of d0, COMPARE_AND_SWAP of d0 (new) against d1 */
    void write(int port, int op, int address, int length, long d0, long d1);

    /** The DLA's own port: 16 bytes. At most one on its way. */
    default void status(final int address, final long d0, final long d1) {
        throw new UnsupportedOperationException("no status port");
    }

    /** What comes back; called before the step of the cycle in which it is on the pins. */
    interface Replies {
        /** Bytes past the length asked for are zero. */
        void readReply(int port, int ctx, long d0, long d1);

        /** @param old the 64 bits before an atomic; meaningless after a write */
        void writeAck(int port, long old);

        /** The status is in memory. */
        default void statusAck() {}
    }
}
