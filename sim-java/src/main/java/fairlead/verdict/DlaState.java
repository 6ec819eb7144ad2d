// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaDropReason;
import fairlead.hw.HwLayout.DlaErrorReason;
import fairlead.hw.HwLayout.DlaMergedEvent;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.program.Operation;
import fairlead.verdict.DlaChannel.Phase;
import fairlead.verdict.DlaTurns.Turn;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * One possible state of the channels of one DLA. It follows from the commands, and from the decisions that the words
 * inside leave open: where more than one decision is possible, there is one state for each, until the DLA tells
 * something that only one of them explains. All methods that return a text return what is wrong, or an empty text.
 */
final class DlaState {
    static final int LO = 0;
    static final int HI = 1;
    static final int PR = 2;
    static final int CLASSES = 3;

    static final int CHANNELS = HwLayout.Product.DLA_CHANNELS;

    private static final long GRANTED = 1L << DlaMergedEvent.GRANTED_LSB;
    private static final long DENIED = 1L << DlaMergedEvent.DENIED_LSB;
    private static final long ENDED = 1L << DlaMergedEvent.ENDED_LSB;
    private static final long LOST = DlaChannel.LOST;

    /** A request that software stores: its operation, its words, and whether the store path does not carry it. */
    record Asked(Operation op, int words, boolean malformed) {}

    /** What holds from the start of cycle `from` on. */
    record Past(long from, int[] reserved, long open, int merges) {}

    private final DlaPoolLimits pool;
    private final int eventCredits;
    private final DlaChannel[] channels = new DlaChannel[CHANNELS];
    private final Deque<Past> past = new ArrayDeque<>();
    private int out; // event credits that software has not given back
    private int merges;

    DlaState(final MachineConfig config) {
        pool = new DlaPoolLimits(config.dla(), config.buffers().dla());
        eventCredits = config.dla().options().eventCredits();
        for (int i = 0; i < CHANNELS; i++) {
            channels[i] = new DlaChannel();
        }
        past.add(new Past(0, new int[CLASSES], 0, 0));
    }

    DlaState(final DlaState other) {
        pool = other.pool;
        eventCredits = other.eventCredits;
        for (int i = 0; i < CHANNELS; i++) {
            channels[i] = new DlaChannel(other.channels[i]);
        }
        past.addAll(other.past);
        out = other.out;
        merges = other.merges;
    }

    // ---- what is possible

    private boolean isChained(final long command) {
        return DlaCommand.chain(command) != 0 && channels[(int) DlaCommand.channel(command)].broken;
    }

    /** Returns the credits that the next requests of the channel may use. */
    private int free(final int number, final DlaInside inside, final long cycle, final boolean most) {
        final DlaChannel channel = channels[number];
        if (channel.kind != PR) {
            return channel.reserved();
        }
        final DlaInside.Words words = inside.words(number, DlaInside.ALL);
        return channel.granted - (most ? words.least(cycle) : words.most(cycle));
    }

    /** Returns the reason to drop the request whatever words have left, or 0. */
    private int dropReason(final int number, final Asked asked) {
        if (asked.malformed()) {
            return DlaDropReason.MALFORMED;
        }
        if (number >= CHANNELS) {
            return DlaDropReason.NO_ALLOCATION;
        }
        if (channels[number].isDropping()) {
            return DlaDropReason.DISCARD;
        }
        return channels[number].phase == Phase.OPEN ? 0 : DlaDropReason.NO_ALLOCATION;
    }

    /** Decides whether an allocation may be granted or denied, or a request accepted or dropped. */
    boolean may(final boolean yes, final Turn turn, final Asked asked, final DlaInside inside) {
        final long cycle = turn.cycle();
        if (turn.op() == TileCommand.DLA_ALLOC) {
            if (pool.error(turn.word(), channels) != 0 || isChained(turn.word())) {
                return !yes;
            }
            return pool.fits(pool.held(channels, inside, cycle, !yes), turn.word()) == yes;
        }
        if (turn.op() == TileCommand.DLA_REQUEST) {
            final int number = channel(turn);
            final boolean fits = dropReason(number, asked) == 0 && asked.words() <= free(number, inside, cycle, yes);
            return fits == yes;
        }
        return yes;
    }

    static int channel(final Turn turn) {
        return (int)
                (turn.op() == TileCommand.DLA_REQUEST
                        ? DlaCommand.channel(turn.channelWord())
                        : DlaCommand.channel(turn.word()));
    }

    // ---- a cycle

    /**
     * Executes a cycle up to the words that leave in it.
     *
     * @param turn the command of the cycle, or null
     * @param yes whether the command is granted or accepted
     * @param asked the request of the command, or null
     * @param told what the DLA tells; what the state explains is taken out
     */
    String act(
            final long cycle,
            final Turn turn,
            final boolean yes,
            final Asked asked,
            final DlaTold told,
            final DlaInside inside) {
        final boolean credit = eventCredits == 0 || !isPending() && out < eventCredits;
        final int before = out;
        String wrong = notice(cycle, told, inside);
        final boolean notice = out != before;
        if (wrong.isEmpty() && turn != null) {
            wrong = command(turn, yes, asked, credit, told, inside);
        }
        if (wrong.isEmpty() && eventCredits != 0 && notice && out > eventCredits) {
            wrong = "tells more status events than there are event credits";
        }
        if (turn != null && turn.op() == TileCommand.DLA_EVENT_CREDIT) {
            out = Math.max(0, out - (int) (turn.word() & DlaChannel.COUNT));
        }
        return wrong;
    }

