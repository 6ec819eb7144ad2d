// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import static fairlead.workload.collective.Schedule.MemberPlace.operand;
import static fairlead.workload.collective.Schedule.MemberPlace.result;
import static fairlead.workload.collective.Schedule.MemberPlace.work;

import fairlead.program.CollectiveOp;
import fairlead.workload.collective.Schedule.MemberPlace;
import java.util.ArrayList;
import java.util.List;

/** The transfers of the algorithms on the torus, under their names in the literature. */
final class Transfers {
    /** An edge of a tree, with members counted from the root; the child has `count` members with those below it. */
    private record Edge(int round, int parent, int child, int count) {}

    private final Frame frame;
    private final int size;
    private final int block;
    private final Schedule to;

    Transfers(final Frame frame) {
        this.frame = frame;
        size = frame.size();
        block = frame.block();
        to = new Schedule(size);
    }

    Schedule schedule() {
        return to;
    }

    // ---- trees; the rounds of the edges are those of a broadcast, and a reduce goes the other way

    /**
     * Makes a binomial tree: member v, counted from the root, is the parent of v + 2^k for each 2^k below the lowest
     * bit of v. It has ceil(log2 p) rounds.
     */
    private List<Edge> binomialEdges() {
        final int rounds = Frame.ceilLog2(size);
        final List<Edge> edges = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            final int distance = 1 << rounds - 1 - round;
            for (int parent = 0; parent + distance < size; parent += 2 * distance) {
                edges.add(new Edge(round, parent, parent + distance, Math.min(distance, size - parent - distance)));
            }
        }
        return edges;
    }

    void binomial(final CollectiveOp op) {
        tree(op, binomialEdges());
    }

    /**
     * Makes the complete binary tree: the children of v, counted from the root, are 2v + 1 and 2v + 2. A parent serves
     * its first child in the round after its own, and the second one in the round after that.
     */
    void binary(final CollectiveOp op) {
        final List<Edge> edges = new ArrayList<>();
        final int[] served = new int[size]; // number of rounds after which a member has what the root has
        for (int member = 1; member < size; member++) {
            final int parent = (member - 1) / 2;
            served[member] = served[parent] + 2 - (member & 1);
            edges.add(new Edge(served[member] - 1, parent, member, 1));
        }
        tree(op, edges);
    }

    private void tree(final CollectiveOp op, final List<Edge> edges) {
        final int rounds = edges.stream().mapToInt(e -> e.round() + 1).max().orElse(0);
        for (final Edge edge : edges) {
            final int parent = frame.fromRoot(edge.parent());
            final int child = frame.fromRoot(edge.child());
            final int up = rounds - 1 - edge.round();
            switch (op) {
                case BROADCAST -> to.send(edge.round(), parent, child, result(0), block);
                case REDUCE -> to.combine(up, child, parent, result(0), block);
                case ALLREDUCE -> {
                    to.combine(up, child, parent, result(0), block);
                    to.send(rounds + edge.round(), parent, child, result(0), block);
                }
                case BARRIER -> {
                    to.signal(up, child, parent);
                    to.signal(rounds + edge.round(), parent, child);
                }
                default -> blocks(op, edge, op == CollectiveOp.GATHER ? up : edge.round());
            }
        }
    }

    private void blocks(final CollectiveOp op, final Edge edge, final int round) {
        final int parent = frame.fromRoot(edge.parent());
        final int child = frame.fromRoot(edge.child());
        for (int b = edge.child(); b < edge.child() + edge.count(); b++) {
            final int own = frame.fromRoot(b) * block;
            if (op == CollectiveOp.SCATTER) {
                final MemberPlace source = held(edge.parent(), b, operand(own));
                to.send(round, parent, child, source, held(edge.child(), b, result(0)), block);
            } else {
                final MemberPlace target = held(edge.parent(), b, result(own));
                to.send(round, child, parent, held(edge.child(), b, operand(0)), target, block);
            }
        }
    }

    private MemberPlace held(final int member, final int of, final MemberPlace end) {
        return member == 0 || member == of ? end : work((of - member - 1) * block);
    }

    // ---- rings: each member sends only to the next one of the group, and the last one to the first

    void ring(final CollectiveOp op) {
        for (int round = 0; round < size - 1; round++) {
            for (int member = 0; member < size; member++) {
                final int next = frame.after(member, 1);
                if (op == CollectiveOp.ALLGATHER) {
                    to.send(round, member, next, result(frame.after(member, -round) * block), block);
                } else if (op == CollectiveOp.ALLREDUCE) {
                    // a reduce-scatter around the ring, then an allgather: 2 (p - 1) rounds of one part
                    final int part = frame.after(member, -round);
                    to.combine(round, member, next, result(cut(part)), cut(part + 1) - cut(part));
                    part(size - 1 + round, member, frame.after(member, 1 - round));
                } else {
                    part(Frame.ceilLog2(size) + round, member, frame.after(member, -round));
                }
            }
        }
        if (op == CollectiveOp.BROADCAST) { // a binomial scatter of the parts before the ring (van de Geijn)
            for (final Edge edge : binomialEdges()) {
                final int begin = cut(edge.child());
                final int bytes = cut(edge.child() + edge.count()) - begin;
                to.send(
                        edge.round(),
                        frame.fromRoot(edge.parent()),
                        frame.fromRoot(edge.child()),
                        result(begin),
                        bytes);
            }
        }
    }

    private int cut(final int part) {
        return frame.cut(part, size);
    }

    /** Passes a part of the result from a member, counted from the root, to the next one. */
    private void part(final int round, final int member, final int part) {
        final int next = frame.fromRoot(frame.after(member, 1));
        to.send(round, frame.fromRoot(member), next, result(cut(part)), cut(part + 1) - cut(part));
    }

    // ---- pairs of members with numbers that differ in one bit

    /** In round k the core members with numbers that differ in bit k exchange what they have. */
    void doubling(final CollectiveOp op) {
        for (int bit = 0; bit < frame.coreBits(); bit++) {
            for (int core = 0; core < frame.core(); core++) {
                final int round = frame.before() + bit;
                final int from = frame.member(core);
                final int target = frame.member(core ^ 1 << bit);
                switch (op) {
                    case ALLREDUCE -> to.combine(round, from, target, result(0), block);
                    case BARRIER -> to.signal(round, from, target);
                    default -> {
                        final int first = core & -(1 << bit);
                        final int begin = firstBlock(first) * block;
                        to.send(round, from, target, result(begin), firstBlock(first + (1 << bit)) * block - begin);
                    }
                }
            }
        }
        fold(op, frame.before() + frame.coreBits());
    }

    private int firstBlock(final int core) {
        return core == frame.core() ? size : frame.member(core);
    }

    /** Lets members outside the core hand over their part before the core begins, and take the result behind it. */
    private void fold(final CollectiveOp op, final int last) {
        for (int core = 0; core < frame.extras(); core++) {
            final int extra = frame.extra(core);
            final int member = frame.member(core);
            switch (op) {
                case ALLREDUCE -> {
                    to.combine(0, extra, member, result(0), block);
                    to.send(last, member, extra, result(0), block);
                }
                case BARRIER -> {
                    to.signal(0, extra, member);
                    to.signal(last, member, extra);
                }
                default -> {
                    final int begin = extra * block;
                    to.send(0, extra, member, result(begin), block);
                    // the extra member gets every block except the one that it contributed
                    to.send(last, member, extra, result(0), begin);
                    to.send(last, member, extra, result(begin + block), size * block - begin - block);
                }
            }
        }
    }

    /**
     * Allreduce by recursive halving, which leaves each core member with one part of the result, and recursive
     * doubling, which collects the parts.
     */
    void rabenseifner(final CollectiveOp op) {
        final int bits = frame.coreBits();
        for (int bit = 0; bit < bits; bit++) {
            for (int core = 0; core < frame.core(); core++) {
                final int from = frame.member(core);
                final int partner = frame.member(core ^ 1 << bit);
                // halving sends the partner's half; doubling sends the parts that this member has
                final int half = corePart((core ^ 1 << bit) >> bit, bit);
                final int halfBytes = corePart(((core ^ 1 << bit) >> bit) + 1, bit) - half;
                to.combine(frame.before() + bits - 1 - bit, from, partner, result(half), halfBytes);
                final int own = corePart(core >> bit, bit);
                final int ownBytes = corePart((core >> bit) + 1, bit) - own;
                to.send(frame.before() + bits + bit, from, partner, result(own), ownBytes);
            }
        }
        fold(op, frame.before() + 2 * bits);
    }

    private int corePart(final int span, final int bit) {
        return frame.cut(span << bit, frame.core());
    }

    // ---- distances

    /**
     * The algorithms of Bruck et al.: ceil(log2 p) rounds for any p, at distances 1, 2, 4 and on. Puts go to any
     * address, so that the rotations of the original, which make blocks contiguous, are not needed.
     *
     * <p>In an alltoall the block for the member at distance d goes by the distances of the bits of d, lowest first. It
     * rests in between at one place of the work area for each (bit, d), because a member may still send the block that
     * lies there from the round before.
     */
    void bruck(final CollectiveOp op) {
        final boolean gathers = op == CollectiveOp.ALLGATHER;
        for (int member = 0; member < size; member++) {
            if (!gathers) {
                to.copy(member, operand(member * block), result(member * block), block);
            }
            for (int bit = 0; 1 << bit < size; bit++) {
                final int distance = 1 << bit;
                for (int i = 0; gathers && i < Math.min(distance, size - distance); i++) {
                    final MemberPlace place = result(frame.after(member, i) * block);
                    to.send(bit, member, frame.after(member, -distance), place, block);
                }
                for (int d = distance; !gathers && d < size; d++) {
                    if ((d & distance) != 0) {
                        to.send(
                                bit,
                                member,
                                frame.after(member, distance),
                                before(member, d, bit),
                                behind(member, d, bit),
                                block);
                    }
                }
            }
        }
    }

    private MemberPlace before(final int member, final int d, final int bit) {
        final int done = d & (1 << bit) - 1;
        return done == 0
                ? operand(frame.after(member, d) * block)
                : rest(d, Integer.SIZE - 1 - Integer.numberOfLeadingZeros(done));
    }

    private MemberPlace behind(final int member, final int d, final int bit) {
        final int done = d & (1 << bit + 1) - 1;
        return done == d ? result(frame.after(member, (1 << bit) - d) * block) : rest(d, bit);
    }

    private MemberPlace rest(final int d, final int bit) {
        return work(((long) bit * size + d) * block);
    }

    /** In round k of a barrier each member signals the one at distance 2^k. */
    void dissemination(final CollectiveOp op) {
        for (int round = 0; 1 << round < size; round++) {
            for (int member = 0; member < size; member++) {
                to.signal(round, member, frame.after(member, 1 << round));
            }
        }
    }

    // ---- each block goes straight to its receiver

    /** The root sends to one member after the other, or takes from them, in one round. */
    void linear(final CollectiveOp op) {
        for (int number = 1; number < size; number++) {
            final int member = frame.fromRoot(number);
            final int own = member * block;
            if (op == CollectiveOp.SCATTER) {
                to.send(0, frame.root(), member, operand(own), result(0), block);
            } else {
                to.send(0, member, frame.root(), operand(0), result(own), block);
            }
        }
    }

    /**
     * Pairwise exchange: p - 1 rounds, with the member m ^ k in round k if p is a power of two, else m + k and m - k.
     */
    void pairwise(final CollectiveOp op) {
        final boolean power = Integer.bitCount(size) == 1;
        for (int member = 0; member < size; member++) {
            final int own = member * block;
            to.copy(member, operand(own), result(own), block);
            for (int k = 1; k < size; k++) {
                final int target = power ? member ^ k : frame.after(member, k);
                to.send(k - 1, member, target, operand(target * block), result(own), block);
            }
        }
    }
}
