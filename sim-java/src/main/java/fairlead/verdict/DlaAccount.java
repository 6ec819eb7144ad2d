// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static fairlead.verdict.DlaCredits.PR;
import static fairlead.verdict.Inside.ALL;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaStatus0;
import fairlead.hw.HwLayout.DlaStatus1;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.DlaLimits;
import fairlead.program.Operation;
import fairlead.verdict.DlaCredits.Channel;
import fairlead.verdict.DlaCredits.Phase;
import fairlead.verdict.DlaCredits.Turn;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges the DLA of each node by what must always hold (docs/spec/dla-arbiter.md). The evidence is the commands, in the
 * cycles in which they act, the packets that enter the network, and the reports that a request has left.
 *
 * <ul>
 *   <li>A grant keeps all limits, and a denial has one that it would break.
 *   <li>A request enters if its channel has credits for it, and otherwise is discarded for the reason that is told.
 *   <li>Requests leave in the order in which they became whole ({@link Inside}).
 *   <li>A reservation is released, and a marker is told, when the requests before it have left.
 *   <li>A status shows the credits and words that are held, and the channels that are open.
 * </ul>
 *
 * <p>Of the packet that is leaving, only the least and the greatest number of its words inside are known. A grant must
 * be possible with the least number, and a denial with the greatest. The answer to an allocation may join a record;
 * where both answers are possible, the next request of the channel shows which it was.
 *
 * <p>DLA_BYPASS and a node after DLA_CLEAR are not judged. Neither are records, event credits and the reasons of
 * errors, which the tests of the unit and lockstep compare.
 */
final class DlaAccount extends Checker {
    private static final int CHANNEL_WORD = 3; // of a DLA_REQUEST or DLA_DATA
    private static final int CHANNELS = HwLayout.Product.DLA_CHANNELS;
    private static final String NO_CAUSE = "tells %s, for which there is no cause";

    private record Event(int kind, long a, long b) {
        @Override
        public String toString() {
            return EventKind.name(kind) + " (0x" + Long.toHexString(a) + ", " + b + ")";
        }
    }

    private final Node[] accounts = new Node[nodes]; // by node; null where nothing concerns the DLA
    private final List<Node> all = new ArrayList<>();
    private final DlaLimits limits = config.dla();
    private final boolean judged = !limits.options().bypass();

