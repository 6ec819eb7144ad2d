// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.program.OpKind;
import fairlead.program.Operation;

/**
 * Makes the stores of one request into the DLA window: the header, then its payload flits without a gap. One credit
 * stands for one flit, and the header counts as a flit.
 */
public final class StoreRequests {
    private StoreRequests() {}

    private static int payloadFlits(final Operation op) {
        if (op.kind() == OpKind.PUT) {
            return (op.length() + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
        }
        return 1;
    }

    /** Returns the number of credits that the request needs. */
    public static int words(final Operation op) {
        return 1 + payloadFlits(op);
    }

    public static void give(
            final NodeHost host,
            final long cycle,
            final int task,
            final int channel,
            final Operation op,
            final int tag,
            final int counter) {
        final long word0 = Descriptors.word0(op, 0, tag, host.coord(op.target()), -1, PacketMode.DETERMINISTIC);
        final long word1 = Descriptors.word1(op, op.kind() == OpKind.GET ? counter : op.counter());
        host.command(cycle, task, HwLayout.TileCommand.DLA_REQUEST, word0, word1, 0, channel);
        for (int flit = 0; flit < payloadFlits(op); flit++) {
            final long low;
            final long high;
            switch (op.kind()) {
                case PUT -> {
                    low = masked(op, 2 * flit);
                    high = masked(op, 2 * flit + 1);
                }
                case GET -> {
                    low = Descriptors.getPayload(op, counter);
                    high = 0;
                }
                default -> {
                    low = host.operand(op);
                    high = Descriptors.word3(op, host.compare(op));
                }
            }
            host.command(cycle, task, HwLayout.TileCommand.DLA_DATA, low, high, 0, channel);
        }
    }

    /** Returns payload word `index`; bytes behind the end of the payload are zero. */
    private static long masked(final Operation op, final int index) {
        final int left = op.length() - 8 * index;
        if (left <= 0) {
            return 0;
        }
        final long word = op.payloadWord(index);
        return left >= 8 ? word : word & (1L << 8 * left) - 1;
    }
}