    private boolean isPending() {
        for (final DlaChannel channel : channels) {
            if (channel.pending) {
                return true;
            }
        }
        return false;
    }

    /** Explains a record or a marker that the DLA tells. */
    private String notice(final long cycle, final DlaTold told, final DlaInside inside) {
        final DlaTold.Event event = told.take(EventKind.DLA_MERGED, EventKind.DLA_MARKED);
        if (event == null) {
            return "";
        }
        out++;
        final int number = (int) DlaBlockEvent.channel(event.a());
        if (number >= CHANNELS) {
            return "tells " + event + " of a channel which it does not have";
        }
        final DlaChannel channel = channels[number];
        final boolean isRecord = event.kind() == EventKind.DLA_MERGED;
        if (isRecord ? !channel.pending : !channel.marked) {
            return "tells " + event + ", for which there is no cause";
        }
        final long a = word(number, isRecord ? channel.block : channel.marker);
        final long b = isRecord ? channel.flags | channel.events : channel.older;
        if (event.a() != a || event.b() != b) {
            return "tells " + event + ", not " + new DlaTold.Event(event.kind(), a, b);
        }
        if (!isRecord && inside.holds(number, channel.behind)) {
            return "tells marker " + channel.marker + ", before which requests have not left";
        }
        channel.pending &= !isRecord;
        channel.marked &= isRecord;
        return "";
    }

    private static long word(final long channel, final long block) {
        return channel << DlaBlockEvent.CHANNEL_LSB | block << DlaBlockEvent.BLOCK_LSB;
    }

    private String command(
            final Turn turn,
            final boolean yes,
            final Asked asked,
            final boolean credit,
            final DlaTold told,
            final DlaInside inside) {
        return switch (turn.op()) {
            case TileCommand.DLA_ALLOC -> allocates(turn, yes, credit, told, inside);
            case TileCommand.DLA_REQUEST -> requests(turn, yes, asked, told);
            case TileCommand.DLA_END -> ends(turn.word(), credit, told);
            case TileCommand.DLA_RELEASE -> releases(turn.word(), told);
            case TileCommand.DLA_MARK -> marks(turn.word(), told, inside);
            default -> "";
        };
    }

    private String allocates(
            final Turn turn, final boolean yes, final boolean credit, final DlaTold told, final DlaInside inside) {
        final long word = turn.word();
        final int reason = pool.error(word, channels);
        if (reason != 0) {
            return error(word, reason, told);
        }
        final DlaChannel channel = channels[channel(turn)];
        final long credits = DlaCommand.credits(word);
        final boolean chained = isChained(word);
        final long[] held = pool.held(channels, inside, turn.cycle(), yes);
        held[DlaPoolLimits.kind(word)] += credits;
        channel.judged(yes, DlaPoolLimits.kind(word), (int) credits);
        final DlaTold.Event event = told.find(yes ? EventKind.DLA_DENIED : EventKind.DLA_GRANTED);
        if (event != null && event.a() == block(word) && event.b() == credits && credit) {
            final String sums = held[LO] + " lo, " + held[HI] + " hi, " + held[PR] + " pr";
            return yes
                    ? "denies " + credits + " credits, with which at most " + sums + " were held: within all limits"
                    : "grants " + credits + " credits, with which at least " + sums + " are held: "
                            + (chained ? "behind a block that was lost" : "beyond a limit");
        }
        return status(
                word,
                yes ? EventKind.DLA_GRANTED : EventKind.DLA_DENIED,
                credits,
                yes ? GRANTED : DENIED | LOST,
                credit,
                told);
    }

    private static long block(final long command) {
        return word(DlaCommand.channel(command), DlaCommand.block(command));
    }

    private String error(final long command, final int reason, final DlaTold told) {
        return answer(new DlaTold.Event(EventKind.DLA_ERROR, block(command), reason), told);
    }

    /** Requires this answer of the command. */
    private static String answer(final DlaTold.Event due, final DlaTold told) {
        final DlaTold.Event event =
                told.take(EventKind.DLA_GRANTED, EventKind.DLA_DENIED, EventKind.DLA_ERROR, EventKind.DLA_ENDED);
        if (due.equals(event)) {
            return "";
        }
        return event == null ? "does not tell " + due : "tells " + event + ", not " + due;
    }

    /** Requires this status event, or adds it to the record of its channel if there is no event credit for it. */
    private String status(
            final long command,
            final int kind,
            final long b,
            final long flags,
            final boolean credit,
            final DlaTold told) {
        if (credit) {
            out += eventCredits == 0 ? 0 : 1;
            return answer(new DlaTold.Event(kind, block(command), b), told);
        }
        merges += channels[(int) DlaCommand.channel(command)].joins(DlaCommand.block(command), flags) ? 1 : 0;
        return "";
    }

