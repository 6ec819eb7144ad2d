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
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.TableSizes.Table;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.ArrayList;
import java.util.List;

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
    static final int CHANNEL_WORD = 3; // of a DLA_REQUEST or DLA_DATA
    private static final int MOST_STATES = 64;
    private static final int REGISTERS = 3; // packets that enter from the last word of a request to its first turn

    /**
     * A command to the tile.
     *
     * @param channel of a DLA command
     * @param asked operation of a DLA_REQUEST, or null
     */
    record Turn(int op, long word, int channel, Operation asked) {
        private boolean isDla() {
            return op >= TileCommand.DLA_ALLOC && op <= TileCommand.DLA_RELEASE
                    || op >= TileCommand.DLA_MARK && op <= TileCommand.DLA_EVENT_CREDIT;
        }

        /** Returns the words of the request. */
        int words() {
            return DlaAccount.words(asked);
        }

        /** Returns whether the store path does not carry the request. */
        boolean isMalformed() {
            return !asked.kind().isTransfer()
                    || asked.epoch() >= 0
                    || asked.kind() == OpKind.PUT && asked.length() > HwLayout.DLA_INLINE_BYTES;
        }
    }

    record Event(int kind, long a, long b) {
        @Override
        public String toString() {
            return EventKind.name(kind) + " (0x" + Long.toHexString(a) + ", " + b + ")";
        }
    }

    private final Node[] accounts = new Node[nodes]; // by node; null where nothing concerns the DLA
    private final List<Node> all = new ArrayList<>();
    private final boolean judged = !config.dla().options().bypass();
    private long last; // cycle of the last event
    /** Packets that may pass the next request: one of each other source, those prepared, and those of its last word. */
    final int may = config.buffers().tables().of(Table.HEADER_QUEUE) + PortTurns.sources(config) + REGISTERS;

    final Violations passings = new Violations(run.clock); // of progress_fairness
    long most; // packets that have passed one request

    DlaAccount(JudgedRun run) {
        super(run, run.broken);
        for (Operation op : program.operations()) {
            if (judged && op.isOfDla()) {
                at(op.node());
            }
        }
    }

    /** Returns the words of a request of the store path. */
    static int words(Operation asked) {
        return asked.kind() == OpKind.PUT ? 1 + pieces(asked.length()) : 2;
    }

    private Node at(int node) {
        if (accounts[node] == null) {
            accounts[node] = new Node(node);
            all.add(accounts[node]);
        }
        return accounts[node];
    }

    void command(CommandBuffer commands, int i) {
        int op = commands.op(i);
        int node = commands.node(i);
        if (!judged || op >= HostCommand.LOAD || accounts[node] == null && op < TileCommand.DLA_ALLOC) {
            return;
        }
        boolean requests = op == TileCommand.DLA_REQUEST;
        long word = commands.word(i, 0);
        boolean stores = requests || op == TileCommand.DLA_DATA;
        int channel = (int) DlaCommand.channel(stores ? commands.word(i, CHANNEL_WORD) : word);
        Operation asked = requests ? operation(node, Descriptor0.tag(word)) : null;
        Turn turn = new Turn(op, word, channel, asked);
        if (accounts[node] != null || turn.isDla()) {
            Node here = at(node);
            here.lost |= op == TileCommand.DLA_CLEAR;
            if (!here.lost) {
                here.waiting.add(commands, i, turn); // commands of all units: each takes a turn
            }
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
        Node here = p.unit == EventUnit.TX_REQ0 || p.isInline() ? accounts[p.node] : null;
        if (here == null) {
            return;
        }
        here.advance(p.cycle);
        if (p.isInline() && (p.unit != EventUnit.TX_REQ0 || here.inside.holds(p.tag))) {
            here.fails(p.cycle, here.inside.injected(p.cycle, p.tag));
        } else if (!here.lost) {
            int times = here.inside.passes();
            most = Math.max(most, times);
            if (times == may + 1) {
                passings.add(at(p) + " sends " + p.name() + " with tag " + p.tag + ", packet " + times
                        + " that passes the next request of the store path; " + may + " may pass");
            }
        }
    }

    void delivered(Packet p) {
        Node here = p.isInline() ? accounts[p.src] : null;
        if (here != null) {
            here.advance(p.cycle);
            String what = "has not told that the request with tag " + p.tag + " has left, which was delivered";
            here.fails(p.cycle, here.inside.holds(p.tag) ? what : "");
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
        private final int latency; // of the status, in cycles
        private final Inside inside = new Inside();
        private final HostTurns<Turn> waiting = new HostTurns<>();
        private List<DlaState> states = new ArrayList<>();
        private boolean lost; // true if the account is no longer kept
        private long writes; // number of statuses in memory
        private long[] shown = new long[4]; // by the last of them

        // the cycle that is collected
        private long now = Long.MAX_VALUE;
        private final List<Event> told = new ArrayList<>();

        Node(int node) {
            this.node = node;
            latency = config.memoryLatency(node);
            states.add(new DlaState(config, inside));
        }

        private void fails(long cycle, String what) {
            if (!what.isEmpty() && !lost) {
                lost = true;
                violations.add(cycle, "cycle " + cycle + ": the DLA of node " + node + " " + what);
            }
        }

        private void advance(long cycle) {
            while (!lost) {
                long turn = waiting.next();
                long next = Math.min(now, turn);
                if (next >= cycle) {
                    return;
                }
                Turn its = turn == next ? waiting.take() : null;
                if (now == next || its.isDla()) {
                    judge(next, its);
                }
            }
        }

        private void judge(long cycle, Turn turn) {
            if (turn != null && turn.op == TileCommand.DLA_REQUEST && turn.asked == null) {
                fails(cycle, "has a request which is of no operation");
            }
            boolean yes = false;
            boolean no = turn == null || turn.op != TileCommand.DLA_ALLOC;
            for (Event e : told) {
                if (e.kind == EventKind.DLA_DRAINED) {
                    int channel = (int) DlaTagEvent.channel(e.a);
                    fails(cycle, inside.drained(cycle, channel, (int) DlaTagEvent.tag(e.a), e.b));
                }
                yes |= e.kind == EventKind.DLA_GRANTED || e.kind == EventKind.DLA_ACCEPTED;
                no |= e.kind == EventKind.DLA_DENIED || e.kind == EventKind.DLA_ERROR;
            }
            told.removeIf(e -> e.kind == EventKind.DLA_DRAINED);
            List<DlaState> next = new ArrayList<>();
            for (DlaState state : lost ? List.<DlaState>of() : states) {
                if (!yes && !no) { // the answer joins a record
                    next.add(new DlaState(state).step(cycle, turn, true, told, cycle - latency));
                }
                next.add(state.step(cycle, turn, yes, told, cycle - latency));
            }
            keep(next, cycle, "");
            if (!lost && turn != null && turn.op == TileCommand.DLA_REQUEST && yes) {
                inside.enters(cycle, turn, states.get(0).kind(turn.channel));
            } else if (turn != null) {
                inside.follows(turn);
            }
            inside.forget(cycle - latency);
            now = Long.MAX_VALUE;
            told.clear();
        }

        private void keep(List<DlaState> next, long cycle, String what) {
            states = next.stream().filter(s -> s.wrong.isEmpty()).toList();
            fails(cycle, states.isEmpty() && !lost ? what + next.get(0).wrong : "");
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
                states.forEach(s -> s.shows(cycle - latency, shown).shows(cycle - latency, word1, number));
                keep(states, cycle, status("status"));
            }
        }

        /** Judges the state in which a run has drained: no request is inside, and the last status shows it. */
        void finish(long cycle) {
            advance(cycle);
            fails(cycle, inside.isEmpty() ? "" : "has taken a request which never left");
            var options = config.dla().options();
            if (!lost && (options.statusCycles() != 0 || options.statusCredits() == 1)) { // one follows each change
                states.forEach(s -> s.shows(cycle, shown));
                keep(states, cycle, status("last status"));
            }
        }
    }
}
