// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The flits and credits that the routers of one partition send over links, as event words. There is one ring of rows
 * for each receiving partition, ordered by the cycle in which a word is on the pin.
 */
final class PartitionLinks extends Apart {
    private static final int LINKS = RouterShape.LINKS;

    private final int from;
    private final int to;
    private final PartitionLinks[] all;
    private final int self;
    private final char[] partitionOf; // by node
    private transient int[] sources; // partitions with a link to this one, once all are made
    private final DueRing[] flitsTo; // by the partition of the receiving router
    private final DueRing[] creditsTo;
    private final DueRing ownFlits;
    private final DueRing ownCredits;
    private final int linkLatency;
    private final int creditLatency;
    private final int[] link;
    private final LinkTx linkTxOrNull; // null if every link takes a flit in each cycle

    // rows of this partition in the current cycle; the counts are written to the rings at the end of the cycle
    private long now;
    private int[] flitRow;
    private int flitCount;
    private int[] creditRow;
    private int creditCount;

    long flitHops;
    private long chunksEnd; // last cycle in which a link has an open chunk; until then a router is busy

    /** @param all array that receives the links of all partitions; these links are at index `self` */
    PartitionLinks(RouterState state, PartitionLinks[] all, int self, int from, int to) {
        this.all = all;
        this.self = self;
        this.from = from;
        this.to = to;
        linkLatency = state.linkLatency;
        creditLatency = state.creditLatency;
        linkTxOrNull = state.linkTx;
        link = state.link;
        partitionOf = self == 0 ? partitionOf(state.nodes, all.length) : all[0].partitionOf;
        flitsTo = new DueRing[all.length];
        creditsTo = new DueRing[all.length];
        for (int other = 0; other < all.length; other++) {
            flitsTo[other] = new DueRing(linkLatency + state.lookahead() - 1);
            creditsTo[other] = new DueRing(creditLatency + state.lookahead() - 1);
        }
        ownFlits = flitsTo[self];
        ownCredits = creditsTo[self];
    }

    private static char[] partitionOf(int nodes, int parts) {
        char[] of = new char[nodes];
        for (int part = 0; part < parts; part++) {
            int end = TorusRouter.first(nodes, part + 1, parts);
            Arrays.fill(of, TorusRouter.first(nodes, part, parts), end, (char) part);
        }
        return of;
    }

    /** Prepares the rows for the grants of cycle t, of at most `routers` routers. */
    void begin(long t, int routers) {
        now = t;
        flitCount = ownFlits.count(t + linkLatency);
        creditCount = ownCredits.count(t + creditLatency);
        flitRow = ownFlits.reserve(t + linkLatency, routers * LINKS);
        creditRow = ownCredits.reserve(t + creditLatency, routers * LINKS);
    }

    /** Writes the counts of the rows after the grants of cycle t. */
    void end() {
        ownFlits.count(now + linkLatency, flitCount);
        ownCredits.count(now + creditLatency, creditCount);
    }

    /** Sends a flit on link `line` (node * LINKS + port) to the input VC `far`. */
    void sendFlit(int line, int far) {
        flitHops++;
        if (linkTxOrNull != null) {
            linkTxOrNull.sent(line, far, now);
            chunksEnd = Math.max(chunksEnd, linkTxOrNull.last(line));
        }
        int node = far >>> RouterState.NODE_SHIFT;
        if (node >= from && node < to) {
            flitRow[flitCount++] = far;
        } else {
            flitsTo[partitionOf[node]].add(now + linkLatency, far);
        }
    }

    void sendCredit(int far) {
        int node = far >>> RouterState.NODE_SHIFT;
        if (node >= from && node < to) {
            creditRow[creditCount++] = far;
        } else {
            creditsTo[partitionOf[node]].add(now + creditLatency, far);
        }
    }

    /** Returns the partitions, with this one, whose routers have a link to a router of this partition. */
    int[] sources() {
        if (sources == null) {
            sources = IntStream.range(0, all.length)
                    .filter(other -> other == self || all[other].reaches(self))
                    .toArray();
        }
        return sources;
    }

    private boolean reaches(int other) {
        return IntStream.range(from * LINKS, to * LINKS)
                .anyMatch(line -> partitionOf[link[line] >>> RouterState.NODE_SHIFT] == other);
    }

    /** Returns the flits from partition `other` to this partition. */
    DueRing flitsFrom(int other) {
        return all[other].flitsTo[self];
    }

    DueRing creditsFrom(int other) {
        return all[other].creditsTo[self];
    }

    /**
     * Returns the first cycle from `next` on in which a word sent from this partition is on a pin, or in which the last
     * open chunk of its links ends, or Long.MAX_VALUE if there is none.
     */
    long nextDue(long next) {
        long first = chunksEnd > next ? chunksEnd : Long.MAX_VALUE;
        for (int other = 0; other < all.length; other++) {
            first = Math.min(first, Math.min(flitsTo[other].next(next), creditsTo[other].next(next)));
        }
        return first;
    }

    /** Passes every event word in flight from this partition to the counters. */
    void inFlight(IntConsumer flits, IntConsumer credits) {
        for (int other = 0; other < all.length; other++) {
            flitsTo[other].tally(flits);
            creditsTo[other].tally(credits);
        }
    }

    /**
     * The sending ends of all links of a machine whose links are slower than its routers: the twin of the RTL's LinkTx
     * (RT_R10). A link is named by its index, node * LINKS + port, and a VC by the event word of its input VC at the
     * other end. All times are cycles of the grant.
     */
    static final class LinkTx {
        private final int interval;
        private final long period; // cycles of a chunk
        private final long[] opened; // by link: cycle in which its last chunk began
        private final int[] opener; // by link: VC of its last chunk

        LinkTx(int links, int interval, int chunk) {
            this.interval = interval;
            period = (long) interval * chunk;
            opened = new long[links];
            opener = new int[links];
            Arrays.fill(opened, -period);
        }

        /** Returns whether a flit of any VC may be granted in cycle t, because no chunk is open. */
        boolean starts(int link, long t) {
            return t - opened[link] >= period;
        }

        /** Returns whether the open chunk has a slot for a body of VC `vc` in cycle t. */
        boolean follows(int link, int vc, long t) {
            return vc == opener[link] && (t - opened[link]) % interval == 0;
        }

        /** Returns the last cycle of the chunk that was opened last. */
        long last(int link) {
            return opened[link] + period - 1;
        }

        /** Notes a flit that is granted in cycle t; it opens a chunk if none is open. */
        void sent(int link, int vc, long t) {
            if (starts(link, t)) {
                opened[link] = t;
                opener[link] = vc;
            }
        }
    }
}
