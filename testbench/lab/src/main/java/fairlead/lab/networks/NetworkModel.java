// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.networks;

import fairlead.lab.routes.PacketRouting;
import fairlead.lab.routes.PacketRouting.Choice;
import fairlead.lab.routes.PacketRouting.Packet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
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

    private final Map<List<Integer>, Buffer> byPlace = new HashMap<>();
    private final Map<List<Integer>, Step> byEnds = new LinkedHashMap<>();
    private final ArrayDeque<Runnable> open = new ArrayDeque<>();

    NetworkModel(final NetworkCase question) {
        this.question = question;
        routing = new PacketRouting(question.shape(), question.rules());
        explore();
    }

    private void explore() {
        final int nodes = question.shape().nodes();
        for (int src = 0; src < nodes; src++) {
            for (int dst = 0; dst < nodes; dst++) {
                if (question.asksAbout(src, dst)) {
                    routing.injected(src, dst, question.bothTies()).forEach(packet -> leads(null, packet));
                }
            }
        }
        while (!open.isEmpty()) {
            open.remove().run();
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

    private void leads(final Buffer at, final Packet packet) {
        final int direction = at == null ? -1 : at.direction();
        for (final Choice choice : routing.choices(packet, direction, at == null ? -1 : at.v())) {
            final Buffer target = choice.direction() == PacketRouting.EJECT ? null : target(packet, choice);
            int number = 0;
            if (target != null) {
                final Packet after = routing.after(packet, choice.direction());
                number = target.packets().getOrDefault(after, target.packets().size());
                if (target.packets().put(after, number) == null) {
                    open.add(() -> leads(target, after));
                }
            }
            final int from = at == null ? -1 : at.index();
            final List<Integer> ends = List.of(from, target == null ? -1 : target.index(), choice.slots());
            byEnds.computeIfAbsent(ends, e -> new Step(byEnds.size(), at, target, choice.slots(), new TreeMap<>()))
                    .moves()
                    .put(at == null ? number : at.packets().get(packet), number);
        }
    }

    private Buffer target(final Packet packet, final Choice choice) {
        return byPlace.computeIfAbsent(List.of(packet.node(), choice.direction(), choice.v()), key -> {
            buffers.add(
                    new Buffer(buffers.size(), packet.node(), choice.direction(), choice.v(), new LinkedHashMap<>()));
            return buffers.get(buffers.size() - 1);
        });
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
