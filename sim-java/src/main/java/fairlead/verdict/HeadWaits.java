// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.HostResource;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.ResourceKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.FifoNumber;
import fairlead.verdict.InjectionAccount.Posted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Counts, for the descriptor at the head of each injection FIFO, the operations of each other FIFO of its local port
 * that are issued while it waits and that take what it waits for. By rules 5 and 6 of docs/spec/dma-engine-tx.md, there
 * is at most one for each packet of the descriptor, and of a get, which waits for its pace, one for each cycle of it:
 *
 * <ul>
 *   <li>a head that shares nothing takes part in every pick of its port, so any operation counts;
 *   <li>a FLUSH or FENCE waits for an entry, so a FLUSH or FENCE counts;
 *   <li>a MSG waits for a credit, so a MSG to the same target counts;
 *   <li>an unordered PUT or GET waits for a counter, so an unordered operation counts.
 * </ul>
 *
 * <p>The evidence is POST, OP_ISSUED and FENCE_DONE, and for unordered packets their number under way: a counter that
 * may be full holds back its head, and nobody else.
 */
final class HeadWaits extends Checker {
    private static final int FIFOS = HwLayout.INJECTION_FIFOS;
    private static final int APPEARS = 3; // cycles from the turn of a POST to the event of a head that goes at once
    private static final int FULL = 1022 - 64; // packets of a counter, without those that have not entered the network
    private static final int FULL_PACE = HwLayout.MAX_PACKET_FLITS - 1; // cycles from a packet of a get to the next
    private static final int NONE = 0;
    private static final int ENTRY = 1;
    private static final int CREDIT = 2;
    private static final int COUNTER = 3;

    private final InjectionAccount injections;
    private final int ports = config.localPorts();
    // with the bypass, a store that waits holds back all commands
    final boolean judged = !config.dla().options().bypass();
    // null for a node without a command
    private final List<HostTurns<Posted>> turns = new ArrayList<>(Collections.nCopies(nodes, null));
    private final long[] since = never(nodes * FIFOS); // by node and FIFO: when its last descriptor left or was done
    private final long[] fence = never(nodes * FIFOS); // tag of the FENCE that holds it
    private final int[] paces = new int[nodes * FIFOS]; // of the last get that left
    private final int[] passed = new int[nodes * FIFOS * FIFOS]; // by the FIFO that waits and the one that does not
    private final int[] unordered = new int[nodes]; // packets under way
    private final int[] granted = new int[nodes]; // masks of the FIFOs that have been granted, which share less
    long issued;
    long most; // operations of one FIFO that have passed a descriptor, for each of its packets

    HeadWaits(JudgedRun run, InjectionAccount injections) {
        super(run, new Violations(run.clock));
        this.injections = injections;
    }

    /** @param posted the descriptor, or another command that is followed until it acts, or null */
    void command(CommandBuffer commands, int i, Posted posted) {
        int node = commands.node(i);
        if (judged && commands.op(i) < HostCommand.LOAD) { // the others have a queue of their own
            if (turns.get(node) == null) {
                turns.set(node, new HostTurns<>());
            }
            turns.get(node).add(commands, i, posted == null ? Posted.OTHER : posted);
        }
        long resource = commands.word(i, 0);
        boolean grants = commands.op(i) == TileCommand.TASK_GRANT;
        if (grants && HostResource.kind(resource) == ResourceKind.INJECTION) {
            granted[node] |= 1 << HostResource.number(resource);
        }
    }

    /** Has the commands of a node act that do so before this cycle. */
    void advance(int node, long cycle) {
        HostTurns<Posted> its = turns.get(node);
        while (its != null && its.next() < cycle) {
            long acts = its.next();
            injections.acts(its.take(), acts);
        }
    }

    /** Has all commands act that do so in the run, of which this is the last cycle. */
    void finish(long cycle) {
        for (int node = 0; node < nodes; node++) {
            advance(node, cycle + 1);
        }
    }

