// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.Shape;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;

/**
 * Checks the destination of each packet and the number of its hops. A request goes to the target of the operation that
 * owns its tag; a response goes to a node that is owed one; both leave the network at the destination in their header.
 * {@link AckAccount} follows the acknowledgements. Each flit makes as many hops as the shortest path has, so the number
 * of flits that the links have carried is known at a drained end.
 */
final class Routes {
    private static final int FLIT = 16;

    private final Program program;
    private final Shape shape;
    private final TagOwners tags;
    private final OpTimes times;
    private final Answers answers;
    private final AckAccount acks;
    private final Violations violations;
    private long shortest; // sum of flits times hops of the delivered packets

    Routes(
            final Program program,
            final Shape shape,
            final TagOwners tags,
            final OpTimes times,
            final Violations violations) {
        this.program = program;
        this.shape = shape;
        this.tags = tags;
        this.times = times;
        this.violations = violations;
        answers = new Answers(shape.nodes(), violations);
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

    /** Returns the hops of the shortest path in one dimension. */
    static int hops(final Shape shape, final int dimension, final int from, final int to) {
        return switch (dimension) {
            case 0 -> ring(shape.kx(), shape.x(from), shape.x(to));
            case 1 -> ring(shape.ky(), shape.y(from), shape.y(to));
            default -> ring(shape.kz(), shape.z(from), shape.z(to));
        };
    }

    /** Returns the number of hops of the shortest path. */
    int distance(final int from, final int to) {
        return distance(shape, from, to);
    }

    static int distance(final Shape shape, final int from, final int to) {
        return hops(shape, 0, from, to) + hops(shape, 1, from, to) + hops(shape, 2, from, to);
    }

    /** Checks a packet that enters the network at `node`. */
    void injected(final long cycle, final int node, final long w0, final long w1) {
        final int origin = rank(shape, Header0.src(w0));
        final int target = rank(shape, Header0.dst(w0));
        final int type = (int) Header0.ptype(w0);
        if (origin != node || target < 0) {
            violations.add("cycle " + cycle + ": node " + node + " sends a " + PacketType.name(type)
                    + " from place 0x" + Long.toHexString(Header0.src(w0)) + " to place 0x"
                    + Long.toHexString(Header0.dst(w0)));
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
        final int owner = tags.owner(node, tag);
        final Operation op = owner < 0 ? null : program.operation(owner);
        if (op == null || !fits(op.kind(), type) || op.kind() != OpKind.QUIET && op.target() != target) {
            violations.add("cycle " + cycle + ": node " + node + " sends node " + target + " a "
                    + PacketType.name(type) + " with tag " + tag + ", which is "
                    + (op == null ? "of no operation" : op));
        } else {
            times.left(owner, cycle);
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

    /** Checks a packet that leaves the network at `node`. */
    void delivered(final long cycle, final int node, final long w0, final long w1) {
        final int origin = rank(shape, Header0.src(w0));
        final int target = rank(shape, Header0.dst(w0));
        if (origin >= 0) {
            shortest += (long) flits(w0) * distance(origin, node);
        }
        if (origin < 0 || target != node) {
            violations.add("cycle " + cycle + ": node " + node + " takes a "
                    + PacketType.name((int) Header0.ptype(w0)) + " for "
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
        } else if (tags.owner(node, tag) >= 0) {
            acks.armed(cycle, node, program.operation(tags.owner(node, tag)), tag, b);
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
}
