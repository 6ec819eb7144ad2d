// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaErrorReason;
import fairlead.machine.DlaLimits;
import fairlead.verdict.DlaChannel.Phase;

/** The limits of a DLA's pool, and what is held of it. */
final class DlaPoolLimits {
    private final DlaLimits limits;
    private final int depth;

    DlaPoolLimits(final DlaLimits limits, final int depth) {
        this.limits = limits;
        this.depth = depth;
    }

    /**
     * Returns the credits held by class.
     *
     * @param most true for the greatest number that is possible, false for the least
     */
    long[] held(final DlaChannel[] channels, final DlaInside inside, final long cycle, final boolean most) {
        final long[] held = new long[DlaState.CLASSES];
        for (final DlaChannel channel : channels) {
            held[channel.kind] += channel.reserved();
        }
        for (int kind = DlaState.LO;
                kind < DlaState.PR;
                kind++) { // the words of a persistent reservation are part of it
            final DlaInside.Words words = inside.words(DlaInside.ALL, kind);
            held[kind] += most ? words.most(cycle) : words.least(cycle);
        }
        return held;
    }

    /** Returns the class of an allocation. */
    static int kind(final long command) {
        return DlaCommand.pr(command) != 0 ? DlaState.PR : DlaCommand.high(command) != 0 ? DlaState.HI : DlaState.LO;
    }

    /** Returns whether an allocation fits the limits when these credits are held; adds it to them. */
    boolean fits(final long[] held, final long command) {
        held[kind(command)] += DlaCommand.credits(command);
        final long lo = held[DlaState.LO];
        final long hi = held[DlaState.HI];
        final long pr = held[DlaState.PR];
        return lo + hi + pr <= Math.min(limits.maxCredits(), depth)
                && lo <= limits.maxLoCd()
                && hi <= limits.maxHiCd()
                && pr <= limits.maxPr()
                && lo + pr <= limits.maxLoCdPr()
                && lo + hi <= limits.maxLoHiCd()
                && hi + pr <= limits.maxHiCdPr();
    }

    /** Returns the reason for which an allocation is an error, or 0. */
    int error(final long command, final DlaChannel[] channels) {
        if (DlaCommand.channel(command) >= channels.length) {
            return DlaErrorReason.CHANNEL;
        }
        if (DlaCommand.cd(command) == DlaCommand.pr(command)) {
            return DlaErrorReason.SCHEME;
        }
        if (channels[(int) DlaCommand.channel(command)].phase != Phase.IDLE) {
            return DlaErrorReason.NOT_IDLE;
        }
        final long credits = DlaCommand.credits(command);
        if (credits == 0) {
            return DlaErrorReason.NO_CREDITS;
        }
        if (credits > (DlaCommand.pr(command) != 0 ? limits.maxPrAlloc() : limits.maxCdAlloc())) {
            return DlaErrorReason.CAP;
        }
        return credits > depth ? DlaErrorReason.DEPTH : 0;
    }
}
