// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EpochEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Shape;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The bins of failures in an epoch, and of accesses that run beside it. */
final class EpochCoverage {
    private final Shape shape;
    private final Consumer<Bin> hit;
    private final Map<Long, Long> targets = new HashMap<>(); // packed target of the last EPOCH_OPEN, by node and index
    private final Set<Long> open = new HashSet<>(); // open epochs, by node and index
    private final Map<Long, Long> posts = new HashMap<>(); // first word of the last POST, by node and tag
    private final Map<Long, Long> exposed = new HashMap<>(); // number of open epochs, by target node and packed origin

    EpochCoverage(final Shape shape, final Consumer<Bin> hit) {
        this.shape = shape;
        this.hit = hit;
    }

    void command(final CommandBuffer commands, final int i) {
        final long word = commands.word(i, 0);
        if (commands.op(i) == TileCommand.EPOCH_OPEN) {
            targets.put(Coverage.key(commands.node(i), EpochCommand.index(word)), EpochCommand.target(word));
        } else if (commands.op(i) == TileCommand.POST) {
            posts.put(Coverage.key(commands.node(i), Descriptor0.tag(word)), word);
        }
    }

    void event(final EventCursor e) {
        switch (e.kind()) {
            case EventKind.EPOCH_OPENED -> open.add(Coverage.key(e.node(), e.a()));
            case EventKind.EPOCH_CLOSING -> open.remove(Coverage.key(e.node(), e.a()));
            case EventKind.EPOCH_CLOSED -> {
                if (e.b() != 0) {
                    hit.accept(Bin.EPOCH_FAILED);
                }
            }
            case EventKind.EPOCH_EXPOSED -> exposed.merge(
                    Coverage.key(e.node(), EpochEvent.origin(e.a())), 1L, Long::sum);
            case EventKind.EPOCH_FREED -> exposed.merge(
                    Coverage.key(e.node(), EpochEvent.origin(e.a())), -1L, Long::sum);
            case EventKind.OP_REJECTED -> rejected(e);
            case EventKind.PACKET_DELIVERED -> delivered(e.a(), e.b());
            default -> {}
        }
    }

    private void rejected(final EventCursor e) {
        final Long word = posts.get(Coverage.key(e.node(), OpEvent.tag(e.a())));
        if (word == null || e.b() != RejectReason.EPOCH) {
            return;
        }
        final long index = Coverage.key(e.node(), Descriptor0.index(word));
        if (open.contains(index) && targets.get(index) != Descriptor0.target(word)) {
            hit.accept(Bin.EPOCH_ELSEWHERE);
        }
    }

    private void delivered(final long word0, final long word1) {
        if (Header0.ptype(word0) <= PacketType.CAS && Header1.epoch(word1) == 0) {
            final int node = shape.rankOfCoord((int) Header0.dst(word0));
            if (exposed.getOrDefault(Coverage.key(node, Header0.src(word0)), 0L) > 0) {
                hit.accept(Bin.BESIDE_EPOCH);
            }
        }
    }
}
