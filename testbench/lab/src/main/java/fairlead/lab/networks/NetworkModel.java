// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.networks;

import fairlead.lab.routes.PacketRouting;
import fairlead.lab.routes.PacketRouting.Choice;
import fairlead.lab.routes.PacketRouting.Packet;
import fairlead.machine.Shape;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
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
    /** The queue of a link VC, with every packet that some path brings into it; a packet has its number in the list. */
    static final class Buffer {
        final int index;
        final int from;
        final int direction;
        final int v;
        final List<Packet> packets = new ArrayList<>();
        final List<Step> in = new ArrayList<>();
        final List<Step> out = new ArrayList<>();

        private Buffer(int index, int from, int direction, int v) {
            this.index = index;
            this.from = from;
            this.direction = direction;
            this.v = v;
        }
    }

    /** A possible step: the front packet of a buffer moves if it is one of the given packets. */
    static final class Step {
        final int index;
        final Buffer source; // null for an injection
        final Buffer target; // null if the packet leaves the network
        final int slots; // number of free slots that the step needs
        final Map<Integer, Integer> moves = new TreeMap<>(); // number in the source -> number in the target

        private Step(int index, Buffer source, Buffer target, int slots) {
            this.index = index;
            this.source = source;
            this.target = target;
            this.slots = slots;
            if (target != null) {
                target.in.add(this);
            }
            if (source != null) {
                source.out.add(this);
            }
        }
    }

    final NetworkCase question;
    final List<Buffer> buffers = new ArrayList<>();
    final List<Step> steps = new ArrayList<>();

    private final PacketRouting routing;
    private final Map<List<Integer>, Buffer> byPlace = new HashMap<>();
    private final Map<List<Integer>, Step> byEnds = new HashMap<>();
    private final ArrayDeque<Runnable> open = new ArrayDeque<>();

    NetworkModel(NetworkCase question) {
        this.question = question;
        routing = new PacketRouting(question.shape(), question.rules());
        int nodes = question.shape().nodes();
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
    }

    private void leads(Buffer at, Packet packet) {
        for (Choice choice : routing.choices(packet, at == null ? -1 : at.direction, at == null ? -1 : at.v)) {
            Buffer target = choice.direction() == PacketRouting.EJECT ? null : target(packet, choice);
            int number = 0;
            if (target != null) {
                Packet after = routing.after(packet, choice.direction());
                if (!target.packets.contains(after)) {
                    target.packets.add(after);
                    open.add(() -> leads(target, after));
                }
                number = target.packets.indexOf(after);
            }
            List<Integer> ends =
                    List.of(at == null ? -1 : at.index, target == null ? -1 : target.index, choice.slots());
            byEnds.computeIfAbsent(ends, e -> {
                        steps.add(new Step(steps.size(), at, target, choice.slots()));
                        return steps.get(steps.size() - 1);
                    })
                    .moves
                    .put(at == null ? number : at.packets.indexOf(packet), number);
        }
    }

    private Buffer target(Packet packet, Choice choice) {
        return byPlace.computeIfAbsent(List.of(packet.node(), choice.direction(), choice.v()), key -> {
            buffers.add(new Buffer(buffers.size(), packet.node(), choice.direction(), choice.v()));
            return buffers.get(buffers.size() - 1);
        });
    }

    /** Returns the bubble rings: the buffers with v = 0 of each direction on each ring of the torus. */
    Collection<List<Buffer>> rings() {
        Shape shape = question.shape();
        Map<Integer, List<Buffer>> rings = new TreeMap<>();
        for (Buffer b : buffers) {
            int first = b.from;
            for (int at = b.from, i = 0; i < shape.k(b.direction >> 1); i++) {
                at = shape.neighbour(at, b.direction);
                first = Math.min(first, at);
            }
            if (b.v == 0) {
                rings.computeIfAbsent(first * Shape.DIRECTIONS + b.direction, key -> new ArrayList<>())
                        .add(b);
            }
        }
        return rings.values();
    }

    /**
     * Returns the number of units that must be free for a packet of this length: its own units, and those of one
     * longest packet for each further slot.
     */
    int room(Step step, int length) {
        return question.takes(length) + (step.slots - 1) * question.longest();
    }
}
