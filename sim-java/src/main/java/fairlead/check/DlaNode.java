// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The account of one node's DLA: its channels, the requests between acceptance and delivery, and the bounds of its
 * credit sums over the last cycles.
 */
final class DlaNode {
    static final int HI = 1;
    static final int PR = 2;

    private static final int CONSUMED = 3;
    private static final int SUMS = 4;
    /**
     * Greatest difference, in cycles, between a change of the unit's registers and its effect on the write port and the
     * events.
     */
    private static final int REGISTERS = 8;

    /** The state of one channel, as far as the answers of the DLA determine it. */
    static final class Channel {
        private boolean open;
        private boolean discards;
        boolean dropped;
        boolean broken;
        private int kind;
        private int granted;
        private int spent; // credits used under controlled discard
        private long released = Long.MAX_VALUE; // cycle of the release command

        void judged(final boolean isGranted, final int cls, final int credits) {
            open = isGranted;
            discards = !isGranted;
            broken = !isGranted;
            dropped |= !isGranted;
            if (isGranted) {
                kind = cls;
                granted = credits;
                spent = 0;
                released = Long.MAX_VALUE;
            }
        }

        void releasedFrom(final long cycle) {
            released = cycle;
        }

        boolean isReleased(final long cycle) {
            return released <= cycle;
        }

        boolean isOpen() {
            return open;
        }

        /** Returns whether the channel drops every request, even if credits are free. */
        boolean isDropping() {
            return discards || open && kind != PR && dropped;
        }

        void drops() {
            dropped = true;
            broken = true;
        }

        void ended(final boolean dealloc) {
            dropped = false;
            if (discards || open && kind != PR && dealloc) {
                idle();
            }
        }

        void idle() {
            open = false;
            discards = false;
        }

        /**
         * Returns the credits that the next requests of the channel may use.
         *
         * @param least true for the lower bound, false for the upper bound
         */
        int free(final boolean least, final DlaNode node) {
            if (!open) {
                return 0;
            }
            return granted - (kind == PR ? node.used(this, least) : spent);
        }
    }

    private static final class Request {
        private final Channel channel;
        private final int kind;
        private final int tag;
        private final int words;
        private boolean injected;

        Request(final Channel channel, final int tag, final int words) {
            this.channel = channel;
            kind = channel.kind;
            this.tag = tag;
            this.words = words;
        }
    }

    /** The bounds from cycle `from` on: the lower bound of each sum, then the upper bound of each sum. */
    private record Bounds(long from, long[] sums) {}

    final Map<Long, Long> commands = new HashMap<>();
    boolean lost; // true if the account is no longer kept
    private final List<Channel> channels = new ArrayList<>();
    private final List<Request> requests = new ArrayList<>(); // in order of acceptance
    private final Deque<Bounds> past = new ArrayDeque<>();

    Channel channel(final int number) {
        while (channels.size() <= number) {
            channels.add(new Channel());
        }
        return channels.get(number);
    }

    void enters(final Channel channel, final int tag, final int words) {
        channel.spent += words;
        requests.add(new Request(channel, tag, words));
    }

    boolean injected(final int tag) {
        for (final Request request : requests) {
            if (request.tag == tag && !request.injected) {
                request.injected = true;
                return true;
            }
        }
        return false;
    }

    boolean delivered(final int tag) {
        final Iterator<Request> all = requests.iterator();
        while (all.hasNext()) {
            if (all.next().tag == tag) {
                all.remove();
                return true;
            }
        }
        return false;
    }

    /**
     * Decides whether the words of the request are certainly in the FIFO. The words of `first`, the oldest request that
     * has not been injected, may be leaving the FIFO.
     */
    private static boolean isInside(final Request request, final Request first) {
        return !request.injected && request != first;
    }

    private Request first() {
        return requests.stream().filter(r -> !r.injected).findFirst().orElse(null);
    }

    /**
     * Returns the credits that requests of a persistent channel use.
     *
     * @param most true for the upper bound, false for the lower bound
     */
    private int used(final Channel channel, final boolean most) {
        final Request first = first();
        return requests.stream()
                .filter(r -> r.channel == channel && (most || isInside(r, first)))
                .mapToInt(r -> r.words)
                .sum();
    }

    /**
     * Returns the credits held by class (lo, hi, pr) and then the credits consumed.
     *
     * @param most true for the upper bounds, false for the lower bounds
     */
    long[] held(final boolean most) {
        final long[] held = new long[SUMS];
        for (final Channel channel : channels) {
            if (channel.open) {
                held[channel.kind] += channel.kind == PR ? channel.granted : channel.granted - channel.spent;
            }
        }
        final Request first = first();
        for (final Request request : requests) {
            if (most || isInside(request, first)) {
                held[CONSUMED] += request.words;
                if (request.kind != PR) {
                    held[request.kind] += request.words;
                }
            }
        }
        return held;
    }

    /** Records the bounds that hold from `cycle` on, and drops bounds that no later status can refer to. */
    void note(final long cycle, final int latency) {
        final long[] sums = Arrays.copyOf(held(false), 2 * SUMS);
        System.arraycopy(held(true), 0, sums, SUMS, SUMS);
        past.addLast(new Bounds(cycle, sums));
        while (past.size() > 2) { // one entry from before the window stays
            final Iterator<Bounds> oldest = past.iterator();
            oldest.next();
            if (oldest.next().from() > cycle - latency - 2 * REGISTERS) {
                return;
            }
            past.removeFirst();
        }
    }

    /**
     * Compares the sums of a status with the bounds from shortly before `cycle` until now. Returns a description of the
     * first sum that is outside its bounds, or an empty string if all sums are possible.
     */
    String refutes(final long cycle, final long[] said) {
        final long[] least = new long[SUMS];
        final long[] most = new long[SUMS];
        Arrays.fill(least, Long.MAX_VALUE);
        final Iterator<Bounds> all = past.descendingIterator();
        boolean before = false;
        while (all.hasNext() && !before) {
            final Bounds bounds = all.next();
            for (int i = 0; i < SUMS; i++) {
                least[i] = Math.min(least[i], bounds.sums()[i]);
                most[i] = Math.max(most[i], bounds.sums()[SUMS + i]);
            }
            before = bounds.from() < cycle - REGISTERS;
        }
        if (!before) {
            Arrays.fill(least, 0); // before the first change all sums are 0
        }
        for (int i = 0; i < SUMS; i++) {
            if (said[i] < least[i] || said[i] > most[i]) {
                final String[] names = {"lo", "hi", "pr", "consumed"};
                return names[i] + " was from " + least[i] + " to " + most[i];
            }
        }
        return "";
    }
}
