// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import fairlead.machine.Shape;
import java.util.EnumSet;
import java.util.Set;

/** What an I/O tile has no part in: the torus and the barrier of all nodes, for it has no links of either. */
final class IoTileRules {
    private static final Set<OpKind> OF_THE_TORUS = EnumSet.of(
            OpKind.RECV,
            OpKind.QUIET,
            OpKind.EPOCH_OPEN,
            OpKind.EPOCH_CLOSE,
            OpKind.EPOCH_TRIAL,
            OpKind.EPOCH_AWAIT,
            OpKind.DLA_ALLOC,
            OpKind.DLA_END,
            OpKind.DLA_MARK,
            OpKind.DLA_RELEASE);

    private IoTileRules() {}

    /** Throws a ProgramException for an operation on the torus that an I/O tile begins or that names one. */
    static void check(final Program program) {
        final Shape shape = program.shape();
        if (shape.ioTiles() == 0) {
            return;
        }
        for (final Operation op : program.operations()) {
            final boolean onTorus = op.kind().isNetwork() || OF_THE_TORUS.contains(op.kind());
            final boolean ofAll = op.kind() == OpKind.BARRIER && op.classRoute() < 0;
            if (!shape.isOnTorus(op.node()) && (onTorus || ofAll)) {
                throw new ProgramException(
                        op,
                        "node " + op.node()
                                + " is an I/O tile, which has no link of the torus and joins no barrier of all nodes");
            }
            if (onTorus && !shape.isOnTorus(op.target())) {
                throw new ProgramException(
                        op,
                        "node " + op.target() + " is an I/O tile, and the torus leads to nodes 0 to "
                                + (shape.torusNodes() - 1));
            }
        }
    }
}
