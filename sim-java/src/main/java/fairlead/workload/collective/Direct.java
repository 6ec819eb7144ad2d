// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import static fairlead.workload.collective.MemberPlace.operand;
import static fairlead.workload.collective.MemberPlace.result;

/** Algorithms in which each block goes straight to its receiver, and the dissemination barrier. */
final class Direct {
    private final Frame frame;

    Direct(final Frame frame) {
        this.frame = frame;
    }

    /** The root sends to one member after the other, in one round. */
    void scatter(final Schedule to) {
        for (int number = 1; number < frame.size(); number++) {
            final int member = frame.fromRoot(number);
            to.send(0, frame.root(), member, operand(member * frame.block()), result(0), frame.block());
        }
    }

    void gather(final Schedule to) {
        for (int number = 1; number < frame.size(); number++) {
            final int member = frame.fromRoot(number);
            to.send(0, member, frame.root(), operand(0), result(member * frame.block()), frame.block());
        }
    }

    /**
     * Pairwise exchange: p - 1 rounds, with the member m ^ k in round k if p is a power of two, else m + k and m - k.
     */
    void alltoall(final Schedule to) {
        final boolean power = Integer.bitCount(frame.size()) == 1;
        for (int member = 0; member < frame.size(); member++) {
            final int own = member * frame.block();
            to.copy(member, operand(own), result(own), frame.block());
            for (int k = 1; k < frame.size(); k++) {
                final int target = power ? member ^ k : frame.after(member, k);
                to.send(k - 1, member, target, operand(target * frame.block()), result(own), frame.block());
            }
        }
    }

    /** In round k each member signals the one at distance 2^k. */
    void barrier(final Schedule to) {
        int round = 0;
        for (int distance = 1; distance < frame.size(); distance *= 2) {
            for (int member = 0; member < frame.size(); member++) {
                to.signal(round, member, frame.after(member, distance));
            }
            round++;
        }
    }
}
