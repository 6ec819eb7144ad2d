// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import static fairlead.workload.collective.MemberPlace.result;

/**
 * Allreduce by recursive halving, which leaves each core member with one part of the result, and recursive doubling,
 * which collects the parts. With members outside the core there is one round before and one round after ({@link Fold}).
 */
final class Rabenseifner {
    private final Frame frame;
    private final Fold fold;

    Rabenseifner(final Frame frame) {
        this.frame = frame;
        fold = new Fold(frame.size());
    }

    void allreduce(final Schedule to) {
        final int bits = fold.coreBits();
        for (int step = 0; step < bits; step++) {
            final int bit = bits - 1 - step;
            for (int core = 0; core < fold.core(); core++) {
                // halving sends the partner's half; doubling sends the parts that this member has
                exchange(to, fold.before() + step, core, bit, (core ^ 1 << bit) >> bit, true);
                exchange(to, fold.before() + bits + bit, core, bit, core >> bit, false);
            }
        }
        for (int core = 0; core < fold.extras(); core++) {
            to.combine(0, fold.extra(core), fold.member(core), result(0), result(0), frame.block());
            to.send(fold.before() + 2 * bits, fold.member(core), fold.extra(core), result(0), result(0), frame.block());
        }
    }

    /** Sends the parts [span, span + 1) << bit to the partner in this bit. */
    private void exchange(
            final Schedule to, final int round, final int core, final int bit, final int span, final boolean combined) {
        final int begin = frame.cut(span << bit, fold.core());
        final int bytes = frame.cut(span + 1 << bit, fold.core()) - begin;
        final int from = fold.member(core);
        final int partner = fold.member(core ^ 1 << bit);
        if (combined) {
            to.combine(round, from, partner, result(begin), result(begin), bytes);
        } else {
            to.send(round, from, partner, result(begin), result(begin), bytes);
        }
    }
}
