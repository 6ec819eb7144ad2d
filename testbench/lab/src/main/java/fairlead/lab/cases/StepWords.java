// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.GetPayload;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;

/** Composes the words of the descriptors and commands for which steps stand. */
final class StepWords {
    private static final int WORD = 8;

    private final MachineConfig machine;

    StepWords(final MachineConfig machine) {
        this.machine = machine;
    }

    private static int code(final StepKind kind) {
        return switch (kind) {
            case GET, DLA_GET -> OpKind.GET;
            case FADD, DLA_FADD -> OpKind.FADD;
            case CAS, DLA_CAS -> OpKind.CAS;
            case MSG, DLA_MALFORMED -> OpKind.MSG;
            case FLUSH -> OpKind.FLUSH;
            case FENCE -> OpKind.FENCE;
            default -> OpKind.PUT;
        };
    }

    long word0(final Step step, final int tag) {
        final long word = (long) code(step.kind()) << Descriptor0.KIND_LSB
                | (step.kind().isPost() ? FifoNumber.inDescriptor(step.fifo()) : 0)
                | (long) machine.shape().coord(step.target()) << Descriptor0.TARGET_LSB
                | (long) tag << Descriptor0.TAG_LSB
                | (long) step.length() << Descriptor0.LENGTH_LSB;
        return step.epoch() < 0
                ? word
                : word | (long) step.epoch() << Descriptor0.INDEX_LSB | 1L << Descriptor0.EPOCH_LSB;
    }

    static long word1(final Step step, final int counter) {
        final long word = (long) step.local() << Descriptor1.LOCAL_LSB | (long) step.remote() << Descriptor1.REMOTE_LSB;
        return counter < 0 ? word : word | (long) counter << Descriptor1.CTR_LSB | 1L << Descriptor1.CTR_VALID_LSB;
    }

    /**
     * Returns the routing mode. Puts, gets and fences use the machine's routing; one in three is unordered with drawn
     * ties, which any machine accepts.
     */
    long mode(final Step step, final int tag) {
        final int code = code(step.kind());
        if (code != OpKind.PUT && code != OpKind.GET && code != OpKind.FENCE) {
            return PacketMode.DETERMINISTIC;
        }
        return tag % 3 == 0 ? PacketMode.DRAWN : machine.routing().dataMode();
    }

    /**
     * Returns a descriptor with one mistake: its kind, mode, target, length (of a message or an atomic), an address
     * beyond all memory, or an address beyond the own memory.
     */
    long[] malformed(final Step step, final int tag) {
        final int reason = step.length() % 7;
        long word = word0(step.withLength(0), tag);
        int local = 0;
        int remote = 0;
        switch (reason) {
            case 0 -> word |= Descriptor0.KIND_MASK << Descriptor0.KIND_LSB;
            case 1 -> word |= (long) OpKind.FLUSH << Descriptor0.KIND_LSB | 1L << Descriptor0.MODE_LSB;
            case 2 -> {
                word = word & ~(0xFFFL << Descriptor0.TARGET_LSB)
                        | (long) machine.shape().kx() << Descriptor0.TARGET_LSB;
                word |= machine.shape().kx() == HwLayout.MAX_K ? Descriptor0.KIND_MASK << Descriptor0.KIND_LSB : 0;
            }
            case 3 -> word |=
                    (long) OpKind.MSG << Descriptor0.KIND_LSB | HwLayout.MAX_PAYLOAD + 1L << Descriptor0.LENGTH_LSB;
            case 4 -> word |= (long) OpKind.FADD << Descriptor0.KIND_LSB | 7L << Descriptor0.LENGTH_LSB;
            case 5 -> {
                word |= (long) OpKind.CAS << Descriptor0.KIND_LSB | (long) WORD << Descriptor0.LENGTH_LSB;
                remote = (1 << HwLayout.ADDRESS_BITS) - WORD + 1;
            }
            default -> {
                word |= 9L << Descriptor0.LENGTH_LSB;
                local = machine.memoryBytes() - WORD;
            }
        }
        return new long[] {word, (long) local << Descriptor1.LOCAL_LSB | (long) remote << Descriptor1.REMOTE_LSB};
    }

