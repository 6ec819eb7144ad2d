// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.networks;

import fairlead.lab.networks.NetworkModel.Buffer;
import fairlead.lab.networks.NetworkModel.Step;
import fairlead.lab.proofs.Aig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The network model as a circuit with one output that marks bad states. The inputs name a non-empty set of buffers. The
 * state is bad if each of them has a front packet all of whose steps lead into buffers of the set without enough room.
 * Such packets never move again, whatever other packets do: this is a local deadlock (docs/understand/deadlock.md).
 */
final class NetworkCircuit {
    private final NetworkModel model;
    private final NetworkCase question;
    private final Aig aig = new Aig();
    /** Whether a place of a queue holds a packet: [buffer][place]. */
    private final int[][] valid;

    private final int[][][] number;
    private final int[][] isLong;
    private final int places;
    private final boolean twoLengths;

    /** For each buffer, the number of the step into it that is tried; the number after the last step means none. */
    final int[][] selector;
    /** For each buffer, the number of the packet that is injected into it. */
    final int[][] injected;

    final int[] longer;
    /** For each step out of the network, whether it is tried. */
    final int[] leaving;

    final int[] witness;

    NetworkCircuit(final NetworkModel model) {
        this.model = model;
        question = model.question;
        twoLengths = question.lengths().length > 1;
        places = question.capacity() / question.takes(question.lengths()[0]);
        final int n = model.buffers.size();
        selector = new int[n][];
        injected = new int[n][];
        longer = new int[n];
        for (final Buffer b : model.buffers) {
            selector[b.index()] = aig.inputs(bits(model.into.get(b.index()).size() + 1));
            injected[b.index()] = aig.inputs(bits(b.packets().size()));
            longer[b.index()] = twoLengths ? aig.input() : Aig.FALSE;
        }
        leaving = new int[model.steps.size()];
        for (final Step step : model.steps) {
            leaving[step.index()] = step.target() == null ? aig.input() : Aig.FALSE;
        }
        witness = aig.inputs(n);
        valid = new int[n][];
        number = new int[n][places][];
        isLong = new int[n][places];
        for (final Buffer b : model.buffers) {
            valid[b.index()] = aig.latches(places);
            for (int place = 0; place < places; place++) {
                number[b.index()][place] = aig.latches(bits(b.packets().size()));
                isLong[b.index()][place] = twoLengths ? aig.latch() : Aig.FALSE;
            }
        }
        build();
    }

    static int bits(final int values) {
        return values <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(values - 1);
    }

    Aig aig() {
        return aig;
    }

    private void build() {
        final int n = model.buffers.size();
        final int[][] is = new int[n][]; // for each buffer, which packet is in front, one literal per packet
        for (final Buffer b : model.buffers) {
            is[b.index()] = new int[b.packets().size()];
            for (int i = 0; i < is[b.index()].length; i++) {
                is[b.index()][i] = aig.equal(number[b.index()][0], i);
            }
        }
        final List<List<Integer>> leaves = lists(n);
        final List<List<Integer>> comes = lists(n);
        final List<List<Integer>> comesLong = lists(n);
        final List<List<List<Integer>>> comesAs = new ArrayList<>();
        model.buffers.forEach(b -> comesAs.add(lists(bits(b.packets().size()))));
        for (final Step step : model.steps) {
            final Buffer from = step.source();
            final int[] packet = from == null ? injectedAs(step.target()) : is[from.index()];
            final List<Integer> which = new ArrayList<>();
            step.moves().keySet().forEach(k -> which.add(packet[k]));
            final int length = from == null ? longer[step.target().index()] : isLong[from.index()][0];
            final int enabled = aig.and(List.of(
                    tried(step),
                    from == null ? Aig.TRUE : valid[from.index()][0],
                    // if several steps of one packet are tried, only the first is done
                    from == null ? Aig.TRUE : Aig.not(aig.or(leaves.get(from.index()))),
                    aig.or(which),
                    step.target() == null ? Aig.TRUE : room(step, length)));
            if (from != null) {
                leaves.get(from.index()).add(enabled);
            }
            if (step.target() != null) {
                final int to = step.target().index();
                comes.get(to).add(enabled);
                comesLong.get(to).add(aig.and(enabled, length));
                final List<List<Integer>> as = comesAs.get(to);
                for (int bit = 0; bit < as.size(); bit++) {
                    final List<Integer> ones = new ArrayList<>();
                    for (final Map.Entry<Integer, Integer> move : step.moves().entrySet()) {
                        if ((move.getValue() >> bit & 1) != 0) {
                            ones.add(packet[move.getKey()]);
                        }
                    }
                    as.get(bit).add(aig.and(enabled, aig.or(ones)));
                }
            }
        }
        for (final Buffer b : model.buffers) {
            queue(
                    b.index(),
                    aig.or(leaves.get(b.index())),
                    aig.or(comes.get(b.index())),
                    aig.or(comesLong.get(b.index())),
                    comesAs.get(b.index()).stream().mapToInt(aig::or).toArray());
        }
        aig.output(question.safe() && question.rules().bubble() ? aig.or(bad(is), fullRing()) : bad(is));
    }

