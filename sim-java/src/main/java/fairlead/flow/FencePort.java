// SPDX-License-Identifier: Apache-2.0
package fairlead.flow;

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
     * @return -1: no ping, else the entry of the PING to emit behind everything of that FIFO
     */
    int arm(int port, boolean fence, boolean self, int fifo, int tag, int target);

    /** Notice: a PONG was committed. */
    void pong(int entry);
}
