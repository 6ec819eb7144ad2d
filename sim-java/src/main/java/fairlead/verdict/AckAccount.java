// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.FlushEvent;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Follows the acknowledgement counters of each node in the headers of its packets. A packet that nobody has
 * acknowledged names a counter, and all such packets of one counter go to one target and have one generation, which
 * grows by one from one use of the counter to the next. A flush or fence waits for every counter with such a packet to
 * its target, and for no counter of another target, and is not done before these packets have been acknowledged.
 *
 * <p>A counter is in use before its packet is seen, and after the acknowledgement is seen, so nothing is required of a
 * counter for which neither is under way.
 */
final class AckAccount {
    private static final int COUNTERS = 1 << Header1.SLOT_WIDTH;
    private static final int LAST_GENERATION = (1 << Header1.GEN_WIDTH) - 1;
    private static final int NACK_UNORDERED = 8; // bit of Header1.slot

    private final Violations violations;
    // by node and counter
    private final int[] target; // of its packets
    private final int[] generation; // that was seen last, or 0
    private final boolean[] blind; // packets of epochs, which do not show it, may have begun another use since
    private final long[] sent;
    private final long[] back; // acknowledgements
    private final Map<Integer, long[]> waits = new HashMap<>(); // by node and tag: packets sent on each counter, or 0

    AckAccount(final int nodes, final Violations violations) {
        this.violations = violations;
        final int places = nodes * COUNTERS;
        target = new int[places];
        generation = new int[places];
        blind = new boolean[places];
        sent = new long[places];
        back = new long[places];
    }

    private static boolean isCounted(final long w0) {
        final int type = (int) Header0.ptype(w0);
        return (type == PacketType.PUT || type == PacketType.GET) && Header0.mode(w0) != 0;
    }

    /** Notes a packet that enters the network at `node`, for node `to`. */
    void injected(final long cycle, final int node, final int to, final long w0, final long w1) {
        if (!isCounted(w0) || to == node) {
            return;
        }
        final int at = node * COUNTERS + (int) Header1.slot(w1);
        final boolean open = sent[at] > back[at];
        final boolean inEpoch = Header1.epoch(w1) != 0;
        final int its = (int) Header1.gen(w1);
        if (open && target[at] != to) {
            violations.add(cycle, text(cycle, at) + " counts packets to node " + target[at] + " and to node " + to);
        }
        if (!inEpoch && !blind[at]) {
            final int next = generation[at] == LAST_GENERATION ? 1 : generation[at] + 1;
            final boolean same = its == generation[at] && its != 0;
            if (open ? !same : its != next && !(same && target[at] == to)) {
                violations.add(
                        cycle,
                        text(cycle, at) + " has generation " + its + " behind " + generation[at]
                                + (open ? " while packets are under way" : ""));
            }
        }
        if (!inEpoch) {
            generation[at] = its;
            blind[at] = false;
        } else if (!open) {
            blind[at] = true;
        }
        target[at] = to;
        sent[at]++;
    }

    /** Notes a packet of node `from` that leaves the network at `node`. */
    void delivered(final long cycle, final int node, final int from, final long w0, final long w1) {
        if (from == node) {
            return;
        }
        switch ((int) Header0.ptype(w0)) {
            case PacketType.PUT_ACK -> acknowledged(cycle, node, from, (int) Header1.entry(w1), w1);
            case PacketType.DATA -> {
                if (Header0.mode(w0) != 0 && Header0.last(w0) != 0) {
                    acknowledged(cycle, node, from, (int) Header1.slot(w1), w1);
                }
            }
            case PacketType.NACK -> {
                if ((Header1.slot(w1) & NACK_UNORDERED) != 0) {
                    acknowledged(cycle, node, from, (int) Header1.entry(w1), w1);
                }
            }
            default -> {}
        }
    }

    private void acknowledged(final long cycle, final int node, final int from, final int index, final long w1) {
        final int at = node * COUNTERS + index % COUNTERS;
        if (index >= COUNTERS || sent[at] == back[at] || target[at] != from) {
            violations.add(
                    cycle,
                    "cycle " + cycle + ": node " + from + " acknowledges a packet on counter " + index + " of node "
                            + node + ", on which none to it is under way");
            return;
        }
        if (Header1.epoch(w1) == 0 && !blind[at] && Header1.gen(w1) != generation[at]) {
            violations.add(
                    cycle,
                    text(cycle, at) + " has generation " + generation[at] + ", the acknowledgement " + Header1.gen(w1));
        }
        back[at]++;
    }

    /** Notes FLUSH_ARMED of an operation. */
    void armed(final long cycle, final int node, final Operation op, final int tag, final long word) {
        if (op.kind() != OpKind.FLUSH && op.kind() != OpKind.FENCE || op.target() == node) {
            return;
        }
        final long covers = FlushEvent.counters(word);
        final long[] until = new long[COUNTERS];
        for (int index = 0; index < COUNTERS; index++) {
            final int at = node * COUNTERS + index;
            final boolean covered = (covers >>> index & 1) != 0;
            if (sent[at] > back[at] && covered != (target[at] == op.target())) {
                violations.add(
                        cycle,
                        text(cycle, at) + " has packets to node " + target[at] + " under way, and " + op
                                + (covered ? " waits for it" : " does not wait for it"));
            } else if (sent[at] > back[at] && covered) {
                until[index] = sent[at];
            }
        }
        waits.put(node << Header1.TAG_WIDTH | tag, until);
    }

    /** Notes FLUSH_DONE or FENCE_DONE of a tag. */
    void done(final long cycle, final int node, final int tag) {
        final long[] until = waits.remove(node << Header1.TAG_WIDTH | tag);
        for (int index = 0; until != null && index < COUNTERS; index++) {
            final int at = node * COUNTERS + index;
            if (back[at] < until[index]) {
                violations.add(
                        cycle,
                        text(cycle, at) + " has " + (until[index] - back[at]) + " packets under way to node "
                                + target[at] + ", and what waits for them is done");
                Arrays.fill(until, 0);
            }
        }
    }

    private String text(final long cycle, final int at) {
        return "cycle " + cycle + ": acknowledgement counter " + at % COUNTERS + " of node " + at / COUNTERS;
    }
}
