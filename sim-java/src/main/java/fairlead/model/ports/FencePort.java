// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/** FenceUnit, as RequestTx and CommitUnit see it. */
public interface FencePort {
    /** Bit f: a FENCE holds injection FIFO f. */
    int blocked();

    /** The port whose `arm` is answered `ready` in this cycle when the ports with `valid` ask; -1: none. */
    int grant(boolean valid0, boolean valid1);

    /**
     * Notice, and its answer in the same cycle: the descriptor of the port named by grant is accepted.
     *
     * @param fence FENCE, else FLUSH
     * @param self the target is this node
     * @param loose what comes behind it may be unordered
     * @return -1: no ping, else the entry of the PING to emit behind everything of that FIFO
     */
    int arm(int port, boolean fence, boolean self, boolean loose, int fifo, int tag, int target);

    /** Notice: a PONG was committed. */
    void pong(int entry);

    /**
     * Those of these FIFOs, which have unordered heads, for which there is an acknowledgement counter.
     *
     * @param targets packed Coord, by FIFO
     */
    int counters(int fifos, int[] targets);

    /** Notice, and its answer: a packet of an unordered head is prepared. Counter | generation << 8; only for a FIFO of {@link #counters}. */
    int count(int fifo, int target);

    /**
     * Notice: a packet of an unordered put is in the target's memory, a get with an unordered request is complete, or either was refused.
     *
     * @param epoch the generation is that of an epoch, not that of the counter
     */
    void acked(int counter, int generation, boolean epoch);
}
