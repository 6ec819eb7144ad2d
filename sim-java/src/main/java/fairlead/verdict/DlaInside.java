// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The words of accepted requests that are inside one DLA. All words of a request are inside until its head enters the
 * network, which a node cannot invent. Then they leave in order, at most one a cycle, until the DLA reports that the
 * tail has left. That report must come after the head, no earlier than one cycle a word, and before the packet is
 * delivered elsewhere and before the next request enters the network.
 */
final class DlaInside {
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

        Request(final long entered, final int channel, final int kind, final int tag, final int words) {
            this.entered = entered;
            this.channel = channel;
            this.kind = kind;
            this.tag = tag;
            this.words = words;
        }
    }

    private final Deque<Request> requests = new ArrayDeque<>(); // in order of acceptance

    void enters(final long cycle, final int channel, final int kind, final int tag, final int words) {
        requests.addLast(new Request(cycle, channel, kind, tag, words));
    }

    /** Removes the requests that left before this cycle, about which nobody asks any more. */
    void forget(final long cycle) {
        requests.removeIf(r -> r.gone < cycle);
    }

    private Request first() {
        return requests.stream().filter(r -> r.gone == WAITS).findFirst().orElse(null);
    }

    boolean isEmpty() {
        return first() == null;
    }

    boolean holds(final int tag) {
        return requests.stream().anyMatch(r -> r.gone == WAITS && r.tag == tag);
    }

    /** Returns whether at the start of a cycle a request of the channel is inside that entered before another cycle. */
    boolean holds(final long cycle, final int channel, final long before) {
        return requests.stream().anyMatch(r -> r.gone >= cycle && r.channel == channel && r.entered < before);
    }

    /**
     * Returns the words of a class or channel, or of {@link #ALL}, that are inside at the start of a cycle.
     *
     * @param most true for the greatest number that is possible, false for the least
     */
    int words(final long cycle, final int channel, final int kind, final boolean most) {
        int words = 0;
        for (final Request r : requests) {
            if (r.entered < cycle
                    && r.gone >= cycle
                    && (channel == ALL || channel == r.channel)
                    && (kind == ALL || kind == r.kind)) {
                words += cycle <= r.head ? r.words : most ? r.words - 1 : (int) Math.max(1, r.words - (cycle - r.head));
            }
        }
        return words;
    }

    /** Notes that the head of this request enters the network. Returns what is wrong with that, or an empty text. */
    String injected(final long cycle, final int tag) {
        final Request first = first();
        if (first == null || first.tag != tag || first.head != WAITS) {
            return "sends the request with tag " + tag + " before an older one has left";
        }
        first.head = cycle;
        return "";
    }

    /** Notes that the DLA reports that a request has left. Returns what is wrong with that, or an empty text. */
    String drained(final long cycle, final int channel, final int tag, final long words) {
        final Request first = first();
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
