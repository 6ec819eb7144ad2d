// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.networks;

import fairlead.lab.networks.NetworkModel.Buffer;
import fairlead.lab.networks.NetworkModel.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The network model as a circuit with one output that marks bad states. The inputs name a non-empty set of buffers. The
 * state is bad if each of them has a front packet all of whose steps lead into buffers of the set without enough room.
 * Such packets never move again, whatever other packets do: this is a local deadlock (docs/understand/deadlock.md).
 */
final class NetworkCircuit {
    private final NetworkModel model;
    private final NetworkCase question;
    private final Aig aig = new Aig();
    private final int places;
    private final boolean twoLengths;
    private final List<Queue> queues = new ArrayList<>();
    final int[] leaving; // for each step out of the network, whether it is tried

    NetworkCircuit(NetworkModel model) {
        this.model = model;
        question = model.question;
        twoLengths = question.lengths().length > 1;
        places = question.capacity() / question.takes(question.lengths()[0]);
        model.buffers.forEach(b -> queues.add(new Queue(b)));
        leaving = new int[model.steps.size()];
        for (Step step : model.steps) {
            leaving[step.index] = step.target == null ? aig.input() : Aig.FALSE;
        }
        queues.forEach(queue -> queue.witness = aig.input());
        queues.forEach(Queue::latches);
        queues.forEach(queue -> queue.is = queue.equal(queue.number[0]));
        model.steps.forEach(this::step);
        queues.forEach(Queue::next);
        int bad = bad();
        aig.output(question.safe() && question.rules().bubble() ? aig.or(bad, fullRing()) : bad);
    }

    private static int bits(int values) {
        return values <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(values - 1);
    }

    Aig aig() {
        return aig;
    }

    Queue queue(Buffer b) {
        return queues.get(b.index);
    }

    /** One buffer: its inputs, its registers, and what moves into it and out of it in a step. */
    final class Queue {
        private final Buffer buffer;
        private final int bits;
        /** The number of the step into the buffer that is tried; the number after the last step means none. */
        final int[] selector;

        final int[] injected; // the number of the packet that is injected

        final int longer;
        int witness;
        private int[] valid; // whether a place holds a packet
        private final int[][] number; // by place
        private final int[] isLong; // by place
        private int[] is; // which packet is in front, one literal for each packet
        private final List<Integer> leaves = new ArrayList<>();
        private final List<Integer> comes = new ArrayList<>();
        private final List<Integer> comesLong = new ArrayList<>();
        private final List<List<Integer>> comesAs = new ArrayList<>(); // by bit of the number
        private final Map<Integer, Integer> rooms = new HashMap<>();

        Queue(Buffer buffer) {
            this.buffer = buffer;
            bits = bits(buffer.packets.size());
            selector = aig.inputs(NetworkCircuit.bits(buffer.in.size() + 1));
            injected = aig.inputs(bits);
            longer = twoLengths ? aig.input() : Aig.FALSE;
            number = new int[places][];
            isLong = new int[places];
            IntStream.range(0, bits).forEach(bit -> comesAs.add(new ArrayList<>()));
        }

        private void latches() {
            valid = aig.latches(places);
            for (int place = 0; place < places; place++) {
                number[place] = aig.latches(bits);
                isLong[place] = twoLengths ? aig.latch() : Aig.FALSE;
            }
        }

        private int[] equal(int[] to) {
            return IntStream.range(0, buffer.packets.size())
                    .map(i -> aig.equal(to, i))
                    .toArray();
        }

        /**
         * Defines the next state: when the front packet leaves, the packets after it move up; then an arriving packet
         * takes the first free place.
         */
        private void next() {
            int leave = aig.or(leaves);
            int come = aig.or(comes);
            int asLong = aig.or(comesLong);
            int[] as = comesAs.stream().mapToInt(aig::or).toArray();
            int[] taken = new int[places];
            for (int place = 0; place < places; place++) {
                int behind = place == places - 1 ? Aig.FALSE : valid[place + 1];
                taken[place] = aig.mux(leave, behind, valid[place]);
            }
            for (int place = 0; place < places; place++) {
                int behind = Math.min(place + 1, places - 1);
                int before = place == 0 ? Aig.TRUE : taken[place - 1];
                int takes = aig.and(List.of(come, before, Aig.not(taken[place])));
                aig.next(valid[place], aig.or(takes, taken[place]));
                for (int bit = 0; bit < as.length; bit++) {
                    moveUp(number[place][bit], number[behind][bit], takes, as[bit], leave);
                }
                if (twoLengths) {
                    moveUp(isLong[place], isLong[behind], takes, asLong, leave);
                }
            }
        }

