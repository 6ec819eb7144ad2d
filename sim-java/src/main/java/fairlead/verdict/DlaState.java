// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaErrorReason;
import fairlead.hw.HwLayout.DlaMergedEvent;
import fairlead.hw.HwLayout.DlaStatus1;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.DlaLimits;
import fairlead.machine.MachineConfig;
import fairlead.program.Operation;
import fairlead.verdict.DlaAccount.Inside;
import fairlead.verdict.DlaChannel.Phase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One possible state of the channels of one DLA. It follows from the commands, and from the decisions that the words
 * inside leave open: where more than one decision is possible, there is one state for each, until the DLA tells
 * something that only one of them explains.
 */
final class DlaState {
    static final int LO = 0;
    static final int HI = 1;
    static final int PR = 2;
    private static final String[] HELD = {"lo", "hi", "pr", "consumed"};

    private static final int CHANNELS = HwLayout.Product.DLA_CHANNELS;
    private static final Set<Integer> CHECKED =
            Set.of(TileCommand.DLA_ALLOC, TileCommand.DLA_END, TileCommand.DLA_RELEASE, TileCommand.DLA_MARK);
    private static final long GRANTED = 1L << DlaMergedEvent.GRANTED_LSB;
    private static final long DENIED = 1L << DlaMergedEvent.DENIED_LSB;
    private static final long ENDED = 1L << DlaMergedEvent.ENDED_LSB;
    private static final long LOST = DlaChannel.LOST;

    /**
     * A command to the tile. They act one a cycle, in this order (docs/spec/fabric.md, rules 1 and 4).
     *
     * @param cycle the cycle in which it acts, and before that the earliest cycle in which it may act
     * @param channel of a DLA command
     */
    record Turn(long cycle, int task, int seq, int op, long word, int channel) {
        static final Comparator<Turn> ORDER = Comparator.comparingLong(Turn::cycle)
                .thenComparingInt(Turn::task)
                .thenComparingInt(Turn::seq);

        Turn in(long actual) {
            return new Turn(actual, task, seq, op, word, channel);
        }
    }

    /** A request that software stores: its operation, its words, and whether the store path does not carry it. */
    record Asked(Operation op, int words, boolean malformed) {}

    record Event(int kind, long a, long b) {
        @Override
        public String toString() {
            return EventKind.name(kind) + " (0x" + Long.toHexString(a) + ", " + b + ")";
        }
    }

    private record Past(long[] reserved, long open, int merges) {}

    private final MachineConfig config;
    private final int latency; // of the status, in cycles
    private final Inside inside;
    private final DlaChannel[] channels;
    private final TreeMap<Long, Past> past; // by the cycle from whose start on it was so
    private int out; // event credits that software has not given back
    private int merges;

    private List<Event> told = List.of(); // in this cycle, and not explained
    private String wrong = ""; // the first thing that the state does not explain

    DlaState(MachineConfig config, int node, Inside inside) {
        this.config = config;
        latency = config.memoryLatency(node);
        this.inside = inside;
        channels = Stream.generate(DlaChannel::new).limit(CHANNELS).toArray(DlaChannel[]::new);
        past = new TreeMap<>();
        past.put(Long.MIN_VALUE, new Past(reserved(), 0, 0));
    }

    DlaState(DlaState other) {
        config = other.config;
        latency = other.latency;
        inside = other.inside;
        channels = Stream.of(other.channels).map(DlaChannel::clone).toArray(DlaChannel[]::new);
        past = new TreeMap<>(other.past);
        out = other.out;
        merges = other.merges;
    }

    String wrong() {
        return wrong;
    }

    private void refutes(boolean isWrong, String what, Object... values) {
        if (isWrong && wrong.isEmpty()) {
            wrong = String.format(what, values);
        }
    }

    int kind(int number) {
        return channels[number].kind;
    }

    // ---- the pool

    private static int kind(long command) {
        return DlaCommand.pr(command) != 0 ? PR : DlaCommand.high(command) != 0 ? HI : LO;
    }

    private long[] reserved() {
        long[] reserved = new long[HELD.length];
        for (DlaChannel channel : channels) {
            reserved[channel.kind] += channel.reserved();
        }
        return reserved;
    }

    /** Returns the greatest or the least credits that may be held by class, and those that are consumed. */
    private long[] held(long[] reserved, long cycle, boolean most) {
        long[] held = reserved.clone();
        for (int i = 0; i < held.length; i++) {
            if (i != PR) { // the words of a persistent reservation are part of it
                held[i] += inside.words(cycle, Inside.ALL, i > PR ? Inside.ALL : i, most);
            }
        }
        return held;
    }

    private long[] heldWith(Turn turn, boolean most) {
        long[] held = held(reserved(), turn.cycle(), most);
        held[kind(turn.word())] += DlaCommand.credits(turn.word());
        return held;
    }