    /**
     * Returns a request with one mistake, which the tag selects: its kind, its target, the length of its atomic or the
     * landing of its get.
     */
    long[] malformedRequest(final Step step, final int tag) {
        final long word = word0(step.withLength(WORD), tag) & ~(Descriptor0.KIND_MASK << Descriptor0.KIND_LSB);
        final boolean outside = machine.shape().kx() < HwLayout.MAX_K;
        switch (tag % 4) {
            case 0:
                return outside
                        ? new long[] {word | (long) HwLayout.MAX_K - 1 << Descriptor0.TARGET_LSB, 0}
                        : new long[] {word | (long) OpKind.MSG << Descriptor0.KIND_LSB, 0};
            case 1:
                return new long[] {(word | (long) OpKind.FADD << Descriptor0.KIND_LSB) ^ 1L << Descriptor0.LENGTH_LSB, 0
                };
            case 2:
                final long landing = machine.memoryBytes() - WORD + 1;
                return new long[] {word | (long) OpKind.GET << Descriptor0.KIND_LSB, landing << Descriptor1.LOCAL_LSB};
            default:
                return new long[] {word | (long) OpKind.MSG << Descriptor0.KIND_LSB, 0};
        }
    }

    /** Returns the number of payload flits of a request. */
    static int flits(final Step step) {
        return step.kind() == StepKind.DLA_PUT || step.kind() == StepKind.DLA_TORN
                ? (step.length() + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES
                : 1;
    }

    /** Returns the low and the high word of a payload flit of a request. */
    static long[] payload(final Step step, final int flit, final int counter) {
        switch (step.kind()) {
            case DLA_PUT:
            case DLA_TORN:
                return new long[] {masked(step, 2 * flit), masked(step, 2 * flit + 1)};
            case DLA_GET:
                return new long[] {
                    (long) step.local() << GetPayload.LANDING_LSB
                            | (long) step.length() << GetPayload.LENGTH_LSB
                            | (long) counter << GetPayload.CTR_LSB,
                    0
                };
            default:
                return new long[] {step.value(), step.compare()};
        }
    }

    private static long masked(final Step step, final int index) {
        final int left = step.length() - WORD * index;
        final long word = Mix.mix64(step.value() + index * Mix.GOLDEN);
        return left >= WORD ? word : left <= 0 ? 0 : word & (1L << 8 * left) - 1;
    }

    static long dla(final Step step) {
        final boolean alloc = step.kind() == StepKind.DLA_ALLOC;
        final boolean dealloc = step.kind() == StepKind.DLA_END
                || step.kind() == StepKind.DLA_CLEAR
                || step.kind() == StepKind.DLA_TORN;
        final boolean persistent = (step.value() & 1) != 0;
        return (long) step.fifo() << DlaCommand.CHANNEL_LSB
                | (alloc ? 1L << (persistent ? DlaCommand.PR_LSB : DlaCommand.CD_LSB) : 0)
                | (alloc && (step.value() & 2) != 0 ? 1L << DlaCommand.HIGH_LSB : 0)
                | (alloc && step.compare() != 0 ? 1L << DlaCommand.CHAIN_LSB : 0)
                | (dealloc && (step.value() & 1) != 0 ? 1L << DlaCommand.DEALLOC_LSB : 0)
                | (alloc ? (long) step.length() << DlaCommand.CREDITS_LSB : 0)
                | (step.value() >>> 2 & DlaCommand.BLOCK_MASK) << DlaCommand.BLOCK_LSB;
    }

    long epoch(final Step step) {
        return (long) step.epoch() << EpochCommand.INDEX_LSB
                | (long) machine.shape().coord(step.target()) << EpochCommand.TARGET_LSB
                | (step.value() & 0xFFFF) << EpochCommand.ID_LSB;
    }
}
