// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static fairlead.verdict.Inside.ALL;

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
import fairlead.verdict.DlaAccount.Event;
import fairlead.verdict.DlaAccount.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One possible state of the channels of one DLA. It follows from the commands, and from the decisions that the words
 * inside leave open: where more than one decision is possible, there is one state for each, until the DLA tells
 * something that only one of them explains.
 */
final class DlaState {
    private static final int LO = 0;
    private static final int HI = 1;
    private static final int PR = 2;
    private static final String NO_CAUSE = "tells %s, for which there is no cause";
    private static final String[] HELD = {"lo", "hi", "pr", "consumed"};
    private static final int CHANNELS = HwLayout.Product.DLA_CHANNELS;
    private static final int COUNT = (int) DlaMergedEvent.EVENTS_MASK; // represents this number or more
    private static final long GRANTED = 1L << DlaMergedEvent.GRANTED_LSB;
    private static final long DENIED = 1L << DlaMergedEvent.DENIED_LSB;
    private static final long ENDED = 1L << DlaMergedEvent.ENDED_LSB;
    private static final long LOST = 1L << DlaMergedEvent.DISCARDED_LSB;

    private enum Phase {
        IDLE,
        OPEN,
        DISCARDING,
        RELEASING
    }

    /** The allocation of a channel, its transaction, the record of its merged status events, and its marker. */
    private static final class Channel implements Cloneable {
        private Phase phase = Phase.IDLE;
        private int kind; // class of the allocation
        private int granted;
        private int spent; // credits that requests have used under controlled discard
        private boolean dropped; // something of the transaction was dropped or denied
        private boolean broken; // the last block was denied or lost a request
        private Event record; // of the status events without an event credit, or null
        private Event marker; // the last one, with the number of earlier ones that it replaces, or null
        private long marked; // cycle of the marker

        @Override
        public Channel clone() {
            try {
                return (Channel) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }

        private int dropReason(boolean fits) {
            if (phase == Phase.DISCARDING || phase == Phase.OPEN && kind != PR && dropped) {
                return DlaDropReason.DISCARD;
            }
            return phase != Phase.OPEN ? DlaDropReason.NO_ALLOCATION : fits ? 0 : DlaDropReason.OVERFLOWS;
        }
    }

    private record Past(long from, long[] reserved, long open, int merges) {}

    private final MachineConfig config;
    private final Inside inside;
    private final Channel[] channels;
    private final List<Past> past; // in the order of the cycles from whose start on it was so
    private int out; // event credits that software has not given back
    private int merges;

    private List<Event> told = List.of(); // in this cycle, and not explained
    String wrong = ""; // the first thing that the state does not explain

    DlaState(MachineConfig config, Inside inside) {
        this.config = config;
        this.inside = inside;
        channels = Stream.generate(Channel::new).limit(CHANNELS).toArray(Channel[]::new);
        past = new ArrayList<>(List.of(new Past(Long.MIN_VALUE, reserved(), 0, 0)));
    }

