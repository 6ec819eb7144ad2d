// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaStatus0;
import fairlead.hw.HwLayout.DlaStatus1;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Path;
import fairlead.verdict.DlaState.Asked;
import fairlead.verdict.DlaState.Event;
import fairlead.verdict.DlaState.Turn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Compares the answers of each DLA, and the status that it writes to memory, with an account that is kept from the
 * commands, the packets that enter the network, and the reports that a request has left. The account knows the cycle in
 * which each command acts. It knows which words are inside in each cycle, except for the middle words of the packet
 * that is leaving; of these it knows the least and the greatest number. A grant must be possible with the least number,
 * and a denial with the greatest. A status event that waits for an event credit joins a record, whose contents follow
 * from the account too.
 *
 * <p>Two cases are not judged: DLA_BYPASS, and a node after DLA_CLEAR.
 */
final class DlaAccount extends Checker {
    private static final int CHANNEL_WORD = 3; // of a DLA_REQUEST
    private static final int MOST_STATES = 64;

    private final Node[] accounts = new Node[nodes]; // by node; null where nothing concerns the DLA
    private final List<Node> all = new ArrayList<>();
    private final boolean judged = !config.dla().options().bypass();
    private long last; // cycle of the last event

    DlaAccount(JudgedRun run) {
        super(run, run.broken);
        for (Operation op : program.operations()) {
            if (judged && (op.kind().isDla() || op.path() != Path.DESCRIPTOR)) {
                at(op.node());
            }
        }
    }

    private Node at(int node) {
        if (accounts[node] == null) {
            accounts[node] = new Node(node);
            all.add(accounts[node]);
        }
        return accounts[node];
    }

    private static boolean isDla(int op) {
        return op >= TileCommand.DLA_ALLOC && op <= TileCommand.DLA_RELEASE
                || op >= TileCommand.DLA_MARK && op <= TileCommand.DLA_EVENT_CREDIT;
    }

    void command(CommandBuffer commands, int i) {
        int op = commands.op(i);
        if (!judged || !isDla(op) && accounts[commands.node(i)] == null) {
            return;
        }
        Node node = at(commands.node(i));
        node.lost |= op == TileCommand.DLA_CLEAR;
        if (!node.lost && op < HostCommand.LOAD) { // those of all units: each takes a turn
            long channel = commands.word(i, op == TileCommand.DLA_REQUEST ? CHANNEL_WORD : 0);
            node.waiting.add(
                    new Turn(commands.cycle(i), commands.task(i), commands.seq(i), op, commands.word(i, 0), (int)
                            DlaCommand.channel(channel)));
        }
    }

    void event(long cycle, int node, int kind, long a, long b) {
        if (judged) {
            Node here = at(node);
            here.advance(cycle);
            here.lost |= kind == EventKind.DLA_CLEARED || kind == EventKind.DLA_PURGED;
            here.now = cycle;
            here.told.add(new Event(kind, a, b));
            last = cycle;
        }
    }

    void injected(Packet p) {
        Node here = p.isInline() ? accounts[p.node] : null;
        if (here != null) {
            here.advance(p.cycle);
            here.fails(here.inside.holds(p.tag) ? here.inside.injected(p.cycle, p.tag) : "", p.cycle);
        }
    }

    void delivered(Packet p) {
        Node here = p.isInline() ? accounts[p.src] : null;
        if (here != null) {
            here.advance(p.cycle);
            if (here.inside.holds(p.tag)) {
                here.fails(
                        "has not told that the request with tag " + p.tag + " has left, which was delivered", p.cycle);
            }
        }
    }

    void status(MemoryWrite w) {
        if (judged && w.bytes == PIECE) {
            at(w.node).status(w.cycle, w.low, w.high);
        }
    }

    /** Judges the cycles of a batch, which are whole. */
    void batchEnds() {
        for (Node node : all) {
            if (node.now <= last) {
                node.advance(last + 1);
            }
        }
    }

    /** Returns the number of states in which the DLA of a node may be. */
    int states(int node) {
        return accounts[node] == null ? 1 : accounts[node].states.size();
    }

    void finish(long cycle) {
        all.forEach(node -> node.finish(cycle));
    }

