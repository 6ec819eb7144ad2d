// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static fairlead.verdict.Inside.ALL;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.DlaLimits;
import fairlead.machine.MachineConfig;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.ArrayList;
import java.util.List;

/** The channels of one DLA, the credits that they and the words inside hold, and what both were until lately. */
final class DlaCredits {
    static final int LO = 0;
    static final int HI = 1;
    static final int PR = 2;
    static final String[] HELD = {"lo", "hi", "pr", "consumed"};
    private static final int CHANNELS = HwLayout.Product.DLA_CHANNELS;

    /** @param asked operation of a DLA_REQUEST, or null */
    record Turn(int op, long word, int channel, Operation asked) {
        /** Returns the words of the request. */
        int words() {
            return asked.kind() == OpKind.PUT ? 1 + Checker.pieces(asked.length()) : 2;
        }

        /** Returns whether the store path does not carry the request. */
        boolean isMalformed() {
            return !asked.kind().isTransfer()
                    || asked.epoch() >= 0
                    || asked.kind() == OpKind.PUT && asked.length() > HwLayout.DLA_INLINE_BYTES;
        }

        /** Returns the class of credits for which an allocation asks. */
        int kind() {
            return DlaCommand.pr(word) != 0 ? PR : DlaCommand.high(word) != 0 ? HI : LO;
        }

        /** Returns whether an event of this kind may answer the command; most have none but DLA_ERROR. */
        boolean isAnsweredBy(int event) {
            return event == EventKind.DLA_ERROR
                    || op == TileCommand.DLA_REQUEST
                    || op == TileCommand.DLA_ALLOC
                    || op == TileCommand.DLA_END;
        }

        /** Returns the first word of the event that answers the command. */
        long answer() {
            return asked == null
                    ? (long) channel << DlaBlockEvent.CHANNEL_LSB | DlaCommand.block(word) << DlaBlockEvent.BLOCK_LSB
                    : (long) channel << DlaTagEvent.CHANNEL_LSB | Descriptor0.tag(word) << DlaTagEvent.TAG_LSB;
        }
    }

    enum Phase {
        IDLE,
        OPEN,
        /** Open or discarding: the answer has joined a record, and both were possible. */
        UNKNOWN,
        DISCARDING,
        RELEASING
    }

    /** The allocation of a channel, its transaction and its marker. */
    static final class Channel {
        Phase phase = Phase.IDLE;
        int kind; // class of the allocation
        int granted;
        int spent; // credits that requests have used under controlled discard
        boolean dropped; // something of the transaction was dropped or denied
        boolean broken; // the last block was denied or lost a request
        long marker = Checker.NEVER; // channel and block of the last marker, or -1
        long marked; // cycle of the marker
        long released = Checker.NEVER; // cycle in which the last reservation was released

        void opens(boolean yes) {
            phase = yes ? Phase.OPEN : Phase.DISCARDING;
            broken |= !yes;
            dropped |= !yes;
        }

        private boolean holds(boolean most) {
            return phase == Phase.OPEN || phase == Phase.RELEASING || most && phase == Phase.UNKNOWN;
        }

        int dropReason(boolean fits) {
            if (phase == Phase.DISCARDING || phase == Phase.UNKNOWN || phase == Phase.OPEN && kind != PR && dropped) {
                return DlaDropReason.DISCARD;
            }
            return phase != Phase.OPEN ? DlaDropReason.NO_ALLOCATION : fits ? 0 : DlaDropReason.OVERFLOWS;
        }
    }

    /** What was so from the start of a cycle on: the credits of allocations by class, and the channels. */
    private record Past(long from, long[] least, long[] most, long open, long unknown) {}

    final Inside inside = new Inside();
    private final DlaLimits limits;
    private final int depth; // words of the FIFO
    private final int latency; // of a status, in cycles
    private final Channel[] channels =
            Checker.each(CHANNELS, Channel::new).toArray(Channel[]::new);
    private final List<Past> past = new ArrayList<>(); // in the order of cycles

    DlaCredits(MachineConfig config, int node) {
        limits = config.dla();
        depth = config.buffers().dla();
        latency = config.memoryLatency(node);
        keep(0);
    }