    private String requests(final Turn turn, final boolean yes, final Asked asked, final DlaTold told) {
        final int number = channel(turn);
        final DlaTold.Event event = told.take(EventKind.DLA_ACCEPTED, EventKind.DLA_DISCARDED);
        final long a = (long) number << DlaTagEvent.CHANNEL_LSB | Descriptor0.tag(turn.word()) << DlaTagEvent.TAG_LSB;
        if (event == null || event.a() != a) {
            return "does not answer the request " + asked.op();
        }
        final int reason =
                yes ? 0 : dropReason(number, asked) == 0 ? DlaDropReason.OVERFLOWS : dropReason(number, asked);
        if (event.kind() == EventKind.DLA_ACCEPTED) {
            if (!yes) {
                return "takes " + asked.op() + " without credits for it (" + DlaDropReason.name(reason) + ")";
            }
            channels[number].spent += channels[number].kind == PR ? 0 : asked.words();
            return event.b() == asked.words()
                    ? ""
                    : "takes " + asked.op() + " for " + event.b() + " words, not " + asked.words();
        }
        if (event.b() != reason) {
            return "discards " + asked.op() + " (" + DlaDropReason.name((int) event.b()) + ") without cause";
        }
        if (number < CHANNELS) {
            channels[number].drops();
        }
        return "";
    }

    /** Returns the class in which the channel holds credits. */
    int kind(final int number) {
        return channels[number].kind;
    }

    private String ends(final long command, final boolean credit, final DlaTold told) {
        if (DlaCommand.channel(command) >= CHANNELS) {
            return error(command, DlaErrorReason.CHANNEL, told);
        }
        final DlaChannel channel = channels[(int) DlaCommand.channel(command)];
        final boolean lost = channel.dropped;
        channel.ended(DlaCommand.dealloc(command) != 0);
        final DlaTold.Event event = told.find(EventKind.DLA_ENDED);
        if (event != null && event.a() == block(command) && event.b() != (lost ? 1 : 0)) {
            return "says of block " + DlaCommand.block(command) + " that " + (lost ? "nothing" : "something")
                    + " of it was discarded";
        }
        return status(command, EventKind.DLA_ENDED, lost ? 1 : 0, lost ? ENDED | LOST : ENDED, credit, told);
    }

    private String releases(final long command, final DlaTold told) {
        if (DlaCommand.channel(command) >= CHANNELS) {
            return error(command, DlaErrorReason.CHANNEL, told);
        }
        final DlaChannel channel = channels[(int) DlaCommand.channel(command)];
        if (channel.phase != Phase.OPEN || channel.kind != PR) {
            return error(command, DlaErrorReason.RELEASE, told);
        }
        channel.phase = Phase.RELEASING;
        return "";
    }

    private String marks(final long command, final DlaTold told, final DlaInside inside) {
        if (DlaCommand.channel(command) >= CHANNELS) {
            return error(command, DlaErrorReason.CHANNEL, told);
        }
        final DlaChannel channel = channels[(int) DlaCommand.channel(command)];
        channel.older = channel.marked ? Math.min(channel.older + 1, DlaChannel.COUNT) : 0;
        merges += channel.marked ? 1 : 0;
        channel.marked = true;
        channel.marker = DlaCommand.block(command);
        channel.behind = inside.accepted();
        return "";
    }

    /** Ends a cycle, when the words that leave in it have left: reservations return that wait for them. */
    String settle(final long cycle, final DlaTold told, final DlaInside inside, final int latency) {
        for (int number = 0; number < CHANNELS; number++) {
            final DlaChannel channel = channels[number];
            if (channel.phase == Phase.RELEASING && !inside.holds(number, Long.MAX_VALUE)) {
                channel.phase = Phase.IDLE;
                final DlaTold.Event event = told.take(EventKind.DLA_RELEASED);
                if (event == null || event.a() != number) {
                    return "does not tell that the reservation of channel " + number + " has been released";
                }
            }
        }
        final DlaTold.Event rest = told.rest();
        note(cycle + 1, latency);
        return rest == null ? "" : "tells " + rest + ", for which there is no cause";
    }

    private void note(final long from, final int latency) {
        final int[] reserved = new int[CLASSES];
        long open = 0;
        for (int number = 0; number < CHANNELS; number++) {
            reserved[channels[number].kind] += channels[number].reserved();
            open |= channels[number].phase == Phase.OPEN ? 1L << number : 0;
        }
        past.addLast(new Past(from, reserved, open, merges));
        final Iterator<Past> oldest = past.iterator();
        oldest.next();
        int passed = -1; // one entry from before the window stays
        while (oldest.hasNext() && oldest.next().from() < from - latency) {
            passed++;
        }
        for (; passed >= 0; passed--) {
            past.removeFirst();
        }
    }

    /** Returns what holds at the start of this cycle, not longer ago than one memory latency. */
    Past at(final long cycle) {
        final Iterator<Past> newest = past.descendingIterator();
        Past found = newest.next();
        while (found.from() > cycle && newest.hasNext()) {
            found = newest.next();
        }
        return found;
    }
}
