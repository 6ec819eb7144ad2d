// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.FlushEvent;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.Shape;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Checks the destination of each packet and the number of its hops. A request goes to the target of the operation that
 * owns its tag; a response goes to a node that is owed one; both leave the network at the destination in their header.
 * {@link AckAccount} follows the acknowledgements. Each flit makes as many hops as the shortest path has, so the number
 * of flits that the links have carried is known at a drained end.
 */
final class Routes extends Checker {
    private static final int FLIT = 16;
    private static final int NACK_UNORDERED = 8; // bit of Header1.slot

    private final Answers answers;
    private final AckAccount acks;
    private long shortest; // sum of flits times hops of the delivered packets

    Routes(final Subject of, final Violations violations) {
        super(of, violations);
        answers = new Answers();
        acks = new AckAccount(shape.nodes(), violations);
    }

    /** Returns the rank of a Coord, or -1 if it lies outside the torus. */
    static int rank(final Shape shape, final long coord) {
        final int x = (int) coord & 15;
        final int y = (int) coord >> 4 & 15;
        final int z = (int) coord >> 8 & 15;
        return x < shape.kx() && y < shape.ky() && z < shape.kz() ? shape.rank(x, y, z) : -1;
    }

    static int flits(final long w0) {
        return 1 + ((int) Header0.length(w0) + FLIT - 1) / FLIT;
    }

    private static int ring(final int k, final int from, final int to) {
        final int up = Math.floorMod(to - from, k);
        return Math.min(up, k - up);
    }

    static int hops(final Shape shape, final int dimension, final int from, final int to) {
        return switch (dimension) {
            case 0 -> ring(shape.kx(), shape.x(from), shape.x(to));
            case 1 -> ring(shape.ky(), shape.y(from), shape.y(to));
            default -> ring(shape.kz(), shape.z(from), shape.z(to));
        };
    }

    static int distance(final Shape shape, final int from, final int to) {
        return hops(shape, 0, from, to) + hops(shape, 1, from, to) + hops(shape, 2, from, to);
    }

    void injected(final long cycle, final int node, final long w0, final long w1) {
        final int origin = rank(Header0.src(w0));
        final int target = rank(Header0.dst(w0));
        final int type = (int) Header0.ptype(w0);
        if (origin != node || target < 0) {
            violations.add(at(cycle, node) + " sends a " + PacketType.name(type) + " from place 0x"
                    + Long.toHexString(Header0.src(w0)) + " to place 0x" + Long.toHexString(Header0.dst(w0)));
        } else if (type >= PacketType.DATA) {
            answers.answered(cycle, node, target, w0, w1);
        } else {
            asked(cycle, node, target, type, (int) Header1.tag(w1));
            acks.injected(cycle, node, target, w0, w1);
        }
    }

    private void asked(final long cycle, final int node, final int target, final int type, final int tag) {
        if (type > PacketType.PING) {
            return; // the packet belongs to an epoch, and its tag names no operation
        }
        final Operation op = operation(node, tag);
        if (op == null || !fits(op.kind(), type) || op.kind() != OpKind.QUIET && op.target() != target) {
            violations.add(at(cycle, node) + " sends node " + target + " a " + PacketType.name(type) + " with tag "
                    + tag + ", which is " + (op == null ? "of no operation" : op));
        } else {
            times.left(op.id(), cycle);
        }
    }

    private static boolean fits(final OpKind kind, final int type) {
        return switch (type) {
            case PacketType.PUT -> kind == OpKind.PUT;
            case PacketType.GET -> kind == OpKind.GET;
            case PacketType.FADD -> kind.isFetchOp();
            case PacketType.CAS -> kind == OpKind.CAS;
            case PacketType.MSG -> kind == OpKind.SEND;
            default -> kind == OpKind.FLUSH || kind == OpKind.FENCE || kind == OpKind.QUIET;
        };
    }

