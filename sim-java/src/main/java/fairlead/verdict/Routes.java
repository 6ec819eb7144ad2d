// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.FlushEvent;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.LongTable;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Checks the destination of each packet and the number of its hops. A request goes to the target of the operation that
 * owns its tag; a response goes to a node that is owed one; both leave the network at the destination in their header.
 * Each flit makes as many hops as the shortest path has, so the number of flits that the links have carried is known at
 * a drained end.
 *
 * <p>Each delivered request is answered exactly once, by the node that got it, to the node that sent it. The requests
 * that owe an answer are gets, atomics, fence pings and the packets of unordered puts. A message owes one credit, which
 * its target may return at any later time or never. {@link EpochChecker} judges the packets of epochs, {@link
 * AckAccount} follows the acknowledgements.
 */
final class Routes extends Checker {
    private static final int CREDIT = 1;

    // number of answers owed, by (answering node * nodes + asking node) * 2 + credit
    private final LongTable owed = new LongTable();
    private final AckAccount acks = new AckAccount(nodes, violations);
    long shortest; // flit-hops over links that the delivered packets need

    Routes(JudgedRun run) {
        super(run, run.broken);
    }

    void injected(Packet p) {
        if (p.src != p.node || p.dst < 0) {
            violations.add(at(p) + " sends a " + p.name() + " from place " + hex(Header0.src(p.w0)) + " to place "
                    + hex(Header0.dst(p.w0)));
        } else if (p.type >= PacketType.DATA) {
            answered(p);
        } else {
            if (p.type <= PacketType.PING
                    && !run.isOfStrangers(p)) { // the others belong to epochs, and their tags name no operation
                asked(p, operation(p.node, p.tag));
            }
            acks.injected(p);
        }
    }

    private void asked(Packet p, Operation op) {
        if (op == null || !fits(op.kind(), p.type) || op.kind() != OpKind.QUIET && op.target() != p.dst) {
            violations.add(at(p) + " sends node " + p.dst + " a " + p.name() + " with tag " + p.tag + ", which is "
                    + (op == null ? "of no operation" : op));
        } else {
            times.left(op.id(), p.cycle);
        }
    }

    private static boolean fits(OpKind kind, int type) {
        return switch (type) {
            case PacketType.PUT -> kind == OpKind.PUT;
            case PacketType.GET -> kind == OpKind.GET;
            case PacketType.FADD -> kind.isFetchOp();
            case PacketType.CAS -> kind == OpKind.CAS;
            case PacketType.MSG -> kind == OpKind.SEND;
            default -> kind == OpKind.FLUSH || kind == OpKind.FENCE || kind == OpKind.QUIET;
        };
    }

    void delivered(Packet p) {
        if (p.src >= 0) {
            shortest += (long) p.flits() * Packet.distance(shape, p.src, p.node);
        }
        if (p.src < 0 || p.dst != p.node) {
            violations.add(at(p) + " takes a " + p.name() + " for "
                    + (p.dst < 0 ? "place " + hex(Header0.dst(p.w0)) : "node " + p.dst));
            return;
        }
        if (p.isInline() ? p.type != PacketType.PUT || p.isUnordered() : p.type <= PacketType.PING) {
            int pair = (p.node * nodes + p.src) * 2 + (p.type == PacketType.MSG ? CREDIT : 0);
            owed.add(pair, 1 + Math.max(0, owed.remove(pair)));
        }
        acks.delivered(p);
    }

    private void answered(Packet p) {
        boolean settles =
                switch (p.type) {
                    case PacketType.DATA,
                            PacketType.PONG,
                            PacketType.FADD_R,
                            PacketType.PUT_ACK,
                            PacketType.CREDIT -> true;
                    case PacketType.NACK -> p.refused() == PacketType.PUT
                            ? p.refusesUnordered()
                            : p.refused() <= PacketType.CAS;
                    default -> false;
                };
        int pair = (p.node * nodes + p.dst) * 2 + (p.type == PacketType.CREDIT ? CREDIT : 0);
        long due = settles ? owed.remove(pair) : 0;
        if (due > 1) {
            owed.add(pair, due - 1);
        } else if (due == LongTable.ABSENT) {
            report(p, " answers node " + p.dst + " with a " + p.name() + " that it does not owe");
        }
    }

    /** Passes FLUSH_ARMED, FLUSH_DONE and FENCE_DONE to the account of the acknowledgements. */
    void fence(long cycle, int node, int kind, long a, long b) {
        int tag = (int) OpEvent.tag(a);
        if (kind != EventKind.FLUSH_ARMED) {
            acks.done(cycle, node, tag);
        } else if (operation(node, tag) != null) {
            acks.armed(cycle, node, operation(node, tag), tag, b);
        }
    }

    void finish() {
        for (long pair : owed.keys()) {
            long count = owed.remove(pair);
            if ((pair & CREDIT) == 0) {
                violations.add(
                        "node " + pair / 2 / nodes + " owes node " + pair / 2 % nodes + " " + count + " answers");
            }
        }
    }

