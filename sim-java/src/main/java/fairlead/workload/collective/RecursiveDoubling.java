// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import static fairlead.workload.collective.MemberPlace.result;

/**
 * In round k the members whose numbers differ in bit k exchange what they have. With members outside the core there is
 * one round before and one round after ({@link Fold}).
 */
final class RecursiveDoubling {
    private final Frame frame;
    private final Fold fold;
    private final int last; // number of the round that follows the rounds of the core

    RecursiveDoubling(final Frame frame) {
        this.frame = frame;
        fold = new Fold(frame.size());
        last = fold.before() + fold.coreBits();
    }

    void allreduce(final Schedule to) {
        pairs((round, from, target) ->
                to.combine(round, fold.member(from), fold.member(target), result(0), result(0), frame.block()));
        for (int core = 0; core < fold.extras(); core++) {
            to.combine(0, fold.extra(core), fold.member(core), result(0), result(0), frame.block());
            to.send(last, fold.member(core), fold.extra(core), result(0), result(0), frame.block());
        }
    }

    void barrier(final Schedule to) {
        pairs((round, from, target) -> to.signal(round, fold.member(from), fold.member(target)));
        for (int core = 0; core < fold.extras(); core++) {
            to.signal(0, fold.extra(core), fold.member(core));
            to.signal(last, fold.member(core), fold.extra(core));
        }
    }

    void allgather(final Schedule to) {
        final int all = frame.size() * frame.block();
        pairs((round, from, target) -> {
            final int span = 1 << round - fold.before();
            final int begin = firstBlock(from & -span) * frame.block();
            final int end = firstBlock((from & -span) + span) * frame.block();
            to.send(round, fold.member(from), fold.member(target), result(begin), result(begin), end - begin);
        });
        for (int core = 0; core < fold.extras(); core++) {
            final int begin = fold.extra(core) * frame.block();
            final int behind = begin + frame.block();
            to.send(0, fold.extra(core), fold.member(core), result(begin), result(begin), frame.block());
            // the extra member gets every block except the one that it contributed
            to.send(last, fold.member(core), fold.extra(core), result(0), result(0), begin);
            to.send(last, fold.member(core), fold.extra(core), result(behind), result(behind), all - behind);
        }
    }

    /** Returns the first block that a core member has after the first round. */
    private int firstBlock(final int core) {
        return core == fold.core() ? frame.size() : fold.member(core);
    }

    private interface Pair {
        void at(int round, int from, int target);
    }

    /** Visits each direction of each exchange of the core. */
    private void pairs(final Pair pair) {
        for (int bit = 0; bit < fold.coreBits(); bit++) {
            for (int core = 0; core < fold.core(); core++) {
                pair.at(fold.before() + bit, core, core ^ 1 << bit);
            }
        }
    }
}
