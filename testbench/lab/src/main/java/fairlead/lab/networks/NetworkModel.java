// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.networks;

import fairlead.deadlock.graph.PacketRouting;
import fairlead.deadlock.graph.PacketRouting.Choice;
import fairlead.deadlock.graph.PacketRouting.Packet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A network of packets as a finite state machine, built from the rules of the static check. The model has one class,
 * because classes share no buffer. A buffer (link, VC) is a queue of packets. In one step, any number of packets move,
 * are injected or leave. A packet moves from the front of its buffer into a buffer that had room for it before the
 * step, and a buffer accepts one packet per step. So every order of single moves is covered, and every step is one such
 * order.
 */
final class NetworkModel {
    /** The queue of a link VC, with every packet that some path brings into it. */
    record Buffer(int index, int from, int direction, int v, Map<Packet, Integer> packets) {}

    /**
     * A possible step: the front packet of a buffer moves if it is one of the given packets.
     *
     * @param index the number of the step
     * @param source the buffer that the packet leaves, or null for an injection
     * @param target the buffer that the packet enters, or null if it leaves the network
     * @param slots the number of free slots that the step needs
     * @param moves the packet's number in the source, mapped to its number in the target
     */
    record Step(int index, Buffer source, Buffer target, int slots, Map<Integer, Integer> moves) {}

    final NetworkCase question;
    final PacketRouting routing;
    final List<Buffer> buffers = new ArrayList<>();
    final List<Step> steps = new ArrayList<>();
    /** The steps that leave each buffer. */
    final List<List<Step>> of = new ArrayList<>();
    /** The steps that enter each buffer. */
    final List<List<Step>> into = new ArrayList<>();

    NetworkModel(final NetworkCase question) {
        this.question = question;
        routing = question.rules().packets(question.shape());
        explore();
    }

    private void explore() {
        final Map<List<Integer>, Buffer> byPlace =
                new TreeMap<>(java.util.Comparator.<List<Integer>>comparingInt(k -> k.get(0))
                        .thenComparingInt(k -> k.get(1))
                        .thenComparingInt(k -> k.get(2)));
        final Map<List<Object>, Step> byEnds = new LinkedHashMap<>();
        final ArrayDeque<Object[]> open = new ArrayDeque<>();
        final int nodes = question.shape().nodes();
        for (int src = 0; src < nodes; src++) {
            for (int dst = 0; dst < nodes; dst++) {
                if (question.asksAbout(src, dst)) {
                    for (final Packet packet : routing.injected(src, dst, question.bothTies())) {
                        leads(null, packet, byPlace, byEnds, open);
                    }
                }
            }
        }
        while (!open.isEmpty()) {
            final Object[] one = open.remove();
            leads((Buffer) one[0], (Packet) one[1], byPlace, byEnds, open);
        }
        steps.addAll(byEnds.values());
        buffers.forEach(b -> of.add(new ArrayList<>()));
        buffers.forEach(b -> into.add(new ArrayList<>()));
        for (final Step step : steps) {
            if (step.target() != null) {
                into.get(step.target().index()).add(step);
            }
            if (step.source() != null) {
                of.get(step.source().index()).add(step);
            }
        }
    }

    private void leads(
            final Buffer at,
            final Packet packet,
            final Map<List<Integer>, Buffer> byPlace,
            final Map<List<Object>, Step> byEnds,
            final ArrayDeque<Object[]> open) {
        final int direction = at == null ? -1 : at.direction();
        for (final Choice choice : routing.choices(packet, direction, at == null ? -1 : at.v())) {
            Buffer target = null;
            int number = 0;
            if (choice.direction() != PacketRouting.EJECT) {
                final int v = choice.v();
                target = byPlace.computeIfAbsent(List.of(packet.node(), choice.direction(), v), key -> {
                    buffers.add(
                            new Buffer(buffers.size(), packet.node(), choice.direction(), v, new LinkedHashMap<>()));
                    return buffers.get(buffers.size() - 1);
                });
                final Packet after = routing.after(packet, choice.direction());
                final Integer old = target.packets().get(after);
                number = old == null ? target.packets().size() : old;
                if (old == null) {
                    target.packets().put(after, number);
                    open.add(new Object[] {target, after});
                }
            }
            final List<Object> ends = new ArrayList<>();
            ends.add(at == null ? -1 : at.index());
            ends.add(target == null ? -1 : target.index());
            ends.add(choice.slots());
            final Buffer to = target;
            byEnds.computeIfAbsent(ends, e -> new Step(byEnds.size(), at, to, choice.slots(), new TreeMap<>()))
                    .moves()
                    .put(at == null ? number : at.packets().get(packet), number);
        }
    }

    /** Returns the packet with this number in a buffer. */
    static Packet packet(final Buffer buffer, final int number) {
        return buffer.packets().entrySet().stream()
                .filter(e -> e.getValue() == number)
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    /** Returns the bubble rings: the buffers with v = 0 of each direction on each ring of the torus. */
    List<List<Buffer>> rings() {
        final Map<Integer, List<Buffer>> rings = new TreeMap<>();
        for (final Buffer b : buffers) {
            int first = b.from();
            for (int at = b.from(), i = 0; i < question.shape().k(b.direction() >> 1); i++) {
                at = question.shape().neighbour(at, b.direction());
                first = Math.min(first, at);
            }
            if (b.v() == 0) {
                rings.computeIfAbsent(first * 6 + b.direction(), key -> new ArrayList<>())
                        .add(b);
            }
        }
        return List.copyOf(rings.values());
    }

    /**
     * Returns the number of units that must be free for a packet of this length: its own units, and those of one
     * longest packet for each further slot.
     */
    int room(final Step step, final int length) {
        return question.takes(length) + (step.slots() - 1) * question.longest();
    }
}