        private void moveUp(int mine, int behind, int takes, int coming, int leave) {
            aig.next(mine, aig.mux(takes, coming, aig.mux(leave, behind, mine)));
        }

        /** Returns whether the packets take at most this many units. */
        private int atMost(int units) {
            return units < 0 ? Aig.FALSE : rooms.computeIfAbsent(units, key -> atMost(0, units));
        }

        private int atMost(int place, int units) {
            if (units < 0) {
                return Aig.FALSE;
            }
            if (place == places) {
                return Aig.TRUE;
            }
            int small = atMost(place + 1, units - question.takes(question.lengths()[0]));
            int big = twoLengths ? atMost(place + 1, units - question.takes(question.longest())) : small;
            return aig.mux(valid[place], aig.mux(isLong[place], big, small), atMost(place + 1, units));
        }

        /** Returns whether the front packet can leave only into buffers of the witness without enough room. */
        private int isStuck() {
            Map<Step, Integer> blocked = new LinkedHashMap<>();
            buffer.out.forEach(step -> blocked.put(
                    step,
                    step.target == null
                            ? Aig.FALSE
                            : aig.and(queue(step.target).witness, Aig.not(room(step, isLong[0])))));
            List<Integer> stuck = new ArrayList<>();
            for (int i = 0; i < is.length; i++) {
                int packet = i;
                List<Integer> all = new ArrayList<>(List.of(is[i]));
                blocked.forEach(
                        (step, literal) -> all.addAll(step.moves.containsKey(packet) ? List.of(literal) : List.of()));
                stuck.add(aig.and(all));
            }
            return aig.and(valid[0], aig.or(stuck));
        }
    }

    /** Notes under which condition a step moves a packet. */
    private void step(Step step) {
        Queue from = step.source == null ? null : queue(step.source);
        Queue to = step.target == null ? null : queue(step.target);
        int tried = to == null ? leaving[step.index] : aig.equal(to.selector, to.buffer.in.indexOf(step));
        int[] packet = from == null ? to.equal(to.injected) : from.is;
        List<Integer> which = new ArrayList<>();
        step.moves.keySet().forEach(k -> which.add(packet[k]));
        int length = from == null ? to.longer : from.isLong[0];
        int enabled = aig.and(List.of(
                tried,
                from == null ? Aig.TRUE : from.valid[0],
                // if several steps of one packet are tried, only the first is done
                from == null ? Aig.TRUE : Aig.not(aig.or(from.leaves)),
                aig.or(which),
                to == null ? Aig.TRUE : room(step, length)));
        if (from != null) {
            from.leaves.add(enabled);
        }
        if (to != null) {
            to.comes.add(enabled);
            to.comesLong.add(aig.and(enabled, length));
            for (int bit = 0; bit < to.bits; bit++) {
                int mask = 1 << bit;
                List<Integer> ones = new ArrayList<>();
                step.moves.forEach((before, after) -> {
                    if ((after & mask) != 0) {
                        ones.add(packet[before]);
                    }
                });
                to.comesAs.get(bit).add(aig.and(enabled, aig.or(ones)));
            }
        }
    }

    /** Returns whether the target of a step has room for a packet of this length. */
    private int room(Step step, int length) {
        Queue to = queue(step.target);
        int small = to.atMost(question.capacity() - model.room(step, question.lengths()[0]));
        return !twoLengths
                ? small
                : aig.mux(length, to.atMost(question.capacity() - model.room(step, question.longest())), small);
    }

