// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import static fairlead.workload.collective.MemberPlace.result;

/** Each member sends only to the next one of the group, and the last one to the first. */
final class RingAlgorithm {
    private final Frame frame;

    RingAlgorithm(final Frame frame) {
        this.frame = frame;
    }

    /** Passes every block once around the ring, in p - 1 rounds of one block each. */
    void allgather(final Schedule to) {
        for (int round = 0; round < frame.size() - 1; round++) {
            for (int member = 0; member < frame.size(); member++) {
                final MemberPlace block = result(frame.after(member, -round) * frame.block());
                to.send(round, member, frame.after(member, 1), block, block, frame.block());
            }
        }
    }

    /** Passes parts of the result around, where member m begins with part m + `ahead`. */
    private void gatherParts(final Schedule to, final int first, final int ahead) {
        for (int round = 0; round < frame.size() - 1; round++) {
            for (int member = 0; member < frame.size(); member++) {
                final int part = frame.after(member, ahead - round);
                final int begin = frame.cut(part, frame.size());
                final int bytes = frame.cut(part + 1, frame.size()) - begin;
                to.send(
                        first + round,
                        frame.fromRoot(member),
                        frame.fromRoot(frame.after(member, 1)),
                        result(begin),
                        result(begin),
                        bytes);
            }
        }
    }

    /** A reduce-scatter around the ring, then an allgather: 2 (p - 1) rounds of one part. */
    void allreduce(final Schedule to) {
        for (int round = 0; round < frame.size() - 1; round++) {
            for (int member = 0; member < frame.size(); member++) {
                final int part = frame.after(member, -round);
                final int begin = frame.cut(part, frame.size());
                final int bytes = frame.cut(part + 1, frame.size()) - begin;
                to.combine(round, member, frame.after(member, 1), result(begin), result(begin), bytes);
            }
        }
        gatherParts(to, frame.size() - 1, 1);
    }

    /** A binomial scatter of the parts, then an allgather around the ring (van de Geijn). */
    void broadcast(final Schedule to) {
        new BinomialTree(frame).scatterParts(to);
        gatherParts(to, Frame.ceilLog2(frame.size()), 0);
    }
}
