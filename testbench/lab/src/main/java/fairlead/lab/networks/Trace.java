// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.networks;

import fairlead.deadlock.graph.PacketRouting.Packet;
import fairlead.lab.networks.NetworkModel.Buffer;
import fairlead.lab.networks.NetworkModel.Step;
import fairlead.machine.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * A path into a deadlock, taken from the inputs of the circuit and repeated on the model alone. Every step must be one
 * of the model's steps, and at the end every buffer of the witness must have a front packet that can never move.
 *
 * @param moves the number of packet moves on the path
 * @param witness the packets in a smallest set of buffers whose front packets wait for each other; buffer by buffer,
 *      front packet first
 * @param injections all injected packets in order
 */
public record Trace(int moves, List<Stuck> witness, List<Sent> injections) {
    /** A packet that was injected at node `src` in step `step`. */
    public record Sent(int src, int dst, int length, int step) {}

    /**
     * A packet of the knot.
     *
     * @param hops the number of links that the packet has passed
     */
    public record Stuck(Sent sent, int node, int direction, int v, int hops) {
        public String text(final Shape shape) {
            return at(shape, sent.src()) + " -> " + at(shape, sent.dst()) + " in VC " + v + " of the link "
                    + List.of("X+", "X-", "Y+", "Y-", "Z+", "Z-").get(direction) + " of " + at(shape, node);
        }

        private static String at(final Shape shape, final int node) {
            return shape.x(node) + "," + shape.y(node) + "," + shape.z(node);
        }
    }

    public Trace {
        witness = List.copyOf(witness);
        injections = List.copyOf(injections);
    }

    private record Held(Packet packet, Sent sent, int hops) {}

    static Trace of(final NetworkModel model, final NetworkCircuit circuit, final List<String> frames) {
        final NetworkCase question = model.question;
        final List<List<Held>> queues = new ArrayList<>();
        model.buffers.forEach(b -> queues.add(new ArrayList<>()));
        final List<Sent> sent = new ArrayList<>();
        int steps = 0;
        for (final String frame : frames.subList(0, frames.size() - 1)) {
            steps += frame(model, queues, sent, circuit, frame);
        }
        final List<Stuck> witness = new ArrayList<>();
        final String end = frames.get(frames.size() - 1);
        final boolean[] in = new boolean[queues.size()];
        for (int b = 0; b < in.length; b++) {
            in[b] = bit(end, circuit.witness[b]);
        }
        if (count(in) == 0 || prune(model, queues, in)) {
            throw new IllegalStateException("the counterexample is none: a packet of it can move");
        }
        minimise(model, queues, in);
        for (final Buffer b : model.buffers) {
            if (in[b.index()]) {
                queues.get(b.index())
                        .forEach(h -> witness.add(new Stuck(h.sent(), b.from(), b.direction(), b.v(), h.hops())));
            }
        }
        return new Trace(steps, witness, sent);
    }

    private static int count(final boolean[] in) {
        int count = 0;
        for (final boolean one : in) {
            count += one ? 1 : 0;
        }
        return count;
    }

    /**
     * Removes buffers from the set until every remaining front packet waits only for buffers of the set; returns
     * whether any buffer was removed.
     */
    private static boolean prune(final NetworkModel model, final List<List<Held>> queues, final boolean[] in) {
        boolean any = false;
        for (boolean again = true; again; ) {
            again = false;
            for (final Buffer b : model.buffers) {
                if (in[b.index()] && !isStuck(model, queues, in, b)) {
                    in[b.index()] = false;
                    again = true;
                    any = true;
                }
            }
        }
        return any;
    }

    private static boolean isStuck(
            final NetworkModel model, final List<List<Held>> queues, final boolean[] in, final Buffer b) {
        if (queues.get(b.index()).isEmpty()) {
            return false;
        }
        final Held front = queues.get(b.index()).get(0);
        final int number = b.packets().get(front.packet());
        for (final Step step : model.of.get(b.index())) {
            if (step.moves().containsKey(number)
                    && (step.target() == null
                            || !in[step.target().index()]
                            || room(model.question, queues.get(step.target().index()))
                                    >= model.room(step, front.sent().length()))) {
                return false;
            }
        }
        return true;
    }

    /** Reduces the set until the removal of any buffer would free all its packets. */
    private static void minimise(final NetworkModel model, final List<List<Held>> queues, final boolean[] in) {
        for (int b = 0; b < in.length; b++) {
            if (in[b]) {
                final boolean[] fewer = in.clone();
                fewer[b] = false;
                prune(model, queues, fewer);
                if (count(fewer) > 0) {
                    System.arraycopy(fewer, 0, in, 0, in.length);
                }
            }
        }
    }

    private static int room(final NetworkCase question, final List<Held> queue) {
        return question.capacity()
                - queue.stream()
                        .mapToInt(h -> question.takes(h.sent().length()))
                        .sum();
    }

    private record Move(Step step, Held held) {}

    /** Performs one step of the circuit on the model; returns the number of packets that move. */
    private static int frame(
            final NetworkModel model,
            final List<List<Held>> queues,
            final List<Sent> sent,
            final NetworkCircuit circuit,
            final String frame) {
        final NetworkCase question = model.question;
        final List<Move> moves = new ArrayList<>();
        final boolean[] left = new boolean[queues.size()];
        for (final Step step : model.steps) {
            final Buffer to = step.target();
            final boolean tried = isTried(model, step, circuit, frame);
            final Buffer from = step.source();
            if (!tried
                    || from != null
                            && (left[from.index()] || queues.get(from.index()).isEmpty())) {
                continue;
            }
            Held held = null;
            final int number;
            int length = question.lengths()[0];
            if (from == null) {
                number = value(frame, circuit.injected[to.index()]);
                length = question.lengths().length > 1 && bit(frame, circuit.longer[to.index()])
                        ? question.longest()
                        : length;
            } else {
                held = queues.get(from.index()).get(0);
                number = from.packets().get(held.packet());
                length = held.sent().length();
            }
            final Integer after = step.moves().get(number);
            if (after == null || to != null && room(question, queues.get(to.index())) < model.room(step, length)) {
                continue;
            }
            if (from != null) {
                left[from.index()] = true;
            }
            if (to == null) {
                moves.add(new Move(step, held));
                continue;
            }
            final Packet packet = NetworkModel.packet(to, after);
            Sent origin = held == null ? null : held.sent();
            if (held == null) {
                origin = new Sent(to.from(), packet.dst(), length, sent.size());
                sent.add(origin);
            }
            moves.add(new Move(step, new Held(packet, origin, held == null ? 1 : held.hops() + 1)));
        }
        for (int b = 0; b < left.length; b++) {
            if (left[b]) {
                queues.get(b).remove(0);
            }
        }
        moves.stream()
                .filter(move -> move.step().target() != null)
                .forEach(move -> queues.get(move.step().target().index()).add(move.held()));
        return moves.size();
    }

    private static boolean isTried(
            final NetworkModel model, final Step step, final NetworkCircuit circuit, final String frame) {
        final Buffer to = step.target();
        return to == null
                ? bit(frame, circuit.leaving[step.index()])
                : value(frame, circuit.selector[to.index()])
                        == model.into.get(to.index()).indexOf(step);
    }

    private static boolean bit(final String frame, final int input) {
        return frame.charAt((input >> 1) - 1) == '1';
    }

    private static int value(final String frame, final int[] inputs) {
        int value = 0;
        for (int i = 0; i < inputs.length; i++) {
            value |= bit(frame, inputs[i]) ? 1 << i : 0;
        }
        return value;
    }
}
