// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import static fairlead.workload.collective.MemberPlace.operand;
import static fairlead.workload.collective.MemberPlace.result;
import static fairlead.workload.collective.MemberPlace.work;

/**
 * The binomial tree, on members counted from the root: member v is the parent of v + 2^k for each 2^k below the lowest
 * bit of v. Every operation has ceil(log2 p) rounds.
 */
final class BinomialTree {
    private final Frame frame;
    private final int rounds;

    BinomialTree(final Frame frame) {
        this.frame = frame;
        rounds = Frame.ceilLog2(frame.size());
    }

    /** An edge of the tree, with members counted from the root; the child has `count` members with those below it. */
    private interface Edge {
        void at(int level, int parent, int child, int count);
    }

    /** Visits all edges of a level, that is with distance 2^level. */
    private void edges(final int level, final Edge edge) {
        final int distance = 1 << level;
        for (int parent = 0; parent + distance < frame.size(); parent += 2 * distance) {
            edge.at(level, parent, parent + distance, Math.min(distance, frame.size() - parent - distance));
        }
    }

    /** Visits all edges, those next to the root first. */
    private void down(final Edge edge) {
        for (int level = rounds - 1; level >= 0; level--) {
            edges(level, edge);
        }
    }

    /** Returns the round of a level on the way down, of which the first is `first`. */
    private int roundDown(final int first, final int level) {
        return first + rounds - 1 - level;
    }

    void broadcast(final Schedule to) {
        broadcast(to, 0);
    }

    private void broadcast(final Schedule to, final int first) {
        down((level, parent, child, count) -> to.send(
                roundDown(first, level),
                frame.fromRoot(parent),
                frame.fromRoot(child),
                result(0),
                result(0),
                frame.block()));
    }

    void reduce(final Schedule to) {
        for (int level = 0; level < rounds; level++) {
            edges(
                    level,
                    (round, parent, child, count) -> to.combine(
                            round, frame.fromRoot(child), frame.fromRoot(parent), result(0), result(0), frame.block()));
        }
    }

    /** A reduce to member 0, then a broadcast from it. */
    void allreduce(final Schedule to) {
        reduce(to);
        broadcast(to, rounds);
    }

    void barrier(final Schedule to) {
        for (int level = 0; level < rounds; level++) {
            edges(
                    level,
                    (round, parent, child, count) -> to.signal(round, frame.fromRoot(child), frame.fromRoot(parent)));
        }
        down((level, parent, child, count) ->
                to.signal(roundDown(rounds, level), frame.fromRoot(parent), frame.fromRoot(child)));
    }

    void scatter(final Schedule to) {
        down((level, parent, child, count) -> {
            for (int block = child; block < child + count; block++) {
                to.send(
                        roundDown(0, level),
                        frame.fromRoot(parent),
                        frame.fromRoot(child),
                        held(parent, block, operand(frame.fromRoot(block) * frame.block())),
                        held(child, block, result(0)),
                        frame.block());
            }
        });
    }

    void gather(final Schedule to) {
        for (int level = 0; level < rounds; level++) {
            edges(level, (round, parent, child, count) -> {
                for (int block = child; block < child + count; block++) {
                    to.send(
                            round,
                            frame.fromRoot(child),
                            frame.fromRoot(parent),
                            held(child, block, operand(0)),
                            held(parent, block, result(frame.fromRoot(block) * frame.block())),
                            frame.block());
                }
            });
        }
    }

    /** Returns where a member keeps a block: `end` for its own block and for the root, else in between. */
    private MemberPlace held(final int member, final int block, final MemberPlace end) {
        return member == 0 || member == block ? end : work((block - member - 1) * frame.block());
    }

    /** Scatters the parts of one block, part v to the member v from the root, each to its place in the result. */
    void scatterParts(final Schedule to) {
        down((level, parent, child, count) -> {
            final int begin = frame.cut(child, frame.size());
            to.send(
                    roundDown(0, level),
                    frame.fromRoot(parent),
                    frame.fromRoot(child),
                    result(begin),
                    result(begin),
                    frame.cut(child + count, frame.size()) - begin);
        });
    }
}
