// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.DlaStatus0;
import fairlead.hw.HwLayout.DlaStatus1;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.verdict.DlaState.Asked;
import fairlead.verdict.DlaTurns.Turn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * The account of one node's DLA. It collects what happens in a cycle, and judges the cycle when it is over. The account
 * ends with the first violation, because the state behind it is not known.
 */
final class DlaNode {
    private static final int MOST_STATES = 64;

    /** What is wrong, and the cycle that shows it. */
    record Wrong(long cycle, String what) {}

    /** The words inside from the start of cycle `from` on: of the two classes of controlled discard, and all. */
    private record Moment(long from, DlaInside.Words[] words) {}

    /** The credits and the words that a status may show. */
    private record Bounds(long[] least, long[] most) {
        String refutes(final long[] said) {
            final String[] names = {"lo", "hi", "pr", "consumed"};
            for (int i = 0; i < said.length; i++) {
                if (said[i] < least[i] || said[i] > most[i]) {
                    return names[i] + " was from " + least[i] + " to " + most[i];
                }
            }
            return "";
        }
    }

    private final int latency;
    private final Function<Turn, Asked> requests;
    private final DlaInside inside = new DlaInside();
    private final Deque<Moment> moments = new ArrayDeque<>();
    private List<DlaState> states = new ArrayList<>();
    private boolean lost; // true if the account is no longer kept
    private long writes; // number of statuses in memory
    private long[] shown = new long[DlaState.CLASSES + 1]; // by the last of them

    // the cycle that is collected
    private long now = Long.MAX_VALUE;
    private DlaTold told = new DlaTold();
    private final List<Integer> heads = new ArrayList<>(); // tags of requests that enter the network
    private final List<DlaTold.Event> drained = new ArrayList<>();

    /** The commands to the node. */
    final DlaTurns turns = new DlaTurns();

    /** @param requests returns the request of a DLA_REQUEST, or null if it is of no operation */
    DlaNode(final MachineConfig config, final int node, final Function<Turn, Asked> requests) {
        latency = config.memoryLatency(node);
        this.requests = requests;
        states.add(new DlaState(config));
        moments.add(moment(0));
    }

    /** Ends the account: what follows is not judged. */
    void lose() {
        lost = true;
    }

    private Moment moment(final long from) {
        return new Moment(from, new DlaInside.Words[] {
            inside.words(DlaInside.ALL, DlaState.LO),
            inside.words(DlaInside.ALL, DlaState.HI),
            inside.words(DlaInside.ALL, DlaInside.ALL)
        });
    }

    int states() {
        return states.size();
    }

    // ---- the events of a cycle, after `advance` to this cycle

    void event(final long cycle, final int kind, final long a, final long b) {
        now = cycle;
        if (kind == EventKind.DLA_DRAINED) {
            drained.add(new DlaTold.Event(kind, a, b));
        } else {
            told.add(kind, a, b);
        }
    }

    /** Notes that a packet with this tag enters the network; returns whether it comes from the DLA. */
    boolean injected(final long cycle, final int tag) {
        if (!inside.holds(tag)) {
            return false;
        }
        now = cycle;
        heads.add(tag);
        return true;
    }

    /** Returns whether a request with this tag is inside. */
    boolean holds(final int tag) {
        return !lost && inside.holds(tag);
    }

    // ---- judgement

    /** Judges all cycles before this one; returns the first violation, or null. */
    Wrong advance(final long cycle) {
        while (!lost) {
            final long next = Math.min(now, turns.next());
            if (next >= cycle) {
                return null;
            }
            final String wrong = close(next);
            if (!wrong.isEmpty()) {
                lost = true;
                return new Wrong(next, wrong);
            }
        }
        return null;
    }

    private String close(final long cycle) {
        final Turn turn = turns.next() == cycle ? turns.take() : null;
        if (now != cycle && !isDla(turn.op())) {
            return "";
        }
        Asked asked = null;
        if (turn != null && turn.op() == TileCommand.DLA_REQUEST) {
            asked = requests.apply(turn);
            if (asked == null) {
                return "has a request which is of no operation";
            }
        }
        final String wrong = close(cycle, turn, asked);
        moments.addLast(moment(cycle + 1));
        while (moments.size() > latency + 2) { // there is one a cycle at most
            moments.removeFirst();
        }
        now = Long.MAX_VALUE;
        told = new DlaTold();
        heads.clear();
        drained.clear();
        return wrong;
    }

    static boolean isDla(final int op) {
        return op >= TileCommand.DLA_ALLOC && op <= TileCommand.DLA_RELEASE
                || op >= TileCommand.DLA_MARK && op <= TileCommand.DLA_EVENT_CREDIT;
    }

    /** A state after the command of the cycle, with what it does not explain. */
    private record Branch(DlaState state, DlaTold rest, String wrong) {}

