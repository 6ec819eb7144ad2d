// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/** The port of FenceUnit to RequestTx and CommitUnit. */
public interface FencePort {
    /** Returns bit f for each injection FIFO f that a FENCE blocks. */
    int blocked();

    /** Returns the port whose `arm` is `ready` in this cycle if the ports with `valid` request; -1 if there is none. */
    int grant(boolean valid0, boolean valid1);

    /**
     * Notice with an answer in the same cycle: the descriptor of the port that {@link #grant} returned is accepted.
     *
     * @param fence true for FENCE, false for FLUSH
     * @param self true if the target is this node
     * @param loose true if later packets may be unordered
     * @return -1 if there is no PING, otherwise the entry of the PING that must be sent behind all packets of that FIFO
     */
    int arm(int port, boolean fence, boolean self, boolean loose, int fifo, int tag, int target);

    /** Notice: a PONG was committed. */
    void pong(int entry);

    /**
     * Returns the mask of those of the given FIFOs, all with unordered heads, for which an acknowledgement counter is
     * available.
     *
     * @param targets packed Coord, by FIFO
     */
    int counters(int fifos, int[] targets);

    /**
     * Notice with an answer: a packet of an unordered head is prepared. Returns counter | generation << 8; valid only
     * for a FIFO in the result of {@link #counters}.
     */
    int count(int fifo, int target);

    /**
     * Notice: a packet of an unordered put is in the target's memory, a get with an unordered request is complete, or
     * either was refused.
     *
     * @param epoch true if the generation belongs to an epoch instead of the counter
     */
    void acked(int counter, int generation, boolean epoch);
}
