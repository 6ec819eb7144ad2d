// SPDX-License-Identifier: Apache-2.0
package fairlead.model.router;

import fairlead.model.ports.Apart;

/** What the routers of one partition send over links: event words of flits and credits, in rows by the cycle in which they are on the pin, for each partition. */
final class PartitionLinks extends Apart {
    private static final int LINKS = RouterShape.LINKS;

    private final RouterState state;
    private final int from;
    private final int to;
    private final PartitionLinks[] all;
    private final int self;
    private final DueRing[] flitsTo; // by the partition that they go to
    private final DueRing[] creditsTo;
    private final DueRing ownFlits;
    private final DueRing ownCredits;
    private final int linkLatency;
    private final int creditLatency;
    private final boolean isFast; // a flit a cycle on each link

    // of the cycle, for own nodes; counts are put into the rings at its end
    private long now;
    private int[] flitRow;
    private int flitCount;
    private int[] creditRow;
    private int creditCount;

    private long flitHops;

    /** @param all becomes the links of all partitions, these at `self` */
    PartitionLinks(final RouterState state, final PartitionLinks[] all, final int self, final int from, final int to) {
        this.state = state;
        this.all = all;
        this.self = self;
        this.from = from;
        this.to = to;
        linkLatency = state.linkLatency;
        creditLatency = state.creditLatency;
        isFast = state.linkInterval == 1;
        flitsTo = new DueRing[all.length];
        creditsTo = new DueRing[all.length];
        for (int other = 0; other < all.length; other++) {
            flitsTo[other] = new DueRing(state.flitReach());
            creditsTo[other] = new DueRing(creditLatency);
        }
        ownFlits = flitsTo[self];
        ownCredits = creditsTo[self];
    }

    /** Before the grants of t, of `routers` routers at most. */
    void begin(final long t, final int routers) {
        now = t;
        flitCount = ownFlits.count(t + linkLatency);
        creditCount = ownCredits.count(t + creditLatency);
        flitRow = ownFlits.reserve(t + linkLatency, routers * LINKS);
        creditRow = ownCredits.reserve(t + creditLatency, routers * LINKS);
    }

    /** After the grants of t. */
    void end() {
        if (isFast) {
            ownFlits.count(now + linkLatency, flitCount);
        }
        ownCredits.count(now + creditLatency, creditCount);
    }

    /** A flit leaves on link `line` (node * LINKS + port) for the input VC `far`. */
    void sendFlit(final int line, final int far) {
        flitHops++;
        final int node = far >>> RouterState.NODE_SHIFT;
        if (isFast && node >= from && node < to) {
            flitRow[flitCount++] = far;
        } else {
            flitsTo[partition(node)].add((isFast ? now : departure(line)) + linkLatency, far);
        }
    }

    /** A slow link: when a flit that is granted now leaves. */
    private long departure(final int line) {
        final long leaves = Math.max(now, state.linkFree[line]);
        state.linkFree[line] = leaves + state.linkInterval;
        return leaves;
    }

    /** A credit leaves for the output VC `far`. */
    void sendCredit(final int far) {
        final int node = far >>> RouterState.NODE_SHIFT;
        if (node >= from && node < to) {
            creditRow[creditCount++] = far;
        } else {
            creditsTo[partition(node)].add(now + creditLatency, far);
        }
    }

    private int partition(final int node) {
        int other = 0;
        while (node >= all[other].to) {
            other++;
        }
        return other;
    }

    int partitions() {
        return all.length;
    }

    /** Flits from partition `other` to here. */
    DueRing flitsFrom(final int other) {
        return all[other].flitsTo[self];
    }

    DueRing creditsFrom(final int other) {
        return all[other].creditsTo[self];
    }

    /** The first cycle from `next` on in which something sent from here is on a pin; Long.MAX_VALUE when there is none. */
    long nextDue(final long next) {
        long first = Long.MAX_VALUE;
        for (int other = 0; other < all.length; other++) {
            first = Math.min(first, Math.min(flitsTo[other].next(next), creditsTo[other].next(next)));
        }
        return first;
    }

    /** Tells every event word that is on its way from here. */
    void inFlight(final DueRing.WordCounter flits, final DueRing.WordCounter credits) {
        for (int other = 0; other < all.length; other++) {
            flitsTo[other].tally(flits);
            creditsTo[other].tally(credits);
        }
    }

    long flitHops() {
        return flitHops;
    }
}