    /** Handles OP_ISSUED, after the descriptor has left the account of its FIFO. */
    void issued(long cycle, int node, long word) {
        issued++;
        int fifo = FifoNumber.injection(word) % FIFOS;
        int at = node * FIFOS + fifo;
        since[at] = cycle;
        asked(at, word);
        fence[at] = Descriptor0.kind(word) == OpKind.FENCE ? Descriptor0.tag(word) : NEVER;
        for (int other = fifo % ports; other < FIFOS; other += ports) {
            passed[at * FIFOS + other] = 0;
            Posted head = other == fifo ? null : injections.head(node, other);
            if (head != null && judged && fence[node * FIFOS + other] == NEVER) {
                passes(cycle, node, head, other, word, fifo);
            }
        }
    }

    private void passes(long cycle, int node, Posted head, int waits, long word, int fifo) {
        int at = node * FIFOS + waits;
        if (head.acted == NEVER
                || cycle <= Math.max(head.acted + APPEARS, since[at])
                || !wants(node, head.word, word)) {
            return;
        }
        int times = ++passed[at * FIFOS + fifo];
        int may = may(node * FIFOS + waits, head.word);
        most = Math.max(most, (times + may - 1) / may);
        if (times == may + 1) {
            report(
                    cycle,
                    node,
                    " issues " + name(word) + " of FIFO " + fifo + ", number " + times + " of those that pass "
                            + name(head.word) + ", which has waited at the head of FIFO " + waits + " since cycle "
                            + Math.max(head.acted, since[at]) + "; " + may + " may pass");
        }
    }

    private static String name(long word) {
        return OpKind.name((int) Descriptor0.kind(word)) + " with tag " + Descriptor0.tag(word);
    }

    private boolean wants(int node, long head, long word) {
        int shared = shares(node, head);
        return shared == NONE
                || shared == shares(node, word)
                        && (granted[node] >> FifoNumber.injection(word) & 1) == 0
                        && (shared != CREDIT || Descriptor0.target(head) == Descriptor0.target(word))
                        && (shared != COUNTER || unordered[node] < FULL);
    }

    private int shares(int node, long word) {
        long kind = Descriptor0.kind(word);
        if (kind >= OpKind.FLUSH) {
            return ENTRY;
        }
        boolean loose = Descriptor0.mode(word) != 0 && rank(Descriptor0.target(word)) != node;
        return kind == OpKind.MSG ? CREDIT : loose ? COUNTER : NONE;
    }

    /** Returns how many may pass: one for each packet, and of a get, one for each cycle of its pace. */
    private int may(int at, long word) {
        int packets = packets(word);
        return Descriptor0.kind(word) == OpKind.GET ? packets + paces[at] + (packets - 1) * FULL_PACE : packets;
    }

    /** Notes for what the last packet of a get of this FIFO can have asked, in flits. */
    private void asked(int at, long word) {
        int length = (int) Descriptor0.length(word);
        if (Descriptor0.kind(word) == OpKind.GET && length > 0) {
            // a get of several packets whose counter has another user has asked for a whole one
            paces[at] = length > HwLayout.MAX_PAYLOAD ? FULL_PACE : pieces(length);
        }
    }

    private static int packets(long word) {
        return Descriptor0.kind(word) <= OpKind.GET
                ? (int) Math.max(1, (Descriptor0.length(word) + HwLayout.MAX_PAYLOAD - 1) / HwLayout.MAX_PAYLOAD)
                : 1;
    }

    /** Handles FENCE_DONE: the FIFO of the fence goes on. */
    void done(long cycle, int node, int kind, long a) {
        for (int at = node * FIFOS; kind == EventKind.FENCE_DONE && at < (node + 1) * FIFOS; at++) {
            if (fence[at] == OpEvent.tag(a)) {
                fence[at] = NEVER;
                since[at] = cycle;
            }
        }
    }

    void injected(Packet p) {
        unordered[p.node] += p.isUnordered() && p.type <= PacketType.GET ? 1 : 0;
    }

    void delivered(Packet p) {
        boolean home =
                p.type == PacketType.PUT_ACK || p.refusesUnordered() || p.type == PacketType.DATA && p.isUnordered();
        unordered[p.node] -= home ? 1 : 0;
    }
}