    void delivered(final long cycle, final int node, final long w0, final long w1) {
        final int origin = rank(Header0.src(w0));
        final int target = rank(Header0.dst(w0));
        if (origin >= 0) {
            shortest += (long) flits(w0) * distance(shape, origin, node);
        }
        if (origin < 0 || target != node) {
            violations.add(at(cycle, node) + " takes a " + PacketType.name((int) Header0.ptype(w0)) + " for "
                    + (target < 0 ? "place 0x" + Long.toHexString(Header0.dst(w0)) : "node " + target));
            return;
        }
        answers.asked(node, origin, w0);
        acks.delivered(cycle, node, origin, w0, w1);
    }

    /** Passes FLUSH_ARMED, FLUSH_DONE and FENCE_DONE to the account of the acknowledgements. */
    void fence(final long cycle, final int node, final int kind, final long a, final long b) {
        final int tag = (int) OpEvent.tag(a);
        if (kind != EventKind.FLUSH_ARMED) {
            acks.done(cycle, node, tag);
        } else if (operation(node, tag) != null) {
            acks.armed(cycle, node, operation(node, tag), tag, b);
        }
    }

    /** Returns the number of flit-hops over links that the delivered packets need. */
    long shortest() {
        return shortest;
    }

    /** Reports the answers that are still owed at a drained end. */
    void finish() {
        answers.finish();
    }

    /**
     * Checks that each delivered request is answered exactly once, by the node that got it, to the node that sent it.
     * The requests that owe an answer are gets, atomics, fence pings and the packets of unordered puts. A message owes
     * one credit, which its target may return at any later time or never. {@link EpochChecker} judges the packets of
     * epochs.
     */
    private final class Answers {
        private static final int NACK_TYPE = 7;
        private static final int CREDIT = 1;

        private final int nodes = shape.nodes();
        // number of answers owed, by (answering node * nodes + asking node) * 2 + credit
        private final Map<Integer, Integer> owed = new HashMap<>();

        private int pair(final int from, final int to) {
            return (from * nodes + to) * 2;
        }

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
                    final int pair = key / 2;
                    violations.add("node " + pair / nodes + " owes node " + pair % nodes + " " + count + " answers");
                }
            });
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
        // packets sent on each counter, or 0, by node and tag
        private final Map<Integer, long[]> waits = new HashMap<>();

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
                    violations.add(text(cycle, at) + " has generation " + its + " behind " + generation[at]
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
                violations.add("cycle " + cycle + ": node " + from + " acknowledges a packet on counter " + index
                        + " of node " + node + ", on which none to it is under way");
                return;
            }
            if (Header1.epoch(w1) == 0 && !blind[at] && Header1.gen(w1) != generation[at]) {
                violations.add(text(cycle, at) + " has generation " + generation[at] + ", the acknowledgement "
                        + Header1.gen(w1));
            }
            back[at]++;
        }

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
                    violations.add(text(cycle, at) + " has packets to node " + target[at] + " under way, and " + op
                            + (covered ? " waits for it" : " does not wait for it"));
                } else if (sent[at] > back[at] && covered) {
                    until[index] = sent[at];
                }
            }
            waits.put(node << Header1.TAG_WIDTH | tag, until);
        }

        void done(final long cycle, final int node, final int tag) {
            final long[] until = waits.remove(node << Header1.TAG_WIDTH | tag);
            for (int index = 0; until != null && index < COUNTERS; index++) {
                final int at = node * COUNTERS + index;
                if (back[at] < until[index]) {
                    violations.add(text(cycle, at) + " has " + (until[index] - back[at]) + " packets under way to node "
                            + target[at] + ", and what waits for them is done");
                    Arrays.fill(until, 0);
                }
            }
        }

        private String text(final long cycle, final int at) {
            return "cycle " + cycle + ": acknowledgement counter " + at % COUNTERS + " of node " + at / COUNTERS;
        }
    }
}
