// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header1;
import fairlead.machine.FifoNumber;
import fairlead.verdict.Checker.Packet;
import java.util.ArrayList;
import java.util.List;

/**
 * Follows the descriptors of each node through its injection FIFOs (docs/spec/dma-engine-tx.md, rules 10 and 12).
 * Software hands a descriptor over by the command POST. Each one leaves its FIFO once, in the order in which the
 * commands act, and OP_ISSUED reports its first word as software wrote it; a descriptor that OP_REJECTED names never
 * entered. OP_LOCAL follows the last packet of its port: it reports the header of that packet, in the cycle of the tail
 * at the earliest, because before that cycle the source bytes may still be read.
 *
 * <p>The evidence is the commands, and the headers and lengths of the packets that PACKET_INJECTED reports.
 */
final class InjectionAccount {
    private static final int FIFOS = HwLayout.INJECTION_FIFOS;
    private static final int PORTS = HwLayout.MOST_PORTS;
    private static final int HEAD = 3; // words that are kept of the head of a packet

    /** A command whose turn is awaited: a descriptor that software has given to a FIFO, or another one. */
    static final class Posted {
        /** A command that nobody follows, of all nodes. */
        static final Posted OTHER = new Posted(-1, 0, 0, 0);

        private final int fifo; // of its node and FIFO, or -1 if it is no descriptor
        private final long cycle; // earliest one in which the command can act
        private final int task;
        final long word;
        long acted = Checker.NEVER; // cycle in which the command acted

        private Posted(int fifo, long cycle, int task, long word) {
            this.fifo = fifo;
            this.cycle = cycle;
            this.task = task;
            this.word = word;
        }

        /** A command that is no descriptor. */
        Posted(CommandBuffer commands, int i, long word) {
            this(-1, commands.cycle(i), commands.task(i), word);
        }
    }

    private final boolean turns; // whether the turns of the commands of all tasks are known
    private final Violations violations;
    private final List<List<Posted>> fifos; // by node and FIFO: what has not left, the oldest first
    private final long[] sent; // by node and port: cycle and words of the head of the last request packet, or -1
    long judged;

    /** @param turns whether {@link #acts} tells of each command; if not, only those of one task have a known order */
    InjectionAccount(int nodes, boolean turns, Violations violations) {
        this.turns = turns;
        this.violations = violations;
        fifos = Checker.each(nodes * FIFOS, () -> new ArrayList<>(0));
        sent = Checker.never(nodes * PORTS * HEAD);
    }

    private List<Posted> fifo(int node, long word) {
        return fifos.get(node * FIFOS + FifoNumber.injection(word) % FIFOS);
    }

    /** Returns the oldest descriptor of a FIFO, or null. */
    Posted head(int node, int fifo) {
        List<Posted> posted = fifos.get(node * FIFOS + fifo);
        return posted.isEmpty() ? null : posted.get(0);
    }

    /** Handles the command POST. */
    Posted posted(CommandBuffer commands, int i) {
        long word = commands.word(i, 0);
        int fifo = commands.node(i) * FIFOS + FifoNumber.injection(word) % FIFOS;
        Posted one = new Posted(fifo, commands.cycle(i), commands.task(i), word);
        if (!turns) {
            List<Posted> posted = fifos.get(fifo);
            int at = posted.size();
            while (at > 0 && posted.get(at - 1).cycle > one.cycle) {
                at--;
            }
            posted.add(at, one);
        }
        return one;
    }

    /** Notes that it is the turn of a command: a descriptor enters its FIFO. */
    void acts(Posted one, long cycle) {
        one.acted = cycle;
        if (turns && one.fifo >= 0) {
            fifos.get(one.fifo).add(one);
        }
    }

    void issued(long cycle, int node, long word) {
        judged++;
        List<Posted> posted = fifo(node, word);
        long oldest = posted.isEmpty() ? 0 : posted.get(0).word;
        int at = 0;
        while (at < posted.size() && !isFirst(posted, at, word)) {
            at = turns ? posted.size() : at + 1;
        }
        if (at < posted.size()) {
            posted.remove(at);
            return;
        }
        violations.add(Checker.at(cycle, node) + " says that " + descriptor(word) + " has left, and "
                + (posted.isEmpty() ? "its FIFO has none" : "the oldest one of its FIFO is " + descriptor(oldest)));
        posted.removeIf(each -> Descriptor0.tag(each.word) == Descriptor0.tag(word));
    }

    private static boolean isFirst(List<Posted> posted, int at, long word) {
        Posted one = posted.get(at);
        return one.word == word && posted.stream().limit(at).noneMatch(other -> other.task == one.task);
    }

    /** Removes the newest descriptor with this tag, which never entered. */
    void rejected(int node, long tag) {
        for (List<Posted> fifo : fifos.subList(node * FIFOS, (node + 1) * FIFOS)) {
            for (int i = fifo.size() - 1; i >= 0; i--) {
                if (Descriptor0.tag(fifo.get(i).word) == tag) {
                    fifo.remove(i);
                    return;
                }
            }
        }
    }

    void injected(Packet p) {
        int port = p.unit - EventUnit.TX_REQ0;
        if (port >= 0 && port < PORTS) {
            int at = (p.node * PORTS + port) * HEAD;
            sent[at] = p.cycle;
            sent[at + 1] = p.w0;
            sent[at + 2] = p.w1;
        }
    }

    void local(long cycle, int node, int port, long w0, long w1) {
        judged++;
        if (port < 0 || port >= PORTS) {
            violations.add(Checker.at(cycle, node) + " reports OP_LOCAL at a unit that has no packets");
            return;
        }
        int at = (node * PORTS + port) * HEAD;
        long since = sent[at];
        int flits = Packet.flits(w0);
        if (since < 0 || sent[at + 1] != w0 || sent[at + 2] != w1) {
            violations.add(read(cycle, node, w1) + "last packet of its port is "
                    + (since < 0 ? "none" : "of tag " + Header1.tag(sent[at + 2]) + " and another header"));
        } else if (cycle < since + flits - 1) {
            violations.add(
                    read(cycle, node, w1) + flits + " flits of its last packet leave from cycle " + since + " on");
        }
    }

    private static String read(long cycle, int node, long w1) {
        return Checker.at(cycle, node) + " says that the source of tag " + Header1.tag(w1) + " has been read, and the ";
    }

    private static String descriptor(long word) {
        return "the descriptor of tag " + Descriptor0.tag(word) + " (" + Checker.hex(word) + ") of FIFO "
                + FifoNumber.injection(word);
    }

    void finish() {
        for (int at = 0; at < fifos.size(); at++) {
            for (Posted each : fifos.get(at)) {
                violations.add("node " + at / FIFOS + ": " + descriptor(each.word) + " has never left");
            }
        }
    }
}
