// SPDX-License-Identifier: Apache-2.0
package fairlead.run.record;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The pool of the store path over time, from the answers of the DLA: credits held and words in the FIFO of the fullest
 * node, and the allocations and requests of the whole machine.
 */
final class DlaFlow {
    /** What is counted over the machine. */
    enum Count {
        GRANTED,
        DENIED,
        ACCEPTED,
        DISCARDED
    }

    private static final int HELD = 0;
    private static final int WORDS = 1;

    private static final class Channel {
        private final Map<Long, Boolean> persistent =
                new HashMap<>(); // for each block, whether a persistent reservation was requested
        private final Deque<Boolean> deallocs = new ArrayDeque<>();
        private boolean isPersistent;
        private long granted;
        private long unspent;
    }

    private final Map<Integer, Channel> channels = new HashMap<>(); // index: node and number of the channel
    private final Map<Integer, long[]> nodes = new HashMap<>();
    final Series most; // of the fullest node: the credits held in row 0 and the words in the FIFO in row 1
    final Series counts; // by Count
    private boolean merged;
    private boolean used;

    DlaFlow(final TimeAxis axis) {
        most = axis.peaks(2);
        counts = axis.sums(Count.values().length);
    }

    boolean used() {
        return used;
    }

    /** Returns whether merged status events hid the end of a transaction, so that the credits held are not known. */
    boolean isHeldUnknown() {
        return merged;
    }

    private Channel channel(final int node, final long number) {
        return channels.computeIfAbsent(node << 8 | (int) number, n -> new Channel());
    }

    void commands(final CommandBuffer commands) {
        for (int i = 0; i < commands.count(); i++) {
            final long word = commands.word(i, 0);
            if (commands.op(i) == TileCommand.DLA_ALLOC) {
                final Channel channel = channel(commands.node(i), DlaCommand.channel(word));
                channel.persistent.put(DlaCommand.block(word), DlaCommand.pr(word) != 0);
            } else if (commands.op(i) == TileCommand.DLA_END) {
                channel(commands.node(i), DlaCommand.channel(word)).deallocs.add(DlaCommand.dealloc(word) != 0);
            }
        }
    }

    void event(final EventCursor e) {
        used = true;
        final int kind = e.kind();
        final Channel channel = channel(e.node(), DlaBlockEvent.channel(e.a()));
        switch (kind) {
            case EventKind.DLA_GRANTED -> {
                channel.isPersistent = Boolean.TRUE.equals(channel.persistent.remove(DlaBlockEvent.block(e.a())));
                channel.granted = e.b();
                channel.unspent = e.b();
                count(e, Count.GRANTED);
                change(e, HELD, e.b());
            }
            case EventKind.DLA_DENIED -> count(e, Count.DENIED);
            case EventKind.DLA_ACCEPTED -> {
                channel.unspent -= channel.isPersistent ? 0 : e.b();
                count(e, Count.ACCEPTED);
                change(e, WORDS, e.b());
            }
            case EventKind.DLA_DISCARDED -> count(e, Count.DISCARDED);
            case EventKind.DLA_DRAINED, EventKind.DLA_PURGED -> {
                change(e, WORDS, -e.b());
                change(e, HELD, channel(e.node(), DlaTagEvent.channel(e.a())).isPersistent ? 0 : -e.b());
            }
            case EventKind.DLA_ENDED -> {
                if (Boolean.TRUE.equals(channel.deallocs.poll()) && !channel.isPersistent) {
                    change(e, HELD, -channel.unspent);
                    channel.unspent = 0;
                }
            }
            case EventKind.DLA_RELEASED, EventKind.DLA_CLEARED -> {
                change(e, HELD, channel.isPersistent ? -channel.granted : -channel.unspent);
                channel.granted = 0;
                channel.unspent = 0;
            }
            case EventKind.DLA_MERGED -> merged = true;
            default -> {}
        }
    }

    private void count(final EventCursor e, final Count what) {
        counts.add(e.cycle(), what.ordinal(), 1);
    }

    private void change(final EventCursor e, final int what, final long by) {
        final long[] now = nodes.computeIfAbsent(e.node(), n -> new long[2]);
        now[what] += by;
        most.add(e.cycle(), what, now[what]);
    }

    /** Carries the fill of the nodes into the bin of this cycle. */
    void carry(final long cycle) {
        for (final long[] now : nodes.values()) {
            most.add(cycle, HELD, now[HELD]);
            most.add(cycle, WORDS, now[WORDS]);
        }
    }
}