    private int tried(final Step step) {
        return step.target() == null
                ? leaving[step.index()]
                : aig.equal(
                        selector[step.target().index()],
                        model.into.get(step.target().index()).indexOf(step));
    }

    private int[] injectedAs(final Buffer b) {
        final int[] as = new int[b.packets().size()];
        for (int i = 0; i < as.length; i++) {
            as[i] = aig.equal(injected[b.index()], i);
        }
        return as;
    }

    private static List<List<Integer>> lists(final int n) {
        final List<List<Integer>> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            all.add(new ArrayList<>());
        }
        return all;
    }

    /**
     * Defines the next state of a queue: when the front packet leaves, the packets behind it move up; then an arriving
     * packet takes the first free place.
     */
    private void queue(final int b, final int leaves, final int comes, final int asLong, final int[] as) {
        final int[] taken = new int[places];
        for (int place = 0; place < places; place++) {
            final int behind = place == places - 1 ? Aig.FALSE : valid[b][place + 1];
            taken[place] = aig.mux(leaves, behind, valid[b][place]);
        }
        for (int place = 0; place < places; place++) {
            final boolean last = place == places - 1;
            final int before = place == 0 ? Aig.TRUE : taken[place - 1];
            final int takes = aig.and(List.of(comes, before, Aig.not(taken[place])));
            aig.next(valid[b][place], aig.or(takes, taken[place]));
            for (int bit = 0; bit < as.length; bit++) {
                final int mine = number[b][place][bit];
                aig.next(mine, aig.mux(takes, as[bit], aig.mux(leaves, last ? mine : number[b][place + 1][bit], mine)));
            }
            if (twoLengths) {
                final int mine = isLong[b][place];
                aig.next(mine, aig.mux(takes, asLong, aig.mux(leaves, last ? mine : isLong[b][place + 1], mine)));
            }
        }
    }

    /**
     * Returns whether some bubble ring has no buffer with room for a packet. This condition is checked together with
     * the deadlock, because it makes the proof short.
     */
    private int fullRing() {
        final List<Integer> full = new ArrayList<>();
        for (final List<Buffer> ring : model.rings()) {
            final List<Integer> none = new ArrayList<>();
            ring.forEach(b -> none.add(Aig.not(atMost(b.index(), question.capacity() - question.longest()))));
            full.add(aig.and(none));
        }
        return aig.or(full);
    }

    private final Map<Long, Integer> rooms = new HashMap<>();

    /** Returns whether the target of a step has room for a packet of this length. */
    private int room(final Step step, final int length) {
        final int b = step.target().index();
        if (!twoLengths) {
            return atMost(b, question.capacity() - model.room(step, question.lengths()[0]));
        }
        return aig.mux(
                length,
                atMost(b, question.capacity() - model.room(step, question.longest())),
                atMost(b, question.capacity() - model.room(step, question.lengths()[0])));
    }

    /** Returns whether the packets of a queue take at most this many units. */
    private int atMost(final int b, final int units) {
        return units < 0 ? Aig.FALSE : rooms.computeIfAbsent((long) b << 32 | units, key -> atMost(b, 0, units));
    }

    private int atMost(final int b, final int place, final int units) {
        if (units < 0) {
            return Aig.FALSE;
        }
        if (place == places) {
            return Aig.TRUE;
        }
        final int small = atMost(b, place + 1, units - question.takes(question.lengths()[0]));
        final int big = twoLengths ? atMost(b, place + 1, units - question.takes(question.longest())) : small;
        return aig.mux(valid[b][place], aig.mux(isLong[b][place], big, small), atMost(b, place + 1, units));
    }

    private int bad(final int[][] is) {
        final List<Integer> holds = new ArrayList<>();
        final List<Integer> some = new ArrayList<>();
        for (final Buffer b : model.buffers) {
            final List<Integer> stuck = new ArrayList<>();
            final int front = isLong[b.index()][0];
            final List<Step> steps = model.of.get(b.index());
            final int[] blocked = new int[steps.size()];
            for (int j = 0; j < blocked.length; j++) {
                final Step step = steps.get(j);
                blocked[j] = step.target() == null
                        ? Aig.FALSE
                        : aig.and(witness[step.target().index()], Aig.not(room(step, front)));
            }
            for (int i = 0; i < is[b.index()].length; i++) {
                final List<Integer> all = new ArrayList<>(List.of(is[b.index()][i]));
                for (int j = 0; j < blocked.length; j++) {
                    if (steps.get(j).moves().containsKey(i)) {
                        all.add(blocked[j]);
                    }
                }
                stuck.add(aig.and(all));
            }
            final int w = witness[b.index()];
            holds.add(aig.or(Aig.not(w), aig.and(valid[b.index()][0], aig.or(stuck))));
            some.add(w);
        }
        return aig.and(aig.and(holds), aig.or(some));
    }
}
