// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.machine.FifoNumber;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Follows the descriptors of each node through its injection FIFOs (docs/spec/dma-engine-tx.md, rules 10 and 12).
 * Software hands a descriptor over by the command POST. Each one leaves its FIFO once, in the order of the cycles of
 * the commands, and OP_ISSUED reports its first word as software wrote it; a descriptor that OP_REJECTED names never
 * entered. OP_LOCAL follows the last packet of its port: it reports the header of that packet, in the cycle of the tail
 * at the earliest, because before that cycle the source bytes may still be read.
 *
 * <p>The evidence is the commands, and the headers and lengths of the packets that PACKET_INJECTED reports.
 */
final class InjectionAccount {
    private static final int FIFOS = HwLayout.INJECTION_FIFOS;
    private static final int PORTS = HwLayout.MOST_PORTS;

    /** A command POST: its cycle, its task, and the first word of the descriptor. */
    private record Posted(long cycle, int task, long word) {
        boolean isBefore(final Posted other) {
            return cycle < other.cycle || cycle == other.cycle && task <= other.task;
        }
    }

    private final Violations violations;
    private final List<List<Posted>> fifos = new ArrayList<>(); // by node and FIFO: what has not left, the oldest first
    // by node and port: cycle and words of the head of the last request packet; the cycle is -1 before the first one
    private final long[] sentAt;
    private final long[] head0;
    private final long[] head1;
    private long judged;

    InjectionAccount(final int nodes, final Violations violations) {
        this.violations = violations;
        for (int i = 0; i < nodes * FIFOS; i++) {
            fifos.add(new ArrayList<>(0));
        }
        sentAt = new long[nodes * PORTS];
        head0 = new long[nodes * PORTS];
        head1 = new long[nodes * PORTS];
        Arrays.fill(sentAt, -1);
    }

    private List<Posted> fifo(final int node, final long word) {
        return fifos.get(node * FIFOS + FifoNumber.injection(word) % FIFOS);
    }

    /** Handles the command POST. Commands act in the order of their cycles, those of one cycle in that of the tasks. */
    void posted(final CommandBuffer commands, final int i) {
        final Posted one = new Posted(commands.cycle(i), commands.task(i), commands.word(i, 0));
        final List<Posted> posted = fifo(commands.node(i), one.word());
        int at = posted.size();
        while (at > 0 && !posted.get(at - 1).isBefore(one)) {
            at--;
        }
        posted.add(at, one);
    }

    void event(final EventCursor e) {
        switch (e.kind()) {
            case EventKind.OP_ISSUED -> issued(e.cycle(), e.node(), e.a());
            case EventKind.OP_REJECTED -> rejected(e.node(), e.a());
            case EventKind.OP_LOCAL -> local(e.cycle(), e.node(), e.unit() - EventUnit.LOCAL0, e.a(), e.b());
            default -> injected(e.cycle(), e.node(), e.unit() - EventUnit.TX_REQ0, e.a(), e.b());
        }
    }

    private void issued(final long cycle, final int node, final long word) {
        judged++;
        final List<Posted> posted = fifo(node, word);
        final long oldest = posted.isEmpty() ? 0 : posted.get(0).word();
        if (!posted.isEmpty() && oldest == word) {
            posted.remove(0);
            return;
        }
        violations.add("cycle " + cycle + ": node " + node + " says that " + descriptor(word) + " has left, and "
                + (posted.isEmpty() ? "its FIFO has none" : "the oldest one of its FIFO is " + descriptor(oldest)));
        posted.removeIf(each -> Descriptor0.tag(each.word()) == Descriptor0.tag(word));
    }

    /** Removes the newest descriptor with this tag, which never entered. */
    private void rejected(final int node, final long a) {
        for (int f = 0; f < FIFOS; f++) {
            final List<Posted> fifo = fifos.get(node * FIFOS + f);
            for (int i = fifo.size() - 1; i >= 0; i--) {
                if (Descriptor0.tag(fifo.get(i).word()) == OpEvent.tag(a)) {
                    fifo.remove(i);
                    return;
                }
            }
        }
    }

    private void injected(final long cycle, final int node, final int port, final long w0, final long w1) {
        if (port >= 0 && port < PORTS) {
            sentAt[node * PORTS + port] = cycle;
            head0[node * PORTS + port] = w0;
            head1[node * PORTS + port] = w1;
        }
    }

    private void local(final long cycle, final int node, final int port, final long w0, final long w1) {
        judged++;
        if (port < 0 || port >= PORTS) {
            violations.add("cycle " + cycle + ": node " + node + " reports OP_LOCAL at a unit that has no packets");
            return;
        }
        final int at = node * PORTS + port;
        final String what = "cycle " + cycle + ": node " + node + " says that the source of tag " + Header1.tag(w1)
                + " has been read";
        if (sentAt[at] < 0 || head0[at] != w0 || head1[at] != w1) {
            violations.add(what + ", and the last packet of its port is "
                    + (sentAt[at] < 0 ? "none" : "of tag " + Header1.tag(head1[at]) + " and another header"));
        } else if (cycle < sentAt[at] + Routes.flits(w0) - 1) {
            violations.add(what + ", and the " + Routes.flits(w0) + " flits of its last packet leave from cycle "
                    + sentAt[at] + " on");
        }
    }

    private static String descriptor(final long word) {
        return "the descriptor of tag " + Descriptor0.tag(word) + " (0x" + Long.toHexString(word) + ") of FIFO "
                + FifoNumber.injection(word);
    }

    long judged() {
        return judged;
    }

    /** Reports every descriptor that has not left its FIFO at a drained end. */
    void finish() {
        for (int at = 0; at < fifos.size(); at++) {
            for (final Posted each : fifos.get(at)) {
                violations.add("node " + at / FIFOS + ": " + descriptor(each.word()) + " has never left");
            }
        }
    }
}