    DlaAccount(JudgedRun run) {
        super(run, run.broken);
        for (Operation op : program.operations()) {
            if (judged && op.isOfDla()) {
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
        int node = commands.node(i);
        boolean concerns = isDla(op);
        if (judged && op < HostCommand.LOAD && (accounts[node] != null || concerns)) {
            boolean requests = op == TileCommand.DLA_REQUEST;
            long word = commands.word(i, 0);
            boolean stores = requests || op == TileCommand.DLA_DATA;
            int channel = (int) DlaCommand.channel(stores ? commands.word(i, CHANNEL_WORD) : word);
            Operation asked = requests ? operation(node, Descriptor0.tag(word)) : null;
            at(node).lost |= op == TileCommand.DLA_CLEAR;
            // commands of all units take a turn each
            at(node).turns.given(commands, i, concerns ? new Turn(op, word, channel, asked) : null);
        }
    }

    /** Handles an event of the DLA. In a cycle, the answer to its command comes before DLA_DRAINED. */
    void event(long cycle, int node, int kind, long a, long b) {
        if (judged) {
            Node here = at(node);
            here.lost |= kind == EventKind.DLA_CLEARED || kind == EventKind.DLA_PURGED;
            here.advance(cycle);
            if (!here.lost) {
                here.told(cycle, new Event(kind, a, b));
            }
        }
    }

    void injected(Packet p) {
        Node here = p.isInline() ? accounts[p.node] : null;
        if (here != null) {
            here.advance(p.cycle);
            here.fails(p.cycle, here.inside.injected(p.cycle, p.tag));
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

    void finish(long cycle) {
        all.forEach(node -> node.finish(cycle));
    }

    /** The account of one node's DLA. It ends with the first violation, because the state after it is not known. */
    private final class Node {
        private final int node;
        private final int latency; // of the status, in cycles
        private final DlaCredits pool;
        private final Inside inside;
        private final HostTurns<Turn> turns = new HostTurns<>();
        private boolean lost; // true if the account is no longer kept
        private long writes; // number of statuses in memory
        private long[] shown = new long[DlaCredits.HELD.length]; // by the last of them

        Node(int node) {
            this.node = node;
            latency = config.memoryLatency(node);
            pool = new DlaCredits(config, node);
            inside = pool.inside;
        }

        private void fails(long cycle, String what) {
            if (!what.isEmpty() && !lost) {
                lost = true;
                violations.add(cycle, "cycle " + cycle + ": the DLA of node " + node + " " + what);
            }
        }

        private void requires(boolean holds, long cycle, String what, Object... values) {
            if (!holds && !lost) {
                fails(cycle, String.format(what, values));
            }
        }

        /** Has the commands act that do so before this cycle, for which no answer is told any more. */
        private void advance(long cycle) {
            for (long acts = turns.due(); acts < cycle && !lost; acts = turns.due()) {
                act(acts, turns.act(), null);
            }
        }

        private void told(long cycle, Event event) {
            switch (event.kind) {
                case EventKind.DLA_DRAINED -> {
                    int number = (int) DlaTagEvent.channel(event.a);
                    fails(cycle, inside.drained(cycle, number, (int) DlaTagEvent.tag(event.a), event.b));
                    long released = pool.channel(number).released; // the release counts the word of its cycle as gone
                    boolean isLate = released < cycle && inside.holds(cycle, number, released);
                    String what = "tells DLA_RELEASED in cycle %s, and a request of channel %s was inside";
                    requires(!isLate, cycle, what, released, number);
                }
                case EventKind.DLA_RELEASED -> {
                    Channel channel = pool.channel(event.a);
                    if (channel.phase != Phase.RELEASING && turns.due() == cycle) {
                        act(cycle, turns.act(), null); // the command of this cycle
                    }
                    requires(channel.phase == Phase.RELEASING, cycle, NO_CAUSE, event);
                    channel.phase = Phase.IDLE;
                    channel.released = cycle;
                    pool.keep(cycle + 1);
                }
                case EventKind.DLA_MARKED -> {
                    int number = (int) DlaBlockEvent.channel(event.a);
                    Channel channel = pool.channel(number);
                    requires(channel.marker == event.a, cycle, NO_CAUSE, event);
                    boolean isEarly = inside.holds(cycle, number, channel.marked);
                    String what = "tells marker %s, before which requests have not left";
                    requires(!isEarly, cycle, what, DlaBlockEvent.block(event.a));
                    channel.marker = NEVER;
                }
                case EventKind.DLA_MERGED -> {} // not judged
                default -> act(cycle, turns.due() == cycle ? turns.act() : null, event);
            }
        }

        /** Has a command act; its answer is null if none is told. */
        private void act(long cycle, Turn turn, Event answer) {
            boolean hasCause = answer == null
                    || turn != null && turn.isAnsweredBy(answer.kind) && answer.a == turn.answer();
            requires(hasCause, cycle, NO_CAUSE, answer);
            if (turn == null || lost) {
                return;
            }
            Channel channel = pool.channel(turn.channel());
            boolean refused = answer != null && answer.kind == EventKind.DLA_ERROR;
            switch (turn.op()) {
                case TileCommand.DLA_REQUEST -> requests(cycle, turn, channel, answer);
                case TileCommand.DLA_DATA -> inside.follows(turn);
                case TileCommand.DLA_ALLOC -> {
                    boolean legal = pool.isLegal(turn);
                    requires(legal != refused, cycle, legal ? NO_CAUSE : "takes a wrong allocation: %s", answer);
                    if (!refused) {
                        allocates(cycle, turn, channel, answer);
                    }
                }
                case TileCommand.DLA_END -> {
                    if (!refused) {
                        ends(cycle, turn, channel, answer);
                    }
                }
                case TileCommand.DLA_RELEASE -> {
                    if (channel.phase == Phase.UNKNOWN) {
                        channel.opens(!refused);
                    }
                    boolean reserved = channel.phase == Phase.OPEN && channel.kind == PR;
                    String what = reserved ? NO_CAUSE : "releases what is not reserved";
                    requires(reserved != refused, cycle, what, answer);
                    channel.phase = refused ? channel.phase : Phase.RELEASING;
                }
                case TileCommand.DLA_MARK -> {
                    channel.marker = refused ? channel.marker : turn.answer();
                    channel.marked = cycle;
                }
                default -> {}
            }
            pool.keep(cycle + 1);
        }

        /** Requires this answer, or none if it may have joined a record. */
        private void answers(long cycle, Event answer, Event due) {
            boolean merges = answer == null && limits.options().eventCredits() != 0;
            requires(merges || due.equals(answer), cycle, "tells %s, not %s", answer == null ? "nothing" : answer, due);
        }

        private void allocates(long cycle, Turn turn, Channel channel, Event answer) {
            long credits = DlaCommand.credits(turn.word());
            boolean isChained = DlaCommand.chain(turn.word()) != 0 && channel.broken;
            long[] least = pool.held(cycle, false);
            long[] most = pool.held(cycle, true);
            least[turn.kind()] += credits;
            most[turn.kind()] += credits;
            boolean may = !isChained && pool.fits(least);
            boolean must = !isChained && pool.fits(most);
            boolean yes = answer == null ? must : answer.kind == EventKind.DLA_GRANTED;
            String denies = "denies %s credits, with which at most %s were held: within all limits";
            requires(yes || !must, cycle, denies, credits, DlaCredits.sums(most));
            String grants = "grants %s credits, with which at least %s are held: %s";
            String cause = isChained ? "behind a block that was lost" : "beyond a limit";
            requires(!yes || may, cycle, grants, credits, DlaCredits.sums(least), cause);
            int kind = yes ? EventKind.DLA_GRANTED : EventKind.DLA_DENIED;
            answers(cycle, answer, new Event(kind, turn.answer(), credits));
            channel.broken = false;
            if (answer == null && may && !must) {
                channel.phase = Phase.UNKNOWN;
            } else {
                channel.opens(yes);
            }
            channel.kind = turn.kind();
            channel.granted = (int) credits;
            channel.spent = 0;
        }

        private void ends(long cycle, Turn turn, Channel channel, Event answer) {
            if (channel.phase == Phase.UNKNOWN) {
                lost = answer == null || channel.dropped; // nothing shows whether the channel was open
                channel.opens(answer != null && answer.b == 0);
            }
            answers(cycle, answer, new Event(EventKind.DLA_ENDED, turn.answer(), channel.dropped ? 1 : 0));
            boolean closes = DlaCommand.dealloc(turn.word()) != 0 && channel.phase == Phase.OPEN && channel.kind != PR;
            channel.phase = closes || channel.phase == Phase.DISCARDING ? Phase.IDLE : channel.phase;
            channel.dropped = false;
        }

        private void requests(long cycle, Turn turn, Channel channel, Event event) {
            requires(turn.asked() != null, cycle, "has a request which is of no operation");
            requires(event != null, cycle, "does not answer the request %s", turn.asked());
            if (lost) {
                return;
            }
            boolean yes = event.kind == EventKind.DLA_ACCEPTED;
            boolean opened = yes || event.b == DlaDropReason.OVERFLOWS;
            boolean denied = event.b == DlaDropReason.DISCARD && (channel.kind == PR || !channel.dropped);
            if (channel.phase == Phase.UNKNOWN && (opened || denied)) {
                channel.opens(opened);
            }
            int used = channel.kind == PR ? inside.words(cycle, turn.channel(), ALL, !yes) : channel.spent;
            boolean isMalformed = turn.isMalformed() || inside.isHalf(turn.channel());
            int reason = isMalformed
                    ? DlaDropReason.MALFORMED
                    : channel.dropReason(turn.words() <= channel.granted - used);
            if (yes) {
                String credits = "takes %s without credits for it (%s)";
                requires(reason == 0, cycle, credits, turn.asked(), DlaDropReason.name(reason));
                String words = "takes %s for %s words, not %s";
                requires(event.b == turn.words(), cycle, words, turn.asked(), event.b, turn.words());
                channel.spent += channel.kind == PR ? 0 : turn.words();
                inside.enters(cycle, turn, channel.kind);
            } else {
                String cause = "discards %s (%s) without cause";
                requires(event.b == reason, cycle, cause, turn.asked(), DlaDropReason.name((int) event.b));
                channel.dropped = true;
                channel.broken = true;
                inside.follows(turn);
            }
        }

        // ---- the status in memory

        private void shows(long cycle, long asOf, String which) {
            String wrong = pool.judge(shown, asOf);
            fails(cycle, wrong.isEmpty() ? "" : "wrote a " + which + " " + wrong);
        }

        /** Handles a status that comes into memory: it shows the start of the cycle in which it was sent. */
        private void status(long cycle, long word0, long word1) {
            advance(cycle);
            if (lost) {
                return;
            }
            shown = new long[] {
                DlaStatus0.lo(word0), DlaStatus0.hi(word0), DlaStatus0.pr(word0), DlaStatus0.consumed(word0)
            };
            shows(cycle, cycle - latency, "status");
            String wrong = pool.judgeOpen(DlaStatus1.open(word1), cycle - latency);
            fails(cycle, wrong.isEmpty() ? "" : "wrote a status " + wrong);
            long number = writes++ & DlaStatus1.WRITES_MASK;
            String numbered = "wrote status number %s as number %s";
            requires(DlaStatus1.writes(word1) == number, cycle, numbered, number, DlaStatus1.writes(word1));
        }

        /** Judges the state in which a run has drained: no request is inside, and the last status shows it. */
        private void finish(long cycle) {
            advance(cycle);
            requires(inside.isEmpty(), cycle, "has taken a request which never left");
            for (int number = 0; number < CHANNELS; number++) {
                boolean waits = pool.channel(number).phase == Phase.RELEASING && !inside.holds(cycle, number, cycle);
                requires(!waits, cycle, "has never told that the reservation of channel %s is released", number);
            }
            var options = limits.options();
            if (!lost && (options.statusCycles() != 0 || options.statusCredits() == 1)) { // one follows each change
                shows(cycle, cycle, "last status");
            }
        }
    }
}