    private boolean fits(long[] held) {
        long lo = held[LO];
        long hi = held[HI];
        long pr = held[PR];
        DlaLimits limits = config.dla();
        return lo + hi + pr <= Math.min(limits.maxCredits(), config.buffers().dla())
                && lo <= limits.maxLoCd()
                && hi <= limits.maxHiCd()
                && pr <= limits.maxPr()
                && lo + pr <= limits.maxLoCdPr()
                && lo + hi <= limits.maxLoHiCd()
                && hi + pr <= limits.maxHiCdPr();
    }

    private boolean isChained(Turn turn) {
        return DlaCommand.chain(turn.word()) != 0 && channels[turn.channel()].broken;
    }

    private int dropReason(int number, Asked asked) {
        if (asked.malformed()) {
            return DlaDropReason.MALFORMED;
        }
        return number < CHANNELS ? channels[number].dropReason() : DlaDropReason.NO_ALLOCATION;
    }

    private int error(Turn turn) {
        if (!CHECKED.contains(turn.op())) {
            return 0;
        }
        return turn.channel() < CHANNELS ? channels[turn.channel()].error(turn, config) : DlaErrorReason.CHANNEL;
    }

    /** Decides whether an allocation may be granted or denied, or a request accepted or dropped. */
    boolean may(boolean yes, Turn turn, Asked asked) {
        if (turn != null && turn.op() == TileCommand.DLA_ALLOC) {
            return (error(turn) == 0 && !isChained(turn) && fits(heldWith(turn, !yes))) == yes;
        }
        if (turn != null && turn.op() == TileCommand.DLA_REQUEST) {
            if (dropReason(turn.channel(), asked) != 0) {
                return !yes;
            }
            int used = inside.words(turn.cycle(), turn.channel(), Inside.ALL, !yes);
            return asked.words() <= channels[turn.channel()].free(used) == yes;
        }
        return yes;
    }

    // ---- a cycle

    /**
     * Executes a cycle, of which {@link Inside} knows already what leaves, and returns this state.
     *
     * @param turn the command of the cycle, or null; it is granted or accepted if `yes`
     * @param asked the request of the command, or null
     */
    DlaState step(long cycle, Turn turn, boolean yes, Asked asked, List<Event> events) {
        told = new ArrayList<>(events);
        int credits = config.dla().options().eventCredits();
        boolean credit = credits == 0 || out < credits && Stream.of(channels).allMatch(c -> c.record == null);
        boolean noticed = notice(cycle);
        if (turn != null) {
            command(turn, yes, asked, credit);
        }
        refutes(credits != 0 && noticed && out > credits, "tells more status events than there are event credits");
        if (turn != null && turn.op() == TileCommand.DLA_EVENT_CREDIT) {
            out = Math.max(0, out - (int) (turn.word() & DlaChannel.COUNT));
        }
        release(cycle);
        told.forEach(e -> refutes(true, "tells %s, for which there is no cause", e));
        note(cycle + 1);
        return this;
    }

    private Event take(int... kinds) {
        Event event = told.stream()
                .filter(e -> IntStream.of(kinds).anyMatch(kind -> kind == e.kind()))
                .findFirst()
                .orElse(null);
        told.remove(event);
        return event;
    }

    /** Returns the channel and the block of a command as an event has them. */
    static long block(long command) {
        return DlaCommand.channel(command) << DlaBlockEvent.CHANNEL_LSB
                | DlaCommand.block(command) << DlaBlockEvent.BLOCK_LSB;
    }

    /** Explains a record or a marker that the DLA tells; returns whether there is one. */
    private boolean notice(long cycle) {
        Event event = take(EventKind.DLA_MERGED, EventKind.DLA_MARKED);
        if (event == null) {
            return false;
        }
        out++;
        boolean isMarker = event.kind() == EventKind.DLA_MARKED;
        int number = (int) DlaBlockEvent.channel(event.a());
        DlaChannel channel = number < CHANNELS ? channels[number] : new DlaChannel();
        Event due = isMarker ? channel.marker : channel.record;
        refutes(due == null, "tells %s, for which there is no cause", event);
        refutes(!event.equals(due), "tells %s, not %s", event, due);
        refutes(
                isMarker && inside.holds(cycle, number, channel.marked),
                "tells marker %s, before which requests have not left",
                DlaBlockEvent.block(event.a()));
        channel.marker = isMarker ? null : channel.marker;
        channel.record = isMarker ? channel.record : null;
        return true;
    }

    private void command(Turn turn, boolean yes, Asked asked, boolean credit) {
        int error = error(turn);
        if (error != 0) {
            answer(new Event(EventKind.DLA_ERROR, block(turn.word()), error));
            return;
        }
        switch (turn.op()) {
            case TileCommand.DLA_REQUEST -> requests(turn, yes, asked);
            case TileCommand.DLA_ALLOC -> allocates(turn, yes, credit);
            case TileCommand.DLA_END -> {
                boolean lost = channels[turn.channel()].ends(DlaCommand.dealloc(turn.word()) != 0);
                status(turn, EventKind.DLA_ENDED, lost ? 1 : 0, lost ? ENDED | LOST : ENDED, credit);
            }
            case TileCommand.DLA_RELEASE -> channels[turn.channel()].phase = Phase.RELEASING;
            case TileCommand.DLA_MARK -> merges += channels[turn.channel()].marks(turn.word(), turn.cycle());
            default -> {}
        }
    }

