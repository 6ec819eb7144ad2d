// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.AtomicFunction;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.machine.FifoNumber;
import fairlead.program.Operation;

/** Packs operations into the words of a descriptor. */
public final class Descriptors {
    private Descriptors() {}

    private static long kind(Operation op) {
        return switch (op.kind()) {
            case PUT -> HwLayout.OpKind.PUT;
            case GET -> HwLayout.OpKind.GET;
            case FADD, FAND, FOR, FXOR, SWAP -> HwLayout.OpKind.FADD;
            case CAS -> HwLayout.OpKind.CAS;
            case SEND -> HwLayout.OpKind.MSG;
            case FENCE -> HwLayout.OpKind.FENCE;
            case FLUSH, QUIET -> HwLayout.OpKind.FLUSH;
            default -> throw new IllegalArgumentException(op + " has no descriptor");
        };
    }

    /**
     * Returns the first word of a descriptor.
     *
     * @param epochIndex the origin's index, or -1 outside an epoch
     * @param dataMode PacketMode of puts and gets that need no order
     */
    public static long word0(Operation op, int fifo, int tag, int targetCoord, int epochIndex, int dataMode) {
        return word0(kind(op), targetCoord, tag, op.length())
                | FifoNumber.inDescriptor(fifo)
                | (long) mode(op, dataMode) << Descriptor0.MODE_LSB
                | (epochIndex < 0 ? 0 : (long) epochIndex << Descriptor0.INDEX_LSB | 1L << Descriptor0.EPOCH_LSB);
    }

    /** Returns the first word of a descriptor: FIFO 0, mode 0, outside epochs; `kind` is an OpKind of HwLayout. */
    public static long word0(long kind, long targetCoord, long tag, long length) {
        return kind << Descriptor0.KIND_LSB
                | targetCoord << Descriptor0.TARGET_LSB
                | tag << Descriptor0.TAG_LSB
                | length << Descriptor0.LENGTH_LSB;
    }

    /**
     * Returns the PacketMode of an operation. Puts and gets use the machine's mode unless they are ordered. A fence
     * that an operation on the store path awaits always has a mode other than 0, because a fence of mode 0 may have no
     * leg and then ends at once.
     */
    private static int mode(Operation op, int dataMode) {
        return switch (op.kind()) {
            case PUT, GET -> op.isOrdered() ? PacketMode.DETERMINISTIC : dataMode;
            case FENCE -> op.isAwaited() ? dataMode | PacketMode.ADAPTIVE : dataMode;
            default -> PacketMode.DETERMINISTIC;
        };
    }

    /**
     * Returns the second word of a descriptor.
     *
     * @param counter byte counter of the origin for a get, of the target for a put, or -1
     */
    public static long word1(Operation op, int counter) {
        long named = (long) counter << HwLayout.Descriptor1.CTR_LSB | 1L << HwLayout.Descriptor1.CTR_VALID_LSB;
        return (long) op.local() << HwLayout.Descriptor1.LOCAL_LSB
                | (long) op.remote() << HwLayout.Descriptor1.REMOTE_LSB
                | (counter < 0 ? 0 : named);
    }

    /**
     * Returns the last word of a descriptor: the compare value of a CAS, the function of another atomic, or 0.
     *
     * @param compare what a CAS compares with
     */
    public static long word3(Operation op, long compare) {
        return switch (op.kind()) {
            case CAS -> compare;
            case FAND -> function(AtomicFunction.AND);
            case FOR -> function(AtomicFunction.OR);
            case FXOR -> function(AtomicFunction.XOR);
            case SWAP -> function(AtomicFunction.SWAP);
            default -> 0;
        };
    }

    private static long function(long code) {
        return code << HwLayout.FetchPayload.FUNCTION_LSB;
    }

    /** Returns the first payload word of a GET. */
    public static long getPayload(Operation op, int counter) {
        return getPayload(op.local(), op.length(), counter);
    }

    static long getPayload(long landing, long length, int counter) {
        return landing << HwLayout.GetPayload.LANDING_LSB
                | length << HwLayout.GetPayload.LENGTH_LSB
                | (long) counter << HwLayout.GetPayload.CTR_LSB;
    }

    /** Returns the word of EPOCH_OPEN and EPOCH_CLOSE. */
    public static long epoch(int index, int targetCoord, int id) {
        return (long) index << HwLayout.EpochCommand.INDEX_LSB
                | (long) targetCoord << HwLayout.EpochCommand.TARGET_LSB
                | (long) id << HwLayout.EpochCommand.ID_LSB;
    }

    /**
     * Returns the word of BAR_ENTER.
     *
     * @param barrier 0 for the barrier of all nodes, 1 + r for that of class route r
     */
    public static long barrier(int barrier, int task, boolean master) {
        return (long) barrier << HwLayout.BarrierCommand.BARRIER_LSB
                | (long) task << HwLayout.BarrierCommand.TASK_LSB
                | (master ? 1L << HwLayout.BarrierCommand.MASTER_LSB : 0);
    }

    static int nextBlock(int block) {
        return block + 1 & (1 << HwLayout.DlaCommand.BLOCK_WIDTH) - 1;
    }

    /** Returns the word of DLA_ALLOC, DLA_END and DLA_RELEASE. */
    public static long dla(int channel, boolean persistent, boolean high, boolean dealloc, int credits, int block) {
        return (long) channel << HwLayout.DlaCommand.CHANNEL_LSB
                | 1L << (persistent ? HwLayout.DlaCommand.PR_LSB : HwLayout.DlaCommand.CD_LSB)
                | (high ? 1L << HwLayout.DlaCommand.HIGH_LSB : 0)
                | (dealloc ? 1L << HwLayout.DlaCommand.DEALLOC_LSB : 0)
                | (long) credits << HwLayout.DlaCommand.CREDITS_LSB
                | (long) block << HwLayout.DlaCommand.BLOCK_LSB;
    }
}
