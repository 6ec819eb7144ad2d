// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import fairlead.program.CollectiveOp;
import fairlead.program.ElementType;
import fairlead.program.ReduceFunction;
import fairlead.workload.collective.Item.Group;

/**
 * A collective operation of a group.
 *
 * @param root member, not rank; 0 for operations without one
 * @param bytes bytes of an operand, or of one block of an operand of several; 0 for a barrier
 * @param algorithm null: the tree if it is fastest and the group can have a class route, else {@link Algorithm#choose}
 * @param function null except for reductions
 * @param element null except for reductions
 */
public record Collective(
        CollectiveOp op,
        Group group,
        int root,
        int bytes,
        Algorithm algorithm,
        ReduceFunction function,
        ElementType element)
        implements Item {
    /** Returns the same operation by an algorithm. */
    Collective by(final Algorithm other) {
        return new Collective(op, group, root, bytes, other, function, element);
    }

    /** Returns the algorithm that is given, or that of the torus. */
    public Algorithm chosen() {
        return algorithm == null ? Algorithm.choose(op, group.size(), bytes) : algorithm;
    }

    @Override
    public String toString() {
        return op.name().toLowerCase(java.util.Locale.ROOT) + " of group " + group.name() + " by " + chosen().word();
    }
}
