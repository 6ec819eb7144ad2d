// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import static fairlead.workload.collective.MemberPlace.result;

/**
 * The complete binary tree, on members counted from the root: the children of v are 2v + 1 and 2v + 2. A parent serves
 * its first child in the round after its own, and the second one in the round after that, so a member of depth d is
 * served in round d + (number of second children on its way) - 1.
 */
final class BinaryTree {
    private final Frame frame;

    BinaryTree(final Frame frame) {
        this.frame = frame;
    }

    private static int parent(final int member) {
        return (member - 1) / 2;
    }

    /** Returns the number of rounds after which the member, counted from the root, has what the root has. */
    private static int served(final int member) {
        return member == 0 ? 0 : served(parent(member)) + 2 - (member & 1);
    }

    private int rounds() {
        int rounds = 0;
        for (int member = 1; member < frame.size(); member++) {
            rounds = Math.max(rounds, served(member));
        }
        return rounds;
    }

    void broadcast(final Schedule to) {
        broadcast(to, 0);
    }

    private void broadcast(final Schedule to, final int first) {
        for (int member = 1; member < frame.size(); member++) {
            to.send(
                    first + served(member) - 1,
                    frame.fromRoot(parent(member)),
                    frame.fromRoot(member),
                    result(0),
                    result(0),
                    frame.block());
        }
    }

    /** Reduces to the root: each transfer of the broadcast goes the other way, and the rounds are in reverse order. */
    void reduce(final Schedule to) {
        final int rounds = rounds();
        for (int member = 1; member < frame.size(); member++) {
            to.combine(
                    rounds - served(member),
                    frame.fromRoot(member),
                    frame.fromRoot(parent(member)),
                    result(0),
                    result(0),
                    frame.block());
        }
    }

    void allreduce(final Schedule to) {
        reduce(to);
        broadcast(to, rounds());
    }

    void barrier(final Schedule to) {
        final int rounds = rounds();
        for (int member = 1; member < frame.size(); member++) {
            final int child = frame.fromRoot(member);
            final int parent = frame.fromRoot(parent(member));
            to.signal(rounds - served(member), child, parent);
            to.signal(rounds + served(member) - 1, parent, child);
        }
    }
}