    private String close(final long cycle, final Turn turn, final Asked asked) {
        final List<Branch> branches = branches(cycle, turn, asked);
        final String left = leave(cycle);
        if (!left.isEmpty()) {
            return left;
        }
        final DlaTold.Event accepted = told.find(EventKind.DLA_ACCEPTED);
        final Branch known =
                branches.stream().filter(b -> b.wrong().isEmpty()).findFirst().orElse(null);
        if (accepted != null && known != null && asked != null) {
            final int channel = DlaState.channel(turn);
            inside.enters(channel, known.state().kind(channel), (int) DlaTagEvent.tag(accepted.a()), asked.words());
        }
        final List<DlaState> possible = new ArrayList<>();
        String first = "";
        for (final Branch branch : branches) {
            final String wrong = branch.wrong().isEmpty()
                    ? branch.state().settle(cycle, branch.rest(), inside, latency)
                    : branch.wrong();
            if (wrong.isEmpty()) {
                possible.add(branch.state());
            } else if (first.isEmpty()) {
                first = wrong;
            }
        }
        states = possible;
        lost |= possible.size() > MOST_STATES;
        return possible.isEmpty() ? first : "";
    }

    private List<Branch> branches(final long cycle, final Turn turn, final Asked asked) {
        final List<Branch> branches = new ArrayList<>();
        for (final DlaState state : states) {
            final boolean yes = turn == null || state.may(true, turn, asked, inside);
            final boolean no = turn != null && state.may(false, turn, asked, inside);
            final DlaState other = yes && no ? new DlaState(state) : state;
            if (yes) {
                final DlaTold rest = new DlaTold(told);
                branches.add(new Branch(state, rest, state.act(cycle, turn, true, asked, rest, inside)));
            }
            if (no) {
                final DlaTold rest = new DlaTold(told);
                branches.add(new Branch(other, rest, other.act(cycle, turn, false, asked, rest, inside)));
            }
        }
        return branches;
    }

    private String leave(final long cycle) {
        String wrong = "";
        for (final int tag : heads) {
            wrong = wrong.isEmpty() ? inside.injected(cycle, tag) : wrong;
        }
        for (final DlaTold.Event event : drained) {
            wrong = wrong.isEmpty()
                    ? inside.drained(
                            cycle, (int) DlaTagEvent.channel(event.a()), (int) DlaTagEvent.tag(event.a()), event.b())
                    : wrong;
        }
        return wrong;
    }

    // ---- the status in memory

    private Bounds bounds(final DlaState state, final long cycle) {
        Moment found = moments.getFirst();
        for (final Moment moment : moments) {
            found = moment.from() <= cycle ? moment : found;
        }
        final DlaState.Past past = state.at(cycle);
        final long[] least = new long[DlaState.CLASSES + 1];
        final long[] most = new long[DlaState.CLASSES + 1];
        for (int kind = 0; kind < DlaState.CLASSES; kind++) {
            least[kind] = past.reserved()[kind];
            most[kind] = past.reserved()[kind];
        }
        for (int kind = DlaState.LO; kind < DlaState.PR; kind++) {
            least[kind] += found.words()[kind].least(cycle);
            most[kind] += found.words()[kind].most(cycle);
        }
        least[DlaState.CLASSES] = found.words()[DlaState.PR].least(cycle);
        most[DlaState.CLASSES] = found.words()[DlaState.PR].most(cycle);
        return new Bounds(least, most);
    }

    /**
     * Judges a status that comes into memory in this cycle; it shows what was true at the start of the cycle in which
     * it was sent. Returns what is wrong, or an empty text.
     */
    String status(final long cycle, final long word0, final long word1) {
        if (lost) {
            return "";
        }
        shown = new long[] {DlaStatus0.lo(word0), DlaStatus0.hi(word0), DlaStatus0.pr(word0), DlaStatus0.consumed(word0)
        };
        final long number = writes++ & DlaStatus1.WRITES_MASK;
        final List<DlaState> possible = new ArrayList<>();
        String first = "";
        for (final DlaState state : states) {
            final DlaState.Past past = state.at(cycle - latency);
            String wrong = bounds(state, cycle - latency).refutes(shown);
            if (wrong.isEmpty() && DlaStatus1.open(word1) != past.open()) {
                wrong = "of its channels 0x" + Long.toHexString(past.open()) + " were open, not 0x"
                        + Long.toHexString(DlaStatus1.open(word1));
            }
            if (wrong.isEmpty() && DlaStatus1.merged(word1) != (past.merges() & DlaStatus1.MERGED_MASK)) {
                wrong = past.merges() + " status events had been merged, not " + DlaStatus1.merged(word1);
            }
            if (wrong.isEmpty() && DlaStatus1.writes(word1) != number) {
                wrong = "it is number " + number + ", not " + DlaStatus1.writes(word1);
            }
            if (wrong.isEmpty()) {
                possible.add(state);
            } else if (first.isEmpty()) {
                first = wrong;
            }
        }
        states = possible;
        lost = possible.isEmpty();
        return lost
                ? "wrote a status with " + shown[0] + " lo, " + shown[1] + " hi, " + shown[2] + " pr credits held, "
                        + shown[3] + " consumed; " + first
                : "";
    }

    /**
     * Judges the state in which a run has drained: no request is inside, and the last status shows it.
     *
     * @param last whether a status follows each change
     */
    String finish(final long cycle, final boolean last) {
        if (lost) {
            return "";
        }
        if (!inside.isEmpty()) {
            return "has taken a request which never left";
        }
        String first = "";
        for (final DlaState state : states) {
            final String wrong = last ? bounds(state, cycle).refutes(shown) : "";
            if (wrong.isEmpty()) {
                return "";
            }
            first = first.isEmpty() ? wrong : first;
        }
        return "wrote a last status with " + shown[0] + " lo, " + shown[1] + " hi, " + shown[2] + " pr credits held, "
                + shown[3] + " consumed; " + first;
    }
}
