// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import static fairlead.workload.collective.MemberPlace.operand;
import static fairlead.workload.collective.MemberPlace.result;
import static fairlead.workload.collective.MemberPlace.work;

/**
 * The algorithms of Bruck et al.: ceil(log2 p) rounds for any p, at distances 1, 2, 4 and on. Puts go to any address,
 * so that the rotations of the original, which make blocks contiguous, are not needed.
 */
final class Bruck {
    private final Frame frame;

    Bruck(final Frame frame) {
        this.frame = frame;
    }

    void allgather(final Schedule to) {
        int round = 0;
        for (int distance = 1; distance < frame.size(); distance *= 2) {
            for (int member = 0; member < frame.size(); member++) {
                for (int i = 0; i < Math.min(distance, frame.size() - distance); i++) {
                    final MemberPlace block = result(frame.after(member, i) * frame.block());
                    to.send(round, member, frame.after(member, -distance), block, block, frame.block());
                }
            }
            round++;
        }
    }

    /**
     * The block for the member at distance d goes by the distances of the bits of d, lowest first. It rests in between
     * at one place of the work area for each (bit, d), because a member may still send the block that lies there from
     * the round before.
     */
    void alltoall(final Schedule to) {
        for (int member = 0; member < frame.size(); member++) {
            final int own = member * frame.block();
            to.copy(member, operand(own), result(own), frame.block());
        }
        for (int bit = 0; 1 << bit < frame.size(); bit++) {
            for (int member = 0; member < frame.size(); member++) {
                for (int d = 1 << bit; d < frame.size(); d++) {
                    if ((d >> bit & 1) != 0) {
                        to.send(
                                bit,
                                member,
                                frame.after(member, 1 << bit),
                                before(member, d, bit),
                                behind(member, d, bit),
                                frame.block());
                    }
                }
            }
        }
    }

    /** Returns where the block lies at this member before its hop of `bit`. */
    private MemberPlace before(final int member, final int d, final int bit) {
        final int done = d & (1 << bit) - 1;
        return done == 0
                ? operand(frame.after(member, d) * frame.block())
                : rest(d, Integer.SIZE - 1 - Integer.numberOfLeadingZeros(done));
    }

    /** Returns where the hop of `bit` from this member takes the block. */
    private MemberPlace behind(final int member, final int d, final int bit) {
        final int done = d & (1 << bit + 1) - 1;
        return done == d ? result(frame.after(member, (1 << bit) - d) * frame.block()) : rest(d, bit);
    }

    private MemberPlace rest(final int d, final int bit) {
        return work(((long) bit * frame.size() + d) * frame.block());
    }
}