    /**
     * The account of one node's DLA. It collects what happens in a cycle, and judges the cycle when it is over. The
     * account ends with the first violation, because the state after it is not known.
     */
    private final class Node {
        private final int node;
        private final int latency;
        private final Inside inside = new Inside();
        private final PriorityQueue<Turn> waiting = new PriorityQueue<>(Turn.ORDER); // commands that have not acted
        private List<DlaState> states = new ArrayList<>();
        private long turned = -1; // cycle of the last command that has acted
        private boolean lost; // true if the account is no longer kept
        private long writes; // number of statuses in memory
        private long[] shown = new long[4]; // by the last of them

        // the cycle that is collected
        private long now = Long.MAX_VALUE;
        private final List<Event> told = new ArrayList<>();

        Node(int node) {
            this.node = node;
            latency = config.memoryLatency(node);
            states.add(new DlaState(config, node, inside));
        }

        private void fails(String what, long cycle) {
            if (!what.isEmpty() && !lost) {
                lost = true;
                violations.add(cycle, "cycle " + cycle + ": the DLA of node " + node + " " + what);
            }
        }

        private void advance(long cycle) {
            while (!lost) {
                long turn = waiting.isEmpty()
                        ? Long.MAX_VALUE
                        : Math.max(waiting.peek().cycle(), turned + 1);
                long next = Math.min(now, turn);
                if (next >= cycle) {
                    return;
                }
                turned = turn == next ? next : turned;
                close(next, turn == next ? waiting.poll().in(next) : null);
            }
        }

        private void close(long cycle, Turn turn) {
            if (now != cycle && !isDla(turn.op())) {
                return;
            }
            boolean requests = turn != null && turn.op() == TileCommand.DLA_REQUEST;
            Asked asked = requests ? asked(turn) : null;
            fails(requests && asked == null ? "has a request which is of no operation" : "", cycle);
            for (Event e : told) {
                if (e.kind() == EventKind.DLA_DRAINED) {
                    int channel = (int) DlaTagEvent.channel(e.a());
                    fails(inside.drained(cycle, channel, (int) DlaTagEvent.tag(e.a()), e.b()), cycle);
                }
            }
            told.removeIf(e -> e.kind() == EventKind.DLA_DRAINED);
            if (!lost) {
                judge(cycle, turn, asked);
            }
            inside.forget(cycle - latency);
            now = Long.MAX_VALUE;
            told.clear();
        }

        private Asked asked(Turn turn) {
            int owner = run.owner(node, (int) Descriptor0.tag(turn.word()));
            if (owner < 0) {
                return null;
            }
            Operation op = program.operation(owner);
            boolean malformed = !op.kind().isTransfer()
                    || op.epoch() >= 0
                    || op.kind() == OpKind.PUT && op.length() > HwLayout.DLA_INLINE_BYTES;
            return new Asked(op, op.kind() == OpKind.PUT ? 1 + pieces(op.length()) : 2, malformed);
        }

        private void judge(long cycle, Turn turn, Asked asked) {
            List<DlaState> next = new ArrayList<>();
            for (DlaState state : states) {
                boolean yes = state.may(true, turn, asked);
                boolean no = state.may(false, turn, asked);
                if (yes) {
                    next.add((no ? new DlaState(state) : state).step(cycle, turn, true, asked, told));
                }
                if (no) {
                    next.add(state.step(cycle, turn, false, asked, told));
                }
            }
            keep(next, cycle, "");
            for (Event e : told) {
                if (e.kind() == EventKind.DLA_ACCEPTED && !lost) {
                    int kind = states.get(0).kind(turn.channel());
                    inside.enters(cycle, turn.channel(), kind, (int) DlaTagEvent.tag(e.a()), asked.words());
                }
            }
        }

        private void keep(List<DlaState> next, long cycle, String what) {
            states = next.stream().filter(s -> s.wrong().isEmpty()).toList();
            fails(states.isEmpty() ? what + next.get(0).wrong() : "", cycle);
            lost |= states.size() > MOST_STATES;
        }

        private String status(String which) {
            return "wrote a " + which + " with " + shown[0] + " lo, " + shown[1] + " hi, " + shown[2]
                    + " pr credits held, " + shown[3] + " consumed; ";
        }

