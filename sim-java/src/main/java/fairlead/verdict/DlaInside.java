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
        private final long number;
        private final int channel;
        private final int kind;
        private final int tag;
        private final int words;
        private long head = WAITS; // cycle in which the head entered the network

        Request(final long number, final int channel, final int kind, final int tag, final int words) {
            this.number = number;
            this.channel = channel;
            this.kind = kind;
            this.tag = tag;
            this.words = words;
        }

        private boolean is(final int ofChannel, final int ofKind) {
            return (ofChannel == ALL || channel == ofChannel) && (ofKind == ALL || kind == ofKind);
        }
    }

    /**
     * The words of one class or channel at the start of a cycle.
     *
     * @param sure number of words of requests that have not begun to leave
     * @param leaving number of words of the request that is leaving, 0 if there is none
     * @param head cycle in which the head of that request left
     */
    record Words(int sure, int leaving, long head) {
        /** Returns the least number of words that are inside at the start of this cycle. */
        int least(final long cycle) {
            return sure + (leaving == 0 ? 0 : (int) Math.max(1, leaving - Math.max(0, cycle - head)));
        }

        /** Returns the greatest number of words that are inside at the start of this cycle. */
        int most(final long cycle) {
            return sure + (leaving == 0 || cycle <= head ? leaving : leaving - 1);
        }
    }

    private final Deque<Request> requests = new ArrayDeque<>(); // in order of acceptance
    private long number;

    /** Adds an accepted request. */
    void enters(final int channel, final int kind, final int tag, final int words) {
        requests.addLast(new Request(number++, channel, kind, tag, words));
    }

    /** Returns the number of requests that have been accepted. */
    long accepted() {
        return number;
    }

    boolean holds(final int tag) {
        return requests.stream().anyMatch(r -> r.tag == tag);
    }

    boolean isEmpty() {
        return requests.isEmpty();
    }

    /** Returns whether a request of the channel is inside that was accepted before the request with this number. */
    boolean holds(final int channel, final long before) {
        return requests.stream().anyMatch(r -> r.channel == channel && r.number < before);
    }

    /** Returns the words of a class or channel, or of {@link #ALL}. */
    Words words(final int channel, final int kind) {
        int sure = 0;
        int leaving = 0;
        long head = WAITS;
        for (final Request request : requests) {
            if (request.is(channel, kind)) {
                if (request.head == WAITS) {
                    sure += request.words;
                } else {
                    leaving = request.words;
                    head = request.head;
                }
            }
        }
        return new Words(sure, leaving, head);
    }

    /** Notes that the head of this request enters the network. Returns what is wrong with that, or an empty text. */
    String injected(final long cycle, final int tag) {
        final Request first = requests.peekFirst();
        if (first == null || first.tag != tag || first.head != WAITS) {
            return "sends the request with tag " + tag + " before an older one has left";
        }
        first.head = cycle;
        return "";
    }

    /** Notes that the DLA reports that a request has left. Returns what is wrong with that, or an empty text. */
    String drained(final long cycle, final int channel, final int tag, final long words) {
        final Request first = requests.peekFirst();
        if (first == null || first.tag != tag || first.channel != channel || first.words != words) {
            return "reports that " + words + " words with tag " + tag + " have left, which are not the oldest";
        }
        if (first.head == WAITS || cycle - first.head < words - 1) {
            return "reports that " + words + " words with tag " + tag + " have left, "
                    + (first.head == WAITS ? "whose head has not" : "whose head left in cycle " + first.head);
        }
        requests.removeFirst();
        return "";
    }
}
