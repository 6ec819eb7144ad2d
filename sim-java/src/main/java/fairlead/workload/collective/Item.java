// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import fairlead.program.CollectiveOp;
import fairlead.program.ElementType;
import fairlead.program.ReduceFunction;
import java.util.List;
import java.util.Locale;

/** A joint operation of the nodes of a group: one call of {@link ApplicationMessagingModule}. */
public sealed interface Item {
    /**
     * An operational group: a named list of ranks; its n-th rank is member n.
     *
     * @param ranks at least one, all different
     */
    record Group(String name, List<Integer> ranks) {
        public Group {
            ranks = List.copyOf(ranks);
        }

        public int size() {
            return ranks.size();
        }
    }

    /**
     * A collective operation of a group.
     *
     * @param root member, not rank; 0 for operations without one
     * @param bytes bytes of an operand, or of one block of an operand of several; 0 for a barrier
     * @param algorithm null: the tree if it is fastest and the group can have a class route, else
     *     {@link Algorithm#choose}
     * @param function null except for reductions
     * @param element null except for reductions
     */
    record Collective(
            CollectiveOp op,
            Group group,
            int root,
            int bytes,
            Algorithm algorithm,
            ReduceFunction function,
            ElementType element)
            implements Item {
        Collective by(Algorithm other) {
            return new Collective(op, group, root, bytes, other, function, element);
        }

        /** Returns the algorithm that is given, or that of the torus. */
        public Algorithm chosen() {
            return algorithm == null ? Algorithm.choose(op, group.size(), bytes) : algorithm;
        }

        /** Returns whether the tree performs the operation if the group can have a class route. */
        public boolean prefersTree() {
            return algorithm == null && Algorithm.isTreeFastest(op, group.size(), bytes);
        }

        @Override
        public String toString() {
            return op.name().toLowerCase(Locale.ROOT) + " of group " + group.name() + " by " + chosen().word();
        }
    }

    /**
     * A message from each member of a group to one rank, which receives all of them.
     *
     * @param from the senders; the receiver itself sends nothing
     * @param to rank of the receiver
     * @param match word by which the receiver knows the messages, not 0
     * @param eager the data go with the match word; else the sender asks first (RTS) and sends when the receiver is
     *     ready (CTS)
     */
    record Message(Group from, int to, int bytes, long match, boolean eager) implements Item {
        @Override
        public String toString() {
            return (eager ? "eager" : "rendezvous") + " message of " + from.name() + " to node " + to;
        }
    }
}