        /** A status that comes into memory shows what was true at the start of the cycle in which it was sent. */
        void status(long cycle, long word0, long word1) {
            advance(cycle);
            if (!lost) {
                shown = new long[] {
                    DlaStatus0.lo(word0), DlaStatus0.hi(word0), DlaStatus0.pr(word0), DlaStatus0.consumed(word0)
                };
                long number = writes++ & DlaStatus1.WRITES_MASK;
                for (DlaState state : states) {
                    state.shows(cycle - latency, shown);
                    state.shows(cycle - latency, word1, number);
                }
                keep(states, cycle, status("status"));
            }
        }

        /** Judges the state in which a run has drained: no request is inside, and the last status shows it. */
        void finish(long cycle) {
            advance(cycle);
            fails(inside.isEmpty() ? "" : "has taken a request which never left", cycle);
            var options = config.dla().options();
            if (!lost && (options.statusCycles() != 0 || options.statusCredits() == 1)) { // one follows each change
                states.forEach(s -> s.shows(cycle, shown));
                keep(states, cycle, status("last status"));
            }
        }
    }

    /**
     * The words of accepted requests that are inside one DLA. All words of a request are inside until its head enters
     * the network, which a node cannot invent. Then they leave in order, at most one a cycle, until the DLA reports
     * that the tail has left. That report must come after the head, no earlier than one cycle a word, and before the
     * packet is delivered elsewhere and before the next request enters the network.
     */
    static final class Inside {
        /** Stands for all channels or all classes. */
        static final int ALL = -1;

        private static final long WAITS = Long.MAX_VALUE;

        private static final class Request {
            private final long entered; // cycle, of which each has one command at most
            private final int channel;
            private final int kind;
            private final int tag;
            private final int words;
            private long head = WAITS; // cycle in which the head entered the network
            private long gone = WAITS; // cycle in which the tail left

            Request(long entered, int channel, int kind, int tag, int words) {
                this.entered = entered;
                this.channel = channel;
                this.kind = kind;
                this.tag = tag;
                this.words = words;
            }
        }

        private final Deque<Request> requests = new ArrayDeque<>(); // in order of acceptance

        void enters(long cycle, int channel, int kind, int tag, int words) {
            requests.addLast(new Request(cycle, channel, kind, tag, words));
        }

        /** Removes the requests that left before this cycle, about which nobody asks any more. */
        void forget(long cycle) {
            requests.removeIf(r -> r.gone < cycle);
        }

        private Request first() {
            return requests.stream().filter(r -> r.gone == WAITS).findFirst().orElse(null);
        }

        boolean isEmpty() {
            return first() == null;
        }

        boolean holds(int tag) {
            return requests.stream().anyMatch(r -> r.gone == WAITS && r.tag == tag);
        }

        /**
         * Returns whether at the start of a cycle a request of the channel is inside that entered before another cycle.
         */
        boolean holds(long cycle, int channel, long before) {
            return requests.stream().anyMatch(r -> r.gone >= cycle && r.channel == channel && r.entered < before);
        }

        /**
         * Returns the words of a class or channel, or of {@link #ALL}, that are inside at the start of a cycle.
         *
         * @param most true for the greatest number that is possible, false for the least
         */
        int words(long cycle, int channel, int kind, boolean most) {
            int words = 0;
            for (Request r : requests) {
                if (r.entered < cycle
                        && r.gone >= cycle
                        && (channel == ALL || channel == r.channel)
                        && (kind == ALL || kind == r.kind)) {
                    words += cycle <= r.head
                            ? r.words
                            : most ? r.words - 1 : (int) Math.max(1, r.words - (cycle - r.head));
                }
            }
            return words;
        }

        /**
         * Notes that the head of this request enters the network. Returns what is wrong with that, or an empty text.
         */
        String injected(long cycle, int tag) {
            Request first = first();
            if (first == null || first.tag != tag || first.head != WAITS) {
                return "sends the request with tag " + tag + " before an older one has left";
            }
            first.head = cycle;
            return "";
        }

        /** Notes that the DLA reports that a request has left. Returns what is wrong with that, or an empty text. */
        String drained(long cycle, int channel, int tag, long words) {
            Request first = first();
            if (first == null || first.tag != tag || first.channel != channel || first.words != words) {
                return "reports that " + words + " words with tag " + tag + " have left, which are not the oldest";
            }
            if (first.head == WAITS || cycle - first.head < words - 1) {
                return "reports that " + words + " words with tag " + tag + " have left, "
                        + (first.head == WAITS ? "whose head has not" : "whose head left in cycle " + first.head);
            }
            first.gone = cycle;
            return "";
        }
    }
}
