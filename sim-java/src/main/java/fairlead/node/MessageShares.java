// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout;
import fairlead.machine.FifoDepths;
import fairlead.machine.FifoNumber;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.ProgramException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.TreeMap;

/**
 * Divides the slots of each target's reception FIFO among its senders. A sender without credits cannot send (D8(b));
 * the messages of ApplicationMessagingModule need neither slots nor credits.
 */
final class MessageShares {
    private final Operation[] operations;
    private final Node[] nodes;

    MessageShares(final Operation[] operations, final Node[] nodes) {
        this.operations = operations;
        this.nodes = nodes;
    }

    /** Gives every sender its credits in cycle 0. */
    void preset(final FifoDepths depths) {
        final TreeMap<Integer, BitSet> senders = new TreeMap<>();
        for (final Operation op : operations) {
            if (op.kind() == OpKind.SEND) {
                senders.computeIfAbsent(op.target(), t -> new BitSet()).set(op.node());
            }
        }
        final int depth = Arrays.stream(operations)
                .filter(op -> op.kind() == OpKind.SEND)
                .mapToInt(op -> depths.at(FifoNumber.reception(op.remote())))
                .min()
                .orElse(0);
        senders.forEach((target, origins) -> {
            final int share = depth / origins.cardinality();
            if (share == 0) {
                throw new ProgramException(
                        "node " + target + " has " + origins.cardinality() + " senders and a reception FIFO of " + depth
                                + " packets: a sender needs a slot of its own, or messages by RTS/CTS");
            }
            origins.stream()
                    .forEach(origin -> nodes[origin].command(
                            0, 0, HwLayout.TileCommand.MSG_CREDIT, nodes[origin].coord(target), share, 0, 0));
        });
    }
}
