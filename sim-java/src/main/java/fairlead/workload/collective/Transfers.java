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

    Transfers(Frame frame) {
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
        int rounds = Frame.ceilLog2(size);
        List<Edge> edges = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            int distance = 1 << rounds - 1 - round;
            for (int parent = 0; parent + distance < size; parent += 2 * distance) {
                edges.add(new Edge(round, parent, parent + distance, Math.min(distance, size - parent - distance)));
            }
        }
        return edges;
    }

    void binomial(CollectiveOp op) {
        tree(op, binomialEdges());
    }

    /**
     * Makes the complete binary tree: the children of v, counted from the root, are 2v + 1 and 2v + 2. A parent serves
     * its first child in the round after its own, and the second one in the round after that.
     */
    void binary(CollectiveOp op) {
        List<Edge> edges = new ArrayList<>();
        int[] served = new int[size]; // number of rounds after which a member has what the root has
        for (int member = 1; member < size; member++) {
            int parent = (member - 1) / 2;
            served[member] = served[parent] + 2 - (member & 1);
            edges.add(new Edge(served[member] - 1, parent, member, 1));
        }
        tree(op, edges);
    }

    private void tree(CollectiveOp op, List<Edge> edges) {
        int rounds = edges.stream().mapToInt(e -> e.round() + 1).max().orElse(0);
        for (Edge edge : edges) {
            int parent = frame.fromRoot(edge.parent());
            int child = frame.fromRoot(edge.child());
            int up = rounds - 1 - edge.round();
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

    private void blocks(CollectiveOp op, Edge edge, int round) {
        int parent = frame.fromRoot(edge.parent());
        int child = frame.fromRoot(edge.child());
        for (int b = edge.child(); b < edge.child() + edge.count(); b++) {
            int own = frame.fromRoot(b) * block;
            if (op == CollectiveOp.SCATTER) {
                MemberPlace source = held(edge.parent(), b, operand(own));
                to.send(round, parent, child, source, held(edge.child(), b, result(0)), block);
            } else {
                MemberPlace target = held(edge.parent(), b, result(own));
                to.send(round, child, parent, held(edge.child(), b, operand(0)), target, block);
            }
        }
    }

    private MemberPlace held(int member, int of, MemberPlace end) {
        return member == 0 || member == of ? end : work((of - member - 1) * block);
    }

    // ---- rings: each member sends only to the next one of the group, and the last one to the first

    void ring(CollectiveOp op) {
        for (int round = 0; round < size - 1; round++) {
            for (int member = 0; member < size; member++) {
                int next = frame.after(member, 1);
                if (op == CollectiveOp.ALLGATHER) {
                    to.send(round, member, next, result(frame.after(member, -round) * block), block);
                } else if (op == CollectiveOp.ALLREDUCE) {
                    // a reduce-scatter around the ring, then an allgather: 2 (p - 1) rounds of one part
                    int part = frame.after(member, -round);
                    to.combine(round, member, next, result(cut(part)), cut(part + 1) - cut(part));
                    part(size - 1 + round, member, frame.after(member, 1 - round));
                } else {
                    part(Frame.ceilLog2(size) + round, member, frame.after(member, -round));
                }
            }
        }
        if (op == CollectiveOp.BROADCAST) { // a binomial scatter of the parts before the ring (van de Geijn)
            for (Edge edge : binomialEdges()) {
                int begin = cut(edge.child());
                int bytes = cut(edge.child() + edge.count()) - begin;
                to.send(
                        edge.round(),
                        frame.fromRoot(edge.parent()),
                        frame.fromRoot(edge.child()),
                        result(begin),
                        bytes);
            }
        }
    }

    private int cut(int part) {
        return frame.cut(part, size);
    }

    /** Passes a part of the result from a member, counted from the root, to the next one. */
    private void part(int round, int member, int part) {
        int next = frame.fromRoot(frame.after(member, 1));
        to.send(round, frame.fromRoot(member), next, result(cut(part)), cut(part + 1) - cut(part));
    }

    // ---- pairs of members with numbers that differ in one bit

    /** In round k the core members with numbers that differ in bit k exchange what they have. */
    void doubling(CollectiveOp op) {
        for (int bit = 0; bit < frame.coreBits(); bit++) {
            for (int core = 0; core < frame.core(); core++) {
                int round = frame.before() + bit;
                int from = frame.member(core);
                int target = frame.member(core ^ 1 << bit);
                switch (op) {
                    case ALLREDUCE -> to.combine(round, from, target, result(0), block);
                    case BARRIER -> to.signal(round, from, target);
                    default -> {
                        int first = core & -(1 << bit);
                        int begin = firstBlock(first) * block;
                        to.send(round, from, target, result(begin), firstBlock(first + (1 << bit)) * block - begin);
                    }
                }
            }
        }
        fold(op, frame.before() + frame.coreBits());
    }

    private int firstBlock(int core) {
        return core == frame.core() ? size : frame.member(core);
    }

    /** Lets members outside the core hand over their part before the core begins, and take the result behind it. */
    private void fold(CollectiveOp op, int last) {
        for (int core = 0; core < frame.extras(); core++) {
            int extra = frame.extra(core);
            int member = frame.member(core);
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
                    int begin = extra * block;
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
    void rabenseifner(CollectiveOp op) {
        int bits = frame.coreBits();
        for (int bit = 0; bit < bits; bit++) {
            for (int core = 0; core < frame.core(); core++) {
                int from = frame.member(core);
                int partner = frame.member(core ^ 1 << bit);
                // halving sends the partner's half; doubling sends the parts that this member has
                int half = corePart((core ^ 1 << bit) >> bit, bit);
                int halfBytes = corePart(((core ^ 1 << bit) >> bit) + 1, bit) - half;
                to.combine(frame.before() + bits - 1 - bit, from, partner, result(half), halfBytes);
                int own = corePart(core >> bit, bit);
                int ownBytes = corePart((core >> bit) + 1, bit) - own;
                to.send(frame.before() + bits + bit, from, partner, result(own), ownBytes);
            }
        }
        fold(op, frame.before() + 2 * bits);
    }

    private int corePart(int span, int bit) {
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
    void bruck(CollectiveOp op) {
        boolean gathers = op == CollectiveOp.ALLGATHER;
        for (int member = 0; member < size; member++) {
            if (!gathers) {
                to.copy(member, operand(member * block), result(member * block), block);
            }
            for (int bit = 0; 1 << bit < size; bit++) {
                int distance = 1 << bit;
                for (int i = 0; gathers && i < Math.min(distance, size - distance); i++) {
                    MemberPlace place = result(frame.after(member, i) * block);
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

    private MemberPlace before(int member, int d, int bit) {
        int done = d & (1 << bit) - 1;
        return done == 0
                ? operand(frame.after(member, d) * block)
                : rest(d, Integer.SIZE - 1 - Integer.numberOfLeadingZeros(done));
    }

    private MemberPlace behind(int member, int d, int bit) {
        int done = d & (1 << bit + 1) - 1;
        return done == d ? result(frame.after(member, (1 << bit) - d) * block) : rest(d, bit);
    }

    private MemberPlace rest(int d, int bit) {
        return work(((long) bit * size + d) * block);
    }

    /** In round k of a barrier each member signals the one at distance 2^k. */
    void dissemination(CollectiveOp op) {
        for (int round = 0; 1 << round < size; round++) {
            for (int member = 0; member < size; member++) {
                to.signal(round, member, frame.after(member, 1 << round));
            }
        }
    }

    // ---- each block goes straight to its receiver

    /** The root sends to one member after the other, or takes from them, in one round. */
    void linear(CollectiveOp op) {
        for (int number = 1; number < size; number++) {
            int member = frame.fromRoot(number);
            int own = member * block;
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
    void pairwise(CollectiveOp op) {
        boolean power = Integer.bitCount(size) == 1;
        for (int member = 0; member < size; member++) {
            int own = member * block;
            to.copy(member, operand(own), result(own), block);
            for (int k = 1; k < size; k++) {
                int target = power ? member ^ k : frame.after(member, k);
                to.send(k - 1, member, target, operand(target * block), result(own), block);
            }
        }
    }
}
