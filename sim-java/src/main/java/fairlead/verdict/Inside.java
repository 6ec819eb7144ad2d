// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.verdict.DlaAccount.Turn;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The words of accepted requests that are inside one DLA. All words of a request are inside until its head enters the
 * network, which a node cannot invent. Requests leave in the order in which they became whole. Their words leave in
 * order, at most one a cycle, until the DLA reports that the tail has left. That report must come after the head, no
 * earlier than one cycle a word, and before the packet is delivered elsewhere and before the next request enters the
 * network.
 */
final class Inside {
    /** Stands for all channels or all classes. */
    static final int ALL = -1;

    private static final long WAITS = Long.MAX_VALUE;

    private static final class Request {
        private long entered; // cycle, of which each has one command at most
        private Turn turn;
        private int kind;
        private int left; // data to come; below 0 once the channel has stored another request before
        private long head = WAITS; // cycle in which the head entered the network
        private long gone = WAITS; // cycle in which the tail left
        private int passed; // packets of its port that have entered while it was the next one

        private boolean isOf(int tag) {
            return gone == WAITS && Descriptor0.tag(turn.word()) == tag;
        }
    }

    private final Deque<Request> requests = new ArrayDeque<>(); // whole ones in the order of their last words

    void enters(long cycle, Turn turn, int kind) {
        Request request = new Request();
        request.entered = cycle;
        request.turn = turn;
        request.kind = kind;
        request.left = turn.words() - 1;
        requests.addLast(request);
    }

    private Request half(int channel) {
        return requests.stream()
                .filter(r -> r.left != 0 && r.turn.channel() == channel)
                .findFirst()
                .orElse(null);
    }

    boolean isHalf(int channel) {
        return half(channel) != null;
    }

    /** Notes a command that is no accepted request: data of the half request of its channel, or what tears it. */
    void follows(Turn turn) {
        Request half = half(turn.channel());
        if (half != null && turn.op() == TileCommand.DLA_REQUEST) {
            half.left = -1;
        } else if (half != null && turn.op() == TileCommand.DLA_DATA && --half.left == 0) {
            requests.remove(half);
            requests.addLast(half);
        }
    }

    /** Removes the requests that left before this cycle, about which nobody asks any more. */
    void forget(long cycle) {
        requests.removeIf(r -> r.gone < cycle);
    }

    private Request first() {
        return requests.stream()
                .filter(r -> r.gone == WAITS && r.left == 0)
                .findFirst()
                .orElse(null);
    }

    /** Notes that another packet of the port enters the network. Returns how many have passed the next request. */
    int passes() {
        Request first = first();
        return first == null || first.head != WAITS ? 0 : ++first.passed;
    }

    boolean isEmpty() {
        return first() == null;
    }

    boolean holds(int tag) {
        return requests.stream().anyMatch(r -> r.isOf(tag));
    }

    /**
     * Returns whether at the start of a cycle a request of the channel is inside that entered before another cycle.
     */
    boolean holds(long cycle, int channel, long before) {
        return requests.stream().anyMatch(r -> r.gone >= cycle && r.turn.channel() == channel && r.entered < before);
    }

    /**
     * Returns the words of a class or channel, or of {@link #ALL}, that are inside at the start of a cycle.
     *
     * @param most true for the greatest number that is possible, false for the least
     */
    int words(long cycle, int channel, int kind, boolean most) {
        int words = 0;
        for (Request r : requests) {
            if (r.entered < cycle
                    && r.gone >= cycle
                    && (channel == ALL || channel == r.turn.channel())
                    && (kind == ALL || kind == r.kind)) {
                int all = r.turn.words();
                words += cycle <= r.head ? all : most ? all - 1 : (int) Math.max(1, all - (cycle - r.head));
            }
        }
        return words;
    }

    /** Notes that a head enters the network. Returns what is wrong with that, or an empty text. */
    String injected(long cycle, int tag) {
        Request first = first();
        if (first != null && first.isOf(tag) && first.head == WAITS) {
            first.head = cycle;
            return "";
        }
        return holds(tag) ? "sends the request with tag " + tag + " before an older one has left" : "";
    }

    /** Notes that the DLA reports that a request has left. Returns what is wrong with that, or an empty text. */
    String drained(long cycle, int channel, int tag, long words) {
        Request first = first();
        String report = "reports that " + words + " words with tag " + tag + " have left, ";
        if (first == null || !first.isOf(tag) || first.turn.channel() != channel || first.turn.words() != words) {
            return report + "which are not the oldest";
        }
        if (first.head == WAITS || cycle - first.head < words - 1) {
            return report + (first.head == WAITS ? "whose head has not" : "whose head left in cycle " + first.head);
        }
        first.gone = cycle;
        return "";
    }
}