    private void allocates(Turn turn, boolean yes, boolean credit) {
        long credits = DlaCommand.credits(turn.word());
        Event other = new Event(yes ? EventKind.DLA_DENIED : EventKind.DLA_GRANTED, block(turn.word()), credits);
        if (credit && told.contains(other)) {
            long[] held = heldWith(turn, yes);
            String sums = held[LO] + " lo, " + held[HI] + " hi, " + held[PR] + " pr";
            String cause = isChained(turn) ? "behind a block that was lost" : "beyond a limit";
            refutes(yes, "denies %s credits, with which at most %s were held: within all limits", credits, sums);
            refutes(!yes, "grants %s credits, with which at least %s are held: %s", credits, sums, cause);
        }
        channels[turn.channel()].judged(yes, kind(turn.word()), (int) credits);
        int kind = yes ? EventKind.DLA_GRANTED : EventKind.DLA_DENIED;
        status(turn, kind, credits, yes ? GRANTED : DENIED | LOST, credit);
    }

    private void answer(Event due) {
        Event event = take(EventKind.DLA_GRANTED, EventKind.DLA_DENIED, EventKind.DLA_ERROR, EventKind.DLA_ENDED);
        refutes(event == null, "does not tell %s", due);
        refutes(!due.equals(event), "tells %s, not %s", event, due);
    }

    /** Requires this status event, or adds it to the record of its channel if there is no event credit for it. */
    private void status(Turn turn, int kind, long b, long flags, boolean credit) {
        if (credit) {
            out++;
            answer(new Event(kind, block(turn.word()), b));
        } else {
            merges += channels[turn.channel()].joins(turn.word(), flags);
        }
    }

    private void requests(Turn turn, boolean yes, Asked asked) {
        int number = turn.channel();
        Event event = take(EventKind.DLA_ACCEPTED, EventKind.DLA_DISCARDED);
        long a = (long) number << DlaTagEvent.CHANNEL_LSB | Descriptor0.tag(turn.word()) << DlaTagEvent.TAG_LSB;
        if (event == null || event.a() != a) {
            refutes(true, "does not answer the request %s", asked.op());
            return;
        }
        int drop = dropReason(number, asked);
        int reason = yes ? 0 : drop == 0 ? DlaDropReason.OVERFLOWS : drop;
        long b = event.b();
        if (event.kind() == EventKind.DLA_ACCEPTED) {
            refutes(!yes, "takes %s without credits for it (%s)", asked.op(), DlaDropReason.name(reason));
            refutes(b != asked.words(), "takes %s for %s words, not %s", asked.op(), b, asked.words());
        } else {
            refutes(b != reason, "discards %s (%s) without cause", asked.op(), DlaDropReason.name((int) b));
        }
        if (number < CHANNELS) {
            channels[number].requested(yes, asked.words());
        }
    }

    /** Returns the reservations that wait for words, when those of the cycle have left. */
    private void release(long cycle) {
        for (int number = 0; number < CHANNELS; number++) {
            if (channels[number].phase == Phase.RELEASING && !inside.holds(cycle + 1, number, cycle)) {
                channels[number].phase = Phase.IDLE;
                Event event = take(EventKind.DLA_RELEASED);
                refutes(
                        event == null || event.a() != number,
                        "does not tell that the reservation of channel %s has been released",
                        number);
            }
        }
    }

    private void note(long from) {
        long open = 0;
        for (int number = 0; number < CHANNELS; number++) {
            open |= channels[number].phase == Phase.OPEN ? 1L << number : 0;
        }
        past.put(from, new Past(reserved(), open, merges));
        past.headMap(past.floorKey(from - latency)).clear();
    }

    // ---- the status in memory

    /** Judges the credits and the words that a status shows, as of the start of this cycle. */
    void shows(long cycle, long[] said) {
        long[] reserved = past.floorEntry(cycle).getValue().reserved();
        long[] least = held(reserved, cycle, false);
        long[] most = held(reserved, cycle, true);
        for (int i = 0; i < said.length; i++) {
            refutes(said[i] < least[i] || said[i] > most[i], "%s was from %s to %s", HELD[i], least[i], most[i]);
        }
    }

    /** Judges the other fields of a status that was sent in this cycle and has this number. */
    void shows(long cycle, long word1, long number) {
        Past then = past.floorEntry(cycle).getValue();
        long open = DlaStatus1.open(word1);
        long merged = DlaStatus1.merged(word1);
        long writes = DlaStatus1.writes(word1);
        refutes(open != then.open(), "of its channels 0x%x were open, not 0x%x", then.open(), open);
        refutes(
                merged != (then.merges() & DlaStatus1.MERGED_MASK),
                "%s status events had been merged, not %s",
                then.merges(),
                merged);
        refutes(writes != number, "it is number %s, not %s", number, writes);
    }
}