    DlaState(DlaState other) {
        config = other.config;
        inside = other.inside;
        channels = Stream.of(other.channels).map(Channel::clone).toArray(Channel[]::new);
        past = new ArrayList<>(other.past);
        out = other.out;
        merges = other.merges;
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

    /** Returns the credits that allocations hold by class, apart from those of requests under controlled discard. */
    private long[] reserved() {
        long[] reserved = new long[HELD.length];
        for (Channel one : channels) {
            boolean holds = one.phase == Phase.OPEN || one.phase == Phase.RELEASING;
            reserved[one.kind] += holds ? one.granted - one.spent : 0;
        }
        return reserved;
    }

    /** Returns the greatest or the least credits that may be held by class, and those that are consumed. */
    private long[] held(long[] reserved, long cycle, boolean most) {
        long[] held = reserved.clone();
        for (int i = 0; i < held.length; i++) {
            if (i != PR) { // the words of a persistent reservation are part of it
                held[i] += inside.words(cycle, ALL, i > PR ? ALL : i, most);
            }
        }
        return held;
    }

    private boolean fits(long lo, long hi, long pr) {
        DlaLimits limits = config.dla();
        return lo + hi + pr <= Math.min(limits.maxCredits(), config.buffers().dla())
                && lo <= limits.maxLoCd()
                && hi <= limits.maxHiCd()
                && pr <= limits.maxPr()
                && lo + pr <= limits.maxLoCdPr()
                && lo + hi <= limits.maxLoHiCd()
                && hi + pr <= limits.maxHiCdPr();
    }

    // ---- a cycle

    /**
     * Executes a cycle, of which {@link Inside} knows already what leaves, and returns this state.
     *
     * @param turn the command of the cycle, or null; it is granted or accepted if `yes`
     * @param shown first cycle that a status may yet show
     */
    DlaState step(long cycle, Turn turn, boolean yes, List<Event> events, long shown) {
        told = new ArrayList<>(events);
        int credits = config.dla().options().eventCredits();
        boolean credit = credits == 0 || out < credits && Stream.of(channels).allMatch(c -> c.record == null);
        boolean noticed = notice(cycle);
        if (turn != null) {
            command(cycle, turn, yes, credit);
        }
        refutes(credits != 0 && noticed && out > credits, "tells more status events than there are event credits");
        if (turn != null && turn.op() == TileCommand.DLA_EVENT_CREDIT) {
            out = Math.max(0, out - (int) (turn.word() & COUNT));
        }
        release(cycle);
        told.forEach(e -> refutes(true, NO_CAUSE, e));
        long open = 0;
        for (int number = 0; number < CHANNELS; number++) {
            open |= channels[number].phase == Phase.OPEN ? 1L << number : 0;
        }
        past.add(new Past(cycle + 1, reserved(), open, merges));
        while (past.size() > 1 && past.get(1).from <= shown) {
            past.remove(0);
        }
        return this;
    }

    private Event take(Integer... kinds) {
        Event event = told.stream()
                .filter(e -> Set.of(kinds).contains(e.kind()))
                .findFirst()
                .orElse(null);
        told.remove(event);
        return event;
    }

    /** Explains a record or a marker that the DLA reports; returns whether there is one. */
    private boolean notice(long cycle) {
        Event event = take(EventKind.DLA_MERGED, EventKind.DLA_MARKED);
        if (event == null) {
            return false;
        }
        out++;
        boolean isMarker = event.kind() == EventKind.DLA_MARKED;
        int number = (int) DlaBlockEvent.channel(event.a());
        Channel channel = number < CHANNELS ? channels[number] : new Channel();
        Event due = isMarker ? channel.marker : channel.record;
        refutes(!event.equals(due), due == null ? NO_CAUSE : "tells %s, not %s", event, due);
        boolean isEarly = isMarker && inside.holds(cycle, number, channel.marked);
        refutes(isEarly, "tells marker %s, before which requests have not left", DlaBlockEvent.block(event.a()));
        channel.marker = isMarker ? null : channel.marker;
        channel.record = isMarker ? channel.record : null;
        return true;
    }

    private void command(long cycle, Turn turn, boolean yes, boolean credit) {
        int number = turn.channel();
        Channel channel = number < CHANNELS ? channels[number] : null;
        if (turn.op() == TileCommand.DLA_REQUEST) {
            requests(cycle, turn, yes, channel == null ? new Channel() : channel);
            return;
        }
        int error = error(turn, channel);
        if (error != 0) {
            answer(new Event(EventKind.DLA_ERROR, block(turn), error));
            return;
        }
        switch (turn.op()) {
            case TileCommand.DLA_ALLOC -> allocates(cycle, turn, yes, channel, credit);
            case TileCommand.DLA_END -> {
                boolean lost = channel.dropped;
                boolean isIdle =
                        DlaCommand.dealloc(turn.word()) != 0 && channel.phase == Phase.OPEN && channel.kind != PR;
                channel.phase = isIdle || channel.phase == Phase.DISCARDING ? Phase.IDLE : channel.phase;
                channel.dropped = false;
                status(turn, channel, EventKind.DLA_ENDED, lost ? 1 : 0, lost ? ENDED | LOST : ENDED, credit);
            }
            case TileCommand.DLA_RELEASE -> channel.phase = Phase.RELEASING;
            case TileCommand.DLA_MARK -> {
                Event old = channel.marker;
                merges += old == null ? 0 : 1;
                long older = old == null ? 0 : Math.min(old.b() + 1, COUNT);
                channel.marker = new Event(EventKind.DLA_MARKED, block(turn), older);
                channel.marked = cycle;
            }
            default -> {}
        }
    }

    private int error(Turn turn, Channel channel) {
        boolean allocates = turn.op() == TileCommand.DLA_ALLOC;
        boolean releases = turn.op() == TileCommand.DLA_RELEASE;
        if (channel == null) {
            boolean isChecked = allocates || releases || turn.op() == TileCommand.DLA_END;
            return isChecked || turn.op() == TileCommand.DLA_MARK ? DlaErrorReason.CHANNEL : 0;
        }
        if (!allocates) {
            boolean isReserved = channel.phase == Phase.OPEN && channel.kind == PR;
            return releases && !isReserved ? DlaErrorReason.RELEASE : 0;
        }
        boolean isPersistent = kind(turn.word()) == PR;
        long credits = DlaCommand.credits(turn.word());
        if (isPersistent == (DlaCommand.cd(turn.word()) != 0)) {
            return DlaErrorReason.SCHEME;
        } else if (channel.phase != Phase.IDLE) {
            return DlaErrorReason.NOT_IDLE;
        } else if (credits == 0) {
            return DlaErrorReason.NO_CREDITS;
        } else if (credits
                > (isPersistent ? config.dla().maxPrAlloc() : config.dla().maxCdAlloc())) {
            return DlaErrorReason.CAP;
        }
        return credits > config.buffers().dla() ? DlaErrorReason.DEPTH : 0;
    }

    private void allocates(long cycle, Turn turn, boolean yes, Channel channel, boolean credit) {
        long credits = DlaCommand.credits(turn.word());
        long[] held = held(reserved(), cycle, !yes);
        held[kind(turn.word())] += credits;
        boolean isChained = DlaCommand.chain(turn.word()) != 0 && channel.broken;
        boolean fits = !isChained && fits(held[LO], held[HI], held[PR]);
        String sums = held[LO] + " lo, " + held[HI] + " hi, " + held[PR] + " pr";
        String cause = isChained ? "behind a block that was lost" : "beyond a limit";
        String denies = "denies %s credits, with which at most %s were held: within all limits";
        refutes(!yes && fits, denies, credits, sums);
        refutes(yes && !fits, "grants %s credits, with which at least %s are held: %s", credits, sums, cause);
        channel.phase = yes ? Phase.OPEN : Phase.DISCARDING;
        channel.broken = !yes;
        channel.dropped |= !yes;
        if (yes) {
            channel.kind = kind(turn.word());
            channel.granted = (int) credits;
            channel.spent = 0;
        }
        int kind = yes ? EventKind.DLA_GRANTED : EventKind.DLA_DENIED;
        status(turn, channel, kind, credits, yes ? GRANTED : DENIED | LOST, credit);
    }

    /** Returns the channel and the block of a command as an event has them. */
    private static long block(Turn turn) {
        return (long) turn.channel() << DlaBlockEvent.CHANNEL_LSB
                | DlaCommand.block(turn.word()) << DlaBlockEvent.BLOCK_LSB;
    }

    private void answer(Event due) {
        Event event = take(EventKind.DLA_GRANTED, EventKind.DLA_DENIED, EventKind.DLA_ERROR, EventKind.DLA_ENDED);
        refutes(event == null, "does not tell %s", due);
        refutes(!due.equals(event), "tells %s, not %s", event, due);
    }

    /** Requires this status event, or adds it to the record of its channel if there is no event credit for it. */
    private void status(Turn turn, Channel channel, int kind, long b, long flags, boolean credit) {
        if (credit) {
            out++;
            answer(new Event(kind, block(turn), b));
            return;
        }
        Event record = channel.record;
        long old = record == null ? 0 : record.b();
        long kept = (record == null || record.a() == block(turn) ? old : old & LOST) & ~(long) COUNT;
        merges += record == null ? 0 : 1;
        channel.record =
                new Event(EventKind.DLA_MERGED, block(turn), flags | kept | Math.min((old & COUNT) + 1, COUNT));
    }

    private void requests(long cycle, Turn turn, boolean yes, Channel channel) {
        Event event = take(EventKind.DLA_ACCEPTED, EventKind.DLA_DISCARDED);
        long a = (long) turn.channel() << DlaTagEvent.CHANNEL_LSB | Descriptor0.tag(turn.word()) << DlaTagEvent.TAG_LSB;
        if (event == null || event.a() != a) {
            refutes(true, "does not answer the request %s", turn.asked());
            return;
        }
        int used = channel.kind == PR ? inside.words(cycle, turn.channel(), ALL, !yes) : channel.spent;
        boolean fits = turn.words() <= channel.granted - used;
        boolean isMalformed = turn.isMalformed() || inside.isHalf(turn.channel());
        int reason = isMalformed ? DlaDropReason.MALFORMED : channel.dropReason(fits);
        long b = event.b();
        if (yes) {
            refutes(reason != 0, "takes %s without credits for it (%s)", turn.asked(), DlaDropReason.name(reason));
            refutes(b != turn.words(), "takes %s for %s words, not %s", turn.asked(), b, turn.words());
            channel.spent += channel.kind == PR ? 0 : turn.words();
        } else {
            refutes(b != reason, "discards %s (%s) without cause", turn.asked(), DlaDropReason.name((int) b));
            channel.dropped = true;
            channel.broken = true;
        }
    }

    /** Returns the reservations that wait for words, when those of the cycle have left. */
    private void release(long cycle) {
        for (int number = 0; number < CHANNELS; number++) {
            if (channels[number].phase == Phase.RELEASING && !inside.holds(cycle + 1, number, cycle)) {
                channels[number].phase = Phase.IDLE;
                boolean isTold = told.remove(new Event(EventKind.DLA_RELEASED, number, 0)); // several in a cycle may be
                refutes(!isTold, "does not tell that the reservation of channel %s has been released", number);
            }
        }
    }

    // ---- the status in memory

    private Past at(long cycle) {
        return past.stream()
                .filter(one -> one.from <= cycle)
                .reduce((one, next) -> next)
                .orElseThrow();
    }

    /** Judges the credits and the words that a status shows, as of the start of this cycle. */
    DlaState shows(long cycle, long[] said) {
        long[] least = held(at(cycle).reserved, cycle, false);
        long[] most = held(at(cycle).reserved, cycle, true);
        for (int i = 0; i < said.length; i++) {
            refutes(said[i] < least[i] || said[i] > most[i], "%s was from %s to %s", HELD[i], least[i], most[i]);
        }
        return this;
    }

    /** Judges the other fields of a status that was sent in this cycle and has this number. */
    void shows(long cycle, long word1, long number) {
        Past then = at(cycle);
        long due = then.merges & DlaStatus1.MERGED_MASK;
        same("of its channels 0x%x were open, not 0x%x", then.open, DlaStatus1.open(word1));
        same("%s status events had been merged, not %s", due, DlaStatus1.merged(word1));
        same("it is number %s, not %s", number, DlaStatus1.writes(word1));
    }

    private void same(String what, long due, long said) {
        refutes(due != said, what, due, said);
    }
}