    /**
     * Returns whether some bubble ring has no buffer with room for a packet. This condition is checked together with
     * the deadlock, because it makes the proof short.
     */
    private int fullRing() {
        return aig.or(model.rings().stream()
                .map(ring -> aig.and(ring.stream()
                        .map(b -> Aig.not(queue(b).atMost(question.capacity() - question.longest())))
                        .toList()))
                .toList());
    }

    private int bad() {
        List<Integer> holds = new ArrayList<>();
        queues.forEach(queue -> holds.add(aig.or(Aig.not(queue.witness), queue.isStuck())));
        return aig.and(
                aig.and(holds),
                aig.or(queues.stream().map(queue -> queue.witness).toList()));
    }

    /**
     * A sequential circuit of AND gates and inverters with one output, in the format BLIF, which abc reads. All
     * registers begin at 0. A literal is 2 * variable, plus 1 if it is inverted; variable 0 is the constant.
     */
    static final class Aig {
        static final int FALSE = 0;
        static final int TRUE = 1;

        private final List<Integer> inputs = new ArrayList<>();
        private final List<Integer> latches = new ArrayList<>();
        private final StringBuilder text = new StringBuilder(".names n0\n");
        private final Map<Long, Integer> known = new HashMap<>(); // the literal of each AND gate
        private int variables;

        private int variable(List<Integer> all) {
            all.add(2 * ++variables);
            return 2 * variables;
        }

        int input() {
            return variable(inputs);
        }

        int[] inputs(int n) {
            return IntStream.range(0, n).map(i -> input()).toArray();
        }

        int latch() {
            return variable(latches);
        }

        int[] latches(int n) {
            return IntStream.range(0, n).map(i -> latch()).toArray();
        }

        /** Sets the literal that a register takes in the next step. */
        void next(int latch, int value) {
            gate("d" + latch / 2, value, TRUE);
            text.append(".latch d" + latch / 2 + " n" + latch / 2 + " 0\n");
        }

        /** Sets the output literal; true means that a bad state is reached. */
        void output(int bad) {
            gate("bad", bad, TRUE);
        }

        private void gate(String name, int a, int b) {
            text.append(String.format(".names n%d n%d %s\n%d%d 1\n", a / 2, b / 2, name, ~a & 1, ~b & 1));
        }

        int and(int a, int b) {
            int low = Math.min(a, b);
            int high = Math.max(a, b);
            if (low == FALSE || low == (high ^ 1)) {
                return FALSE;
            }
            if (low == TRUE || low == high) {
                return high;
            }
            return known.computeIfAbsent((long) low << 32 | high, key -> {
                gate("n" + ++variables, low, high);
                return 2 * variables;
            });
        }

        static int not(int a) {
            return a ^ 1;
        }

        int or(int a, int b) {
            return not(and(not(a), not(b)));
        }

        int or(List<Integer> all) {
            return not(and(all.stream().map(Aig::not).toList()));
        }

        /** Returns the conjunction of all literals, built as a balanced tree of small depth. */
        int and(List<Integer> all) {
            List<Integer> level = all;
            while (level.size() > 1) {
                List<Integer> half = new ArrayList<>();
                for (int i = 0; i + 1 < level.size(); i += 2) {
                    half.add(and(level.get(i), level.get(i + 1)));
                }
                if (level.size() % 2 == 1) {
                    half.add(level.get(level.size() - 1));
                }
                level = half;
            }
            return level.isEmpty() ? TRUE : level.get(0);
        }

        int xor(int a, int b) {
            return or(and(a, not(b)), and(not(a), b));
        }

        int mux(int select, int yes, int no) {
            return or(and(select, yes), and(not(select), no));
        }

        int equal(int[] bits, int value) {
            List<Integer> all = new ArrayList<>();
            for (int i = 0; i < bits.length; i++) {
                all.add((value >> i & 1) != 0 ? bits[i] : not(bits[i]));
            }
            return and(all);
        }

        int registers() {
            return latches.size();
        }

        int gates() {
            return known.size();
        }

        int inputCount() {
            return inputs.size();
        }

        String blif() {
            return ".model net\n.inputs "
                    + inputs.stream().map(lit -> "n" + lit / 2).collect(Collectors.joining(" ")) + "\n.outputs bad\n"
                    + text
                    + ".end\n";
        }
    }
}