    /** Returns a channel, or one that holds nothing if there is no such channel. */
    Channel channel(long number) {
        return number >= 0 && number < CHANNELS ? channels[(int) number] : new Channel();
    }

    /** Returns whether an allocation is one that the DLA grants or denies. */
    boolean isLegal(Turn turn) {
        boolean isPersistent = turn.kind() == PR;
        long credits = DlaCommand.credits(turn.word());
        return turn.channel() < CHANNELS
                && channels[turn.channel()].phase == Phase.IDLE
                && isPersistent != (DlaCommand.cd(turn.word()) != 0)
                && credits > 0
                && credits <= Math.min(isPersistent ? limits.maxPrAlloc() : limits.maxCdAlloc(), depth);
    }

    boolean fits(long[] held) {
        long lo = held[LO];
        long hi = held[HI];
        long pr = held[PR];
        return lo + hi + pr <= Math.min(limits.maxCredits(), depth)
                && lo <= limits.maxLoCd()
                && hi <= limits.maxHiCd()
                && pr <= limits.maxPr()
                && lo + pr <= limits.maxLoCdPr()
                && lo + hi <= limits.maxLoHiCd()
                && hi + pr <= limits.maxHiCdPr();
    }

    /** Returns the greatest or the least credits that are held at the start of this cycle, which is the present one. */
    long[] held(long cycle, boolean most) {
        return held(reserved(most), cycle, most);
    }

    /** Returns the credits that allocations hold by class, apart from those of requests under controlled discard. */
    private long[] reserved(boolean most) {
        long[] reserved = new long[HELD.length];
        for (Channel one : channels) {
            reserved[one.kind] += one.holds(most) ? one.granted - one.spent : 0;
        }
        return reserved;
    }

    /** Returns the greatest or the least credits that may be held by class, and those that are consumed. */
    private long[] held(long[] reserved, long cycle, boolean most) {
        long[] held = reserved.clone();
        for (int i = 0; i < held.length; i++) {
            if (i != PR) { // the words of a persistent reservation are part of it
                held[i] += inside.words(cycle, ALL, i > PR ? ALL : i, most);
            }
        }
        return held;
    }

    static String sums(long[] held) {
        return held[LO] + " lo, " + held[HI] + " hi, " + held[PR] + " pr";
    }

    /** Notes that the channels are as they are from the start of this cycle on, for statuses that show it later. */
    void keep(long from) {
        inside.forget(from - 1 - latency);
        if (!limits.options().writesStatus() && !past.isEmpty()) {
            return;
        }
        long open = 0;
        long unknown = 0;
        for (int number = 0; number < CHANNELS; number++) {
            open |= channels[number].phase == Phase.OPEN ? 1L << number : 0;
            unknown |= channels[number].phase == Phase.UNKNOWN ? 1L << number : 0;
        }
        past.add(new Past(from, reserved(false), reserved(true), open, unknown));
        while (past.size() > 1 && past.get(1).from <= from - 1 - latency) {
            past.remove(0);
        }
    }

    /** Returns what is wrong with credits that a status shows, as of the start of this cycle, or an empty text. */
    String judge(long[] shown, long cycle) {
        Past then = at(cycle);
        long[] least = held(then.least, cycle, false);
        long[] most = held(then.most, cycle, true);
        for (int i = 0; i < shown.length; i++) {
            if (shown[i] < least[i] || shown[i] > most[i]) {
                return "with " + sums(shown) + " credits held, " + shown[3] + " consumed; " + HELD[i] + " was from "
                        + least[i] + " to " + most[i];
            }
        }
        return "";
    }

    /** Returns what is wrong with the open channels that a status shows, as of the start of this cycle. */
    String judgeOpen(long open, long cycle) {
        Past then = at(cycle);
        return ((open ^ then.open) & ~then.unknown) == 0
                ? ""
                : "that has channels " + Checker.hex(open) + " open, not " + Checker.hex(then.open);
    }

    private Past at(long cycle) {
        int at = past.size() - 1;
        while (at > 0 && past.get(at).from > cycle) {
            at--;
        }
        return past.get(at);
    }
}
