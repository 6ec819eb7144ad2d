// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.networks;

import fairlead.lab.networks.NetworkModel.Buffer;
import fairlead.lab.networks.NetworkModel.Step;
import fairlead.lab.routes.PacketRouting.Packet;
import fairlead.machine.Shape;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A path into a deadlock, taken from the inputs of the circuit and repeated on the model alone. Every step must be one
 * of the model's steps, and at the end every buffer of the witness must have a front packet that can never move.
 *
 * @param witness the packets in a smallest set of buffers whose front packets wait for each other; buffer by buffer,
 *      front packet first
 */
public record Trace(List<Stuck> witness) {
    /** A packet that was injected at node `src`. */
    public record Sent(int src, int dst, int length) {}

    /**
     * A packet of the knot.
     *
     * @param hops the number of links that the packet has passed
     */
    public record Stuck(Sent sent, int node, int direction, int v, int hops) {
        public String text(Shape shape) {
            return at(shape, sent.src()) + " -> " + at(shape, sent.dst()) + " in VC " + v + " of the link "
                    + Shape.LINKS.get(direction) + " of " + at(shape, node);
        }

        private static String at(Shape shape, int node) {
            return shape.x(node) + "," + shape.y(node) + "," + shape.z(node);
        }
    }

    public Trace {
        witness = List.copyOf(witness);
    }

    static Trace of(NetworkModel model, NetworkCircuit circuit, List<String> frames) {
        Replay replay = new Replay(model, circuit);
        frames.subList(0, frames.size() - 1).forEach(replay::step);
        return new Trace(replay.witness(frames.get(frames.size() - 1)));
    }

    private record Held(Packet packet, Sent sent, int hops) {}

    private record Move(Buffer to, Held held) {}

    private static final class Replay {
        private final NetworkModel model;
        private final NetworkCircuit circuit;
        private final NetworkCase question;
        private final List<List<Held>> queues = new ArrayList<>();

        Replay(NetworkModel model, NetworkCircuit circuit) {
            this.model = model;
            this.circuit = circuit;
            question = model.question;
            model.buffers.forEach(b -> queues.add(new ArrayList<>()));
        }

        private List<Held> queue(Buffer b) {
            return queues.get(b.index);
        }

        private boolean hasRoom(Step step, int length) {
            int taken = queue(step.target).stream()
                    .mapToInt(h -> question.takes(h.sent().length()))
                    .sum();
            return question.capacity() - taken >= model.room(step, length);
        }

        /** Performs one step of the circuit. */
        void step(String frame) {
            List<Move> moves = new ArrayList<>();
            BitSet left = new BitSet();
            for (Step step : model.steps) {
                Buffer from = step.source;
                boolean has =
                        from == null || !left.get(from.index) && !queue(from).isEmpty();
                Held held = !has || !isTried(step, frame)
                        ? null
                        : from == null
                                ? injected(step.target, frame)
                                : queue(from).get(0);
                if (held == null) {
                    continue;
                }
                int number = from == null
                        ? value(frame, circuit.queue(step.target).injected)
                        : from.packets.indexOf(held.packet());
                Integer after = step.moves.get(number);
                Buffer to = step.target;
                if (after == null || to != null && !hasRoom(step, held.sent().length())) {
                    continue;
                }
                if (from != null) {
                    left.set(from.index);
                }
                if (to != null) {
                    moves.add(new Move(to, new Held(to.packets.get(after), held.sent(), held.hops() + 1)));
                }
            }
            left.stream().forEach(b -> queues.get(b).remove(0));
            moves.forEach(move -> queue(move.to).add(move.held));
        }

        private Held injected(Buffer to, String frame) {
            boolean isLong = question.lengths().length > 1 && bit(frame, circuit.queue(to).longer);
            int length = isLong ? question.longest() : question.lengths()[0];
            int number = value(frame, circuit.queue(to).injected);
            return number < to.packets.size()
                    ? new Held(null, new Sent(to.from, to.packets.get(number).dst(), length), 0)
                    : null;
        }

        private boolean isTried(Step step, String frame) {
            Buffer to = step.target;
            return to == null
                    ? bit(frame, circuit.leaving[step.index])
                    : value(frame, circuit.queue(to).selector) == to.in.indexOf(step);
        }

        /** Returns the packets of a smallest deadlock among the buffers of the witness. */
        List<Stuck> witness(String end) {
            BitSet in = new BitSet();
            model.buffers.stream()
                    .filter(b -> bit(end, circuit.queue(b).witness))
                    .forEach(b -> in.set(b.index));
            if (in.isEmpty() || !pruned(in).equals(in)) {
                throw new IllegalStateException("the counterexample is none: a packet of it can move");
            }
            // the set is smallest when the removal of any buffer would free all its packets
            for (int b = in.nextSetBit(0); b >= 0; b = in.nextSetBit(b + 1)) {
                BitSet fewer = (BitSet) in.clone();
                fewer.clear(b);
                BitSet rest = pruned(fewer);
                if (!rest.isEmpty()) {
                    in.and(rest);
                }
            }
            List<Stuck> stuck = new ArrayList<>();
            in.stream().mapToObj(model.buffers::get).forEach(b -> queue(b).forEach(
                            h -> stuck.add(new Stuck(h.sent(), b.from, b.direction, b.v, h.hops()))));
            return stuck;
        }

        /** Returns the buffers of a set all of whose front packets wait only for buffers that are returned. */
        private BitSet pruned(BitSet set) {
            BitSet in = (BitSet) set.clone();
            for (int before = -1; before != in.cardinality(); ) {
                before = in.cardinality();
                model.buffers.stream()
                        .filter(b -> in.get(b.index) && !isStuck(in, b))
                        .forEach(b -> in.clear(b.index));
            }
            return in;
        }

        private boolean isStuck(BitSet in, Buffer b) {
            if (queue(b).isEmpty()) {
                return false;
            }
            Held front = queue(b).get(0);
            int number = b.packets.indexOf(front.packet());
            return b.out.stream()
                    .filter(step -> step.moves.containsKey(number))
                    .allMatch(step -> step.target != null
                            && in.get(step.target.index)
                            && !hasRoom(step, front.sent().length()));
        }

        private static boolean bit(String frame, int input) {
            return frame.charAt((input >> 1) - 1) == '1';
        }

        private static int value(String frame, int[] inputs) {
            int value = 0;
            for (int i = 0; i < inputs.length; i++) {
                value |= bit(frame, inputs[i]) ? 1 << i : 0;
            }
            return value;
        }
    }
}
