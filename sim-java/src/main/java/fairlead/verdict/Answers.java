// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import java.util.HashMap;
import java.util.Map;

/**
 * Checks that each delivered request is answered exactly once, by the node that got it, to the node that sent it. The
 * requests that owe an answer are gets, atomics, fence pings and the packets of unordered puts. A message owes one
 * credit, which its target may return at any later time or never. {@link EpochChecker} judges the packets of epochs.
 */
final class Answers {
    private static final int NACK_UNORDERED = 8; // bit of Header1.slot
    private static final int NACK_TYPE = 7;
    private static final int CREDIT = 1;

    private final int nodes;
    private final Violations violations;
    // number of answers owed, by (answering node * nodes + asking node) * 2 + credit
    private final Map<Integer, Integer> owed = new HashMap<>();

    Answers(final int nodes, final Violations violations) {
        this.nodes = nodes;
        this.violations = violations;
    }

    private int pair(final int from, final int to) {
        return (from * nodes + to) * 2;
    }

    /** Notes that a request of `origin` was delivered at `node`. */
    void asked(final int node, final int origin, final long w0) {
        switch ((int) Header0.ptype(w0)) {
            case PacketType.GET, PacketType.FADD, PacketType.CAS, PacketType.PING -> owed.merge(
                    pair(node, origin), 1, Answers::sum);
            case PacketType.PUT -> {
                if (Header0.mode(w0) != 0) {
                    owed.merge(pair(node, origin), 1, Answers::sum);
                }
            }
            case PacketType.MSG -> owed.merge(pair(node, origin) + CREDIT, 1, Answers::sum);
            default -> {}
        }
    }

    private static Integer sum(final int one, final int other) {
        return one + other == 0 ? null : one + other;
    }

    /** Notes that `node` sends a response to `target`, and reports the response if `node` does not owe it. */
    void answered(final long cycle, final int node, final int target, final long w0, final long w1) {
        final int type = (int) Header0.ptype(w0);
        final boolean settles;
        switch (type) {
            case PacketType.DATA -> settles = Header0.last(w0) != 0;
            case PacketType.PONG, PacketType.FADD_R, PacketType.PUT_ACK, PacketType.CREDIT -> settles = true;
            case PacketType.NACK -> settles = isOwed((int) Header1.slot(w1));
            default -> settles = false;
        }
        if (!settles) {
            return;
        }
        final int key = pair(node, target) + (type == PacketType.CREDIT ? CREDIT : 0);
        if (owed.containsKey(key)) {
            owed.merge(key, -1, Answers::sum);
        } else {
            violations.add("cycle " + cycle + ": node " + node + " answers node " + target + " with a "
                    + PacketType.name(type) + " that it does not owe");
        }
    }

    private static boolean isOwed(final int slot) {
        final int refused = slot & NACK_TYPE;
        return refused == PacketType.GET
                || refused == PacketType.FADD
                || refused == PacketType.CAS
                || refused == PacketType.PUT && (slot & NACK_UNORDERED) != 0;
    }

    /** Reports every answer other than a credit that is still owed at a drained end. */
    void finish() {
        owed.forEach((key, count) -> {
            if ((key & CREDIT) == 0) {
                violations.add("node " + key / 2 / nodes + " owes node " + key / 2 % nodes + " " + count + " answers");
            }
        });
    }
}
