// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The coverage bins of the store path. */
final class StorePathCoverage {
    private static final int WHOLE = 2; // the last reason of DLA_DISCARDED that has a bin; the first is 1

    private final Consumer<Bin> hit;
    // cycle of the last DLA_RELEASE command, by node and channel
    private final Map<Long, Long> releaseGiven = new HashMap<>();
    // cycle of the last delayed DLA_RELEASED event, by node and channel
    private final Map<Long, Long> released = new HashMap<>();
    // number of flits that the node's last request still lacks
    private final Map<Integer, Long> missing = new HashMap<>();
    private final Map<Integer, Long> storedTo = new HashMap<>(); // channel of the node's last request

    StorePathCoverage(final Consumer<Bin> hit) {
        this.hit = hit;
    }

    void command(final CommandBuffer commands, final int i) {
        final int node = commands.node(i);
        switch (commands.op(i)) {
            case TileCommand.DLA_REQUEST -> {
                missing.put(node, flits(commands.word(i, 0)));
                storedTo.put(node, commands.word(i, 3));
            }
            case TileCommand.DLA_DATA -> missing.merge(node, -1L, Long::sum);
            case TileCommand.DLA_RELEASE -> releaseGiven.put(
                    Coverage.key(node, DlaCommand.channel(commands.word(i, 0))), commands.cycle(i));
            case TileCommand.DLA_CLEAR -> {
                if (missing.getOrDefault(node, 0L) > 0
                        && storedTo.get(node) == DlaCommand.channel(commands.word(i, 0))) {
                    hit.accept(Bin.DLA_TORN);
                    missing.put(node, 0L);
                }
            }
            case TileCommand.DLA_EVENT_CREDIT -> hit.accept(Bin.DLA_EVENT_CREDIT);
            default -> {}
        }
    }

    private static long flits(final long descriptor) {
        if (Descriptor0.kind(descriptor) == OpKind.MSG) {
            return 0; // the store path accepts no message
        }
        return Descriptor0.kind(descriptor) == OpKind.PUT
                ? (Descriptor0.length(descriptor) + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES
                : 1;
    }

    void event(final EventCursor e) {
        switch (e.kind()) {
            case EventKind.DLA_GRANTED -> hit.accept(Bin.DLA_GRANT);
            case EventKind.DLA_DENIED -> hit.accept(Bin.DLA_DENY);
            case EventKind.DLA_DISCARDED -> {
                if (e.b() <= WHOLE) {
                    hit.accept(e.b() == 1 ? Bin.DLA_DISCARD : Bin.DLA_OVERFLOW);
                }
            }
            case EventKind.DLA_RELEASED -> released(e.cycle(), Coverage.key(e.node(), e.a()));
            case EventKind.DLA_DRAINED -> drained(e.cycle(), Coverage.key(e.node(), DlaTagEvent.channel(e.a())));
            case EventKind.DLA_MARKED -> hit.accept(e.b() == 0 ? Bin.DLA_MARK : Bin.DLA_MARKS_IN_ONE);
            case EventKind.DLA_MERGED -> hit.accept(Bin.DLA_MERGE);
            case EventKind.DLA_PURGED -> hit.accept(Bin.DLA_PURGE);
            case EventKind.DLA_CLEARED -> hit.accept(Bin.DLA_CLEAR);
            default -> {}
        }
    }

    /** Notes a delayed release: a release without a wait is answered one cycle after its command. */
    private void released(final long cycle, final long channel) {
        final Long given = releaseGiven.remove(channel);
        if (given != null && cycle > given + 1) {
            released.put(channel, cycle);
        }
    }

    /**
     * Counts a release that waited for the channel's last request: it is answered in the cycle of that request's
     * DLA_DRAINED, whose record follows.
     */
    private void drained(final long cycle, final long channel) {
        final Long at = released.remove(channel);
        if (at != null && at == cycle) {
            hit.accept(Bin.DLA_RELEASE_PENDING);
        }
    }
}
