// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.machine.FifoNumber;

/**
 * The check of the values in a host command: one rule for POST, DLA_REQUEST and EPOCH_OPEN (docs/spec/dma-engine-tx.md,
 * rule 2).
 */
public final class Legal {
    private static final int ATOMIC_BYTES = 8;

    private Legal() {}

    /** Returns whether the packed Coord is a node of the torus of this tile. An I/O tile is on no torus. */
    public static boolean node(TileContext tile, long coord) {
        return tile.reaches(coord);
    }

    /**
     * Checks target, length and addresses of a descriptor whose kind is one of OpKind.
     *
     * @param carried true if the command carries the payload of a put
     */
    public static boolean operation(TileContext tile, long word0, long word1, boolean carried) {
        int kind = (int) Descriptor0.kind(word0);
        long length = Descriptor0.length(word0);
        return node(tile, Descriptor0.target(word0))
                && hasLength(kind, length)
                && (kind > OpKind.CAS || Descriptor1.remote(word1) + length <= 1L << HwLayout.ADDRESS_BITS)
                && (!isLocal(kind, carried)
                        || Descriptor1.local(word1) + length <= tile.machine().memoryBytes());
    }

    /** Checks that the structure has the injection FIFO of a descriptor, and the reception FIFO of a message. */
    public static boolean fifos(long word0, long word1) {
        return FifoNumber.injection(word0) < HwLayout.INJECTION_FIFOS
                && (Descriptor0.kind(word0) != OpKind.MSG
                        || FifoNumber.reception(Descriptor1.remote(word1)) < HwLayout.RECEPTION_FIFOS);
    }

    private static boolean hasLength(int kind, long length) {
        return switch (kind) {
            case OpKind.FADD, OpKind.CAS -> length == ATOMIC_BYTES;
            case OpKind.MSG -> length <= HwLayout.MAX_PAYLOAD;
            default -> true;
        };
    }

    /** Returns whether the operation reads from or writes to the memory of its own node. */
    private static boolean isLocal(int kind, boolean carried) {
        return kind == OpKind.GET || !carried && (kind == OpKind.PUT || kind == OpKind.MSG);
    }
}