    /**
     * Follows the acknowledgement counters of each node in the headers of its packets. A packet that nobody has
     * acknowledged names a counter, and all such packets of one counter go to one target and have one generation, which
     * grows by one from one use of the counter to the next. A flush or fence waits for every counter with such a packet
     * to its target, and for no counter of another target, and is not done before these packets have been acknowledged.
     *
     * <p>A counter is in use before its packet is seen, and after the acknowledgement is seen, so nothing is required
     * of a counter for which neither is under way.
     */
    static final class AckAccount {
        private static final int COUNTERS = 1 << Header1.SLOT_WIDTH;
        private static final int LAST_GENERATION = (1 << Header1.GEN_WIDTH) - 1;

        private final Violations violations;
        // by node and counter
        private final int[] target; // of its packets
        private final int[] generation; // that was seen last, or 0
        private final boolean[] blind; // packets of epochs, which do not show it, may have begun another use since
        private final long[] sent;
        private final long[] back; // acknowledgements
        // by node and tag: a mask of counters, then the packets sent on each of them
        private final Map<Integer, long[]> waits = new HashMap<>();
        private final long[] until = new long[1 + COUNTERS]; // one that is being made

        AckAccount(int nodes, Violations violations) {
            this.violations = violations;
            target = new int[nodes * COUNTERS];
            generation = new int[target.length];
            blind = new boolean[target.length];
            sent = new long[target.length];
            back = new long[target.length];
        }

        void injected(Packet p) {
            if (p.type > PacketType.GET || !p.isUnordered() || p.dst == p.node) {
                return;
            }
            int at = p.node * COUNTERS + p.slot;
            boolean open = sent[at] > back[at];
            int its = (int) Header1.gen(p.w1);
            if (open && target[at] != p.dst) {
                violations.add(of(p.cycle, at) + " counts packets to node " + target[at] + " and to node " + p.dst);
            }
            if (!p.isInEpoch() && !blind[at]) {
                int next = generation[at] == LAST_GENERATION ? 1 : generation[at] + 1;
                boolean same = its == generation[at] && its != 0;
                if (open ? !same : its != next && !(same && target[at] == p.dst)) {
                    violations.add(of(p.cycle, at) + " has generation " + its + " behind " + generation[at]
                            + (open ? " while packets are under way" : ""));
                }
            }
            if (!p.isInEpoch()) {
                generation[at] = its;
                blind[at] = false;
            } else if (!open) {
                blind[at] = true;
            }
            target[at] = p.dst;
            sent[at]++;
        }

        void delivered(Packet p) {
            boolean isData = p.type == PacketType.DATA && p.isUnordered();
            if (p.src == p.node || !(isData || p.type == PacketType.PUT_ACK || p.refusesUnordered())) {
                return;
            }
            int index = isData ? p.slot : p.entry;
            int at = p.node * COUNTERS + index % COUNTERS;
            if (index >= COUNTERS || sent[at] == back[at] || target[at] != p.src) {
                violations.add("cycle " + p.cycle + ": node " + p.src + " acknowledges a packet on counter " + index
                        + " of node " + p.node + ", on which none to it is under way");
                return;
            }
            if (!p.isInEpoch() && !blind[at] && Header1.gen(p.w1) != generation[at]) {
                violations.add(of(p.cycle, at) + " has generation " + generation[at] + ", the acknowledgement "
                        + Header1.gen(p.w1));
            }
            back[at]++;
        }

        void armed(long cycle, int node, Operation op, int tag, long word) {
            if (op.kind() != OpKind.FLUSH && op.kind() != OpKind.FENCE || op.target() == node) {
                return;
            }
            int count = 1;
            until[0] = 0;
            for (int index = 0; index < COUNTERS; index++) {
                int at = node * COUNTERS + index;
                boolean covered = (FlushEvent.counters(word) >>> index & 1) != 0;
                if (sent[at] > back[at] && covered != (target[at] == op.target())) {
                    violations.add(of(cycle, at) + " has packets to node " + target[at] + " under way, and " + op
                            + (covered ? " waits for it" : " does not wait for it"));
                } else if (sent[at] > back[at] && covered) {
                    until[0] |= 1L << index;
                    until[count++] = sent[at];
                }
            }
            waits.put(node << Header1.TAG_WIDTH | tag, Arrays.copyOf(until, count));
        }

        void done(long cycle, int node, int tag) {
            long[] its = waits.remove(node << Header1.TAG_WIDTH | tag);
            long counters = its == null ? 0 : its[0];
            for (int i = 1; counters != 0; i++, counters &= counters - 1) {
                int at = node * COUNTERS + Long.numberOfTrailingZeros(counters);
                if (back[at] < its[i]) {
                    violations.add(of(cycle, at) + " has " + (its[i] - back[at]) + " packets under way to node "
                            + target[at] + ", and what waits for them is done");
                    return;
                }
            }
        }

        private static String of(long cycle, int at) {
            return "cycle " + cycle + ": acknowledgement counter " + at % COUNTERS + " of node " + at / COUNTERS;
        }
    }
}
