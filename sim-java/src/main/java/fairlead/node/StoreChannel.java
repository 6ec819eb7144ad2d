// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.program.OpKind;
import fairlead.program.Operation;

/** One channel of a node's DLA: its requests, and what the answers of the DLA mean to it. */
abstract class StoreChannel {
    final NodeHost host;
    final int number;

    StoreChannel(NodeHost host, int number) {
        this.host = host;
        this.number = number;
    }

    abstract void granted(long cycle);

    void denied(long cycle) {}

    void accepted(int id, long cycle) {}

    abstract void discarded(int id, long cycle);

    abstract void ended(long cycle);

    /**
     * Handles a merged status event: all blocks before `block` have ended, and the DlaMergedEvent `flags` describe
     * `block` itself (DLA hazard 14).
     */
    abstract void merged(int block, long flags, long cycle);

    abstract void released(long cycle);

    final boolean hasCounter(Operation op) {
        return op.kind() != OpKind.GET || host.counters.take(op.id()) >= 0;
    }

    private static int payloadFlits(Operation op) {
        return op.kind() == OpKind.PUT ? (op.length() + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES : 1;
    }

    /** Returns the number of credits that the request needs: one for each flit, the header included. */
    static int words(Operation op) {
        return 1 + payloadFlits(op);
    }

    /** Gives the stores of one request into the DLA window: the header, then its payload flits without a gap. */
    final void request(Operation op, long cycle, int task) {
        int counter = op.kind() == OpKind.GET ? host.counters.take(op.id()) : op.counter();
        int tag = host.takeTag(op.id(), cycle);
        long word0 = Descriptors.word0(op, 0, tag, host.coord(op.target()), -1, PacketMode.DETERMINISTIC);
        host.command(cycle, task, TileCommand.DLA_REQUEST, word0, Descriptors.word1(op, counter), 0, number);
        for (int flit = 0; flit < payloadFlits(op); flit++) {
            long low =
                    switch (op.kind()) {
                        case PUT -> masked(op, 2 * flit);
                        case GET -> Descriptors.getPayload(op, counter);
                        default -> host.run.decisions.operand(op);
                    };
            long high =
                    switch (op.kind()) {
                        case PUT -> masked(op, 2 * flit + 1);
                        case GET -> 0;
                        default -> Descriptors.word3(op, host.run.decisions.compare(op));
                    };
            host.command(cycle, task, TileCommand.DLA_DATA, low, high, 0, number);
        }
    }

    /** Returns payload word `index`; bytes behind the end of the payload are zero. */
    private static long masked(Operation op, int index) {
        int left = op.length() - 8 * index;
        if (left <= 0) {
            return 0;
        }
        long word = op.payloadWord(index);
        return left >= 8 ? word : word & (1L << 8 * left) - 1;
    }
}
