// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.ideal;

import fairlead.engine.api.DlaLimits;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** DLA of one node: one pool, both schemes, one request leaves each `interval` cycles. */
final class IdealDla {
    private static final int CHANNELS = 16;

    /** A request in the FIFO. */
    private record Request(int channel, long word0, long word1, List<long[]> payload, boolean persistent) {
        int words() {
            return 1 + payload.size();
        }
    }

    private final IdealNode node;
    private final DlaLimits limits;
    private final int interval;
    private final int[] reserved = new int[CHANNELS];
    private final boolean[] persistent = new boolean[CHANNELS];
    private final boolean[] active = new boolean[CHANNELS];
    private final boolean[] discards = new boolean[CHANNELS];
    private final boolean[] lost = new boolean[CHANNELS];
    private final boolean[] releasing = new boolean[CHANNELS];
    private final int[] inFifo = new int[CHANNELS]; // persistent words in the FIFO
    private final ArrayDeque<Request> fifo = new ArrayDeque<>();
    private int held;
    private Request entering;
    private int missing;
    private boolean drops;
    private long nextDrain;

    IdealDla(final IdealNode node, final DlaLimits limits, final int interval) {
        this.node = node;
        this.limits = limits;
        this.interval = interval;
    }

    boolean isIdle() {
        return fifo.isEmpty();
    }

    int held() {
        return held;
    }

    private void tell(final int kind, final long a, final long b) {
        node.event(EventUnit.DLA_ALLOC, kind, a, b, 0);
    }

    void alloc(final long word) {
        final int channel = (int) HwLayout.DlaCommand.channel(word);
        final int credits = (int) HwLayout.DlaCommand.credits(word);
        final long block = channel | HwLayout.DlaCommand.block(word) << DlaBlockEvent.BLOCK_LSB;
        if (active[channel] || credits == 0 || credits > limits.maxCdAlloc()) {
            tell(EventKind.DLA_ERROR, block, 1);
        } else if (held + credits > limits.maxCredits()
                || HwLayout.DlaCommand.cd(word) != 0
                        && HwLayout.DlaCommand.high(word) == 0
                        && credits > limits.maxLoCd()) {
            discards[channel] = true;
            tell(EventKind.DLA_DENIED, block, credits);
        } else {
            active[channel] = true;
            persistent[channel] = HwLayout.DlaCommand.pr(word) != 0;
            reserved[channel] = credits;
            held += credits;
            tell(EventKind.DLA_GRANTED, block, credits);
        }
    }

    void request(final long word0, final long word1, final int channel) {
        if (entering != null) {
            throw new IllegalStateException("a DLA request begins inside another one");
        }
        final int kind = (int) HwLayout.Descriptor0.kind(word0);
        missing = kind == HwLayout.OpKind.PUT ? (int) (HwLayout.Descriptor0.length(word0) + 15) / 16 : 1;
        entering = new Request(channel, word0, word1, new ArrayList<>(), persistent[channel]);
        final int words = 1 + missing;
        final int reason = discards[channel] ? 1 : !active[channel] ? 3 : reserved[channel] < words ? 2 : 0;
        drops = reason != 0;
        final long a = channel | HwLayout.Descriptor0.tag(word0) << DlaTagEvent.TAG_LSB;
        if (drops) {
            lost[channel] = true;
            node.event(EventUnit.DLA_STORE, EventKind.DLA_DISCARDED, a, reason, 0);
        } else {
            reserved[channel] -= words;
            inFifo[channel] += persistent[channel] ? words : 0;
            node.event(EventUnit.DLA_STORE, EventKind.DLA_ACCEPTED, a, words, 0);
        }
        complete();
    }

    void data(final long low, final long high) {
        entering.payload().add(new long[] {low, high});
        missing--;
        complete();
    }

    private void complete() {
        if (missing == 0) {
            if (!drops) {
                fifo.add(entering);
            }
            entering = null;
        }
    }

    void end(final long word) {
        final int channel = (int) HwLayout.DlaCommand.channel(word);
        tell(
                EventKind.DLA_ENDED,
                channel | HwLayout.DlaCommand.block(word) << DlaBlockEvent.BLOCK_LSB,
                lost[channel] ? 1 : 0);
        discards[channel] = false;
        lost[channel] = false;
        if (HwLayout.DlaCommand.dealloc(word) != 0 && active[channel] && !persistent[channel]) {
            close(channel);
        }
    }

    private void close(final int channel) {
        held -= reserved[channel];
        reserved[channel] = 0;
        active[channel] = false;
    }

    void release(final int channel) {
        releasing[channel] = true;
        maybeReleased(channel);
    }

    private void maybeReleased(final int channel) {
        if (releasing[channel] && inFifo[channel] == 0) {
            releasing[channel] = false;
            close(channel);
            tell(EventKind.DLA_RELEASED, channel, 0);
        }
    }

    void drain(final long cycle) {
        if (fifo.isEmpty() || cycle < nextDrain) {
            return;
        }
        nextDrain = cycle + interval;
        final Request request = fifo.poll();
        final int channel = request.channel();
        node.event(
                EventUnit.DLA_DRAIN,
                EventKind.DLA_DRAINED,
                channel | HwLayout.Descriptor0.tag(request.word0()) << DlaTagEvent.TAG_LSB,
                request.words(),
                0);
        if (request.persistent()) {
            reserved[channel] += request.words();
            inFifo[channel] -= request.words();
            maybeReleased(channel);
        } else {
            held -= request.words();
        }
        node.launchStored(request.word0(), request.word1(), request.payload());
    }
}
